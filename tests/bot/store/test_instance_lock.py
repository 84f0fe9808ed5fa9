"""One process serves a database: a second is refused until the first has stopped or died. A process whose lease was
taken over writes and sends nothing more.
"""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import pytest
import pytest_asyncio
from sqlalchemy.ext.asyncio import AsyncConnection

from bot.store import ShardSet, Store, StoreUnavailable, key_values
from bot.store.database.engine import Engine, open_engine
from bot.store.database.errors import InUse, LeaseLost
from bot.store.processes import leases
from bot.store.processes.leases import CERTAIN_FOR, Lease, LeaseRenewal, hold_lease
from bot.store.writer import Writer
from tests.databases import cut_off

PATIENCE = 60
TWO = ShardSet(frozenset({0}), 2)


@pytest_asyncio.fixture
async def second(migrated_url: str) -> AsyncIterator[Engine]:
    """Another process at the same database."""
    opened = open_engine(migrated_url)
    yield opened
    await opened.dispose()


async def test_a_second_process_is_refused_until_the_first_has_stopped(engine: Engine, second: Engine) -> None:
    async with hold_lease(engine) as lease:
        with pytest.raises(InUse, match=r"^Another Boneyard .* stop the other first\."):
            async with hold_lease(second):
                pass
        assert lease.is_certain
    async with hold_lease(second):
        pass


async def test_a_process_that_fails_leaves_the_database_free(engine: Engine) -> None:
    with pytest.raises(ZeroDivisionError):
        async with hold_lease(engine):
            raise ZeroDivisionError
    async with hold_lease(engine):
        pass


async def test_each_holder_has_a_higher_epoch(engine: Engine, kind: str) -> None:
    async with hold_lease(engine) as first:
        pass
    async with hold_lease(engine) as other:
        assert other.epochs["all"] > first.epochs["all"]
    if kind == "postgresql":
        async with hold_lease(engine, TWO), hold_lease(engine, ShardSet(frozenset({1}), 2)):
            pass


def put_to_sleep(engine: Engine, monkeypatch: pytest.MonkeyPatch) -> asyncio.Event:
    """Keep the process of an engine from noticing the end of its session until the returned event is set."""
    awake, enter = asyncio.Event(), LeaseRenewal._enter

    async def enter_when_awake(renewal: LeaseRenewal, connection: AsyncConnection) -> None:
        if renewal._engine is engine:
            await awake.wait()
        await enter(renewal, connection)

    monkeypatch.setattr(LeaseRenewal, "_enter", enter_when_awake)
    return awake


async def put(writer: Writer, value: str) -> None:
    await writer.write(key_values.put, "word", value, 1)


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_lost_connection_is_made_again_and_the_lease_goes_on(engine: Engine, second: Engine) -> None:
    async with hold_lease(engine, pause=0) as lease, Writer(engine, fence=lease.check) as writer:
        epochs = lease.epochs
        await cut_off(second)
        await asyncio.wait_for(lease.wait_until_certain(), PATIENCE)
        await put(writer, "still here")
        assert lease.epochs == epochs
        assert not lease.lost.is_set()


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_processes_own_dropped_connection_is_not_taken_for_another_process(engine: Engine) -> None:
    """PostgreSQL may notice late that a connection was dropped, and keeps the process's lock until then."""
    lease = Lease()
    renewal = LeaseRenewal(engine, ShardSet(), lease, 1.0)
    async with engine.connect() as dropped, engine.connect() as new:
        await renewal._enter(dropped)
        epochs = lease.epochs
        assert epochs
        lease.note_lost_session()
        with pytest.raises(TimeoutError):
            await renewal._enter(new)
        assert not lease.is_certain
        await dropped.exec_driver_sql("SELECT pg_advisory_unlock_all()")
        await renewal._enter(new)
        assert lease.epochs == epochs
        assert lease.is_certain


async def test_a_database_that_accepts_a_connection_but_stays_silent_is_soon_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The driver's own time limit is a minute, which is too long for senders to wait."""
    connected = asyncio.Event()

    async def say_nothing(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        connected.set()
        await reader.read()
        writer.close()

    monkeypatch.setattr(leases, "TRIED_WITHIN", 0.1)
    server = await asyncio.start_server(say_nothing, "127.0.0.1", 0)
    port = server.sockets[0].getsockname()[1]
    silent = open_engine(f"postgresql://nobody@127.0.0.1:{port}/nothing")
    try:
        with pytest.raises(StoreUnavailable):
            await asyncio.wait_for(hold_lease(silent).__aenter__(), 30)
        assert connected.is_set()
    finally:
        await silent.dispose()
        server.close()
        await server.wait_closed()


@pytest.mark.parametrize("kind", ["postgresql"])
@pytest.mark.parametrize("shards", [ShardSet(), TWO], ids=["all servers", "some servers"])
async def test_a_process_whose_lease_was_taken_writes_and_sends_nothing_more(
    engine: Engine, second: Engine, store: Store, shards: ShardSet, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first process, as if stopped, notices neither the end of its session nor the loss of its lease."""
    with pytest.raises(LeaseLost):
        async with AsyncExitStack() as held:
            first = await held.enter_async_context(hold_lease(engine, shards))
            writer = await held.enter_async_context(Writer(engine, fence=first.check))
            awake = put_to_sleep(engine, monkeypatch)
            await put(writer, "mine")
            await cut_off(second)
            async with hold_lease(second) as other:
                assert other.is_certain
                with pytest.raises(LeaseLost):
                    await put(writer, "still mine")
                assert await store.read(key_values.get, "word") == "mine"
                assert not first.is_certain
                sending = [asyncio.create_task(first.wait_until_certain(patient)) for patient in (True, False)]
                awake.set()
                await asyncio.wait_for(first.lost.wait(), PATIENCE)
                first.note_failure()
                await asyncio.sleep(0)
                assert not any(task.done() for task in sending)
                for task in sending:
                    task.cancel()


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_a_process_that_hangs_keeps_its_lease_and_one_whose_session_ended_loses_it(
    engine: Engine, second: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(leases, "RENEW_EVERY", 10_000)
    with pytest.raises(LeaseLost):
        async with AsyncExitStack() as held:
            first = await held.enter_async_context(hold_lease(engine))
            awake = put_to_sleep(engine, monkeypatch)
            with pytest.raises(InUse):
                async with hold_lease(second):
                    pass
            async with engine.connect() as hanging:
                await hanging.run_sync(first.check)
                await cut_off(second)
                with monkeypatch.context() as impatient, pytest.raises(StoreUnavailable):
                    impatient.setattr(leases, "TRIED_WITHIN", 0.1)
                    await hold_lease(second).__aenter__()  # not before the transaction ends
            async with hold_lease(second):
                awake.set()
                await asyncio.wait_for(first.lost.wait(), PATIENCE)


@pytest.mark.parametrize("kind", ["postgresql"])
async def test_postgresql_soon_notices_that_a_machine_is_gone(engine: Engine) -> None:
    async with engine.connect() as connection:
        found = await connection.exec_driver_sql("SELECT setting FROM pg_settings WHERE name = 'tcp_keepalives_idle'")
        host = (await connection.exec_driver_sql("SELECT inet_server_addr()")).scalar_one()
        assert found.scalar_one() == ("0" if host is None else "20")


async def test_those_who_wait_to_send_do_not_hurry_the_tries_to_reach_a_database_that_is_away(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    tries = 0

    @asynccontextmanager
    async def fail(_: LeaseRenewal) -> AsyncIterator[tuple[AsyncConnection, asyncio.Event]]:
        nonlocal tries
        tries += 1
        raise OSError("refused")
        yield

    monkeypatch.setattr(leases, "LEAST_PAUSE", 1e6)
    monkeypatch.setattr(LeaseRenewal, "_session", fail)
    lease, begun = Lease(), asyncio.get_running_loop().create_future()
    begun.set_result(None)
    lease.note_lost_session()
    renewal = LeaseRenewal(open_engine("postgresql://nobody@127.0.0.1:1/nothing"), ShardSet(), lease, 1e6)
    tasks = [asyncio.create_task(work) for work in (renewal.run(begun), lease.wait_until_certain())]
    for _ in range(50):
        await asyncio.sleep(0)
    assert tries == 1
    for task in tasks:
        task.cancel()


async def test_a_lease_that_was_not_renewed_for_long_is_renewed_before_anything_is_sent() -> None:
    at = [100.0]
    lease = Lease(lambda: at[0])
    assert lease.is_certain
    lease.note_renewal(at[0])
    await lease.wait_until_certain()
    at[0] += CERTAIN_FOR
    assert not lease.is_certain
    sending = asyncio.create_task(lease.wait_until_certain())
    for _ in range(3):
        lease.note_failure()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert not sending.done()
    lease.note_renewal(at[0])
    await asyncio.wait_for(sending, PATIENCE)


async def test_without_a_renewal_an_answer_is_sent_only_while_the_database_is_known_to_be_away() -> None:
    at = [CERTAIN_FOR]
    lease = Lease(lambda: at[0])
    lease.note_renewal(0.0)
    answering = asyncio.create_task(lease.wait_until_certain(patient=False))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not answering.done(), "a process that just woke up does not know yet whether the database is away"
    lease.note_failure()
    await asyncio.wait_for(answering, PATIENCE)
    at[0] += CERTAIN_FOR
    answering = asyncio.create_task(lease.wait_until_certain(patient=False))
    for _ in range(3):
        await asyncio.sleep(0)
    assert not answering.done(), "the process slept again, so it must ask the database again"
    answering.cancel()


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_if_the_lock_file_was_deleted_only_the_newer_process_writes(
    engine: Engine, second: Engine, store: Store
) -> None:
    with pytest.raises(LeaseLost):
        async with hold_lease(engine) as first, Writer(engine, fence=first.check) as writer:
            await put(writer, "mine")
            file = Path(str(engine.url.database))
            file.with_name(f"{file.name}.lock").unlink()
            async with hold_lease(second) as other, Writer(second, fence=other.check) as others:
                with pytest.raises(LeaseLost):
                    await put(writer, "still mine")
                await put(others, "theirs")
                assert first.lost.is_set()
    assert await store.read(key_values.get, "word") == "theirs"
