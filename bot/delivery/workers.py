"""Message workers: one for each message, which keeps it in step with its table."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable

from bot.delivery.projector import MessageSync
from bot.messages.desired_message import DesiredMessage, MessageSource
from bot.messages.presenter import Presenter, messages_of
from bot.store import projections as rows
from bot.store.errors import StoreUnavailable
from bot.store.projections import Projection
from bot.store.shards import ShardSet
from bot.store.store import Store
from bot.tables.service import TableService
from bot.tables.table import Table

log = logging.getLogger(__name__)

RETRY_SECONDS = 5.0
"""After what was not foreseen, or while the database is away, a message is tried again so much later."""


class MessageWorker:
    """Brings one message up to date whenever it is woken; calls `over` when it has nothing left to do."""

    def __init__(
        self, table: int, what: str, show: MessageSource, poster: MessageSync, over: Callable[[], None]
    ) -> None:
        self.table = table
        self.what = what
        self._show = show
        self._poster = poster
        self._over = over
        self._behind = False
        self._task: asyncio.Task[None] | None = None
        self.afresh = False
        self._retry: asyncio.TimerHandle | None = None

    @property
    def idle(self) -> bool:
        """Whether the message shows its table, as far as is known."""
        return self._task is None

    def drop(self) -> None:
        """Leave everything as it is, at once."""
        self._no_retry()
        if self._task is not None:
            self._task.cancel()

    def wake(self) -> None:
        """Something may have changed."""
        self._behind = True
        if self._task is None:
            self._no_retry()
            self._task = asyncio.create_task(self._run(), name=f"show-{self.table}-{self.what}")

    async def settled(self) -> None:
        """Wait until nothing is behind."""
        while self._task is not None:
            await asyncio.wait([self._task])

    async def stop(self) -> None:
        """Finish what is under way."""
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
        self._no_retry()

    def _no_retry(self) -> None:
        if self._retry is not None:
            self._retry.cancel()
            self._retry = None

    async def _run(self) -> None:
        try:
            while self._behind:
                self._behind = False
                afresh, self.afresh = self.afresh, False
                if await self._poster.bring_up(self.table, self.what, self._show, afresh):
                    self._behind = True
        except StoreUnavailable:
            self._try_again()
        except Exception:
            log.exception("table %s: the message %s could not be shown", self.table, self.what)
            self._try_again()
        finally:
            self._task = None
            if self._retry is None:
                self._over()

    def _try_again(self) -> None:
        self._retry = asyncio.get_running_loop().call_later(RETRY_SECONDS, self.wake)


class MessageWorkers:
    """The workers of every message of this process's tables, each made when its message is behind."""

    def __init__(self, store: Store, tables: TableService, presenter: Presenter, sync: MessageSync) -> None:
        self.store = store
        self.tables = tables
        self.presenter = presenter
        self.sync = sync
        self._workers: dict[tuple[int, str], MessageWorker] = {}
        self._shown: dict[int, dict[str, bytes]] = {}
        """By table and message, the hash of the inputs that the message was last made from."""

    async def load(self, shards: ShardSet) -> None:
        """Read from the store which messages are up to date."""
        self._shown = await self.store.read(rows.made, shards.has)

    async def resume(self, shards: ShardSet) -> None:
        """Wake the messages that a stop or a crash left behind."""
        for behind in await self.store.read(rows.behind, shards.has):
            self._worker(behind.table, behind.what).wake()

    def refresh(self, table: Table, afresh: bool = False, anyway: bool = True) -> None:
        """Bring every message of a table up to date; unless `anyway`, only those whose inputs have changed.

        With `afresh` the board is posted again.
        """
        shown = self._shown.setdefault(table.id, {})
        for what in messages_of(table):
            inputs = self.presenter.mark(table, what)
            if anyway or inputs != shown.get(what):
                shown[what] = inputs
                worker = self._worker(table.id, what)
                worker.afresh = worker.afresh or (afresh and what == "board")
                worker.wake()

    async def settle(self, table: int | None = None) -> bool:
        """Wait until the messages of a table, or of all, are up to date; false if they were so already."""
        busy = [worker for (of, _), worker in self._workers.items() if table in (None, of) and not worker.idle]
        await asyncio.gather(*(worker.settled() for worker in busy))
        return bool(busy)

    def forget(self, table: int) -> None:
        """Let go of a closed table."""
        self._shown.pop(table, None)

    async def stop(self) -> None:
        """Finish what is under way."""
        await asyncio.gather(*(worker.stop() for worker in list(self._workers.values())))

    def drop(self) -> None:
        """Leave everything as it is, at once."""
        for worker in list(self._workers.values()):
            worker.drop()

    def _worker(self, table: int, what: str) -> MessageWorker:
        key = (table, what)
        if key not in self._workers:
            self._workers[key] = MessageWorker(table, what, self._present(table), self.sync, lambda: self._release(key))
        return self._workers[key]

    def _release(self, key: tuple[int, str]) -> None:
        self._workers.pop(key, None)

    def _present(self, table: int) -> MessageSource:
        async def present(what: str, row: Projection | None) -> DesiredMessage | None:
            now = await self.tables.get(table)
            for above in self.presenter.stands_below(now, what, row):
                if (table, above) in self._workers:
                    await self._workers[table, above].settled()
            return await self.presenter.present(await self.tables.get(table), what, row)

        return present
