"""Processes on one PostgreSQL hear of each other's commits; with SQLite there is nothing to hear."""

import asyncio

from sqlalchemy import event

from bot.store import notices
from bot.store.engine import open_engine
from bot.store.store import Store
from tests.bot.store.sample import move, open_tables


class Ear:
    """Hears, and lets a test wait for what it hears."""

    def __init__(self) -> None:
        self.said: asyncio.Queue[tuple[int, int]] = asyncio.Queue()
        self.begun: asyncio.Queue[None] = asyncio.Queue()

    def heard(self, table: int, sequence: int) -> None:
        self.said.put_nowait((table, sequence))

    def ready(self) -> None:
        self.begun.put_nowait(None)


def away(*_arguments: object) -> None:
    """The server does not answer."""
    raise ConnectionRefusedError("nobody there")


async def test_commits_are_heard_elsewhere(store: Store, migrated_url: str, kind: str) -> None:
    one, two = await store.write(open_tables, 2)
    ear, other = Ear(), open_engine(migrated_url)
    try:
        if kind == "sqlite":
            await notices.listen(other, ear.heard, ear.ready)
            assert ear.begun.empty()
            return
        listening = asyncio.create_task(notices.listen(other, ear.heard, ear.ready))
        await asyncio.wait_for(ear.begun.get(), 10)
        await store.commit(move(one, 0, "i:1", events=2))
        await store.commit(move(two, 0))
        assert [await asyncio.wait_for(ear.said.get(), 10) for _ in range(2)] == [(one, 2), (two, 1)]
        listening.cancel()
        assert isinstance((await asyncio.gather(listening, return_exceptions=True))[0], asyncio.CancelledError)
    finally:
        await other.dispose()


async def test_a_lost_listener_listens_again(store: Store, migrated_url: str, kind: str) -> None:
    (table,) = await store.write(open_tables, 1)
    if kind == "sqlite":
        assert (await store.commit(move(table, 0))).first == 1
        return
    ear, other = Ear(), open_engine(migrated_url)
    try:
        event.listen(other.sync_engine, "do_connect", away, once=True)
        listening = asyncio.create_task(notices.listen(other, ear.heard, ear.ready, pause=0))
        await asyncio.wait_for(ear.begun.get(), 10)
        await store.write(
            lambda c: c.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query ILIKE 'LISTEN%'"
            ).all()
        )
        await asyncio.wait_for(ear.begun.get(), 10)
        await store.commit(move(table, 0))
        assert await asyncio.wait_for(ear.said.get(), 10) == (table, 1)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    finally:
        await other.dispose()
