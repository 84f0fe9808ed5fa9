"""The tables that this process serves: it updates their messages and runs their clocks."""

from __future__ import annotations

import contextlib
import logging
from dataclasses import dataclass

from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.standing_orders import StandingOrders
from bot.delivery.workers import MessageWorkers
from bot.people.preferences import PreferencesCache
from bot.store import tables as stored_tables
from bot.store.shards import ShardSet
from bot.store.store import Store
from bot.store.tables import Status
from bot.tables.repository import TableRepository
from bot.tables.table import Table
from games.core.refused import Refused

log = logging.getLogger(__name__)


@dataclass(slots=True)
class ServedTables:
    """Tracks the tables served here, loads the data for their clocks and messages, and releases closed tables."""

    store: Store
    shards: ShardSet
    """The Discord servers of this process. Processes that share a database divide the servers among them."""
    repository: TableRepository
    people: PreferencesCache
    orders: StandingOrders
    moves: AutomaticMoves
    workers: MessageWorkers

    def serves(self, table: Table) -> bool:
        """True if this process serves a table."""
        return self.shards.has(table.row.guild)

    def of_user(self, user: int) -> list[Table]:
        """The tables served here at which a user sits."""
        return [table for table in self.repository.known() if self.serves(table) and table.seat_of(user) is not None]

    async def load(self) -> list[Table]:
        """Load every open table of this process's Discord servers."""
        rows = await self.store.read(stored_tables.open_tables, self.shards.has)
        tables = []
        for row in rows:
            with contextlib.suppress(Refused):  # a newer release opened it, and goes on with it
                tables.append(await self.repository.get(row.id))
        await self.people.load(seat.user_id for table in tables for seat in table.seats)
        return [await self.prepare(table) for table in tables]

    async def prepare(self, table: Table) -> Table:
        """Load the preferences and orders of the players, and return the table with its deadline adjusted to them."""
        await self.people.load(seat.user_id for seat in table.seats)
        await self.orders.load(table)
        return self.repository.extend_again(table)

    async def act(self, table_id: int) -> int | None:
        """Do everything that is due at a table, and return its next deadline, or None. A closed table is released."""
        try:
            table = await self.repository.get(table_id)
            if table.status == Status.CLOSED:
                await self._release(table_id)
                return None
            if self.orders.is_stale(table):
                await self.orders.load(table)
            return await self.moves.act(table_id)
        except Refused:
            log.info("table %s no longer exists", table_id)
            return None

    async def _release(self, table_id: int) -> None:
        """Forget a closed table once its messages are up to date."""
        await self.workers.settle(table_id)
        self.workers.forget(table_id)
        self.orders.forget(table_id)
        self.moves.forget(table_id)
        self.repository.forget(table_id)
