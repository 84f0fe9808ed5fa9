"""The tables that this process serves: it updates their messages and runs their clocks.

A table is taken up when it moves or its deadline comes, and put away once nobody has used it for a while. The row of a
table that is put away keeps two facts that do not follow from its events: that its messages are up to date, and when
its next deadline comes. Notices of changes come from all processes that share the database.
"""

import asyncio
import contextlib
import logging
from collections import defaultdict
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field
from typing import Final

from msgspec import Struct

from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.scheduler import FoundDeadlines, Scheduler
from bot.automation.standing_orders import StandingOrders
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.workers import RETRY_SECONDS, MessageWorkers
from bot.people.preferences import PreferencesCache
from bot.ports import DAY, MINUTE
from bot.store import MessageKey, MessageKind, Notice, NoticeKind, ShardSet, Store, StoreUnavailable
from bot.store.database import notifications
from bot.store.database.errors import WriterStopped
from bot.store.tables import rows as stored_tables, upkeep
from bot.store.tables.upkeep import PutAwayTable
from bot.supervisor import Jobs
from bot.tables.aggregate import Table
from bot.tables.service import TableService
from bot.tables.timing.deadlines import LATEST, find_next_deadline
from games.core import Refused

log = logging.getLogger(__name__)

PAGE: Final = 200
"""The most tables that one query returns."""
MOST_AT_ONCE: Final = 4
"""The most tables that are taken up at the same time. With more, somebody who presses a button would wait too long."""


@dataclass(slots=True)
class ServedTables:
    """Takes up the tables that this process serves, and releases the closed ones."""

    store: Store
    shards: ShardSet
    """The Discord servers of this process. Processes that share a database divide the servers among them, and the
    tables of no server by their numbers."""
    tables: TableService
    people: PreferencesCache
    orders: StandingOrders
    moves: AutomaticMoves
    workers: MessageWorkers
    _looked_until: int | None = 0
    """The highest id of a table whose messages were checked since the start; None once all tables were checked."""
    _looks: int = 0
    """The number of calls of `look_again`."""
    _taking_up: asyncio.Semaphore = field(default_factory=lambda: asyncio.Semaphore(MOST_AT_ONCE))

    def serves(self, table: Table) -> bool:
        """True if this process serves a table."""
        return self.shards.serves(table.row.guild, table.id)

    def has_taken_up(self, table: int) -> bool:
        """True if this process keeps the clocks and messages of a table in memory."""
        return table in self.workers.list_tables()

    async def find(self, table: int) -> Table | None:
        """A table, loaded if need be; None if another process serves it, or if there is none with this id."""
        loaded = self.tables.repository.find(table)
        if loaded is None:
            if not self.shards.serves(await self.store.read(upkeep.server_of, table), table):
                return None
            loaded = await self.tables.get(table)
        return loaded if self.serves(loaded) else None

    async def list_of_user(self, user: int) -> list[Table]:
        """The open tables served here at which a user sits."""
        rows = await self.store.read(stored_tables.list_of_person, user)
        return [await self.tables.get(row.id) for row in rows if self.shards.serves(row.guild, row.id)]

    async def look(self, until: int, known: Collection[int]) -> FoundDeadlines:
        """Find the deadlines until a time. After a start, also find the tables whose messages may be out of date.

        These tables come first and act at once, even if their deadline is ahead.
        """

        def is_wanted(guild: int, table: int) -> bool:
            return self.shards.serves(guild, table) and table not in known and not self.has_taken_up(table)

        due = await self.store.read(upkeep.list_due, until, is_wanted, PAGE)
        unsettled: list[int] = []
        if self._looked_until is not None:
            looks = self._looks
            unsettled = await self.store.read(upkeep.list_unsettled, self._looked_until, is_wanted, PAGE)
            if looks == self._looks:  # `look_again` was not called meanwhile
                self._looked_until = unsettled[-1] if len(unsettled) == PAGE else None
        return FoundDeadlines(
            [(0, table) for table in unsettled] + due, len(due) == PAGE or self._looked_until is not None
        )

    def look_again(self) -> None:
        """Let the next call of `look` find every table whose messages may be out of date, as after a start."""
        self._looked_until = 0
        self._looks += 1

    async def take_up(self, table_id: int) -> Table:
        """Load a table with its orders and its message hashes, and update the messages that are out of date.

        Raises Refused if there is no such table.
        """
        async with self._taking_up:
            table = await self.tables.get(table_id)
            await self.orders.load(table)
            await self.workers.load(table_id)
            table = self.tables.repository.find(table_id) or table
            self.workers.refresh(table, anyway=False)
            return table

    async def prepare(self, table: Table) -> Table:
        """Load the players' preferences and orders. Returns the table, with its deadline put off for quiet hours."""
        await self.people.load(table.users)
        if not self.has_taken_up(table.id):
            return await self.take_up(table.id)
        await self.orders.load(table)
        return self.tables.repository.extend_deadline_again(table)

    async def act(self, table_id: int) -> int | None:
        """Do everything that is due at a table, or release it if it is closed. Returns its next deadline, or None."""
        try:
            table = await (self.tables.get if self.has_taken_up(table_id) else self.take_up)(table_id)
        except Refused as refused:  # there is no such table, or nobody can read it
            log.info("table %s is not served: %s", table_id, refused.key)
            return None
        if table.is_closed:
            await self._release(table)
            return None
        if self.orders.is_stale(table):
            await self.orders.load(table)
        try:
            return await self.moves.act(table_id)
        except Refused as refused:  # a bug: the table is there, and cannot go on
            raise RuntimeError(f"table {table_id} cannot go on: {refused.key}") from refused

    def drop(self, table: int) -> None:
        """Drop everything about a table from memory."""
        self.workers.forget(table)
        self.orders.forget(table)
        self.moves.forget(table)
        self.tables.repository.forget(table)

    async def _release(self, table: Table) -> None:
        """Forget a closed table once its messages are up to date."""
        await self.workers.settle(table.id)
        if not self.workers.is_busy(table.id):
            await self.workers.save([table])
            await self.store.write(upkeep.put_away, [upkeep.PutAwayTable(table.id, table.sequence, None)])
            self.drop(table.id)


ROUND_EVERY: Final = 4 * MINUTE
"""Milliseconds between two rounds. A table stays in memory for at least one round after its last use."""
LOOK_AGAIN: Final = DAY
"""The most milliseconds until the next check of a table whose robots and orders have no move to make."""


class IdleTables(Struct):
    """Drops unused tables from memory. Their rows keep the last event that the messages show, and the next deadline."""

    served: ServedTables
    scheduler: Scheduler

    async def put_away(self) -> None:
        """Drop tables that nobody has used since the last call.

        Also drop the preferences of people who sit at none of the tables that stay in memory.
        """
        repository = self.served.tables.repository
        idle = [table for table in repository.list_untouched() if self._rests(table)]
        await self._store_notes(idle)
        for table in idle:
            # The table may have been asked for, changed or woken while the notes were written.
            untouched = repository.find(table.id) is table and repository.is_untouched(table.id)
            if untouched and self._rests(table):
                self.served.drop(table.id)
                self.scheduler.forget(table.id)
        remaining = repository.list_known()
        self.served.people.drop_unused({seat.user_id for table in remaining for seat in table.seats})

    async def note_all(self) -> None:
        """Store which tables have up-to-date messages. The next start need not check them."""
        with contextlib.suppress(StoreUnavailable, WriterStopped):
            await self._store_notes(self.served.tables.repository.list_known())

    async def _store_notes(self, tables: Collection[Table]) -> None:
        """Store the notes about these tables, except about tables whose messages are out of date."""
        served = self.served
        here = (table for table in tables if served.has_taken_up(table.id) and served.serves(table))
        shown = [table for table in here if served.workers.is_current(table)]
        if shown:
            await served.workers.save(shown)
            await served.store.write(upkeep.put_away, [self._make_note(table) for table in shown])

    def _rests(self, table: Table) -> bool:
        return self.scheduler.is_resting(table.id) and not self.served.workers.is_busy(table.id)

    def _make_note(self, table: Table) -> PutAwayTable:
        now, deadline = self.served.tables.clock(), find_next_deadline(table, self.served.tables.settings.waits)
        if deadline is not None and deadline <= now and self.scheduler.is_sure(table.id):
            # The deadline has passed with nothing to do. If stored, it would bring the table back at once.
            deadline = min(self.scheduler.find_next_time(table.id) or LATEST, now + LOOK_AGAIN)
        return PutAwayTable(table.id, table.sequence, deadline)


class NoticeListener:
    """Handles received notices, and sends notices of changes that are not table events."""

    def __init__(self, served: ServedTables, scheduler: Scheduler, private: PrivateDelivery) -> None:
        self._served = served
        self._scheduler = scheduler
        self._private = private
        self.listeners = defaultdict[NoticeKind, list[Callable[[Notice], None]]](list)
        """By kind of notice, the functions to call with each such notice, even if this process has sent it."""
        self.jobs = Jobs()
        """The notices that are being handled. A stop drops them, since the next start checks everything anyway."""

    @property
    def has_others(self) -> bool:
        """True if other processes may share the database; never with SQLite."""
        return notifications.can_send(self._served.store.engine)

    async def run(self) -> None:
        """Listen until cancelled."""
        await notifications.listen(self._served.store.engine, self._receive, self._catch_up)

    async def tell(self, notice: Notice) -> None:
        """Send a notice of a change that is not a table event. It reaches those processes that serve
        the tables concerned."""
        if self._served.shards.is_whole:
            await self._handle(notice)
        else:
            await self._served.store.write(notifications.tell, notice)

    def _receive(self, notices: Iterable[Notice]) -> None:
        self.jobs.start(self._handle_all(notices), "notices-received")

    def _catch_up(self) -> None:
        """Check everything again, since notices may have been missed."""
        self._served.people.forget_all()
        self._served.look_again()
        self._scheduler.look_again()
        tables = self._served.tables.repository.list_known()
        moved = [Notice(NoticeKind.TABLE_MOVED, table.id, table.sequence + 1) for table in tables]
        self._receive([*moved, Notice(NoticeKind.OUTBOX_FILLED)])

    async def _handle_all(self, notices: Iterable[Notice]) -> None:
        for notice in notices:
            while True:
                try:
                    await self._handle(notice)
                except StoreUnavailable:
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                except Refused as refused:
                    log.info("table %s is not followed (%s)", notice.id, refused.key)
                except Exception:
                    log.exception("a notice from another process could not be handled (%s)", notice.kind)
                break

    async def _handle(self, notice: Notice) -> None:
        served = self._served
        match notice.kind:
            case NoticeKind.TABLE_MOVED:
                await self._follow(notice)
            case NoticeKind.TABLE_CHANGED | NoticeKind.BOARD_WANTED:
                if (table := await served.find(notice.id)) is not None:
                    served.moves.forget(table.id)
                    table = await self._take_up(table)
                    served.workers.refresh(table, repost_board=notice.kind is NoticeKind.BOARD_WANTED)
            case NoticeKind.POST_WANTED:
                table = await served.find(notice.id)
                if table is not None and (seat := table.seat_of(notice.user)) is not None:
                    served.workers.wake(table.id, MessageKey(MessageKind.HAND, seat), repost=True)
            case NoticeKind.PREFERENCES_CHANGED | NoticeKind.USER_WROTE:
                changed = notice.kind is NoticeKind.PREFERENCES_CHANGED
                if changed:
                    served.people.forget(notice.id)
                if changed or self._private.reopen(notice.id):
                    for table in await served.list_of_user(notice.id):
                        served.workers.refresh(await self._take_up(table))
        for listener in self.listeners[notice.kind]:
            listener(notice)

    async def _follow(self, notice: Notice) -> None:
        """Follow a change that another process may have made to a table."""
        repository = self._served.tables.repository
        table = repository.find(notice.id)
        if table is None:
            if await self._served.find(notice.id) is not None:
                self._scheduler.wake(notice.id)
        elif table.sequence < notice.sequence and self._served.serves(table):
            await self._take_up(await self._served.tables.read_fresh(table.id))
        elif table.sequence < notice.sequence:
            repository.outdate(table.id)

    async def _take_up(self, table: Table) -> Table:
        """Reload the orders and preferences of a table's players, and wake the table to apply them."""
        prepared = await self._served.prepare(table)
        self._scheduler.wake(table.id)
        return prepared
