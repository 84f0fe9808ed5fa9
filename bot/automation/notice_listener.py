"""The reactions of this process to notices from all processes that share the database."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Iterable

from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import ServedTables
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.workers import RETRY_SECONDS
from bot.store.database import notifications
from bot.store.database.errors import StoreUnavailable
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.supervisor import Jobs
from bot.tables.aggregate.table import Table
from games.core.refused import Refused

log = logging.getLogger(__name__)


class NoticeListener:
    """Handles received notices, and sends notices of changes that are not table events."""

    def __init__(self, served: ServedTables, scheduler: Scheduler, private: PrivateDelivery) -> None:
        self._served = served
        self._scheduler = scheduler
        self._private = private
        self._handlers: dict[NoticeKind, Callable[[Notice], Awaitable[None]]] = {
            NoticeKind.TABLE_MOVED: self._on_table_moved,
            NoticeKind.TABLE_CHANGED: self._on_table_changed,
            NoticeKind.BOARD_WANTED: self._on_table_changed,
            NoticeKind.PREFERENCES_CHANGED: self._on_preferences_changed,
            NoticeKind.USER_WROTE: self._on_user_wrote,
            NoticeKind.POST_WANTED: self._on_post_wanted,
        }
        self.listeners: dict[NoticeKind, list[Callable[[Notice], None]]] = {
            NoticeKind.OUTBOX_FILLED: [],
            NoticeKind.KEPT_AWAY_CHANGED: [],
            NoticeKind.HAND_HIDDEN: [],
        }
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
        self._receive([Notice(NoticeKind.KEPT_AWAY_CHANGED), *moved, Notice(NoticeKind.OUTBOX_FILLED)])

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
        if notice.kind in self._handlers:
            await self._handlers[notice.kind](notice)
        for listener in self.listeners.get(notice.kind, ()):
            listener(notice)

    async def _on_table_moved(self, notice: Notice) -> None:
        table = self._served.tables.repository.find(notice.id)
        if table is None:
            if await self._served.find(notice.id) is not None:
                self._scheduler.wake(notice.id)
        elif table.sequence >= notice.sequence:
            return
        elif self._served.serves(table):
            await self._take_up(await self._served.tables.read_fresh(table.id))
        else:
            self._served.tables.repository.outdate(table.id)

    async def _on_table_changed(self, notice: Notice) -> None:
        table = await self._served.find(notice.id)
        if table is not None:
            self._served.moves.forget(table.id)
            table = await self._take_up(table)
            self._served.workers.refresh(table, repost_board=notice.kind is NoticeKind.BOARD_WANTED)

    async def _on_post_wanted(self, notice: Notice) -> None:
        table = await self._served.find(notice.id)
        seat = None if table is None else table.seat_of(notice.user)
        if table is not None and seat is not None:
            self._served.workers.wake(table.id, MessageKey(MessageKind.HAND, seat), repost=True)

    async def _on_preferences_changed(self, notice: Notice) -> None:
        self._served.people.forget(notice.id)
        await self._refresh_tables_of(notice.id)

    async def _on_user_wrote(self, notice: Notice) -> None:
        if self._private.reopen(notice.id):
            await self._refresh_tables_of(notice.id)

    async def _refresh_tables_of(self, user: int) -> None:
        for table in await self._served.list_of_user(user):
            self._served.workers.refresh(await self._take_up(table))

    async def _take_up(self, table: Table) -> Table:
        """Reload the orders and preferences of a table's players, and wake the table to apply them."""
        prepared = await self._served.prepare(table)
        self._scheduler.wake(table.id)
        return prepared
