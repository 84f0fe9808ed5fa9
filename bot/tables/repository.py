"""`TableRepository`: the tables in memory, which are read from the store."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace

from msgspec import Struct, field

from bot.people.quiet_hours import QuietHours
from bot.ports import Locks
from bot.store import Connection, Store, StoredTable, StoreError
from bot.store.database.errors import RecordDamaged, UnknownTable, Unreadable
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.aggregate.kinds import KINDS
from bot.tables.history import events
from bot.tables.history.entries import find_level, read_entries
from bot.tables.labels import label_seats
from bot.tables.timing import deadlines
from games.core import AnyGame, Refused, UnknownEvent

log = logging.getLogger(__name__)


MOST_OUTDATED = 1_000
"""The most outdated tables that stay in memory (see `TableRepository.outdate`)."""


class TableRepository(Struct, eq=False):
    """The tables that are in use in this process."""

    store: Store
    find_game: Callable[[str], AnyGame]
    find_quiet_hours: Callable[[int], QuietHours | None]
    """Returns a user's quiet hours, once `load_people` has loaded their preferences."""
    load_people: Callable[[Iterable[int | None]], Awaitable[None]] | None = None
    on_damage: list[Callable[[int], None]] = []
    """Called with the number of a table whose record is damaged."""
    _tables: dict[int, Table] = {}
    _locks: Locks = field(default_factory=Locks)
    _outdated: dict[int, None] = {}
    _touched: set[int] = set()
    """The tables that were used since the last call of `list_untouched`."""

    def list_known(self) -> list[Table]:
        """The tables in memory."""
        return list(self._tables.values())

    def find(self, table: int) -> Table | None:
        """A table in memory, or None."""
        return self._tables.get(table)

    def list_untouched(self) -> list[Table]:
        """The tables that nobody has used since the last call. A table that is being changed is not among them."""
        found = [table for table in self._tables.values() if self.is_untouched(table.id)]
        self._touched.clear()
        return found

    def lock(self, table: int) -> asyncio.Lock:
        """The lock that is held while a table is refreshed or changed."""
        return self._locks.of(table)

    def is_untouched(self, table: int) -> bool:
        """True if nobody has used the table since the last call of `list_untouched`, and nobody is changing it."""
        return table not in self._touched and not self.lock(table).locked()

    def put(self, table: Table) -> None:
        """Keep the newest state of a table in memory."""
        self._tables[table.id] = table
        self._touched.add(table.id)

    def forget(self, table: int) -> None:
        """Drop a table from memory."""
        self._tables.pop(table, None)
        self._touched.discard(table)
        self._outdated.pop(table, None)

    def outdate(self, table: int) -> None:
        """Mark a table as outdated, so that the next `get` reads it again. If too many tables are outdated, the one
        that was marked first is dropped."""
        self._outdated[table] = None
        if len(self._outdated) > MOST_OUTDATED:
            self.forget(next(iter(self._outdated)))

    async def get(self, table: int) -> Table:
        """A table, read from the store unless an up-to-date copy is in memory. Raises Refused("TABLE", "unknown")."""
        if table in self._tables and table not in self._outdated:
            self._touched.add(table)
            return self._tables[table]
        async with self.lock(table):
            return await self.refresh(table)

    async def refresh(self, table: int) -> Table:
        """Read and fold the events that this process does not have yet. The caller must hold the table's lock.

        Raises Refused("TABLE", "unknown"), Refused("TABLE", "newer") if only a newer release can read the table, and
        Refused("TABLE", "damaged") if no release can.
        """
        self._outdated.pop(table, None)
        try:
            after = await self.store.read(self._read, table, self._tables.get(table))
        except UnknownTable:
            raise Refused("TABLE", "unknown") from None
        except RecordDamaged as error:
            raise self._set_aside(table, error) from None
        except Unreadable as error:
            log.warning("%s", error)
            raise Refused("TABLE", "newer") from None
        except (StoreError, Refused):
            raise
        except Exception as error:  # a damaged record may fail in any way
            raise self._set_aside(table, error) from None
        if self.load_people is not None:
            await self.load_people(seat.user_id for seat in after.seats)
        after = self.extend_deadline(await self.load_secret(after))
        self.put(after)
        if after.is_closed:  # only the closed tables that were read last stay in memory
            self.outdate(table)
        return after

    def _set_aside(self, table: int, error: Exception) -> Refused:
        """Tell listeners that a table's record is damaged, and return the refusal."""
        log.error("table %s is set aside: its record in the database cannot be read (%s)", table, type(error).__name__)
        for listener in self.on_damage:
            listener(table)
        return Refused("TABLE", "damaged")

    def _read(self, connection: Connection, table: int, known: Table | None) -> Table:
        """Read a table, and fold the events that `known` does not have. If a new event undoes older ones, fold all.

        After a long evening this takes a tenth of a second. So it must run outside the event loop.
        Raises Refused("TABLE", "newer").
        """
        row = stored_tables.load(connection, table)
        game = self._game_of(row)  # loads the game, so that its events can be decoded
        seats = label_seats(tuple(stored_tables.seats_of(connection, table)))
        try:
            for taken in seats:
                find_level(taken.robot)
            new = read_entries(connection, table, known.sequence if known is not None else 0)
            if known is not None and any(isinstance(entry.event, events.Undone) for entry in new):
                known, new = None, read_entries(connection, table)
        except UnknownEvent as error:
            raise _refuse_newer(row, str(error)) from None
        if known is None or not known.sequence:
            return Table(row, game, seats).refold(new)
        return replace(known, row=row, seats=seats).after(new)

    def _game_of(self, row: StoredTable) -> AnyGame:
        """The game of a table.

        Raises Refused("TABLE", "newer") if this release does not know the game, its rules, or the kind of the table.
        """
        try:
            game = self.find_game(row.game)
        except KeyError:
            raise _refuse_newer(row) from None
        if row.rules_version > game.RULES_VERSION or row.settings.kind not in ("", *KINDS):
            raise _refuse_newer(row)
        return game

    async def load_secret(self, table: Table) -> Table:
        """The table with the secret and the salts of its present shuffle, read from the store."""
        secret = await self.store.read(stored_tables.find_secret, table.id, table.shuffle.number)
        return replace(table, shuffle=table.shuffle.with_secret(secret))

    def extend_deadline(self, table: Table) -> Table:
        """The table with its public deadline put off for the quiet hours of its players."""
        until = deadlines.find_extension(table, self.find_quiet_hours)
        return replace(table, clock=table.clock.extend(until))

    def extend_deadline_again(self, table: Table) -> Table:
        """Put off the deadline of a table anew, after quiet hours were loaded or changed."""
        after = self.extend_deadline(self._tables.get(table.id, table))
        if table.id in self._tables:
            self.put(after)
        return after


def _refuse_newer(row: StoredTable, reason: str = "its game, rules or kind") -> Refused:
    log.warning("table %s (%s, rules %s) is left to a newer release: %s", row.id, row.game, row.rules_version, reason)
    return Refused("TABLE", "newer")
