"""Puts away tables that nobody has used lately, so that only tables in use take memory."""

import contextlib
import logging
from dataclasses import dataclass
from typing import Final

from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import ServedTables
from bot.delivery.private_delivery import PrivateDelivery
from bot.store.database.errors import StoreUnavailable, WriterStopped
from bot.store.tables import upkeep
from bot.store.tables.upkeep import PutAway
from bot.tables.aggregate.pacing import HOUR, MINUTE
from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import LATEST, next_deadline

log = logging.getLogger(__name__)

EVERY: Final = MINUTE
"""Milliseconds between two rounds."""
ROUNDS: Final = 4
"""The number of rounds that a table stays in memory after its last use."""
LOOK_AGAIN: Final = 24 * HOUR
"""The longest time (milliseconds) until a table whose robots or orders have no move to make is checked again."""


@dataclass(slots=True)
class IdleTables:
    """Drops unused tables from memory. Their rows keep the last event that the messages show, and the next deadline."""

    served: ServedTables
    scheduler: Scheduler
    private: PrivateDelivery

    async def put_away(self, rounds: int = ROUNDS) -> None:
        """Drop tables that nobody used in the last `rounds` rounds, and the preferences of people at no other table."""
        idle = [table for table in self.served.tables.repository.list_untouched(rounds) if self._rests(table)]
        shown = [table for table in idle if self._shows(table)]
        if shown:
            await self.served.workers.save(shown)
            await self.served.store.write(upkeep.put_away, [self._note(table) for table in shown])
        for table in idle:
            # The table may have been asked for, changed or woken while the notes were written.
            if (
                self.served.tables.repository.find(table.id) is table
                and self.served.tables.repository.is_untouched(table.id)
                and self._rests(table)
            ):
                self.served.drop(table.id)
                self.scheduler.forget(table.id)
        known = self.served.tables.repository.list_known()
        self.served.people.keep({seat.user_id for table in known for seat in table.seats})
        self.private.keep({table.id for table in known})

    async def note_all(self) -> None:
        """Store which tables have up-to-date messages. The next start need not check them."""
        shown = [table for table in self.served.tables.repository.list_known() if self._shows(table)]
        with contextlib.suppress(StoreUnavailable, WriterStopped):
            await self.served.workers.save(shown)
            await self.served.store.write(upkeep.put_away, [self._note(table) for table in shown])

    def _rests(self, table: Table) -> bool:
        return self.scheduler.rests(table.id) and not self.served.workers.busy(table.id)

    def _shows(self, table: Table) -> bool:
        """True if this process keeps the messages of a table, and they are up to date."""
        return (
            self.served.has_taken_up(table.id) and self.served.serves(table) and self.served.workers.is_current(table)
        )

    def _note(self, table: Table) -> PutAway:
        now, deadline = self.served.tables.clock(), next_deadline(table, self.served.tables.settings.waits)
        if deadline is not None and deadline <= now and self.scheduler.is_sure(table.id):
            # The deadline has passed with nothing to do. If stored, it would bring the table back at once.
            deadline = min(self.scheduler.next_time(table.id) or LATEST, now + LOOK_AGAIN)
        return PutAway(table.id, table.sequence, deadline)
