"""Records: the feats that games find in their events, counted by member."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.store import postings, reports
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.tally.book import Book, Owner
from games.core import registry
from games.core.events import Stored, decode
from games.core.game import AnyGame
from games.core.results import Feat, Record

MOST_TABLES: Final = 2_000
"""Tables whose feats stay in memory."""


class Done(NamedTuple):
    """A feat, with the event in which it happened."""

    sequence: int
    at: int
    """Milliseconds."""
    feat: Feat


class Best(NamedTuple):
    """A record: the highest figure, and the members who hold it."""

    game: str
    """The first game of the registry that keeps this record; its wording has the sentence."""
    kind: str
    most: int
    holders: tuple[Owner, ...]


@dataclass(slots=True)
class Achievements:
    """Finds records. The feats of each table are cached until the table has new events."""

    _known: dict[int, tuple[int, tuple[Done, ...]]] = field(default_factory=dict)
    """At most MOST_TABLES of them, those that were read last."""

    def records(
        self, connection: Connection, book: Book, game: str | None, since: int | None, until: int | None
    ) -> list[Best]:
        """The records of one game or of all games, in the games' own order. Robots hold no records."""
        kept = _records(game)
        sums: dict[str, dict[Owner, int]] = {}
        for table, (played, sequence) in reports.tables_of(connection, book.crew.id).items():
            if game not in (None, played):
                continue
            owner_of = _owners(connection, book, table)
            for done in self._of(connection, registry.game(played), table, sequence):
                owner = owner_of(done.sequence, done.feat.seat)
                if owner not in book.members or not (since or 0) <= done.at < (until or done.at + 1):
                    continue
                counts = sums.setdefault(done.feat.kind, {})
                before, amount = counts.get(owner, 0), done.feat.amount
                counts[owner] = max(before, amount) if kept[done.feat.kind][1].highest else before + amount
        found = []
        for kind, (keeper, _) in kept.items():
            if kind in sums:
                most = max(sums[kind].values())
                holders = sorted(member for member, amount in sums[kind].items() if amount == most)
                found.append(Best(keeper, kind, most, tuple(holders)))
        return found

    def _of(self, connection: Connection, game: AnyGame, table: int, sequence: int) -> tuple[Done, ...]:
        known = self._known.get(table)
        if known is None or known[0] != sequence:
            known = sequence, tuple(_done(connection, game, table))
            self._known.pop(table, None)
            self._known[table] = known
            if len(self._known) > MOST_TABLES:
                del self._known[next(iter(self._known))]
        return known[1]


def _records(game: str | None) -> dict[str, tuple[str, Record]]:
    """Declared records by kind, of one game or of all, each with the first game that declares it."""
    found: dict[str, tuple[str, Record]] = {}
    for name in registry.NAMES:
        if game in (None, name):
            for record in registry.game(name).RECORDS:
                found.setdefault(record.kind, (name, record))
    return found


def _done(connection: Connection, game: AnyGame, table: int) -> Iterator[Done]:
    rows = reports.events_of_kinds(connection, table, game.FEAT_EVENTS)
    happened = [decode(Stored(kind, version, body)) for _, kind, version, body, _ in rows]
    for (sequence, _, _, _, at), feats in zip(rows, game.feats(happened), strict=True):
        for feat in feats:
            yield Done(sequence, at, feat)


def _owners(connection: Connection, book: Book, table: int) -> Callable[[int, int], Owner | None]:
    """Return a function of (event, seat) that finds the owner of the seat at that event.

    Owners are read from the table's entries in the books: the last entry up to the event, or else the first one. A
    table without entries has its present players.
    """
    posted = [
        (int(one.source.split(":")[3]), one.data["seats"])
        for one in postings.read(connection, book.crew.id, table=table, states=("posted", "pending", "void"))
        if one.reverses is None and "seats" in one.data
    ]
    sequences = [sequence for sequence, _ in posted]
    now: dict[int, Owner | None] = {}
    for seat in stored_tables.seats_of(connection, table):
        member = None if seat.user_id is None else book.of_user(seat.user_id)
        now[seat.seat] = None if member is None else member.id

    def owner(sequence: int, seat: int) -> Owner | None:
        if not posted:
            return now.get(seat)
        seats = posted[max(0, bisect_right(sequences, sequence) - 1)][1]
        return book.owners.get(seats[seat][-1]) if seat < len(seats) else None

    return owner
