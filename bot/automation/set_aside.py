"""Tables whose record is damaged: each is noted once, and the host is told which, since when, and what to do."""

import asyncio
import logging
from collections.abc import Callable, Collection
from dataclasses import dataclass, field

from bot.messages.set_aside import describe_table
from bot.outbox.outbox import write_letter
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger
from bot.store.database.errors import StoreError
from bot.store.store import Store
from bot.store.tables import set_aside
from bot.wording import HOST

log = logging.getLogger(__name__)


@dataclass(slots=True)
class SetAsideTables:
    """Notes the tables that this process cannot read, and tells the host of each one once."""

    store: Store
    messenger: Messenger
    clock: Clock
    wake_outbox: Callable[[], None]
    _noted: set[int] = field(default_factory=set)
    """The tables that were noted since the start; a table in use is looked at again and again."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)

    def find(self, table: int) -> None:
        """Note a table and tell the host of it, in the background."""
        if table in self._noted:
            return
        self._noted.add(table)
        task = asyncio.create_task(self._note(table), name=f"set-aside-{table}")
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def settle(self, unreadable: Collection[int]) -> None:
        """Note these tables after all tables were read, and drop the notes of those that can be read again."""
        await self.store.write(set_aside.keep_only, unreadable)
        self._noted &= set(unreadable)
        for table in unreadable:
            await self._note(table)

    async def is_empty(self) -> bool:
        """True if every table can be read, as far as is known."""
        return not await self.store.read(set_aside.list_set_aside)

    async def stop(self) -> None:
        """End what is under way. The next process that finds the table tells the host."""
        self.drop()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def drop(self) -> None:
        """Cancel what is under way."""
        for task in self._tasks:
            task.cancel()

    async def _note(self, table: int) -> None:
        try:
            found = await self.store.write(set_aside.note, table, self.clock())
            if found is not None and not found.told:
                text = HOST.say("doctor/table_word", table=describe_table(found, HOST), number=table)
                log.error("%s", text)
                for host in self.messenger.hosts:
                    await self.store.write(write_letter, host, text, f"damaged:{table}:{found.since}", self.clock())
                await self.store.write(set_aside.mark_told, found)
                self.wake_outbox()
        except StoreError as error:  # the next look at the table tries again
            self._noted.discard(table)
            log.debug("table %s could not be noted as damaged: %s", table, error)
