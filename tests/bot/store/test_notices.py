"""Processes on one PostgreSQL database receive each other's notices; with SQLite there are none."""

import asyncio
import os
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import event

from bot.store import NewMessage, Notice, NoticeKind, Store
from bot.store.database import notifications
from bot.store.database.engine import Engine, open_engine
from bot.store.messages import outbox
from tests.bot.store.sample import AT, make_commit, open_tables
from tests.left_out import LONGER

ON_POSTGRESQL = pytest.mark.parametrize("kind", ["postgresql"])


class Ear:
    """Collects notices, and lets a test wait for them."""

    def __init__(self) -> None:
        self.notices: asyncio.Queue[Notice] = asyncio.Queue()
        self.begun: asyncio.Queue[None] = asyncio.Queue()

    def hear(self, some: Sequence[Notice]) -> None:
        for notice in some:
            self.notices.put_nowait(notice)

    def ready(self) -> None:
        self.begun.put_nowait(None)

    async def take(self, count: int) -> list[Notice]:
        """Wait for this many notices."""
        return [await asyncio.wait_for(self.notices.get(), 60) for _ in range(count)]

    @asynccontextmanager
    async def listen(self, engine: Engine, begins: int = 1, **how: Any) -> AsyncIterator[None]:
        """Listen, once that has begun as often as `begins` says."""
        listening = asyncio.create_task(notifications.listen(engine, self.hear, self.ready, **how))
        try:
            for _ in range(begins):
                await asyncio.wait_for(self.begun.get(), 60)
            yield
        finally:
            listening.cancel()
            (ended,) = await asyncio.gather(listening, return_exceptions=True)
        assert isinstance(ended, asyncio.CancelledError)


@pytest_asyncio.fixture
async def other(migrated_url: str) -> AsyncIterator[Engine]:
    """Another process at the same database."""
    opened = open_engine(migrated_url)
    yield opened
    await opened.dispose()


@pytest.fixture
def ear() -> Ear:
    return Ear()


def refuse_connection(*_arguments: object) -> None:
    raise ConnectionRefusedError("nobody there")


@pytest.mark.parametrize("kind", ["sqlite"])
async def test_without_a_server_nobody_listens(store: Store, other: Engine, ear: Ear) -> None:
    await notifications.listen(other, ear.hear, ear.ready)
    assert ear.begun.empty() and not notifications.can_send(store.engine)
    await store.write(notifications.tell, Notice(NoticeKind.PREFERENCES_CHANGED, 7))


@ON_POSTGRESQL
async def test_other_processes_are_notified_of_commits(store: Store, other: Engine, ear: Ear) -> None:
    one, two = await store.write(open_tables, 2)
    async with ear.listen(other):
        await store.commit(make_commit(one, 0, "i:1", events=2))
        await store.commit(make_commit(two, 0))
        await store.write(notifications.tell, Notice(NoticeKind.HAND_HIDDEN, two, user=11))
        assert await ear.take(3) == [
            Notice(NoticeKind.TABLE_MOVED, one, 2),
            Notice(NoticeKind.TABLE_MOVED, two, 1),
            Notice(NoticeKind.HAND_HIDDEN, two, user=11),
        ]


@ON_POSTGRESQL
async def test_a_lost_listener_listens_again(store: Store, other: Engine, ear: Ear) -> None:
    (table,) = await store.write(open_tables, 1)
    event.listen(other.sync_engine, "do_connect", refuse_connection, once=True)
    async with ear.listen(other, pause=0):
        await store.write(
            lambda c: c.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query ILIKE 'LISTEN%'"
            ).all()
        )
        await asyncio.wait_for(ear.begun.get(), 60)
        await store.commit(make_commit(table, 0))
        assert await ear.take(1) == [Notice(NoticeKind.TABLE_MOVED, table, 1)]


@pytest.mark.thorough(LONGER)
@ON_POSTGRESQL
async def test_a_listener_whose_connection_falls_silent_listens_again(
    store: Store, other: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's process for the connection is stopped, so the connection stays open and nothing arrives."""
    import asyncpg

    sessions: list[int] = []
    add_listener = asyncpg.Connection.add_listener

    async def add_and_note(connection: Any, *arguments: Any) -> None:
        await add_listener(connection, *arguments)
        sessions.append(connection.get_server_pid())

    monkeypatch.setattr(asyncpg.Connection, "add_listener", add_and_note)
    monkeypatch.setattr(notifications, "CHECK_EVERY", 0.01)
    monkeypatch.setattr(notifications, "ANSWERS_WITHIN", 0.1)

    class Stopping(Ear):
        def ready(self) -> None:
            if len(sessions) == 1:
                os.kill(sessions[0], signal.SIGSTOP)
            else:
                monkeypatch.setattr(notifications, "CHECK_EVERY", 60)
            super().ready()

    ear = Stopping()
    (table,) = await store.write(open_tables, 1)
    try:
        async with ear.listen(other, begins=2, pause=0):
            await store.commit(make_commit(table, 0))
            assert await ear.take(1) == [Notice(NoticeKind.TABLE_MOVED, table, 1)]
    finally:
        os.kill(sessions[0], signal.SIGCONT)


@ON_POSTGRESQL
async def test_a_connection_that_breaks_while_listening_begins_is_made_again(
    store: Store, other: Engine, ear: Ear, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listener gets the driver's own errors."""
    import asyncpg

    errors = [asyncpg.InterfaceError("connection is closed"), asyncpg.ConnectionDoesNotExistError("gone")]
    add_listener = asyncpg.Connection.add_listener

    async def break_or_add(connection: Any, *arguments: Any) -> None:
        if errors:
            raise errors.pop()
        await add_listener(connection, *arguments)

    monkeypatch.setattr(asyncpg.Connection, "add_listener", break_or_add)
    async with ear.listen(other, pause=0):
        assert not errors


@ON_POSTGRESQL
async def test_notices_without_an_event_arrive_after_their_commit(store: Store, other: Engine, ear: Ear) -> None:
    async with ear.listen(other):
        many = [Notice(NoticeKind.PREFERENCES_CHANGED, 2**60 + number) for number in range(250)]
        await store.write(notifications.tell, *many)
        assert await ear.take(len(many)) == many
        await store.write(outbox.add, NewMessage("tally", {}, "once", AT))
        assert await ear.take(1) == [Notice(NoticeKind.OUTBOX_FILLED)]
