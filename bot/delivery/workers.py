"""Message workers: one for each message that lags behind its table."""

import asyncio
import contextlib
import logging
import time
from collections.abc import Awaitable, Callable, Collection
from dataclasses import dataclass, field
from functools import partial
from typing import Final

from bot.delivery.message_rows import MessageRows
from bot.delivery.projector import MessageSync
from bot.messages.inputs import hash_inputs
from bot.messages.parts.desired_message import DesiredMessage, MessageDeletion, MessageSource
from bot.messages.presenter import Presenter, list_message_keys
from bot.store import MessageKey, MessageKind, Projection, Store, StoreUnavailable
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD, LOG
from bot.store.tables.upkeep import POSTING
from bot.tables.aggregate import Table
from bot.tables.service import TableService
from bot.tables.timing.deadlines import find_only_answer, is_about_to_pass, moves_by_itself
from bot.tables.timing.tempo import has_only_robots, is_in_breath, is_waiting_for_robots
from games.core import Seat

log = logging.getLogger(__name__)

RETRY_SECONDS: Final = 5.0
"""Seconds before a message is tried again after an unexpected failure, or while the database is away."""
LONGEST_BREATH: Final = 1.3
"""The most seconds that a message waits for the end of a breath of robots. A breath of shellbacks may take longer."""
LONGEST_ALONE: Final = 2.5
"""The most seconds that the board of a hand among robots alone waits for further moves."""
LONGEST_POST: Final = 2.0
"""The most seconds that a caller waits to learn if Discord takes a table's board."""
LONGEST_WAIT: Final = 1.5
"""The most seconds that a message with only one reader (a hand, a practice table's board) waits for robots' moves."""


@dataclass(slots=True)
class MessageWorker:
    """Syncs one message whenever it is woken, and calls `on_idle` when it has nothing left to do."""

    table: int
    key: MessageKey
    source: MessageSource
    sync: MessageSync
    on_idle: Callable[[], object]
    _behind: bool = False
    _repost: bool = False
    behind_since: float = field(default_factory=time.monotonic)
    """The time (seconds) since which the message has been behind."""
    _task: asyncio.Task[None] | None = None
    _timer: asyncio.TimerHandle | None = None
    _failed: bool = False
    """True if the timer waits after a failure, so that nobody can hurry it."""
    hurried: asyncio.Event = field(default_factory=asyncio.Event)
    """Set while the message is to be shown without a wait."""
    _woken: asyncio.Event = field(default_factory=asyncio.Event)

    def wake(self, repost: bool = False) -> None:
        """Sync the message, since something may have changed. With `repost`, post it again."""
        self._behind = True
        self._woken.set()
        self._repost = self._repost or repost
        if self._task is None:
            self._cancel_timer()
            self._task = asyncio.create_task(self._run(), name=f"show-{self.table}-{self.key}")

    def hurry(self) -> None:
        """Make a pending sync run at once, without its delay and the wait for a turn to edit."""
        if self._timer is not None and not self._failed:
            self.wake()
        if self._task is not None:
            self.hurried.set()
            self._woken.set()

    async def wait(self, measure_wait: Callable[[], Awaitable[float]]) -> bool:
        """Wait for so many seconds, or until the message is hurried. True if there was anything to wait for.

        The wait is measured again whenever the message is woken: its reader may have pressed something meanwhile.
        """
        waited = False
        while not self.hurried.is_set() and (wait := await measure_wait()) > 0:
            self._woken.clear()
            waited = True
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(wait):
                    await self._woken.wait()
        return waited

    def note_up_to_date(self) -> None:
        """Note that the message is about to be made from the present table. Only a repost may still be due."""
        self._behind = self._repost

    async def wait_until_settled(self) -> None:
        """Wait until the worker has stopped running."""
        while (task := self._task) is not None:
            await asyncio.wait([task])
            if self._task is task:  # it was cancelled before it began
                self._task = None

    async def settle(self) -> bool:
        """Finish the work under way, without its usual waits. False if there was none."""
        self.hurry()
        was_busy = self._task is not None
        await self.wait_until_settled()
        return was_busy

    async def stop(self) -> None:
        """Finish the work under way, and begin no more."""
        await self.settle()
        self._cancel_timer()

    def drop(self) -> None:
        """Cancel everything at once."""
        self._cancel_timer()
        if self._task is not None:
            self._task.cancel()

    async def _run(self) -> None:
        try:
            while self._behind:
                self._behind = False
                repost, self._repost = self._repost, False
                if await self.sync.sync_message(self.table, self.key, self.source, repost):
                    self._behind = True
                self.behind_since = time.monotonic()
        except Exception as error:
            if not isinstance(error, StoreUnavailable):  # the store logs this
                log.exception("table %s: the message %s could not be shown", self.table, self.key)
            self._timer = asyncio.get_running_loop().call_later(RETRY_SECONDS, self.wake)
            self._failed = True
        finally:
            self._task = None
            self.hurried.clear()
            if self._timer is None:
                self.on_idle()

    def _cancel_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer, self._failed = None, False


@dataclass
class MessageWorkers:
    """The workers of this process's messages. A worker is made when its message falls behind."""

    store: Store
    rows: MessageRows
    table_service: TableService
    presenter: Presenter
    sync: MessageSync
    _workers: dict[tuple[int, MessageKey], MessageWorker] = field(default_factory=dict)
    _inputs: dict[int, dict[MessageKey, object]] = field(default_factory=dict)
    """By table and message, the inputs that the message was last made from, or their hash from its row."""

    def find_longest_behind(self) -> float:
        """The longest time (seconds) for which any message has been behind; 0 if none is behind."""
        now = time.monotonic()
        return max((now - worker.behind_since for worker in self._workers.values()), default=0.0)

    async def draw(self, table: Table) -> None:
        """Try out the path to a table's board: make the board as it would be posted, and throw it away."""
        async with await self.presenter.hold_painter(table, BOARD):
            await self.presenter.present(table, BOARD, None)

    def list_tables(self) -> Collection[int]:
        """The tables for whose messages the last inputs are known."""
        return self._inputs.keys()

    def is_busy(self, table: int) -> bool:
        """True if a message of a table is behind, or waits to be tried again."""
        return any(number == table for number, _ in self._workers)

    async def load(self, table: int) -> None:
        """Load the stored input hashes of a table, so that unchanged messages are not made again.

        Messages whose posting was begun but not finished are synced in any case.
        """
        self.rows.outdate(table)
        rows = await self.store.read(projections.list_of_table, table)
        self._inputs[table] = {row.key: row.made_from for row in rows if row.made_from}
        for row in rows:
            if row.state == POSTING:
                self.wake(table, row.key)

    def refresh(self, table: Table, repost_board: bool = False, anyway: bool = True) -> None:
        """Update a table's messages whose inputs have changed. With `anyway`, read the rows again and update all."""
        if anyway:
            self.rows.outdate(table.id)
        known_inputs = self._inputs.setdefault(table.id, {})
        for key in list_message_keys(table):
            inputs = self.presenter.collect_inputs(table, key)
            changed = anyway or not _are_equal(inputs, known_inputs.get(key))
            known_inputs[key] = inputs
            if changed:
                worker = self._find_worker(table.id, key)
                worker.wake(repost=repost_board and key == BOARD)
                if key == LOG and not _in_mid_hand(table):
                    worker.hurry()

    def wake(self, table: int, key: MessageKey, repost: bool = False) -> None:
        """Look at one message again, after its row was changed. With `repost`, post it again."""
        self.rows.outdate(table)
        self._find_worker(table, key).wake(repost)

    def is_current(self, table: Table) -> bool:
        """True if no message of a table is behind."""
        known_inputs = self._inputs.get(table.id, {})
        current = (
            _are_equal(self.presenter.collect_inputs(table, key), known_inputs.get(key))
            for key in list_message_keys(table)
        )
        return not self.is_busy(table.id) and all(current)

    async def settle(self, table: int | None = None) -> bool:
        """Update the messages of one table, or of all, without their usual waits. False if nothing was behind."""
        workers = [worker for worker in list(self._workers.values()) if table in (None, worker.table)]
        return any(await asyncio.gather(*(worker.settle() for worker in workers)))

    async def find_refusal(self, table: int) -> str:
        """Wait for a board that is being posted. Return Discord's reason for a refusal; "" if there is none so far."""
        worker = self._workers.get((table, BOARD))
        if worker is not None:
            try:
                async with asyncio.timeout(LONGEST_POST):
                    await worker.wait_until_settled()
            except TimeoutError:
                return ""
        row = await self.rows.read(table, BOARD)
        return row.data.refusal if row is not None else ""

    def forget(self, table: int) -> None:
        """Forget everything about a table's messages."""
        self._inputs.pop(table, None)
        self.presenter.forget(table)
        self.rows.forget(table)

    async def save(self, tables: Collection[Table]) -> None:
        """Store what the messages of these tables show, which must be up to date. Raises StoreUnavailable."""
        hashes = {
            table.id: {key: hash_inputs(self.presenter.collect_inputs(table, key)) for key in list_message_keys(table)}
            for table in tables
        }
        await self.rows.save(hashes)

    async def stop(self) -> None:
        """Finish the work under way."""
        await asyncio.gather(*(worker.stop() for worker in list(self._workers.values())))

    def drop(self) -> None:
        """Cancel everything at once."""
        for worker in list(self._workers.values()):
            worker.drop()

    def _find_worker(self, table: int, key: MessageKey) -> MessageWorker:
        if (table, key) not in self._workers:
            source, release = partial(self._present, table), partial(self._workers.pop, (table, key), None)
            self._workers[table, key] = MessageWorker(table, key, source, self.sync, release)
        return self._workers[table, key]

    async def _present(
        self, table_id: int, key: MessageKey, row: Projection | None
    ) -> DesiredMessage | MessageDeletion | None:
        """Make a message. A new message first waits until those above it are up to date. An edit waits for its turn."""
        worker = self._find_worker(table_id, key)
        table = await self.table_service.get(table_id)
        above = self.presenter.list_posted_before(table, key, row)
        if row is not None and row.message is not None and row.channel is not None and not above:
            reader = _find_only_reader(table, key)
            longest_for_many = LONGEST_ALONE if has_only_robots(table) else LONGEST_BREATH
            longest = longest_for_many if reader is None else LONGEST_WAIT
            until, measure_turn = time.monotonic() + longest, partial(self.sync.measure_wait, row)

            async def measure_wait() -> float:
                """Measure the wait for the end of a breath of robots, at most `longest`, then for a turn to edit."""
                left = until - time.monotonic()
                return left if left > 0 and await self._in_breath(table_id, reader) else measure_turn()

            waited = await worker.wait(measure_wait)
            if waited:
                table = await self.table_service.get(table_id)
            async with await self.presenter.hold_painter(table, key) as waited_more:
                if waited or waited_more:
                    row = await self.rows.read(table_id, key)  # the message may have been taken back meanwhile
                worker.note_up_to_date()
                table = await self.table_service.get(table_id)
                above = self.presenter.list_posted_before(table, key, row)  # the hand may have ended
                if not above:
                    return await self.presenter.present(table, key, row)
        for other in above:
            if (upper := self._workers.get((table_id, other))) is not None:
                await upper.settle()
        return await self.presenter.present(await self.table_service.get(table_id), key, row)

    async def _in_breath(self, table_id: int, reader: Seat | None) -> bool:
        table = await self.table_service.get(table_id)
        if is_in_breath(table) or has_only_robots(table):
            return True
        if reader is None:
            return False
        passed_over = reader in table.public_view.to_act and moves_by_itself(table)  # the reader is asked nothing
        passed_over = passed_over or find_only_answer(table, reader) is not None
        # Alone with robots, there's time to read why they pass.
        return is_waiting_for_robots(table, reader) or (passed_over and not is_about_to_pass(table, reader))


def _are_equal(inputs: object, known: object) -> bool:
    """True if the inputs of a message are the known ones, or have the known hash."""
    return hash_inputs(inputs) == known if isinstance(known, bytes) else inputs == known


def _find_only_reader(table: Table, key: MessageKey) -> Seat | None:
    """The seat of a message's only reader, for hands and the board of a practice table; None for other messages."""
    if table.kind.is_private and key == BOARD:
        return table.player
    return key.seat if key.kind is MessageKind.HAND else None


def _in_mid_hand(table: Table) -> bool:
    """True while a hand is played. The board then shows the log's last lines, so the log itself may wait."""
    return table.hand_open and table.is_live
