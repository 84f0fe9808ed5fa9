"""The keeper of the tables: hears of every change, wakes the messages that show it, and watches the clocks."""

from __future__ import annotations

import asyncio
import contextlib
import heapq
import logging
from collections.abc import Callable, Iterable
from dataclasses import replace

from bot.automation import heartbeat
from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.standing_orders import StandingOrders
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.workers import RETRY_SECONDS, MessageWorkers
from bot.messages.hand import HandMessages
from bot.messages.pictures import Pictures
from bot.messages.presenter import RACK
from bot.messages.replay import frame
from bot.people.preferences import PreferencesCache
from bot.ports.clock import Clock
from bot.ports.requests import Reply
from bot.ports.ui import Message
from bot.store import notifications
from bot.store import projections as rows
from bot.store import tables as stored_tables
from bot.store.errors import StoreUnavailable, WriterStopped
from bot.store.notifications import Notice
from bot.store.store import Store
from bot.store.tables import StoredTable
from bot.supervisor import Supervisor
from bot.tables import events
from bot.tables.changes import Change, Committed, Decision
from bot.tables.pacing import TableSettings
from bot.tables.service import TableService
from bot.tables.table import Table
from games.core.refused import Refused
from games.core.seats import Seat
from render.style import Style

log = logging.getLogger(__name__)


def _giving_back(away: int) -> Decision:
    return lambda table: Change((events.GivenBack(away),))


class TableHost:
    """Serves the tables of this process: refreshes their messages after each change, and keeps their clocks."""

    def __init__(
        self,
        store: Store,
        clock: Clock,
        settings: TableSettings,
        pictures: Pictures,
        tables: TableService,
        people: PreferencesCache,
        orders: StandingOrders,
        racks: HandMessages,
        ladder: PrivateDelivery,
        workers: MessageWorkers,
        said: Callable[[], None],
        supervisor: Supervisor,
    ) -> None:
        self.store = store
        self.supervisor = supervisor
        self.clock = clock
        self.settings = settings
        self.pictures = pictures
        self.tables = tables
        self.people = people
        self.orders = orders
        self.racks = racks
        self.ladder = ladder
        self.workers = workers
        self.said = said
        self.actors = AutomaticMoves(tables, orders, people.quiet)
        self._due: list[tuple[int, int]] = []
        self._acting: dict[int, asyncio.Task[None]] = {}
        self._again: set[int] = set()
        self._held: set[int] = set()
        self._missed = False
        self._next: dict[int, int] = {}
        self._woken = asyncio.Event()
        self._tasks: list[asyncio.Task[None]] = []
        self._hearing: set[asyncio.Task[None]] = set()
        self._stopping = False

    # Starting and stopping.

    async def start(self) -> None:
        """Take up every open table."""
        await self._give_back()
        # Begun before the tables are read, so that whatever happens after the reading is heard.
        if notifications.are_sent(self.store.engine):
            listening = notifications.listen(self.store.engine, self._heard, self._look_again)
            self._tasks = [self.supervisor.start(listening, "notices")]
        await self.workers.load(self.settings.share)
        tables = [await self.tables.get(row.id) for row in await self._open()]
        await self.people.load(one.user_id for table in tables for one in table.seats)
        for table in tables:
            present = await self._at_hand(table)
            self.workers.refresh(present, anyway=False)
            self.wake(present)
        await self.workers.resume(self.settings.share)
        self._tasks += [
            self.supervisor.start(self._watch(), "clocks"),
            self.supervisor.start(self._beat(), "heartbeat"),
        ]

    async def stop(self) -> None:
        """Finish what is under way and let go."""
        self._stopping = True
        await self.supervisor.stop(*self._tasks, *self._hearing)
        await asyncio.gather(*self._acting.values(), return_exceptions=True)
        await self.workers.stop()
        with contextlib.suppress(StoreUnavailable, WriterStopped):  # the next start gives back what could not be noted
            await self.store.write(heartbeat.note, self.settings.share, self.clock())

    def drop(self) -> None:
        """Let go of everything at once, as a crash does; what was committed stays, the rest is lost."""
        self._stopping = True
        self.supervisor.release(*self._tasks)
        for task in (*self._tasks, *self._hearing, *self._acting.values()):
            task.cancel()
        self.workers.drop()

    async def _give_back(self) -> None:
        """Clocks do not count the time in which the program was away."""
        seen = await self.store.read(heartbeat.last_seen)
        now = self.clock()
        for row in await self._open():
            since = heartbeat.for_guild(seen, row.guild)
            if row.status == "live" and since is not None and now - since > self.settings.outage:
                await self.tables.change(row.id, f"away:{since}", now, _giving_back(now - since))
        await self.store.write(heartbeat.note, self.settings.share, now)

    async def _beat(self) -> None:
        while True:
            await asyncio.sleep(self.settings.heartbeat / 1000)
            await self.beat()

    async def beat(self) -> None:
        """Note that the program runs. The first note after some that the database did not take gives all clocks the
        time back; tables that waited for the database go on."""
        try:
            if self._missed:
                await self._give_back()
            else:
                await self.store.write(heartbeat.note, self.settings.share, self.clock())
        except StoreUnavailable:
            self._missed = True
            return
        self._missed = False
        for table in self._held:
            heapq.heappush(self._due, (0, table))
        self._held.clear()
        self._woken.set()

    async def _at_hand(self, table: Table) -> Table:
        await self.people.load(one.user_id for one in table.seats)
        await self.orders.load(table)
        return self.tables.repository.extend_again(table)

    # Hearing of changes.

    def heard(self, played: Committed) -> None:
        """Hear of a change that was committed here."""
        if not self._stopping and self._ours(played.table):
            self.workers.refresh(played.table, anyway=False)
            self.wake(played.table)

    async def tell(self, notice: Notice) -> None:
        """Have whoever speaks for a table, or for a person's tables, hear of what is no event."""
        if self.settings.share.whole:
            await self._hear(notice)
        else:
            await self.store.write(notifications.tell, notice)

    def _heard(self, some: Iterable[Notice]) -> None:
        task = asyncio.create_task(self._hear_all(some), name="hear")
        self._hearing.add(task)
        task.add_done_callback(self._hearing.discard)

    def _look_again(self) -> None:
        """Whatever was told may not have been heard."""
        self.people.forget_all()
        moved = [Notice(notifications.MOVED, one.id, one.sequence + 1) for one in self.tables.repository.known()]
        self._heard([*moved, Notice(notifications.WAITING)])

    async def _hear_all(self, some: Iterable[Notice]) -> None:
        for notice in some:
            while not self._stopping:
                try:
                    await self._hear(notice)
                except StoreUnavailable:
                    await asyncio.sleep(RETRY_SECONDS)
                    continue
                except Exception:
                    log.exception("what another process told could not be taken (%s)", notice.what)
                break

    async def _hear(self, notice: Notice) -> None:
        match notice.what:
            case notifications.MOVED:
                table = self.tables.repository.find(notice.id)
                if table is None or table.sequence >= notice.sequence:
                    return
                if self._ours(table):
                    await self._take_up(await self.tables.fresh(table.id))
                else:
                    self.tables.repository.outdate(table.id)
            case notifications.AGAIN | notifications.AFRESH:
                table = self.tables.repository.find(notice.id)
                if table is not None and self._ours(table):
                    self.actors.forget(table.id)
                    table = await self._take_up(table)
                    self.workers.refresh(table, afresh=notice.what == notifications.AFRESH)
            case notifications.PERSON:
                self.people.forget(notice.id)
                for table in self._tables_of(notice.id):
                    self.workers.refresh(await self._take_up(table))
            case notifications.WROTE if self.ladder.opened(notice.id):
                for table in self._tables_of(notice.id):
                    self.workers.refresh(table)
            case notifications.WAITING:
                self.said()

    async def _take_up(self, table: Table) -> Table:
        present = await self._at_hand(table)
        self.wake(present)
        return present

    def _ours(self, table: Table) -> bool:
        """Whether this process shows a table and keeps its clocks."""
        return self.settings.share.has(table.row.guild)

    async def _open(self) -> list[StoredTable]:
        """The open tables of this process."""
        found = await self.store.read(stored_tables.open_tables)
        return [row for row in found if self.settings.share.has(row.guild)]

    def _tables_of(self, user: int) -> list[Table]:
        """Our tables at which a person sits."""
        return [one for one in self.tables.repository.known() if self._ours(one) and one.seat_of(user) is not None]

    # Clocks.

    def wake(self, table: Table) -> None:
        """Look at a table's clocks again."""
        if table.status == "closed":
            self.actors.forget(table.id)
            self.orders.forget(table.id)
        heapq.heappush(self._due, (0, table.id))
        self._woken.set()

    async def _watch(self) -> None:
        while not self._stopping:
            self._start_due()
            self._woken.clear()
            wait = (self._due[0][0] - self.clock()) / 1000 if self._due else None
            try:
                async with asyncio.timeout(None if wait is None else max(wait, 0.001)):
                    await self._woken.wait()
            except TimeoutError:
                continue

    def _start_due(self) -> None:
        now = self.clock()
        while self._due and self._due[0][0] <= now:
            at, table = heapq.heappop(self._due)
            if at and self._next.get(table) != at:
                continue
            if table in self._acting:
                self._again.add(table)
            else:
                self._acting[table] = asyncio.create_task(self._act(table), name=f"act-{table}")

    async def _act(self, table: int) -> None:
        coming = None
        try:
            present = await self.tables.get(table)
            if self.orders.stale(present):
                await self.orders.load(present)
            coming = await self.actors.act(table)
            if present.status == "closed":
                await self._let_go(table)
        except Refused:
            log.info("table %s is not there any more", table)
        except StoreUnavailable:
            self._held.add(table)
        except Exception:
            log.exception("table %s: its clock failed", table)
            coming = self.clock() + 60_000
        finally:
            self._acting.pop(table, None)
            again = table in self._again
            self._again.discard(table)
        if again:
            coming = 0
        if coming is not None and not self._stopping:
            self._next[table] = coming
            heapq.heappush(self._due, (coming, table))
            self._woken.set()

    async def _let_go(self, table: int) -> None:
        """Forget a closed table once its messages show that it is; whoever asks for it later reads it again."""
        await self.workers.settle(table)
        self.workers.forget(table)
        self._next.pop(table, None)
        self.tables.repository.forget(table)

    async def tick(self) -> None:
        """Do everything that is due now."""
        while True:
            self._start_due()
            if not self._acting:
                return
            await asyncio.gather(*self._acting.values(), return_exceptions=True)

    async def settled(self) -> None:
        """Wait until nothing is due and every message shows its table."""
        while True:
            await self.tick()
            if not await self.workers.settle():
                return

    # What the desk asks of messages.

    async def hide(self, table: Table, seat: Seat, hidden: bool) -> None:
        """Blank a player's rack in his DM, or show it again."""
        row = await self.store.read(rows.one, table.id, f"{RACK}{seat}")
        if row is not None:
            await self.store.write(rows.put, replace(row, data={**row.data, "hidden": hidden, rows.MADE: ""}))
        await self.tell(Notice(notifications.AGAIN, table.id))

    async def sheet(self, table: Table) -> Reply:
        """The score sheet as it stands."""
        if not table.playing:
            raise Refused("TABLE", "not_started")
        view = table.view(None)
        picture = await self.pictures.draw("sheet", view, table.names, Style())
        text = self.pictures.words(view, table.names)[:1_900] if picture is None else ""
        return Reply(Message(text, (picture,) if picture else (), table=table.id, name="sheet.png"))

    async def replay(self, table: Table, hand: int, step: int, seat: Seat | None) -> Reply:
        """One step of a finished hand."""
        return Reply(await frame(self.store, self.pictures, self.tables.chance, table, hand, step, seat))
