"""Achievements: the feats that games find in their events, counted for each member and each pair of partners."""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from itertools import islice
from operator import itemgetter
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.ports import LastStored
from bot.store import Connection, key_values
from bot.store.books import Scope, postings, reports
from bot.store.tables import rows as stored_tables
from bot.store.tables.looking_back import find_hand, list_seats
from bot.tally.books import luck
from bot.tally.books.book import Book, Owner
from bot.tally.books.file_fields import DatedFeat, FileFeats, LineUp
from games import registry
from games.core import AnyGame, Record
from games.core.events import Stored, decode

MOST_TABLES: Final = 2_000
"""The most tables whose feats stay in memory."""
MOST_MOVED: Final = 60
"""The most notes with moved feats that stay in memory. Each has the feats of a file."""
RUN: Final = "run"
"""The kind of the leaderboard of runs. A run is a number of good tries in a row."""


class EventPlace(NamedTuple):
    """The event in which a feat happened."""

    table: int
    sequence: int


class PartnerTries(NamedTuple):
    """Members who played as partners, the number of their tries together, and how many of these were good."""

    owners: tuple[Owner, ...]
    tries: int
    good: int


class FeatCount(Struct):
    """A member's feats of one kind."""

    total: int = 0
    highest: int = 0
    """The greatest amount of a single feat."""
    highest_place: EventPlace | None = None
    """The first event in which a feat had that amount."""
    sorts: Counter[str] = field(default_factory=Counter)
    chances: list[float] = []
    """The chance that each try would be good, for a player of equal skill."""
    tries: list[tuple[int, EventPlace, bool]] = []
    """The time and the event of each try, and True for a good one."""
    run: int = 0
    """The longest run of good tries."""
    run_end: EventPlace | None = None
    """The event that ended that run."""

    def add(self, feat: DatedFeat, place: EventPlace) -> None:
        """Count another feat."""
        self.total += feat.amount
        if feat.amount > self.highest:
            self.highest, self.highest_place = feat.amount, place
        if feat.sort:
            self.sorts[feat.sort] += feat.amount


class Feats(Struct):
    """The feats of a crew's members in a game."""

    counts: defaultdict[tuple[str, Owner], FeatCount] = field(default_factory=lambda: defaultdict(FeatCount))
    """By kind and member, the feats. Who has only tried has 0 of them."""
    pairs: dict[tuple[Owner, ...], list[bool]] = {}
    """By pair of partners, their tries together: True for a good one."""

    def of(self, owner: Owner) -> Feats:
        """The feats and runs of one member alone."""
        own = {key: count for key, count in self.counts.items() if key[1] == owner}
        return Feats(defaultdict(FeatCount, own))

    def find_amount(self, record: Record, owner: Owner) -> int:
        """A member's figure in a record; 0 for none."""
        count = self.counts[record.kind, owner]
        return count.highest if record.highest else count.total


def moved_prefix(crew: int) -> str:
    """The prefix of the keys under which a crew's moved feats are stored, in notes that never change."""
    return f"tally:feats:{crew}:"


class Achievements(Struct):
    """The feats of members, as found in the events of tables. A table's feats are cached until the table has new
    events."""

    _known: LastStored[int, tuple[int, FileFeats]] = field(default_factory=lambda: LastStored(MOST_TABLES))
    """By table, its last event and its feats, of the tables that were read last."""
    _moved: LastStored[str, list[FileFeats]] = field(default_factory=lambda: LastStored(MOST_MOVED))
    """By key, the notes with moved feats that were read last."""

    def find_feats(self, connection: Connection, book: Book, scope: Scope) -> dict[str, Feats]:
        """Find the members' feats by game, in the game and the days of a scope. Robots' feats are left out."""
        game, (first, limit) = scope.game, _find_dates(book, scope)
        found: dict[str, Feats] = {}
        for table, known in self._list_known(connection, book, game):
            played = known.game
            if not known.done or known.done[-1].at < first or known.done[0].at >= limit:
                continue
            owner_of = _make_owner_finder(connection, book, known)
            feats = found.setdefault(played, Feats())
            counted = [
                (dated, owner)
                for dated in known.done
                if first <= dated.at < limit
                and (owner := owner_of(dated.sequence, dated.seat)) in book.members
                and owner is not None
            ]
            for dated, owner in counted:
                feats.counts[dated.kind, owner].add(dated, EventPlace(table, dated.sequence))
            for record in registry.game(played).RECORDS:
                if record.out_of:
                    tried = _list_tries(record, counted)
                    chances = luck.find_chances(record, known.done)
                    for attempt in tried:
                        count, sequence = feats.counts[record.kind, attempt.owner], attempt.dated.sequence
                        count.chances.append(chances[sequence])
                        count.tries.append((attempt.dated.at, EventPlace(table, sequence), attempt.good))
                    _add_pairs(feats, registry.game(played), tried)
        for count in (count for feats in found.values() for count in feats.counts.values()):
            count.tries.sort(key=itemgetter(0, 1))
            count.run, count.run_end = find_longest((good, place) for _, place, good in count.tries)
        return found

    def _list_known(self, connection: Connection, book: Book, game: str | None) -> Iterator[tuple[int, FileFeats]]:
        """Yield the number and the feats of each table of the crew. With `game`, only tables of that game.

        Tables that were played before the crew moved here come last. Their numbers are below zero.
        """
        for known in self.list_tables(connection, book, game):
            yield known.id[1], known
        for number, moved in enumerate(self.list_moved(connection, book.id), 1):
            if moved.game in registry.NAMES and game in (None, moved.game):
                yield -number, moved

    def list_tables(self, connection: Connection, book: Book, game: str | None = None) -> Iterator[FileFeats]:
        """Yield the feats of each table that was played here. Without an entry in the books, it has no line-up."""
        for table, (played, sequence) in reports.list_tables(connection, book.id).items():
            if game not in (None, played):
                continue
            known = self._known.get(table)
            if known is None or known[0] != sequence:
                done = list(_list_feats(connection, registry.game(played), table))
                known = sequence, FileFeats(("", table), played, done, list(_list_line_ups(connection, book, table)))
            self._known[table] = known
            yield known[1]

    def list_moved(self, connection: Connection, crew: int) -> Iterator[FileFeats]:
        """Yield the feats of each table that was played before the crew moved here."""
        for key in key_values.list_keys(connection, moved_prefix(crew)):
            found = self._moved.get(key)
            if found is None:
                rows = key_values.get(connection, key) or ()
                found = [
                    FileFeats((origin, number), game, [DatedFeat(*row) for row in done], posted)
                    for origin, number, game, done, posted in rows
                ]
            self._moved[key] = found
            yield from found


class _Try(NamedTuple):
    """A try of a member, good or not."""

    dated: DatedFeat
    owner: Owner
    good: bool


def _list_tries(record: Record, counted: Sequence[tuple[DatedFeat, Owner]]) -> list[_Try]:
    """The tries of a record, in order. A try is good if the record's feat happened in it."""
    good: set[Owner] = set()
    found = []
    for dated, owner in counted:
        if dated.kind == record.kind:
            good.add(owner)
        elif dated.kind == record.out_of:
            found.append(_Try(dated, owner, owner in good))
            good.discard(owner)
    return found


def _add_pairs(feats: Feats, game: AnyGame, tried: Sequence[_Try]) -> None:
    """Add the tries that partners made together to `feats.pairs`."""
    by_event: dict[int, dict[int, _Try]] = {}
    for attempt in tried if game.PARTNERS else ():
        by_event.setdefault(attempt.dated.sequence, {})[attempt.dated.seat] = attempt
    for at_table in by_event.values():
        for side in game.PARTNERS:
            together = [at_table[seat] for seat in side if seat in at_table]
            owners = tuple(sorted({attempt.owner for attempt in together}))
            if len(owners) == len(side):
                feats.pairs.setdefault(owners, []).append(all(attempt.good for attempt in together))


def find_longest(outcomes: Iterator[tuple[bool, EventPlace]]) -> tuple[int, EventPlace | None]:
    """The length of the longest run of good outcomes, and the event that ended it. For a length of 0, the event is
    None."""
    most, run, end = 0, 0, None
    for good, place in outcomes:
        run = run + 1 if good else 0
        if run > most:
            most, end = run, place
    return most, end


def _list_feats(connection: Connection, game: AnyGame, table: int) -> Iterator[DatedFeat]:
    rows = reports.list_events(connection, table, game.FEAT_EVENTS)
    happened = [decode(Stored(kind, version, body)) for _, kind, version, body, _ in rows]
    for (sequence, _, _, _, at), feats in zip(rows, game.feats(happened), strict=True):
        for feat in feats:
            yield DatedFeat(sequence, at, *feat)


def is_first_win(connection: Connection, game: AnyGame, user: int, table: int, hand: int) -> bool:
    """True if a user has won this game once, at any table, and did so in hand `hand` of `table`."""
    good = {record.kind for record in game.RECORDS if record.out_of}
    wins = (
        (own, dated.sequence)
        for own, seat, since in list_seats(connection, user, game.NAME)
        for dated in _list_feats(connection, game, own)
        if dated.kind in good and dated.seat == seat and dated.at >= since
    )
    found = list(islice(wins, 2))  # whoever has won twice needs no further search
    return len(found) == 1 and found[0][0] == table and find_hand(connection, *found[0]) == hand


def _list_line_ups(connection: Connection, book: Book, table: int) -> Iterator[LineUp]:
    """Yield each line-up of a table's entries: its first event, and its accounts by seat."""
    for entry in postings.read(connection, book.id, table=table, states=postings.EVERY_STATE):
        if entry.reverses is None and "parts" in entry.data:
            yield from ((since, seats) for since, seats, _ in entry.data["parts"])
        elif entry.reverses is None and "seats" in entry.data:
            yield int(entry.source.split(":")[3]), entry.data["seats"]


def _find_dates(book: Book, scope: Scope) -> tuple[int, int]:
    """The times at which a scope begins and ends. Feats are found by time, because events name no season."""
    since, until = scope.since or 0, scope.until or sys.maxsize
    season = next((known for known in book.seasons if known.id == scope.season), None)
    if season is None:
        return since, until
    return max(since, season.opened_at), min(until, season.closed_at or sys.maxsize)


def _make_owner_finder(connection: Connection, book: Book, known: FileFeats) -> Callable[[int, int], Owner | None]:
    """Return a function that finds a seat's owner at an event. Its arguments are the event's sequence and the seat.

    The last line-up before the event names the owner; if there is none, the first line-up does. If the table has no
    entry in the books, the owner is the seat's present player.
    """
    line_ups = known.posted
    sequences = [sequence for sequence, _ in line_ups]
    owners: dict[int, Owner | None] = {}
    for seat in () if line_ups else stored_tables.seats_of(connection, known.id[1]):
        member = None if seat.user_id is None else book.find_by_user(seat.user_id)
        owners[seat.seat] = None if member is None else member.id

    def find_owner(sequence: int, seat: int) -> Owner | None:
        if not line_ups:
            return owners.get(seat)
        seats = line_ups[max(0, bisect_right(sequences, sequence) - 1)][1]
        return book.owners.get(seats[seat][-1]) if seat < len(seats) else None

    return find_owner


class BestOfRecord(NamedTuple):
    """The highest figure in one of the records that games declare, and the members who have it."""

    game: str
    """The first game of the registry that declares this record, and whose words describe it."""
    kind: str
    most: int
    holders: tuple[Owner, ...]


def list_best(found: dict[str, Feats], game: str | None) -> list[BestOfRecord]:
    """List the best of each record, of one game or of all games, in the order in which games declare the records."""
    leaders = (
        (first_game, kind, *find_leaders(found, game, kind)) for kind, (first_game, _) in list_records(game).items()
    )
    return [BestOfRecord(first_game, kind, most, holders) for first_game, kind, holders, most in leaders if holders]


def find_leaders(found: dict[str, Feats], game: str | None, kind: str) -> tuple[tuple[Owner, ...], int]:
    """The members with the highest figure in a record or in `RUN`, and that figure; () and 0 if nobody has one."""
    figures = rank(found, game, kind)
    most = figures[0][1] if figures else 0
    return tuple(owner for owner, amount in figures if amount == most), most


def list_records(game: str | None) -> dict[str, tuple[str, Record]]:
    """Map each kind of record to the first game that declares it and the record itself, for one game or all games."""
    found: dict[str, tuple[str, Record]] = {}
    for name in registry.NAMES:
        if game in (None, name):
            for record in registry.game(name).RECORDS:
                found.setdefault(record.kind, (name, record))
    return found


def rank(found: dict[str, Feats], game: str | None, kind: str) -> list[tuple[Owner, int]]:
    """List everybody's figure in a record or in `RUN`, the highest first.

    A member's figures in several games are added up. In `RUN`, and in a record of the greatest single feat, only the
    greatest figure counts."""
    figures: dict[Owner, int] = {}
    for name, feats in found.items():
        if game not in (None, name):
            continue
        highest = {record.kind: record.highest for record in registry.game(name).RECORDS}
        for (own, owner), count in feats.counts.items():
            before = figures.get(owner, 0)
            if kind == RUN:
                figures[owner] = max(before, count.run)
            elif own == kind and kind in highest:
                figures[owner] = max(before, count.highest) if highest[kind] else before + count.total
    return sorted(
        ((owner, amount) for owner, amount in figures.items() if amount), key=lambda figure: (-figure[1], figure[0])
    )
