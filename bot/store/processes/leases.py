"""Leases: the right of a process to serve its part of the servers, with an epoch for each part.

On PostgreSQL a lease is a lock of a session (`instance_lock`) and a row (`lease_rows`). Its holder checks the row every
two seconds, which renews the lease. Once the session of a process has ended, another process may take the lease at
once, which raises the epoch. If the former holder wakes up, its next transaction finds the new epoch and fails. Until
then it sends nothing: a process whose last renewal is older than `CERTAIN_FOR` must renew before it sends. A process
that hangs keeps its lease until whatever started it ends it.

On SQLite a lease is a lock on a file. It also has a row with an epoch, since somebody may delete the lock file.
"""

import asyncio
import contextlib
import logging
import sys
import time
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store.database.engine import Connection, Engine, list_connection_errors, make_unavailable, write
from bot.store.database.errors import InUse, LeaseLost, StoreError
from bot.store.processes import lease_rows
from bot.store.processes.instance_lock import lock_file, lock_shards
from bot.store.processes.lease_rows import Epochs
from bot.store.processes.shards import WHOLE, ShardSet

log = logging.getLogger(__name__)

RENEW_EVERY: Final = 2.0
"""Seconds between two renewals."""
CERTAIN_FOR: Final = 8.0
"""Seconds after a renewal during which no other process can take the lease."""
TRIED_WITHIN: Final = 5.0
"""Seconds after which the bot gives up a try to renew."""
LEAST_PAUSE: Final = 0.5
"""The least seconds between two tries to open a session, unless the pause is shorter."""


def read_boot_clock() -> float:
    """Seconds on a clock that never goes back. On Linux, it also counts while the machine sleeps."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if sys.platform == "linux" else time.monotonic()


class Lease:
    """A lease, as its holder knows it. A lease that was never taken (in tests, `make play`) is always certain."""

    def __init__(self, now: Callable[[], float] = read_boot_clock) -> None:
        self.lost = asyncio.Event()
        """Set once another process has taken over; this process then ends."""
        self.rival = ""
        """A sentence on the copy of the bot for which the lease was lost; "" for a process with the same database."""
        self.epochs: Epochs = {}
        self.now = now
        """The present time in seconds, on the lease's own clock."""
        self._confirmed: float | None = None
        """The time at which the last successful renewal began; None for a lease that is not renewed."""
        self._failed: float | None = None
        """The time at which the database was last out of reach."""
        self._hurry = asyncio.Event()
        """Set if a renewal is wanted at once."""
        self._tried = asyncio.Event()
        """Set after the next try to renew; then a new event takes its place."""
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def is_certain(self) -> bool:
        """True while no other process can have taken over."""
        recent = self._confirmed is None or self.now() - self._confirmed < CERTAIN_FOR
        return recent and not self.lost.is_set()

    def check(self, connection: Connection) -> None:
        """Raise `LeaseLost` if another process has taken over. Otherwise none can until the transaction ends."""
        try:
            lease_rows.check_epochs(connection, self.epochs)
        except LeaseLost:
            if self._loop is not None:  # SQLite's transactions run in another thread
                self._loop.call_soon_threadsafe(self.lose)
            raise

    async def wait_until_certain(self, patient: bool = True) -> None:
        """Wait until this process may send. If the lease is certain, return at once. If it is lost, never return.

        Otherwise wait for a renewal, even while the database is away. A caller that is not `patient` waits only until
        the database is known to be away. Answers to interactions are not patient, so that they can tell the user.
        """
        while not self.is_certain:
            away = self._failed is not None and self.now() - self._failed < CERTAIN_FOR
            if not patient and not self.lost.is_set() and away:
                return
            self._hurry.set()
            await self._tried.wait()  # for ever, once the lease is lost

    def lose(self, rival: str = "") -> None:
        """Note that another process has taken over."""
        if not self.lost.is_set():
            reason = rival or "Another process has taken over what this one served."
            log.critical("%s This one ends, and sends nothing more.", reason)
            self.rival = rival
            self.lost.set()

    def note_taken(self, epochs: Epochs) -> None:
        """Note the epochs that were taken."""
        self.epochs, self._loop = epochs, asyncio.get_running_loop()

    def note_renewal(self, at: float) -> None:
        """Note that the renewal which began at the time `at` has succeeded."""
        self._confirmed = at
        self._end_try()

    def note_failure(self) -> None:
        """Note that the database is out of reach."""
        self._failed = self.now()
        self._end_try()

    def note_lost_session(self) -> None:
        """Note that the session of the lease has ended, so that another process may have taken over."""
        self._confirmed = float("-inf")

    def _end_try(self) -> None:
        if not self.lost.is_set():
            tried, self._tried = self._tried, asyncio.Event()
            tried.set()

    async def wait_for_renewal(self, seconds: float, ended: asyncio.Event) -> None:
        """Wait until `seconds` are over, somebody wants a renewal at once, or the session has ended."""
        waits = [asyncio.create_task(event.wait()) for event in (self._hurry, ended)]
        try:
            await asyncio.wait(waits, timeout=seconds, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()
        self._hurry.clear()


@contextlib.asynccontextmanager
async def hold_lease(engine: Engine, shards: ShardSet = WHOLE, pause: float = 1.0) -> AsyncIterator[Lease]:
    """Hold the lease on a set of shards while the block runs. Raises `InUse`, `StoreUnavailable`.

    If the connection to PostgreSQL is lost, a new one is made at once, or tried every `pause` seconds. If another
    process took over meanwhile, `lost` is set, and the end of the block raises `LeaseLost`.
    """
    lease = Lease()
    if engine.dialect.name == "sqlite":
        with lock_file(Path(str(engine.url.database))):
            lease.note_taken(await write(engine, lease_rows.claim, WHOLE))
            yield lease
            _must_be_held(lease)
        return
    begun = asyncio.get_running_loop().create_future()
    keeping = asyncio.create_task(LeaseRenewal(engine, shards, lease, pause).run(begun), name="lease")
    try:
        await asyncio.wait({keeping, begun}, return_when=asyncio.FIRST_COMPLETED)
        if keeping.done():
            await keeping
        keeping.add_done_callback(lambda task: None if task.cancelled() else lease.lose())
        yield lease
        if keeping.done() and (error := keeping.exception()) is not None:
            raise error if isinstance(error, StoreError) else make_unavailable(engine.url, error)
        _must_be_held(lease)
    finally:
        keeping.cancel()
        await asyncio.gather(keeping, return_exceptions=True)


def _must_be_held(lease: Lease) -> None:
    if lease.lost.is_set():
        raise LeaseLost(lease_rows.LOST)


@dataclass
class LeaseRenewal:
    """Keeps the lease of this process on PostgreSQL: takes it, renews it, and takes it again after a lost session."""

    _engine: Engine
    _shards: ShardSet
    _lease: Lease
    _pause: float
    """Seconds between two tries to open a session."""

    async def run(self, begun: asyncio.Future[None]) -> None:
        """Keep the lease until cancelled. `begun` gets its result once the lease is taken.

        Raises `InUse` if another process has the lease, and `LeaseLost` if another process takes over.
        """
        lease, errors = self._lease, list_connection_errors(self._engine)
        while True:
            entered = False
            try:
                async with self._session() as (connection, ended):
                    async with asyncio.timeout(TRIED_WITHIN * 3):
                        await self._enter(connection)
                    entered = True
                    if not begun.done():
                        begun.set_result(None)
                    while not ended.is_set():
                        await lease.wait_for_renewal(RENEW_EVERY, ended)
                        if not ended.is_set():
                            await self._renew(connection)
            except errors as error:
                if not begun.done():
                    raise make_unavailable(self._engine.url, error) from error
            lease.note_lost_session()
            if not entered:  # sessions end for many reasons, but if no session can begin, the database is away
                lease.note_failure()
                await asyncio.sleep(min(self._pause, LEAST_PAUSE))  # whoever waits to send wants a renewal at once
                await lease.wait_for_renewal(self._pause, asyncio.Event())

    @contextlib.asynccontextmanager
    async def _session(self) -> AsyncIterator[tuple[AsyncConnection, asyncio.Event]]:
        """Open a connection for the block, with an event that is set when the connection ends.

        Its end gives up the locks.
        """
        async with asyncio.timeout(TRIED_WITHIN * 3):
            connection = await self._engine.connect()
        try:
            ended = asyncio.Event()
            driver = (await connection.get_raw_connection()).driver_connection
            assert driver is not None
            driver.add_termination_listener(lambda _: ended.set())
            yield connection, ended
        finally:
            with contextlib.suppress(*list_connection_errors(self._engine)):
                async with asyncio.timeout(TRIED_WITHIN):
                    await connection.rollback()
                    await connection.exec_driver_sql("SELECT pg_advisory_unlock_all()")
            await connection.invalidate()
            await connection.close()

    async def _enter(self, connection: AsyncConnection) -> None:
        """Take the lease. After a lost session, take its locks again and go on with the same epochs.

        PostgreSQL may notice late that the last session was dropped. It keeps that session's locks until then, so this
        raises `TimeoutError`. Raises `LeaseLost` if another process has taken over.
        """
        lease, at = self._lease, self._lease.now()
        try:
            await lock_shards(connection, self._shards)
        except InUse as error:
            if not lease.epochs:
                raise
            await connection.run_sync(lease_rows.check_epochs, lease.epochs)
            raise TimeoutError(str(error)) from error
        if lease.epochs:
            await self._renew(connection)
            return
        lease.note_taken(await connection.run_sync(lease_rows.claim, self._shards))
        await connection.commit()
        lease.note_renewal(at)

    async def _renew(self, connection: AsyncConnection) -> None:
        at = self._lease.now()
        async with asyncio.timeout(TRIED_WITHIN):
            await connection.run_sync(lease_rows.check_epochs, self._lease.epochs)
            await connection.commit()
        self._lease.note_renewal(at)
