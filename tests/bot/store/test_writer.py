"""The writer keeps events in order and each cause once. A failed job fails alone; a cancelled caller loses nothing."""

import asyncio
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import func, insert, select, text
from sqlalchemy.engine.default import DefaultDialect
from sqlalchemy.exc import IntegrityError

from bot.store import Conflict, Connection, NewMessage, Store, StoreUnavailable
from bot.store.books import Gain, NewTransfer, postings
from bot.store.database import schema
from bot.store.database.engine import open_engine
from bot.store.database.errors import SequenceTaken, UnknownTable, WriterStopped
from bot.store.messages import outbox
from bot.store.tables import commits, rows
from bot.store.tables.commits import Commit, Committed, NewEvent
from bot.store.writer import Writer
from tests.bot.store.balances import open_accounts, read_balances
from tests.bot.store.sample import AT, BEAR, fill, make_commit, open_table, open_tables
from tests.databases import on_sqlite_at_least


async def run_together(store: Store, *work: Any) -> list[object]:
    """Run the calls in one transaction, and return their results and errors."""
    blocked, go = asyncio.Event(), asyncio.Event()

    class Slow(Writer):
        async def _run_jobs(self, jobs: list) -> list:
            blocked.set()
            await go.wait()
            return await super()._run_jobs(jobs)

    async with Slow(store.engine) as writer:
        first = asyncio.ensure_future(writer.write(lambda connection: None))
        await blocked.wait()
        rest = [asyncio.ensure_future(_call(writer, job)) for job in work]
        await asyncio.sleep(0)
        assert len(writer._waiting) == len(rest)
        go.set()
        await first
        return list(await asyncio.gather(*rest, return_exceptions=True))


async def _call(writer: Writer, job: Any) -> object:
    return await (writer.commit(job) if isinstance(job, Commit) else writer.write(job))


@on_sqlite_at_least
async def test_events_follow_each_other(store: Store) -> None:
    table = await open_table(store)
    assert await store.commit(make_commit(table, 0, "i:1", events=2, deadline=AT + 9)) == Committed(1, 2)
    assert await store.commit(make_commit(table, 2, "i:2")) == Committed(3, 3)
    read = await store.read(commits.read, table)
    assert [(e.sequence, e.cause, e.part, e.body["part"], e.at) for e in read] == [
        (1, "i:1", 0, 0, AT),
        (2, "i:1", 1, 1, AT),
        (3, "i:2", 0, 0, AT + 2),
    ]
    assert await store.read(commits.read, table, after=1, until=2) == read[1:2]
    assert await store.read(commits.read_last, table, 2) == read[1:]


@on_sqlite_at_least
async def test_the_clock_and_the_status_go_with_the_events(store: Store) -> None:
    table = await open_table(store)
    await store.commit(make_commit(table, 0, deadline=AT + 5_000))
    row = await store.read(rows.load, table)
    assert (row.sequence, row.deadline_at, row.status) == (1, AT + 5_000, "live")
    await store.commit(make_commit(table, 1, events=0, status="paused"))
    row = await store.read(rows.load, table)
    assert (row.sequence, row.deadline_at, row.status) == (1, None, "paused")
    await store.commit(make_commit(table, 1, status="closed"))
    row = await store.read(rows.load, table)
    assert (row.status, row.closed_at) == ("closed", AT + 1)


@on_sqlite_at_least
async def test_the_error_for_a_taken_sequence_has_the_tables_present_sequence(store: Store) -> None:
    table = await open_table(store)
    await store.commit(make_commit(table, 0, events=3))
    with pytest.raises(SequenceTaken, match=f"table {table} is at event 3, not at 1"):
        await store.commit(make_commit(table, 1))
    with pytest.raises(SequenceTaken):
        await store.commit(make_commit(table, 4))
    assert len(await store.read(commits.read, table)) == 3


@on_sqlite_at_least
async def test_an_unknown_table_is_named(store: Store) -> None:
    with pytest.raises(UnknownTable, match="404"):
        await store.commit(make_commit(404, 0))


@on_sqlite_at_least
async def test_a_known_cause_returns_its_first_result_and_writes_nothing(store: Store) -> None:
    table = await open_table(store)
    first = await store.commit(make_commit(table, 0, "i:1", events=2, outcome={"won": 3}))
    await store.commit(make_commit(table, 2, "i:2"))
    again = await store.commit(make_commit(table, 3, "i:1", events=5, status="closed", also=_fail_if_run))
    assert again == Committed(first.first, first.last, True, {"won": 3})
    assert await store.read(commits.find_commit, table, "i:1") == again
    assert await store.read(commits.find_commit, table, "i:9") is None
    assert (await store.read(rows.load, table)).sequence == 3


@on_sqlite_at_least
async def test_a_cause_is_found_by_its_place_or_by_a_seated_person(store: Store) -> None:
    table = await fill(store)
    place = (await store.read(rows.load, table)).channel
    assert await store.read(commits.is_known_somewhere, "i:1", place, 0)
    assert await store.read(commits.is_known_somewhere, "i:1", 0, BEAR)
    assert not await store.read(commits.is_known_somewhere, "i:1", 0, 0)
    assert not await store.read(commits.is_known_somewhere, "i:9", place, BEAR)


def _fail_if_run(connection: Connection) -> None:
    raise AssertionError("a commit that must not write wrote")


@on_sqlite_at_least
async def test_a_cause_belongs_to_its_table(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    assert not (await store.commit(make_commit(one, 0, "i:1"))).repeated
    assert not (await store.commit(make_commit(two, 0, "i:1"))).repeated


async def test_one_transaction_mixes_good_and_failing_commits(store: Store) -> None:
    one, two, three = await store.write(open_tables, 3)
    bad_body = Commit(three, 0, [NewEvent("Said", 1, {"not": object()})], AT)
    results = await run_together(
        store,
        make_commit(one, 0, "i:1"),
        make_commit(two, 7),
        make_commit(one, 1, "i:2", also=_break),
        make_commit(one, 1, "i:3"),
        make_commit(one, 0, "i:1"),
        bad_body,
        make_commit(three, 0, also=lambda c: c.execute(text("SELECT nonsense"))),
        make_commit(three, 0, "i:4", also=lambda connection: outbox.add(connection, NewMessage("x", {}, "n", AT))),
        make_commit(404, 0),
        lambda c: c.execute(select(func.count()).select_from(schema.tables)).scalar_one(),
    )
    # The failing jobs spoil the transaction, so each job is tried again alone, in the order they came.
    assert results[0] == Committed(1, 1)
    assert isinstance(results[1], SequenceTaken)
    assert isinstance(results[2], RuntimeError | SequenceTaken)
    assert results[3] == Committed(2, 2)
    assert results[4] == Committed(1, 1, repeated=True)
    assert isinstance(results[5], Exception) and not isinstance(results[5], SequenceTaken)
    assert isinstance(results[6], Exception)
    assert results[7] == Committed(1, 1)
    assert isinstance(results[8], UnknownTable)
    assert results[9] == 3
    assert [e.cause for e in await store.read(commits.read, one)] == ["i:1", "i:3"]
    assert [e.cause for e in await store.read(commits.read, three)] == ["i:4"]
    assert await store.read(postings.audit) == []


def _break(connection: Connection) -> None:
    raise RuntimeError("broken")


async def test_a_failing_companion_takes_its_events_with_it(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    results = await run_together(store, make_commit(one, 0, "i:1", also=_break), make_commit(two, 0))
    assert isinstance(results[0], RuntimeError)
    assert results[1] == Committed(1, 1)
    assert await store.read(commits.read, one) == []
    assert await store.read(commits.find_commit, one, "i:1") is None
    with pytest.raises(SequenceTaken):
        await store.commit(make_commit(one, 5, "i:1", also=_fail_if_run))
    assert await store.commit(make_commit(one, 0, "i:1")) == Committed(1, 1)


async def test_a_commit_writes_its_events_and_its_other_rows_in_one_transaction(store: Store) -> None:
    table = await open_table(store)
    crew = (await store.read(rows.load, table)).crew
    a, b = await store.write(open_accounts, crew, 2)
    transfer = NewTransfer(crew, "t:1:h:1", [Gain(a, 6), Gain(b, -6)], AT, table=table)
    message = NewMessage("receipt", {"text": "6"}, "n:1", AT, table)

    def post(connection: Connection) -> None:
        postings.post(connection, transfer)
        outbox.add(connection, message)

    await store.commit(make_commit(table, 0, "i:1", also=post))
    assert await store.read(read_balances, crew) == {a: 6, b: -6}
    assert [m.nonce for m in await store.read(outbox.list_due, AT)] == ["n:1"]
    stolen = NewTransfer(crew, "t:1:h:1", [Gain(a, 7), Gain(b, -7)], AT)
    with pytest.raises(Conflict):
        await store.commit(make_commit(table, 1, also=lambda connection: postings.post(connection, stolen)))
    assert (await store.read(rows.load, table)).sequence == 1


async def test_a_write_that_breaks_a_constraint_is_a_conflict(store: Store) -> None:
    table = await open_table(store)
    row = {"table_id": 404, "seat": 0, "name": "Bear", "joined_at": AT}
    with pytest.raises(Conflict):
        await store.write(lambda c: c.execute(insert(schema.seats), [row]))
    assert await store.commit(make_commit(table, 0)) == Committed(1, 1)


async def test_a_cancelled_caller_leaves_its_commit_whole(store: Store) -> None:
    one, two = await store.write(open_tables, 2)
    callers = [asyncio.ensure_future(store.commit(make_commit(table, 0, "i:1", events=2))) for table in (one, two)]
    await asyncio.sleep(0)
    callers[0].cancel()
    assert await callers[1] == Committed(1, 2)
    with pytest.raises(asyncio.CancelledError):
        await callers[0]
    again = await store.commit(make_commit(one, 0, "i:1", events=2))
    assert again == Committed(1, 2, repeated=True)


async def test_a_stop_commits_waiting_jobs_and_refuses_new_ones(store: Store) -> None:
    ids = await store.write(open_tables, 5)
    writer = Writer(store.engine)
    writer.start()
    callers = [asyncio.ensure_future(writer.commit(make_commit(table, 0))) for table in ids]
    await asyncio.sleep(0)
    await writer.stop()
    assert await asyncio.gather(*callers) == [Committed(1, 1)] * 5
    assert [len(await store.read(commits.read, table)) for table in ids] == [1] * 5
    with pytest.raises(WriterStopped):
        await writer.commit(make_commit(ids[0], 1))
    await writer.stop()
    async with writer:
        assert await writer.commit(make_commit(ids[0], 1)) == Committed(2, 2)


async def test_every_waiting_caller_gets_the_error_of_a_broken_database_and_the_writer_goes_on(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    ids = await store.write(open_tables, 4)
    broken = True
    do_commit: Any = DefaultDialect.do_commit

    def disk_full(dialect: DefaultDialect, connection: Any) -> None:
        if broken:
            raise dialect.loaded_dbapi.OperationalError("database or disk is full")
        do_commit(dialect, connection)

    monkeypatch.setattr(DefaultDialect, "do_commit", disk_full)
    results = await asyncio.gather(
        *[store.commit(make_commit(table, 0, "i:1")) for table in ids], return_exceptions=True
    )
    assert [type(result) for result in results] == [StoreUnavailable] * 4
    assert "disk is full" in str(results[0])
    broken = False
    assert await store.commit(make_commit(ids[0], 0, "i:1")) == Committed(1, 1)
    assert [len(await store.read(commits.read, table)) for table in ids] == [1, 0, 0, 0]


def _hang_up(connection: Any) -> None:
    connection.connection.driver_connection.terminate()


def _close(connection: Any) -> None:
    connection.connection.dbapi_connection.close()


async def test_a_lost_connection_heals(store: Store, kind: str) -> None:
    table = await open_table(store)
    assert await store.commit(make_commit(table, 0, "i:1")) == Committed(1, 1)
    await store.writer.connection.run(_hang_up if kind == "postgresql" else _close)
    assert await store.commit(make_commit(table, 1, "i:2")) == Committed(2, 2)


async def test_a_database_that_goes_away_for_good_is_named(tmp_path: Path, kind: str) -> None:
    if kind == "sqlite":
        nowhere = open_engine(f"sqlite:///{tmp_path}/gone.db")
        (tmp_path / "gone.db").unlink()
        (tmp_path / "gone.db").mkdir()
    else:
        nowhere = open_engine("postgresql://bones:s3cret@127.0.0.1:1/bones")
    try:
        async with Writer(nowhere) as writer:
            work = [writer.commit(make_commit(table, 0)) for table in range(3)]
            results = await asyncio.gather(*work, return_exceptions=True)
        assert [type(result) for result in results] == [StoreUnavailable] * 3
        assert "s3cret" not in str(results)
    finally:
        await nowhere.dispose()


@on_sqlite_at_least
async def test_hidden_fields_are_not_printed(store: Store) -> None:
    table = await open_table(store)
    hidden = NewEvent("Dealt", 1, {"bone": "jimmy"})
    message = NewMessage("r", "jimmy", "n", AT)
    outcome = {"bone": "jimmy"}
    commit = Commit(table, 0, [hidden], AT, outcome=outcome, also=lambda connection: outbox.add(connection, message))
    committed = await store.commit(commit)
    printed = repr(
        (commit, committed, message, await store.read(commits.read, table), await store.read(outbox.list_due, AT))
    )
    assert "Dealt" in printed and "jimmy" not in printed


class Nameless(Exception):
    """A driver's error without a message."""

    def __str__(self) -> str:
        return ""


@on_sqlite_at_least
@pytest.mark.parametrize(
    "error",
    [
        StopIteration("nobody is left"),
        StopAsyncIteration(),
        GeneratorExit(),
        SystemExit(3),
        KeyboardInterrupt(),
        asyncio.CancelledError(),
        MemoryError(),
        IntegrityError("INSERT", {}, Nameless()),
    ],
    ids=lambda error: type(error).__name__,
)
async def test_nothing_that_a_job_raises_ends_the_writer(store: Store, error: BaseException) -> None:
    """The job runs alone, with other jobs, and together with the events of a move."""

    def raises(_: Connection) -> None:
        raise error

    one, two = await store.write(open_tables, 2)
    for work in (store.write(raises), store.commit(make_commit(one, 0, "i:1", also=raises))):
        with pytest.raises(Exception) as caught:
            await asyncio.wait_for(work, 30)
        assert not isinstance(caught.value, WriterStopped | TimeoutError)
    results = await run_together(store, raises, make_commit(one, 0, "i:2", also=raises), make_commit(two, 0, "i:3"))
    assert [isinstance(result, Exception) for result in results] == [True, True, False]
    assert store.writer.task is not None
    assert not store.writer.task.done()
    assert await store.commit(make_commit(one, 0, "i:1")) == Committed(1, 1)
    assert [row.cause for row in await store.read(commits.read, two)] == ["i:3"]


@on_sqlite_at_least
async def test_a_job_that_fails_alone_is_not_tried_again(store: Store) -> None:
    (table,) = await store.write(open_tables, 1)
    tries: list[int] = []

    def fails(_: Connection) -> None:
        tries.append(1)
        raise RuntimeError("broken")

    for number, work in enumerate((store.write(fails), store.commit(make_commit(table, 0, also=fails))), 1):
        with pytest.raises(RuntimeError, match="broken"):
            await work
        assert len(tries) == number
    assert await store.read(commits.read, table) == []


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_a_job_costs_only_its_own_statements(store: Store) -> None:
    """Extra statements would be slow, since a game writes several jobs a second."""
    statements: list[str] = []
    await store.write(lambda connection: _driver(connection).set_trace_callback(statements.append))
    await store.write(lambda connection: connection.execute(text("DELETE FROM outbox")).rowcount)
    assert statements == ["COMMIT", "BEGIN IMMEDIATE", "DELETE FROM outbox", "COMMIT"]


def _driver(connection: Connection) -> sqlite3.Connection:
    driver = connection.connection.driver_connection
    assert isinstance(driver, sqlite3.Connection)
    return driver


@pytest.mark.parametrize("error", [StopIteration(), RuntimeError()], ids=lambda error: type(error).__name__)
@on_sqlite_at_least
async def test_an_error_between_jobs_does_not_end_the_writer(
    store: Store, monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    table = await open_table(store)

    def fails(*_: object) -> None:
        raise error

    with monkeypatch.context() as patch:
        patch.setattr("bot.store.writer.append", fails)
        with pytest.raises(RuntimeError):
            await asyncio.wait_for(store.commit(make_commit(table, 0, "i:1")), 30)
    assert await store.commit(make_commit(table, 0, "i:1")) == Committed(1, 1)


@pytest.mark.parametrize("begun", [False, True])
async def test_a_cancelled_writer_fails_its_callers_and_can_be_stopped(store: Store, begun: bool) -> None:
    async with Writer(store.engine) as writer:
        if begun:
            await writer.write(lambda connection: None)
        assert writer.task is not None
        writer.task.cancel()
        await asyncio.wait({writer.task})
        with pytest.raises(WriterStopped):
            await asyncio.wait_for(writer.write(lambda connection: None), 30)


async def test_a_fence_runs_in_each_transaction(store: Store) -> None:
    fenced: list[bool] = []
    store.writer.fence = lambda connection: fenced.append(connection.in_transaction())
    await store.write(open_tables, 1)
    assert fenced and all(fenced)
