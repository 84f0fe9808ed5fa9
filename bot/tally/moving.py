"""Bring the file of a crew that moves house into other books.

Like a paper, the file comes as a batch. Readers see all of it or nothing, and it can be taken back as a whole by its
mark. People are found by their id on Discord, or else by name. The source of an entry keeps the number that the entry
had in its first books, so no entry comes twice.
"""

import base64
import hashlib
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.ports.requests import Request
from bot.store.books import batches, crews, payments, postings, reports, sources
from bot.store.books.batches import Batch, Total
from bot.store.books.crews import Crew
from bot.store.books.payments import Payment
from bot.store.books.postings import APART, POSTED, Gain, NewTransfer, StoredTransfer
from bot.store.books.reports import Scope
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json
from bot.tally.achievements import Achievements, moved_prefix
from bot.tally.arriving import match_people
from bot.tally.book import Book, sum_by_owner
from bot.tally.books_file import NOBODY, ROBOTS, BooksFile, FileEntry, FileFeats, FilePayment, FileSeason, is_opposite
from bot.tally.collecting import find_id, find_origin, renumber, renumber_seats
from bot.tally.file_fields import Id
from bot.tally.ledger import MOVED, lock_for_scorer, refuse_busy, refuse_too_large
from bot.tally.lost_entries import rename_lost
from bot.tally.members import refuse_too_many
from games.core.refused import Refused

MOVE: Final = "move"
"""The kind of the batch."""
_MAGIC: Final = "boneyard books;base64,"
MOST_NOTED: Final = 2_000
"""The most feats in one note."""
MOST_DROPPED: Final = 10
"""The most notes that one transaction drops."""


def pack(body: bytes) -> str:
    """Turn a file into a text that can be kept until the file is entered."""
    return _MAGIC + base64.b64encode(body).decode()


def is_packed(text: str) -> bool:
    """True for a text that `pack` has made."""
    return text.startswith(_MAGIC)


def unpack(text: str) -> bytes:
    """The file in a packed text."""
    return base64.b64decode(text.removeprefix(_MAGIC))


@dataclass(frozen=True, slots=True)
class MovePlan:
    """The part of a file that a crew's books do not have yet."""

    text: str
    """The packed file."""
    newest: int
    """The id of the newest transfer when the plan was made."""
    mark: str
    """The mark of the move, which no entry has yet."""
    lowest_hand: int
    """Hands of the file get numbers that are lower than this."""
    file: BooksFile
    people: list[int | None]
    """For each person of the file, the member of these books; None for a new one."""
    accounts: dict[int, int]
    """By place of a person in the file, the account that their member in these books has already."""
    entries: list[FileEntry]
    payments: list[FilePayment]
    feats: list[FileFeats]
    known: dict[Id, int]
    """The ids of the transfers that are in the books already, by the ids of their entries."""
    sheets: dict[int, int]
    """By place of a sheet in the file: the season that the sheet has in these books, if an earlier move brought it. The
    sheet may have grown since."""
    totals: Counter[int]
    """The sums of the new entries, by place of the person in the file."""
    totals_after: dict[str, int]
    """By name, the total of each person in the new entries once they count."""

    @property
    def is_empty(self) -> bool:
        """True if everything in the file is in the books already."""
        return not (self.entries or self.payments or self.feats)


def make_plan(connection: Connection, book: Book, text: str, file: BooksFile, feats: Achievements) -> MovePlan:
    """Compare a file, of which `text` is the packed form, with the books. What the books have already is left out."""
    file = rename_lost(connection, book, file)
    own = find_origin(book.crew)
    moved_before = _list_known(connection, book.crew)
    known = {id: transfer.id for id, transfer in moved_before.items()}
    people = match_people(book, file.members)
    accounts = crews.find_accounts(connection, book.crew.id, [member for member in people if member is not None])
    moved_payments = payments.list_moved(connection, book.crew.id, MOVED)
    paid = {find_id(payment.cause, book.crew, 0) for payment in moved_payments}
    latest: dict[Id, int] = {}
    for moved in feats.list_moved(connection, book.crew.id):
        latest[moved.id] = max(latest.get(moved.id, 0), moved.feats.sequence)
    entries = [entry for entry in file.entries if entry.id[0] != own and entry.id not in known]
    new_feats = [
        table._replace(done=[feat for feat in table.done if feat[0] > latest.get(table.id, -1)])
        for table in file.feats
        if table.id[0] != own
    ]
    known |= {entry.id: entry.id[1] for entry in file.entries if entry.id[0] == own}
    totals = Counter[int]()
    for entry in entries:
        for member, amount, _ in () if entry.apart else entry.amounts:
            totals[member] += amount
    return MovePlan(
        text,
        sources.find_newest_id(connection),
        _make_mark(connection, book.crew, text),
        sources.find_lowest_hand(connection, book.crew.id),
        file,
        people,
        {place: accounts[member] for place, member in enumerate(people) if member in accounts},
        entries,
        [payment for payment in file.payments if payment.id[0] != own and payment.id not in paid],
        [table for table in new_feats if table.done],
        known,
        _match_sheets(book, file, moved_before),
        totals,
        _find_totals_after(connection, book, file, people, totals),
    )


def _list_known(connection: Connection, crew: Crew) -> dict[Id, sources.SourcedTransfer]:
    """By id, the moved entries in the books. A move that was taken back as a whole is left out."""
    by_mark: dict[str, list[sources.SourcedTransfer]] = {}
    for written in sources.list_seen(connection, crew.id, MOVED):
        by_mark.setdefault(written.source.rpartition(":")[0], []).append(written)
    return {
        find_id(transfer.source, crew, transfer.id): transfer
        for found in by_mark.values()
        if not all(transfer.is_reversed or transfer.is_reversal for transfer in found)
        for transfer in found
    }


def _match_sheets(book: Book, file: BooksFile, moved: Mapping[Id, sources.SourcedTransfer]) -> dict[int, int]:
    sheets = {season.id for season in book.seasons if season.number <= 0}
    found = {}
    for entry in file.entries:
        transfer = moved.get(entry.id)
        if transfer is not None and transfer.season in sheets and file.seasons[entry.season].number <= 0:
            found[entry.season] = transfer.season
    return found


def _find_totals_after(
    connection: Connection, book: Book, file: BooksFile, people: Sequence[int | None], totals: Mapping[int, int]
) -> dict[str, int]:
    totals_after = Counter[str]()
    for place, amount in totals.items():
        if place != ROBOTS:
            member = people[place]
            totals_after[file.members[place].name or "…" if member is None else book.members[member].name] += amount
    for owner, amount in sum_by_owner(connection, book, Scope(book.crew.id)).items():
        if (name := book.name(owner)) in totals_after:
            totals_after[name] += amount
    return totals_after


def begin(
    connection: Connection, book: Book, request: Request, plan: MovePlan, most_guests: int, drop: str
) -> tuple[int, str]:
    """Begin the batch of a packed file, and add the file's seasons. Its people come in afterwards (`arriving`). The
    `plan` was made with this book. `drop` is the key of a note to drop. Return the batch's number and mark. Raises
    Refused."""
    crew = lock_for_scorer(connection, book, request)
    refuse_busy(connection, crew)
    if sources.has_source_since(connection, crew.id, MOVED, plan.newest):
        raise Refused("TALLY", "paper_gone")
    pairs = zip(plan.people, plan.file.members, strict=True)
    guests = sum(known is None and person.user is None for known, person in pairs)
    refuse_too_many(book, guests, most_guests)
    robots = postings.open_account(connection, crew.id, "robot:house")
    accounts = {**plan.accounts, ROBOTS: robots}
    with refuse_too_large():
        postings.must_have_room(
            connection, [Gain(accounts[member], amount) for member, amount in plan.totals.items() if member in accounts]
        )
    seasons = _add_seasons(connection, book, plan)
    announced = {"entries": len(plan.entries), "paper": plan.mark}
    facts = {
        "channel": request.location.channel,
        "cause": request.cause,
        "people": plan.people,
        "accounts": [],
        "robots": robots,
        "said": announced,
        **seasons,
        "hand": plan.lowest_hand,
    }
    key_values.drop(connection, drop)
    new = Batch(0, crew.id, MOVE, plan.mark, None, request.user, facts, request.at)
    return batches.begin(connection, new, plan.text), plan.mark


def _make_mark(connection: Connection, crew: Crew, text: str) -> str:
    own = MOVED + hashlib.sha256(text.encode()).hexdigest()[:16]
    mark, times = own, 1
    while sources.has_source_since(connection, crew.id, f"{mark}:", 0):
        times += 1
        mark = f"{own}.{times}"
    return mark


def _add_seasons(connection: Connection, book: Book, plan: MovePlan) -> dict[str, Json]:
    """Add the closed seasons of a file. They stay hidden until the batch counts.

    Return facts for the batch: the season in these books for each season of the file, and the numbers that the new
    seasons will get. For empty books, also return the number, name and beginning that their open season takes over.
    """
    file = plan.file
    empty = len(book.seasons) == 1 and not reports.has_entries(connection, Scope(book.crew.id))
    season_by_span = {} if empty else {(season.opened_at, season.closed_at): season.id for season in book.seasons}
    used = {entry.season for entry in plan.entries}
    closed = [place for place, season in enumerate(file.seasons) if season.closed_at is not None]
    new = [
        place
        for place in closed
        if empty
        or (
            place in used - plan.sheets.keys()
            and (file.seasons[place].opened_at, file.seasons[place].closed_at) not in season_by_span
        )
    ]
    taken = set() if empty else {book.title(season).casefold() for season in book.seasons}
    rows, numbers = [], []
    lowest = min(0, min(season.number for season in book.seasons) - 1)
    for number, place in zip(range(lowest - len(new) + 1, lowest + 1), new, strict=True):
        season = file.seasons[place]
        name = season.name if empty else _find_free_title(season, book, taken)
        rows.append((name, season.opened_at, season.closed_at or season.opened_at))
        numbers.append(season.number if empty else number)
    added = dict(zip(new, crews.add_hidden_seasons(connection, book.crew.id, rows), strict=True))
    open_season = file.seasons[-1]
    seasons = [
        added.get(place)
        or plan.sheets.get(place)
        or season_by_span.get((season.opened_at, season.closed_at))
        or book.season.id
        for place, season in enumerate(file.seasons)
    ]
    return {
        "seasons": seasons,
        "numbers": [[added[place], number] for place, number in zip(new, numbers, strict=True)],
        "goes_on": [book.season.id, open_season.number, open_season.name, open_season.opened_at] if empty else None,
    }


def _find_free_title(season: FileSeason, book: Book, taken: set[str]) -> str:
    """The title of a new season, with a number if it is `taken`."""
    title = season.name or book.words.say("tally/season", number=season.number)
    name, times = title, 1
    while name.casefold() in taken:
        times += 1
        name = f"{title} ({times})"
    taken.add(name.casefold())
    return name


# The steps of the batch.


def list_staged(batch: Batch, plan: MovePlan) -> list[tuple[NewTransfer, Id | None]]:
    """The transfers of a batch, each with the entry that it reverses, or None."""
    accounts = _map_accounts(batch)
    hands: dict[tuple[str, int | None, int | None], int] = {}
    pairs = []
    for entry in plan.entries:
        data = renumber(entry.data, accounts)
        hand = None
        if entry.table is not None or entry.hand is not None:
            data["moved"] = {"table": entry.table, "hand": entry.hand}
            hand = postings.WHOLE_SESSION
        if entry.hand is not None:
            hand_key = (entry.id[0], entry.table, entry.hand)
            hand = hands.setdefault(hand_key, batch.facts["hand"] - 1 - len(hands))
        by = plan.file.members[entry.by].user if entry.by != NOBODY else None
        staged = NewTransfer(
            batch.crew,
            _make_source(batch.mark, entry.id),
            [Gain(accounts[member], amount, note) for member, amount, note in entry.amounts],
            entry.at,
            batch.facts["seasons"][entry.season],
            game=entry.game,
            reason=entry.reason or "",
            by=by,
            state=APART if entry.apart else POSTED,
            data=data,
            hand=hand,
            rules_version=entry.rules_version,
        )
        pairs.append((staged, entry.reverses))
    return pairs


def _map_accounts(batch: Batch) -> dict[int, int]:
    """The accounts in these books, by place of the person in the file."""
    return {**dict(enumerate(batch.facts["accounts"])), ROBOTS: batch.facts["robots"]}


def _make_source(mark: str, id: Id) -> str:
    return f"{mark}:{id[0]}.{id[1]}"


def stage(
    connection: Connection, batch: Batch, lines: Sequence[tuple[NewTransfer, Id | None]], known: Mapping[Id, int]
) -> None:
    """Write some transfers of a batch.

    Some of them may reverse another entry. Such a reversal is left out if that entry was reversed here meanwhile. If
    that entry is not in these books, or has other amounts here, the reversal becomes an ordinary entry.
    """
    numbers = {id: known[id] for _, id in lines if id is not None and id in known}
    written = {entry.id: entry for entry in postings.list_by_ids(connection, list(numbers.values()))}
    named = {_make_source(batch.mark, id): id for _, id in lines if id is not None and id not in known}
    for source, number in sources.find_by_source(connection, batch.crew, list(named)).items():
        numbers[named[source]] = number
    reversed_already = sources.find_reversed(connection, list(numbers.values()))
    in_this_step = {staged.source for staged, _ in lines}
    to_write: list[NewTransfer] = []
    for staged, id in lines:
        if id is None or (id in known and not _takes_back(batch, staged, written.get(known[id]))):
            to_write.append(staged)
        elif id in numbers and numbers[id] not in reversed_already:
            to_write.append(replace(staged, reverses=numbers[id]))
        elif id not in numbers and _make_source(batch.mark, id) in in_this_step:  # both are new, and in one step
            postings.stage(connection, batch, to_write)
            to_write = []
            found = sources.find_by_source(connection, batch.crew, [_make_source(batch.mark, id)])
            to_write.append(replace(staged, reverses=next(iter(found.values()), None)))
    if to_write:
        postings.stage(connection, batch, to_write)


def _takes_back(batch: Batch, staged: NewTransfer, target: StoredTransfer | None) -> bool:
    """True if a transfer is the opposite of a `target` that counts in these books."""
    if target is None or target.crew != batch.crew or target.state != "posted":
        return False
    return is_opposite(staged.entries, target.entries)


def list_notes(batch: Batch, plan: MovePlan) -> list[Json]:
    """The notes with the feats of a batch, each of at most `MOST_NOTED` feats."""
    accounts = _map_accounts(batch)
    notes: list[list[Json]] = [[]]
    held = 0
    for table in plan.feats:
        posted = [[since, renumber_seats(seats, accounts)] for since, seats in table.posted]
        for start in range(0, len(table.done), MOST_NOTED):
            part = table.done[start : start + MOST_NOTED]
            if held and held + len(part) > MOST_NOTED:
                notes.append([])
                held = 0
            notes[-1].append([*table.id, table.game, part, posted])
            held += len(part)
    return [note for note in notes if note]


def stage_note(connection: Connection, batch: Batch, number: int, note: Json) -> None:
    """Write a note of a batch. Nobody reads the note until the batch counts."""
    if batches.find(connection, batch.id) is not None:
        key_values.put(connection, f"{moved_prefix(batch.crew)}{batch.mark}:{number:05}", note, batch.at)


def stage_payments(connection: Connection, batch: Batch, plan: MovePlan, start: int, most: int) -> None:
    """Write some payments of a batch, which do not count yet."""
    if batches.find(connection, batch.id) is None:
        return
    members = batch.facts["accounts"]
    step = plan.payments[start : start + most]
    sides = {members[side] for payment in step for side in (payment.giver, payment.taker)}
    owners = postings.find_owners(connection, sides)
    users = {NOBODY: None, **{place: person.user for place, person in enumerate(plan.file.members)}}
    new = []
    for payment in step:
        giver, taker = owners[members[payment.giver]], owners[members[payment.taker]]
        if giver != taker:
            by, answered_by = users[payment.by], users[payment.answered_by]
            new.append(Payment(0, batch.crew, giver, taker, payment.amount, payment.kind, payment.state, by,
                               answered_by, _make_source(batch.mark, payment.id), payment.at,
                               payment.answered_at))  # fmt: skip
    payments.stage(connection, batch, new)


def let_count(connection: Connection, number: int, totals: Sequence[Total], now: int) -> bool:
    """Make everything in a batch count at once. False if it counts already."""
    batch = batches.find(connection, number)
    if batch is None or not batches.let_count(connection, number, totals, now):
        return False
    if batch.facts["goes_on"] is not None:
        crews.continue_season(connection, batch.crew, *batch.facts["goes_on"])
    crews.show_seasons(connection, batch.crew, dict(batch.facts["numbers"]))
    return True


def drop_feats(connection: Connection, batch: Batch) -> bool:
    """Drop some of the notes with the feats of a batch. Returns False if there were none left to drop."""
    return bool(key_values.drop_some(connection, f"{moved_prefix(batch.crew)}{batch.mark}:", MOST_DROPPED))
