"""The writer: the only part of a process that writes to the database. Waiting jobs share one transaction.

Each commit is checked against the sequence of its table. If that check fails, the other commits are still written.
Commits without further rows share a bulk insert. If another kind of job fails, or the transaction breaks before its
COMMIT, the transaction is rolled back. Each job is then tried once more alone, so that only the faulty job fails.
Savepoints would avoid the second try, but such failures are rare, and every job would cost two more statements.
"""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Concatenate, ParamSpec, TypeVar, cast

from msgspec import Struct
from sqlalchemy.exc import DataError, DBAPIError, IntegrityError, SQLAlchemyError

from bot.store.connections import Connections, open_writer
from bot.store.database.engine import Connection, Engine, make_unavailable
from bot.store.database.errors import Conflict, LeaseLost, StoreError, WriterStopped
from bot.store.tables.commits import Commit, Committed, append

log = logging.getLogger(__name__)

P = ParamSpec("P")
T = TypeVar("T")

MOST_TOGETHER = 256
"""The most jobs that share one transaction. With more, the first job would wait too long for the last."""


class _Job(Struct, eq=False):
    """A commit to write, or a function to call. `done` gets the result."""

    done: asyncio.Future[object]
    commit: Commit | None = None
    work: Callable[[Connection], object] | None = None


class _Failed(Struct):
    """The outcome of a job that failed."""

    error: Exception


class _Rejected(Exception):
    """A transaction wrote nothing as far as is known. `error` is the cause."""

    def __init__(self, error: BaseException) -> None:
        self.error = _make_ordinary(error)


class _ConnectionLost(_Rejected):
    """There is no connection, a COMMIT failed, or the lease is lost. Another try at once would be useless or unsafe."""


class _Spoiled(_Rejected):
    """A job failed, and may have written rows. The transaction that it shares with others was rolled back."""


class _NotBegun(_Rejected):
    """The connection cannot begin a transaction. It may have broken since its last use."""


@dataclass(slots=True)
class Writer:
    """The writer of one engine. Use `async with Writer(engine) as writer:`, or `start()` and `await stop()`."""

    engine: Engine
    fence: Callable[[Connection], None] | None = None
    """A function that is called at the beginning of each transaction, and raises `LeaseLost` if another process has
    taken over. It may be set after the start, because taking a lease needs an open store."""
    _waiting: deque[_Job] = field(default_factory=deque)
    _arrived: asyncio.Event = field(default_factory=asyncio.Event)
    _task: asyncio.Task[None] | None = None
    _stopping: bool = False
    connection: Connections = field(init=False)

    async def __aenter__(self) -> Writer:
        self.start()
        return self

    async def __aexit__(self, *error: object) -> None:
        await self.stop()

    def start(self) -> None:
        """Begin to take jobs. Call this inside the event loop."""
        self._stopping = False
        self.connection = open_writer(self.engine)
        self._task = asyncio.create_task(self._run(), name="store-writer")

    async def stop(self) -> None:
        """Take no more jobs, and commit those that wait. Safe to call twice, and after the task has failed."""
        self._stopping = True
        self._arrived.set()
        if self._task is not None:
            await asyncio.gather(self._task, return_exceptions=True)
            self._task = None

    @property
    def task(self) -> asyncio.Task[None] | None:
        """The task that writes. It should run from `start` to `stop`; `bot.supervisor` watches it."""
        return self._task

    async def commit(self, commit: Commit) -> Committed:
        """Write one commit, all or nothing.

        If its cause is known, nothing is written, and the earlier result is returned, with `repeated` set. Raises
        `SequenceTaken`, `UnknownTable`, `Conflict`, `StoreUnavailable`, `WriterStopped`. If the caller is cancelled
        while it waits, the commit is still written; `events.find_commit` finds the result by the cause.
        """
        result = await self._enqueue_and_wait(_Job(asyncio.get_running_loop().create_future(), commit=commit))
        assert isinstance(result, Committed)
        return result

    async def write(self, function: Callable[Concatenate[Connection, P], T], *args: P.args, **kwargs: P.kwargs) -> T:
        """Call `function(connection, ...)`, commit, and return its result. Raises whatever the function raises.

        The function must have no effects outside the database: it may be called again after a rollback.
        """
        loop = asyncio.get_running_loop()
        job = _Job(loop.create_future(), work=lambda connection: function(connection, *args, **kwargs))
        return cast(T, await self._enqueue_and_wait(job))

    async def _enqueue_and_wait(self, job: _Job) -> object:
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
                count = min(len(self._waiting), MOST_TOGETHER)
                jobs = [self._waiting.popleft() for _ in range(count)]
                try:
                    outcomes = await self._run_jobs(jobs)
                except Exception as error:
                    log.exception("unexpected error in the writer; it goes on with the next jobs")
                    outcomes = [_Failed(error) for _ in jobs]
                for job, outcome in zip(jobs, outcomes, strict=True):
                    _finish(job, outcome)
        finally:
            self._stopping = True
            for job in (*jobs, *self._waiting):
                _finish(job, _Failed(WriterStopped("the writer was stopped before this was written")))
            self._waiting.clear()
            await self.connection.close()

    async def _run_jobs(self, jobs: list[_Job]) -> list[object]:
        try:
            return await self._run_transaction(jobs)
        except _ConnectionLost as lost:
            return [self._fail(lost) for _ in jobs]
        except _Rejected as rejected:
            if len(jobs) == 1 and not isinstance(rejected.error, DBAPIError | OSError):
                return [self._fail(rejected)]
        outcomes: list[object] = []
        for job in jobs:
            try:
                outcomes += await self._run_transaction([job])
            except _Spoiled as spoiled:
                outcomes.append(self._fail(spoiled))
            except _Rejected as lost:
                outcomes += [self._fail(lost) for _ in jobs[len(outcomes) :]]
                break
        return outcomes

    async def _run_transaction(self, jobs: list[_Job]) -> list[object]:
        try:
            return await self.connection.run(lambda connection: _transact(connection, jobs, self.fence))
        except (SQLAlchemyError, OSError) as error:
            raise _ConnectionLost(error) from error

    def _fail(self, rejected: _Rejected) -> _Failed:
        return _Failed(self._translate(rejected.error))

    def _translate(self, error: Exception) -> Exception:
        if isinstance(error, IntegrityError | DataError):
            return Conflict((str(error.orig).splitlines() or [type(error.orig).__name__])[0])
        if isinstance(error, DBAPIError | OSError):
            return make_unavailable(self.engine.url, error)
        return error


def _finish(job: _Job, outcome: object) -> None:
    if job.done.done():
        return
    if isinstance(outcome, _Failed):
        job.done.set_exception(_make_ordinary(outcome.error))
    else:
        job.done.set_result(outcome)


def _transact(connection: Connection, jobs: list[_Job], fence: Callable[[Connection], None] | None) -> list[object]:
    """Run and commit the jobs, and return their outcomes.

    Raises `_NotBegun` if BEGIN fails, `_ConnectionLost` if COMMIT fails or the lease is lost, and `_Spoiled` if a job
    fails. After a failed COMMIT, nobody knows if anything was written.
    """
    try:
        transaction = connection.begin()
    except (SQLAlchemyError, OSError) as error:
        connection.invalidate()
        raise _NotBegun(error) from error
    try:
        if fence is not None:
            fence(connection)
        outcomes = _run_all(connection, jobs)
    except BaseException as error:
        transaction.rollback()
        if _is_being_cancelled():
            raise
        raise (_ConnectionLost if isinstance(error, LeaseLost) else _Spoiled)(error) from error
    try:
        transaction.commit()
    except (SQLAlchemyError, OSError) as error:
        connection.invalidate()  # the driver may keep a transaction open after a failed COMMIT
        raise _ConnectionLost(error) from error
    return outcomes


def _run_all(connection: Connection, jobs: list[_Job]) -> list[object]:
    outcomes: dict[_Job, object] = {}
    bulk_jobs = [job for job in jobs if job.commit is not None and job.commit.also is None]
    results = append(connection, [job.commit for job in bulk_jobs if job.commit is not None])
    for job, result in zip(bulk_jobs, results, strict=True):
        outcomes[job] = _Failed(result) if isinstance(result, StoreError) else result
    for job in jobs:
        if job not in outcomes:
            outcomes[job] = _run_job(connection, job)
    return [outcomes[job] for job in jobs]


def _make_ordinary(error: BaseException) -> Exception:
    """Return an error that a future can hold: the error itself, or a RuntimeError in its place.

    A future refuses StopIteration. Errors that are no `Exception`, such as SystemExit, would end a task.
    """
    if isinstance(error, Exception) and not isinstance(error, StopIteration):
        return error
    ordinary = RuntimeError(f"a job raised {type(error).__name__}")
    ordinary.__cause__ = error
    return ordinary


def _is_being_cancelled() -> bool:
    try:
        task = asyncio.current_task()
    except RuntimeError:  # in SQLite's writer thread, which is never cancelled
        return False
    return task is not None and task.cancelling() > 0


def _run_job(connection: Connection, job: _Job) -> object:
    if job.work is not None:
        return job.work(connection)
    assert job.commit is not None
    (result,) = append(connection, [job.commit])
    if isinstance(result, StoreError):
        return _Failed(result)
    if not result.repeated and job.commit.also is not None:
        job.commit.also(connection)
    return result
