"""`TableRepository`: the tables in memory, read from the store and brought up to date with it."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakValueDictionary

from bot.people.quiet_hours import QuietHours
from bot.store.database.engine import Connection
from bot.store.database.errors import UnknownTable, Unreadable
from bot.store.store import Store
from bot.store.tables import events as stored_events
from bot.store.tables import rows as stored_tables
from bot.store.tables.events import StoredEvent
from bot.store.tables.rows import Status, StoredSeat, StoredTable
from bot.tables.aggregate.table import Table
from bot.tables.history.entries import entries
from bot.tables.timing import deadlines
from games.core.events import UnknownEvent
from games.core.game import AnyGame
from games.core.refused import Refused

log = logging.getLogger(__name__)


async def _load_nobody(users: Iterable[int | None]) -> None:
    """Load no preferences; the default for `load_people`."""


MOST_OUTDATED = 1_000
"""The most tables of other processes that stay in memory after they have moved on."""


class _Stored(NamedTuple):
    """A table in the store: its row, its seats and its events; `whole` if these are all of them."""

    row: StoredTable
    seats: tuple[StoredSeat, ...]
    events: list[StoredEvent]
    whole: bool


class TableRepository:
    """The tables that are in use in this process.

    `load_people` loads the preferences of users before `quiet` is asked for their quiet hours.
    """

    def __init__(
        self,
        store: Store,
        find_game: Callable[[str], AnyGame],
        quiet: Callable[[int], QuietHours | None],
        load_people: Callable[[Iterable[int | None]], Awaitable[None]] = _load_nobody,
    ) -> None:
        self.store = store
        self.quiet = quiet
        self._find_game = find_game
        self._load_people = load_people
        self._tables: dict[int, Table] = {}
        self._locks: WeakValueDictionary[int, asyncio.Lock] = WeakValueDictionary()
        """By table, the locks that a task holds or waits for."""
        self._outdated: dict[int, None] = {}
        self._untouched: dict[int, int] = {}
        """The number of rounds (`list_untouched`) since a table was last asked for or changed."""

    def list_known(self) -> list[Table]:
        """The tables in memory."""
        return list(self._tables.values())

    def find(self, table: int) -> Table | None:
        """A table in memory, or None."""
        return self._tables.get(table)

    def list_untouched(self, rounds: int) -> list[Table]:
        """Begin another round, and return the tables that nobody asked for or changed in the last `rounds`.

        A table that is being changed is not among them.
        """
        self._untouched = {table: self._untouched.get(table, -1) + 1 for table in self._tables}
        return [
            table
            for table in self._tables.values()
            if self._untouched[table.id] >= rounds and not self.lock(table.id).locked()
        ]

    def lock(self, table: int) -> asyncio.Lock:
        """The lock that is held while a table is refreshed or changed."""
        return self._locks.setdefault(table, asyncio.Lock())

    def is_untouched(self, table: int) -> bool:
        """True if nobody has asked for or changed the table since the last round."""
        return table in self._untouched and not self.lock(table).locked()

    def put(self, table: Table) -> None:
        """Keep a table as it stands after a commit."""
        self._tables[table.id] = table
        self._untouched.pop(table.id, None)

    def forget(self, table: int) -> None:
        """Drop a table from memory. It is read again when somebody asks for it."""
        self._tables.pop(table, None)
        self._untouched.pop(table, None)
        self._outdated.pop(table, None)

    def outdate(self, table: int) -> None:
        """Note that another process has moved a table on: it is read again at the next `get`. Of too many such
        tables, the ones that were asked for longest ago are dropped."""
        self._outdated[table] = None
        if len(self._outdated) > MOST_OUTDATED:
            self.forget(next(iter(self._outdated)))

    async def get(self, table: int) -> Table:
        """A table as this process knows it. Raises Refused("TABLE", "unknown")."""
        if table in self._tables and table not in self._outdated:
            self._untouched.pop(table, None)
            return self._tables[table]
        async with self.lock(table):
            return await self.refresh(table)

    async def refresh(self, table: int) -> Table:
        """Read the events that this process has not seen, and fold them. The caller holds the table's lock.

        Raises Refused("TABLE", "unknown"), and Refused("TABLE", "newer") for what only a newer release can read.
        """
        known = self._tables.get(table)
        self._outdated.pop(table, None)
        try:
            stored = await self.store.read(_read, table, known.sequence if known else 0)
        except UnknownTable:
            raise Refused("TABLE", "unknown") from None
        except Unreadable as error:
            log.warning("%s", error)
            raise Refused("TABLE", "newer") from None
        game = self._game_of(stored.row)  # loads the game, so that its events can be decoded
        await self._load_people(seat.user_id for seat in stored.seats)
        try:
            new = entries(stored.events)
        except UnknownEvent as error:
            raise _newer(stored.row, str(error)) from None
        if known is None or stored.whole:
            after = Table(stored.row, game, stored.seats).refold(new)
        else:
            after = replace(known, row=stored.row, seats=stored.seats).after(new)
        after = self.extend(await self.unseal(after))
        self.put(after)
        if after.status == Status.CLOSED:  # a closed table that somebody looks back at; only the latest of these stay
            self.outdate(table)
        return after

    def _game_of(self, row: StoredTable) -> AnyGame:
        """The game of a table, if this release knows its rules. Raises Refused("TABLE", "newer")."""
        try:
            game = self._find_game(row.game)
        except KeyError:
            raise _newer(row, "this release does not know the game") from None
        if row.rules_version > game.RULES_VERSION:
            raise _newer(row, f"this release knows its rules only up to version {game.RULES_VERSION}")
        return game

    async def unseal(self, table: Table) -> Table:
        """A table with the secret and the salts of its present shuffle, as the store has them."""
        secret = await self.store.read(stored_tables.secret, table.id, table.shuffle.number)
        return replace(table, shuffle=table.shuffle.with_secret(secret))

    def extend(self, table: Table) -> Table:
        """A table whose public deadline is put off for players who have quiet hours before it."""
        until = deadlines.find_extension(table, self.quiet)
        return replace(table, clock=table.clock.extend(until))

    def extend_again(self, table: Table) -> Table:
        """Put the deadline of a table in memory off anew, after quiet hours were read or changed."""
        after = self.extend(self._tables.get(table.id, table))
        if table.id in self._tables:
            self.put(after)
        return after


def _newer(row: StoredTable, reason: str) -> Refused:
    log.warning("table %s (%s, rules %s) is left to a newer release: %s", row.id, row.game, row.rules_version, reason)
    return Refused("TABLE", "newer")


def _read(connection: Connection, table: int, after: int) -> _Stored:
    """A table's row, seats and events after event `after`; all events if some of these undo older ones."""
    row = stored_tables.load(connection, table)
    new = stored_events.read(connection, table, after)
    whole = after == 0 or any(event.kind == "table.undone" for event in new)
    if whole and after > 0:
        new = stored_events.read(connection, table, 0)
    return _Stored(row, tuple(stored_tables.seats_of(connection, table)), new, whole)
