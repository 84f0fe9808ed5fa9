"""Collect a crew's books into a file before the crew moves house. `entering` brings them into other books."""

import hashlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Final, cast

from bot.release import version
from bot.store import Connection, Json, JsonObject
from bot.store.books import Crew, MemberNote, crews, payments, postings, reports, sources
from bot.store.books.member_notes import list_noted
from bot.store.books.postings import APART
from bot.store.tables import rows as stored_tables
from bot.tally.books import Achievements, Book
from bot.tally.books.achievements import DatedFeat, KnownFeats
from bot.tally.books.entry_text import is_from_file
from bot.tally.changes.ledger import MOVED
from bot.tally.papers.books_file import (
    NOBODY,
    ROBOTS,
    BooksFile,
    Done,
    EntryData,
    FileEntry,
    FileFeats,
    FileMember,
    FilePayment,
    FileSeason,
    LineUp,
)
from bot.tally.papers.file_fields import Id

OWN: Final = "own"
"""The mark of a line until `marks.sign` gives it a real one."""


def find_origin(crew: Crew) -> str:
    """The id that tells a crew's books from all other books."""
    return hashlib.sha256(f"{crew.guild}:{crew.id}:{crew.created_at}".encode()).hexdigest()[:12]


def find_id(source: str, crew: Crew, number: int) -> Id:
    """The origin of an entry or payment, and its number there. If it came here in a move, its `source` has both."""
    if not source.startswith(MOVED):
        return find_origin(crew), number
    origin, _, number_there = source.rpartition(":")[2].partition(".")
    return origin, int(number_there)


def list_galleries(connection: Connection, crew: Crew) -> list[int]:
    """A crew, and the crews of this host from whose books entries have come here."""
    origins = {find_id(source, crew, 0)[0] for source in sources.list_sources(connection, crew.id, MOVED)}
    others = crews.list_others(connection, crew.id) if origins else ()
    return [crew.id, *(other.id for other in others if find_origin(other) in origins)]


def collect(connection: Connection, book: Book, feats: Achievements) -> BooksFile:
    """Collect everything in a crew's books that can move. Pending entries stay behind."""
    people = list(book.members.values())
    places = {member.id: place for place, member in enumerate(people)}
    users = {member.user_id: place for place, member in enumerate(people) if member.user_id is not None}
    members = {account: places.get(owner, ROBOTS) for account, owner in book.owners.items()}
    chosen = list_noted(connection, MemberNote.CHOSEN, book.id)
    written = postings.read(connection, book.id, states=("posted", APART))
    ids = {entry.id: find_id(entry.source, book.crew, entry.id) for entry in written}
    seasons = {season.id: place for place, season in enumerate(book.seasons)}
    firsts = {entry.season: ids[entry.id] for entry in reversed(written)}
    return BooksFile(
        release=version(),
        crew=book.crew.name,
        unit=book.settings.unit[1],
        waiting=len(reports.list_pending(connection, book.id)),
        members=[
            FileMember("" if crews.is_former(person) else person.name, person.aliases, person.user_id,
                       person.id in chosen, person.id in book.crossed, person.created_at)
            for person in people
        ],
        seasons=[
            FileSeason(season.number, season.name, season.opened_at, season.closed_at, firsts.get(season.id))
            for season in book.seasons
        ],
        entries=[
            FileEntry(
                ids[entry.id],
                seasons.get(entry.season or 0, len(seasons) - 1),
                entry.game,
                entry.reason,
                entry.at,
                users.get(entry.by, NOBODY) if entry.by is not None else NOBODY,
                ids.get(entry.reverses or 0),
                *entry.known_numbers,
                entry.rules_version,
                entry.state == APART,
                cast(EntryData, renumber(entry.data, members)),
                [(members[part.account], part.amount, part.note) for part in entry.entries],
                "" if is_from_file(entry) else OWN,
            )
            for entry in written
        ],
        payments=_collect_payments(connection, book, places, users),
        feats=list(_collect_feats(connection, book, feats, members)),
    )  # fmt: skip


def _collect_payments(
    connection: Connection, book: Book, places: Mapping[int, int], users: Mapping[int, int]
) -> list[FilePayment]:
    return [
        FilePayment(
            find_id(payment.cause, book.crew, payment.id), places[payment.giver], places[payment.taker],
            payment.amount, payment.kind, payment.state, users.get(payment.by or 0, NOBODY),
            users.get(payment.answered_by or 0, NOBODY), payment.at, payment.answered_at, OWN,
        )
        for payment in payments.list_of_crew(connection, book.id)
        if payment.state != payments.STRUCK
    ]  # fmt: skip


def _collect_feats(
    connection: Connection, book: Book, feats: Achievements, members: Mapping[int, int]
) -> Iterator[FileFeats]:
    own = find_origin(book.crew)
    for table, game, known in feats.list_tables(connection, book):
        line_ups = known.line_ups or _list_present_line_up(connection, book, table, members)
        if known.feats and line_ups:
            yield _make_feats((own, table), game, known, line_ups, members)
    tables: dict[Id, FileFeats] = {}
    for moved in feats.list_moved(connection, book.id):
        converted = _make_feats(moved.id, moved.game, moved.feats, moved.feats.line_ups, members)
        known_table = tables.get(moved.id)
        tables[moved.id] = (
            converted if known_table is None else converted._replace(done=[*known_table.done, *converted.done])
        )
    yield from tables.values()


def _list_present_line_up(
    connection: Connection, book: Book, table: int, members: Mapping[int, int]
) -> tuple[tuple[int, Sequence[Sequence[int]]], ...]:
    """The accounts of a table's present players, as its only line-up; () if one of them has no account."""
    accounts = {owner: account for account, owner in book.owners.items()}
    robots = next((account for account, place in members.items() if place == ROBOTS), None)
    seats = []
    for seat in stored_tables.seats_of(connection, table):
        member = None if seat.user_id is None else book.find_by_user(seat.user_id)
        account = robots if member is None else accounts.get(member.id)
        if account is None:
            return ()
        seats.append([account])
    return ((0, seats),) if seats else ()


def _make_feats(
    id: Id, game: str, known: KnownFeats, posted: Sequence[tuple[int, Sequence[Sequence[int]]]],
    members: Mapping[int, int],
) -> FileFeats:  # fmt: skip
    lines: list[LineUp] = [(since, renumber_seats(seats, members)) for since, seats in posted]
    return FileFeats(id, game, [*map(make_done, known.feats)], lines, OWN)


def make_done(noted: DatedFeat) -> Done:
    """A feat as a file names it."""
    feat = noted.feat
    return Done(noted.sequence, noted.at, feat.kind, int(feat.seat), feat.amount, feat.sort)


def renumber(data: Mapping[str, Json], numbers: Mapping[int, int]) -> JsonObject:
    """The data of an entry, with the numbers of its accounts or members replaced."""
    renumbered = {name: value for name, value in data.items() if name not in ("moved", sources.UNMARKED)}
    if "seats" in renumbered:
        renumbered["seats"] = renumber_seats(renumbered["seats"], numbers)
    if "parts" in renumbered:
        renumbered["parts"] = [
            [since, renumber_seats(seats, numbers), amounts] for since, seats, amounts in renumbered["parts"]
        ]
    for name in ("robots", postings.AWAY):
        if name in renumbered:
            renumbered[name] = sorted({numbers[number] for number in renumbered[name]})
    return renumbered


def renumber_seats(seats: Sequence[Sequence[int]], numbers: Mapping[int, int]) -> list[list[int]]:
    """The accounts or members of each seat, with their numbers replaced."""
    return [[numbers[number] for number in seat] for seat in seats]
