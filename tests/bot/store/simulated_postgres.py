"""Processes that share leases on a simulated PostgreSQL, on a loop whose time passes only while everybody waits.

Only the network is made up, and the server with its sessions, advisory locks, rows of leases and clock. The code of the
product keeps the leases. The order of all steps follows from a seed, so a run that failed can be repeated.
"""

from __future__ import annotations

import asyncio
import random
import selectors
from collections.abc import AsyncIterator, Callable, Collection, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, cast

from bot.store.database.engine import Engine, open_engine
from bot.store.database.errors import LeaseLost, StoreError
from bot.store.processes import instance_lock, lease_rows
from bot.store.processes.lease_rows import Epochs
from bot.store.processes.leases import Lease, keep_lease
from bot.store.processes.shared_leases import Share, _SharedLeaseRenewal

LATENCY = 0.04
"""The longest time (seconds) that a message takes on the network."""
FORGOTTEN_AFTER = 60.0
"""Seconds after which PostgreSQL ends the session of a client that it cannot reach."""
AGAIN_AFTER = 1.0
"""Seconds after which a service restarts a process that has ended."""


class _SkippingSelector(selectors.DefaultSelector):
    """A selector that does not wait: the time until the next timer has passed at once."""

    passed = 0.0

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        ready = super().select(0)
        if not ready:
            assert timeout is not None, "everybody waits, and nothing will happen"
            self.passed += max(timeout, 0.0)
        return ready


class VirtualLoop(asyncio.SelectorEventLoop):
    """An event loop with a time of its own."""

    def __init__(self) -> None:
        self._skip = _SkippingSelector()
        super().__init__(self._skip)

    def time(self) -> float:
        return self._skip.passed


def _finish(waiting: asyncio.Future[None]) -> None:
    if not waiting.done():
        waiting.set_result(None)


async def pass_time(seconds: float) -> None:
    """Let time pass on a `VirtualLoop`."""
    loop = asyncio.get_running_loop()
    over = loop.create_future()
    timer = loop.call_later(seconds, _finish, over)
    try:
        await over
    finally:
        timer.cancel()


@dataclass(slots=True)
class Row:
    """The row of a lease."""

    epoch: int
    holder: str
    renewed_at: float


@dataclass(slots=True)
class Session:
    """A session of a process on the server: its locks, and what the client does when it ends."""

    number: int
    process: Process
    locks: dict[int, bool] = field(default_factory=dict)
    """By key, True for a shared lock."""
    listeners: list[Callable[[object], None]] = field(default_factory=list)


class Server:
    """A PostgreSQL with the leases of some processes. Each method that a process calls is one atomic step."""

    def __init__(self, seed: int) -> None:
        self.chance = random.Random(seed)
        self.rows: dict[str, Row] = {}
        self.sessions: dict[int, Session] = {}
        self.is_up = True
        self.clock_error = 0.0
        """Seconds by which the server's clock is wrong."""
        self._begun = 0

    def now(self) -> float:
        return (asyncio.get_running_loop().time() + self.clock_error) * 1000

    def begin(self, process: Process) -> Session:
        """Open a session. Raises OSError while the server is down."""
        if not self.is_up:
            raise ConnectionRefusedError("the server is down")
        self._begun += 1
        made = self.sessions[self._begun] = Session(self._begun, process)
        return made

    def end(self, session: Session) -> None:
        """End a session, with its locks. Its process hears of it once it runs and can be reached."""
        if self.sessions.pop(session.number, None) is not None:
            session.process.hear(lambda: [listener(None) for listener in session.listeners])

    async def restart(self, seconds: float) -> None:
        """End all sessions, and be down for a time."""
        self.is_up = False
        for session in list(self.sessions.values()):
            self.end(session)
        await pass_time(seconds)
        self.is_up = True

    def lock(self, session: Session, key: int, shared: bool) -> bool:
        for other in self.sessions.values():
            if other is not session and key in other.locks and not (shared and other.locks[key]):
                return False
        session.locks[key] = shared
        return True

    # The rows of leases, as in `bot.store.processes.lease_rows`

    def check_epochs(self, session: Session, held: Epochs) -> None:
        if any(name not in self.rows or self.rows[name].epoch != epoch for name, epoch in held.items()):
            raise LeaseLost(lease_rows.LOST)

    def claim(self, session: Session, wanted: Collection[str]) -> dict[str, int]:
        for name in wanted:
            before = self.rows[name].epoch if name in self.rows else 0
            self.rows[name] = Row(before + 1, session.process.name, self.now())
        return {name: self.rows[name].epoch for name in wanted}

    def renew(self, session: Session, held: Epochs) -> None:
        self.check_epochs(session, held)
        for name in held:
            self.rows[name].holder, self.rows[name].renewed_at = session.process.name, self.now()

    def release(self, session: Session, given_up: Collection[str]) -> None:
        for name in given_up:
            if name in self.rows and self.rows[name].holder == session.process.name:
                self.rows[name].holder = ""

    def dismiss(self, session: Session, holders: Collection[str]) -> None:
        for row in self.rows.values():
            if row.holder in holders:
                row.epoch, row.holder, row.renewed_at = row.epoch + 1, "", 0

    def list_silent(self, session: Session, milliseconds: int) -> list[str]:
        limit, known = self.now() - milliseconds, ("", session.process.name)
        return sorted({row.holder for row in self.rows.values() if row.holder not in known and row.renewed_at < limit})

    def list_holders(self, session: Session, wanted: Collection[str]) -> list[str]:
        return sorted({self.rows[name].holder for name in wanted if name in self.rows and self.rows[name].holder})

    def list_claimed_by_others(self, session: Session, alive: bool) -> set[str]:
        present = {other.process.name for other in self.sessions.values()}
        return {
            name
            for name, row in self.rows.items()
            if row.holder not in ("", session.process.name) and (not alive or row.holder in present)
        }

    def end_sessions(self, session: Session, holders: Collection[str]) -> None:
        for other in list(self.sessions.values()):
            if other.process.name in holders and other.process.name != session.process.name:
                self.end(other)

    # The statements of `bot.store.processes.instance_lock`

    def execute(self, session: Session, statement: object, given: Mapping[str, Any]) -> list[Any]:
        """The rows that a statement gives."""
        if statement in (instance_lock._TAKE, instance_lock._TAKE_SHARED):
            return [self.lock(session, given["key"], statement is instance_lock._TAKE_SHARED)]
        if statement is instance_lock._RELEASE:
            return [session.locks.pop(given["key"], None) is not None]
        if statement is instance_lock._RELEASE_ALL:
            session.locks.clear()
        if statement is instance_lock._OWN_SESSION:
            return [session.number]
        if statement is instance_lock._SHARD_LOCKS:
            kinds = (given["shard"], given["member"])
            locks = [(other.number, key) for other in self.sessions.values() for key in other.locks]
            return [
                (number, key & 0xFFFFFFFF if key >> 32 == given["shard"] else None)
                for number, key in locks
                if key >> 32 in kinds
            ]
        if statement is instance_lock._OLD_SESSIONS:
            mine = session.process.name
            return [s.number for s in self.sessions.values() if s is not session and s.process.name == mine and s.locks]
        if statement is instance_lock._END:
            self.end(self.sessions.get(given["session"], session))
        return []


class _Answer(NamedTuple):
    """The rows that a statement gave, read as SQLAlchemy's results are."""

    rows: list[Any]

    def scalar_one(self) -> Any:
        (row,) = self.rows
        return row

    def scalars(self) -> _Answer:
        return self

    def first(self) -> Any:
        return self.rows[0] if self.rows else None

    def all(self) -> list[Any]:
        return self.rows

    def __iter__(self) -> Any:
        return iter(self.rows)


class Connection:
    """A process's end of a session."""

    def __init__(self, server: Server, process: Process, session: Session) -> None:
        self._server, self._process, self._session = server, process, session
        self.driver_connection = self

    async def _ask(self, question: Callable[[], Any]) -> Any:
        await self._process.reach(self._server.chance)
        self._check()
        answer = question()
        await self._process.reach()
        self._check()
        return answer

    def _check(self) -> None:
        if self._session.number not in self._server.sessions:
            raise ConnectionResetError("the session has ended")

    async def execute(self, statement: object, given: Mapping[str, Any] | None = None) -> _Answer:
        return _Answer(await self._ask(lambda: self._server.execute(self._session, statement, given or {})))

    async def run_sync(self, function: Callable[..., Any], *given: Any) -> Any:
        step = getattr(self._server, function.__name__)
        return await self._ask(lambda: step(self._session, *given))

    async def commit(self) -> None:
        await self._ask(lambda: None)

    async def rollback(self) -> None:
        self._check()

    async def invalidate(self) -> None:
        """Drop the session. The server hears of it only if it can be reached."""
        if self._process.is_cut:
            asyncio.get_running_loop().call_later(FORGOTTEN_AFTER, self._server.end, self._session)
        else:
            self._server.end(self._session)

    async def get_raw_connection(self) -> Connection:
        return self

    def add_termination_listener(self, listener: Callable[[object], None]) -> None:
        self._session.listeners.append(listener)


@cache
def _make_unused_engine() -> Engine:
    """An engine that never connects."""
    return open_engine("postgresql://nobody@127.0.0.1:1/nothing")


class _Engine:
    """The part of an engine that leases use."""

    def __init__(self, server: Server, process: Process) -> None:
        self.url, self.dialect = _make_unused_engine().url, _make_unused_engine().dialect
        self._server, self._process = server, process

    @asynccontextmanager
    async def connect(self) -> AsyncIterator[Connection]:
        await self._process.reach(self._server.chance)
        made = Connection(self._server, self._process, self._server.begin(self._process))
        try:
            yield made
        finally:
            await made.invalidate()


class Process:
    """A process of the bot: it can be stopped for a time, or cut off from the server."""

    def __init__(self, server: Server, place: int, count: int) -> None:
        self.server, self.place, self.count = server, place, count
        self.starts = 0
        self.is_stopped = self.is_cut = False
        self._free = asyncio.Event()
        self._free.set()
        self._unheard: list[Callable[[], object]] = []
        self.lease, self.share = Lease(), Share(count)

    @property
    def name(self) -> str:
        """The name of its sessions; each start has its own."""
        return f"process {self.place}, start {self.starts}"

    async def reach(self, chance: random.Random | None = None) -> None:
        """Wait while the process is stopped or cut off. With `chance`, wait first as long as a question and its answer
        take."""
        if chance is not None:
            await pass_time(chance.uniform(0, LATENCY))
        await self._free.wait()

    def hear(self, news: Callable[[], object]) -> None:
        """Learn something from the network, now or once the process runs and is connected."""
        if self._free.is_set():
            news()
        else:
            self._unheard.append(news)

    async def halt(self, seconds: float) -> None:
        """Stop the process for a time, as a suspended machine does."""
        self.is_stopped = True
        await self._hold(seconds)

    async def cut(self, seconds: float) -> None:
        """Cut the process off from the server for a time. It runs, and can reach Discord."""
        self.is_cut = True
        await self._hold(seconds)

    async def _hold(self, seconds: float) -> None:
        self._free.clear()
        await pass_time(seconds)
        self.is_stopped = self.is_cut = False
        news, self._unheard = self._unheard, []
        for tell in news:
            tell()
        self._free.set()

    def list_served(self) -> dict[str, int]:
        """The parts for which the process would send something to Discord now, with their epochs."""
        if self.is_stopped or not self.lease.is_certain:
            return {}
        numbers = self.share.held - self.share.closed
        names = (lease_rows.name_part(number, self.count) for number in numbers)
        return {name: self.lease.epochs[name] for name in names if name in self.lease.epochs}

    async def run(self) -> None:
        """Serve for ever; when the process ends, its service starts it again."""
        while True:
            self.starts += 1
            self.lease, self.share = Lease(asyncio.get_running_loop().time), Share(self.count)
            engine = cast(Engine, _Engine(self.server, self))
            renewal = _SharedLeaseRenewal(engine, self.lease, self.share, 1.0)
            try:
                async with keep_lease(engine, self.lease, renewal):
                    await self._serve()
            except StoreError:
                pass
            await pass_time(AGAIN_AFTER)
            await self._free.wait()

    async def _serve(self) -> None:
        """Close the connections that are to be given up, until the lease is lost."""
        while not self.lease.lost.is_set():
            waits = [asyncio.create_task(event.wait()) for event in (self.share.changed, self.lease.lost)]
            await asyncio.wait(waits, return_when=asyncio.FIRST_COMPLETED)
            for wait in waits:
                wait.cancel()
            self.share.changed.clear()
            for number in self.share.leaving - self.share.closed:
                await self.reach(self.server.chance)
                self.share.note_closed(number)
