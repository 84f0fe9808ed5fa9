"""Collect a crew's books into a file before the crew moves house. `entering` brings them into other books."""

import hashlib
from collections.abc import Mapping, Sequence
from typing import Final, cast

from bot.release import version
from bot.store import Connection, Json, JsonObject
from bot.store.books import Crew, MemberNote, StoredTransfer, crews, payments, postings, reports, sources
from bot.store.books.member_notes import list_noted
from bot.store.books.postings import APART, POSTED
from bot.store.tables import rows as stored_tables
from bot.tally.books import Achievements, Book
from bot.tally.books.entry_text import is_from_file
from bot.tally.books.file_fields import FileFeats, Id
from bot.tally.changes.ledger import MOVED
from bot.tally.papers.books_file import (
    NOBODY,
    ROBOTS,
    BooksFile,
    EntryData,
    FileEntry,
    FileMember,
    FilePayment,
    FileSeason,
)

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


def _list_written(connection: Connection, crew: Crew) -> dict[Id, StoredTransfer]:
    """By id, the entries of a crew that can move, in order. Moved books that were taken back are left out."""
    written = postings.read(connection, crew.id, states=(POSTED, APART))
    undone = {entry.reverses for entry in written}
    marks = {entry.id: entry.source.rpartition(":")[0] for entry in written if entry.source.startswith(MOVED)}
    standing = {marks.get(entry.id) for entry in written if entry.id not in undone and entry.reverses is None}
    gone = {number for number, mark in marks.items() if mark not in standing}
    return {
        find_id(entry.source, crew, entry.id): entry
        for entry in written
        if entry.id not in gone and entry.reverses not in gone
    }


def collect(connection: Connection, book: Book, feats: Achievements) -> tuple[BooksFile, Mapping[Id, StoredTransfer]]:
    """Collect everything in a crew's books that can move. Pending entries stay behind. Also return its
    entries by id."""
    written = _list_written(connection, book.crew)
    people = list(book.members.values())
    places = {member.id: place for place, member in enumerate(people)}
    users = {member.user_id: place for place, member in enumerate(people) if member.user_id is not None}
    members = {account: places.get(owner, ROBOTS) for account, owner in book.owners.items()}
    chosen = list_noted(connection, MemberNote.CHOSEN, book.id)
    ids = {entry.id: id for id, entry in written.items()}
    seasons = {season.id: place for place, season in enumerate(book.seasons)}
    firsts = {entry.season: id for id, entry in reversed(written.items())}
    books = BooksFile(
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
                id,
                seasons.get(entry.season or 0, len(seasons) - 1),
                entry.game,
                entry.reason,
                entry.at,
                users.get(entry.by or 0, NOBODY),
                ids.get(entry.reverses or 0),
                *entry.known_numbers,
                entry.rules_version,
                entry.state == APART,
                cast(EntryData, renumber(entry.data, members)),
                [(members[part.account], part.amount, part.note) for part in entry.entries],
                "" if is_from_file(entry) else OWN,
            )
            for id, entry in written.items()
        ],
        payments=_collect_payments(connection, book, places, users),
        feats=_collect_feats(connection, book, feats, members),
    )  # fmt: skip
    return books, written


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
) -> list[FileFeats]:
    """The feats of each table. Without an entry in the books, its present players are its only line-up."""
    places = {member: place for place, member in enumerate(book.members)}
    tables: dict[Id, FileFeats] = {}
    for known in (*feats.list_tables(connection, book), *feats.list_moved(connection, book.id)):
        posted = [(since, renumber_seats(seats, members)) for since, seats in known.posted]
        if not posted:
            people = (book.find_by_user(seat.user_id or 0) for seat in stored_tables.seats_of(connection, known.id[1]))
            posted = [(0, [[ROBOTS if member is None else places[member.id]] for member in people])]
        id = known.id if known.id[0] else (find_origin(book.crew), known.id[1])
        before = tables[id].done if id in tables else []
        if known.done:
            tables[id] = FileFeats(id, known.game, [*before, *known.done], posted, OWN)
    return list(tables.values())


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
