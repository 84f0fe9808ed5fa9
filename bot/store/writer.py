"""The one writer of a process: everything that waits is committed in one transaction.

Each commit is checked against its own table's sequence and fails by itself. A commit that only adds events joins one
bulk insert; one that brings more (transfers, messages, other rows) has a savepoint of its own. If the transaction
breaks before its COMMIT, each job is tried once more alone, so that only the one at fault fails.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Concatenate, ParamSpec, TypeVar

from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from bot.store.commits import Commit, Committed, append, complete
from bot.store.engine import Connection, Engine, unavailable
from bot.store.errors import Conflict, StoreError, WriterStopped
from bot.store.writer_connection import NoConnection, WriterConnection, open_writer_connection

__all__ = ["Writer"]

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MOST_WAITING = 1024
"""How many jobs may wait; a caller beyond that waits for a place in the queue."""

MOST_TOGETHER = 256
"""How many jobs share one transaction at most, so that the first does not wait long for the last."""


@dataclass(slots=True, eq=False)
class _Job:
    done: asyncio.Future[Any]
    commit: Commit | None = None
    work: Callable[[Connection], Any] | None = None


@dataclass(slots=True)
class _Failed:
    error: Exception


class _Away(Exception):
    """No connection could be had, or a COMMIT failed: trying again at once would not help, or not be safe."""

    def __init__(self, error: Exception) -> None:
        super().__init__(str(error))
        self.error = error


class _NotBegun(_Away):
    """The connection does not begin a transaction: it may be an old one that broke meanwhile."""


@dataclass(slots=True)
class Writer:
    """`async with Writer(engine) as writer:` or `start()` and `await stop()`; `stop` commits what still waits."""

    engine: Engine
    most_waiting: int = MOST_WAITING
    _waiting: deque[_Job] = field(default_factory=deque)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None
    _stopping: bool = False
    line: WriterConnection = field(init=False)
    _places: asyncio.Semaphore = field(init=False)

    def __post_init__(self) -> None:
        self._places = asyncio.Semaphore(self.most_waiting)

    async def __aenter__(self) -> Writer:
        self.start()
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        await self.stop()

    def start(self) -> None:
        """Begin to take work; call it inside the event loop."""
        self._stopping = False
        self.line = open_writer_connection(self.engine)
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def stop(self) -> None:
        """Commit what waits, then take no more work. Safe to call twice, and after the task has failed."""
        self._stopping = True
        self._arrived.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task that does the writing, from `start` to `stop`. It never ends in between: see `bot.supervisor`."""
        return self._task

    async def commit(self, commit: Commit) -> Committed:
        """Add the events of one move, all or none of them.

        A known cause writes nothing and returns what it returned, with `repeated` set. Raises `SequenceTaken`,
        `UnknownTable`, `Conflict`, `StoreUnavailable`, `WriterStopped`. A caller that is cancelled while it
        waits does not undo the commit: it takes place whole, and its cause tells.
        """
        result = await self._queued(_Job(asyncio.get_running_loop().create_future(), commit=commit))
        assert isinstance(result, Committed)
        return result

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """What `function(connection, ...)` returns after its rows are committed, or what it raised.

        The function only speaks to the database: it may be called a second time if the first was rolled back.
        """
        loop = asyncio.get_running_loop()
        job = _Job(loop.create_future(), work=lambda connection: function(connection, *args, **kwargs))
        result: T = await self._queued(job)
        return result

    async def _queued(self, job: _Job) -> Any:
        async with self._places:
            if self._stopping or self._task is None or self._task.done():
                raise WriterStopped("the writer has stopped")
            self._waiting.append(job)
            self._arrived.set()
            return await job.done

    async def _run(self) -> None:
        jobs: list[_Job] = []
        try:
            while self._waiting or not self._stopping:
                if not self._waiting:
                    self._arrived.clear()
                    await self._arrived.wait()
                    continue
                some = min(len(self._waiting), MOST_TOGETHER)
                jobs = [self._waiting.popleft() for _ in range(some)]
                try:
                    outcomes = await self._outcomes(jobs)
                except Exception as error:
                    log.exception("the writer failed in a way that nobody foresaw; it goes on")
                    outcomes = [_Failed(error) for _ in jobs]
                for job, outcome in zip(jobs, outcomes, strict=True):
                    _tell(job, outcome)
        finally:
            self._stopping = True
            for job in (*jobs, *self._waiting):
                _tell(job, _Failed(WriterStopped("the writer was stopped before this was written")))
            self._waiting.clear()
            await self.line.close()

    async def _outcomes(self, jobs: list[_Job]) -> list[Any]:
        try:
            return await self._transaction(jobs, together=True)
        except _Away as away:
            if not isinstance(away, _NotBegun):
                return [_Failed(self._named(away.error)) for _ in jobs]
        except Exception:
            await self._drop_line()
        outcomes: list[Any] = []
        for job in jobs:
            try:
                outcomes += await self._transaction([job], together=False)
            except _Away as away:
                outcomes += [_Failed(self._named(away.error)) for _ in jobs[len(outcomes) :]]
                break
            except Exception as error:
                await self._drop_line()
                outcomes.append(_Failed(self._named(error)))
        return outcomes

    async def _drop_line(self) -> None:
        """Let go of a connection that may be broken, even where that fails."""
        try:
            await self.line.drop(broken=True)
        except Exception:
            log.warning("a broken connection could not be dropped", exc_info=True)

    async def _transaction(self, jobs: list[_Job], together: bool) -> list[Any]:
        try:
            return await self.line.run(_transact, jobs, together)
        except NoConnection as error:
            raise _Away(error.error) from error
        except _Away:
            # A failed COMMIT can leave its transaction open in the driver: such a connection is not used again.
            await self._drop_line()
            raise

    def _named(self, error: Exception) -> Exception:
        if isinstance(error, IntegrityError | DataError):
            return Conflict((str(error.orig).splitlines() or [type(error.orig).__name__])[0])
        if isinstance(error, DBAPIError | OSError):
            return unavailable(self.engine.url, error)
        return error


def _tell(job: _Job, outcome: Any) -> None:
    if job.done.done():
        return
    if isinstance(outcome, _Failed):
        job.done.set_exception(_ordinary(outcome.error))
    else:
        job.done.set_result(outcome)


def _transact(connection: Connection, jobs: list[_Job], together: bool) -> list[Any]:
    """The outcome of each job, committed; raises `_Away` if the transaction cannot be begun or committed."""
    try:
        transaction = connection.begin()
    except (SQLAlchemyError, OSError) as error:
        raise _NotBegun(error) from error
    try:
        outcomes = _apply(connection, jobs, together)
    except BaseException:
        transaction.rollback()
        raise
    try:
        transaction.commit()
    except (SQLAlchemyError, OSError) as error:
        raise _Away(error) from error
    return outcomes


def _apply(connection: Connection, jobs: list[_Job], together: bool) -> list[Any]:
    outcomes: dict[_Job, Any] = {}
    plain = [job for job in jobs if job.commit is not None and job.commit.plain]
    results = append(connection, [job.commit for job in plain if job.commit is not None])
    for job, result in zip(plain, results, strict=True):
        outcomes[job] = _Failed(result) if isinstance(result, StoreError) else result
    for job in jobs:
        if job in outcomes:
            continue
        if not together:
            outcomes[job] = _carry_out(connection, job)
            continue
        savepoint = connection.begin_nested()
        try:
            outcomes[job] = _carry_out(connection, job)
        except DBAPIError:
            raise
        except Exception as error:
            savepoint.rollback()
            outcomes[job] = _Failed(error)
        else:
            savepoint.commit()
    return [outcomes[job] for job in jobs]


def _ordinary(error: BaseException) -> Exception:
    """The error as a future takes it and nobody mistakes it for the end of a task: a StopIteration, or what is no
    `Exception` at all (a SystemExit, a CancelledError that nobody asked for), becomes a RuntimeError."""
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    ordinary = RuntimeError(f"a job raised {type(error).__name__}")
    ordinary.__cause__ = error
    return ordinary


def _being_cancelled() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:  # in the thread of SQLite's line, which nobody cancels
        return False
    return task is not None and task.cancelling() > 0


def _carry_out(connection: Connection, job: _Job) -> Any:
    """Do one job. Raises an ordinary exception whatever the job raised, unless the writer itself is being cancelled."""
    try:
        return _do(connection, job)
    except BaseException as error:
        if _being_cancelled() or (ordinary := _ordinary(error)) is error:
            raise
        raise ordinary from error


def _do(connection: Connection, job: _Job) -> Any:
    if job.work is not None:
        return job.work(connection)
    assert job.commit is not None
    (result,) = append(connection, [job.commit])
    if isinstance(result, StoreError):
        raise result
    if not result.repeated:
        complete(connection, job.commit)
    return result
