"""Processes on one PostgreSQL database receive each other's notices; with SQLite there are none."""

import asyncio
import os
import signal
from collections.abc import Sequence
from typing import Any

import pytest
from sqlalchemy import event

from bot.store.database import notifications
from bot.store.database.engine import open_engine
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.messages import outbox
from bot.store.messages.outbox import NewMessage
from bot.store.store import Store
from tests.bot.store.sample import AT, make_commit, open_tables
from tests.left_out import LONGER


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


def refuse_connection(*_arguments: object) -> None:
    raise ConnectionRefusedError("nobody there")


async def test_other_processes_are_notified_of_commits(store: Store, migrated_url: str, kind: str) -> None:
    one, two = await store.write(open_tables, 2)
    ear, other = Ear(), open_engine(migrated_url)
    try:
        if kind == "sqlite":
            await notifications.listen(other, ear.hear, ear.ready)
            assert ear.begun.empty()
            return
        listening = asyncio.create_task(notifications.listen(other, ear.hear, ear.ready))
        await asyncio.wait_for(ear.begun.get(), 60)
        await store.commit(make_commit(one, 0, "i:1", events=2))
        await store.commit(make_commit(two, 0))
        await store.write(notifications.tell, Notice(NoticeKind.HAND_HIDDEN, two, user=11))
        assert [await asyncio.wait_for(ear.notices.get(), 60) for _ in range(3)] == [
            Notice(NoticeKind.TABLE_MOVED, one, 2),
            Notice(NoticeKind.TABLE_MOVED, two, 1),
            Notice(NoticeKind.HAND_HIDDEN, two, user=11),
        ]
        listening.cancel()
        assert isinstance((await asyncio.gather(listening, return_exceptions=True))[0], asyncio.CancelledError)
    finally:
        await other.dispose()


async def test_a_lost_listener_listens_again(store: Store, migrated_url: str, kind: str) -> None:
    (table,) = await store.write(open_tables, 1)
    if kind == "sqlite":
        assert (await store.commit(make_commit(table, 0))).first == 1
        return
    ear, other = Ear(), open_engine(migrated_url)
    try:
        event.listen(other.sync_engine, "do_connect", refuse_connection, once=True)
        listening = asyncio.create_task(notifications.listen(other, ear.hear, ear.ready, pause=0))
        await asyncio.wait_for(ear.begun.get(), 60)
        await store.write(
            lambda c: c.exec_driver_sql(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                " WHERE datname = current_database() AND query ILIKE 'LISTEN%'"
            ).all()
        )
        await asyncio.wait_for(ear.begun.get(), 60)
        await store.commit(make_commit(table, 0))
        assert await asyncio.wait_for(ear.notices.get(), 60) == Notice(NoticeKind.TABLE_MOVED, table, 1)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
    finally:
        await other.dispose()


@pytest.mark.thorough(LONGER)
async def test_a_listener_whose_connection_falls_silent_listens_again(
    store: Store, migrated_url: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server's process for the connection is stopped, so the connection stays open and nothing arrives."""
    if kind == "sqlite":
        assert not notifications.can_send(store.engine)
        return
    import asyncpg

    sessions: list[int] = []
    add_listener = asyncpg.Connection.add_listener

    async def add_and_note(connection: Any, *arguments: Any) -> None:
        await add_listener(connection, *arguments)
        sessions.append(connection.get_server_pid())

    monkeypatch.setattr(asyncpg.Connection, "add_listener", add_and_note)
    monkeypatch.setattr(notifications, "CHECK_EVERY", 0.01)
    monkeypatch.setattr(notifications, "ANSWERS_WITHIN", 0.1)
    ear, other = Ear(), open_engine(migrated_url)

    def ready() -> None:
        if len(sessions) == 1:
            os.kill(sessions[0], signal.SIGSTOP)
        else:
            monkeypatch.setattr(notifications, "CHECK_EVERY", 60)
        ear.ready()

    (table,) = await store.write(open_tables, 1)
    listening = asyncio.create_task(notifications.listen(other, ear.hear, ready, pause=0))
    try:
        for _ in range(2):
            await asyncio.wait_for(ear.begun.get(), 60)
        await store.commit(make_commit(table, 0))
        assert await asyncio.wait_for(ear.notices.get(), 60) == Notice(NoticeKind.TABLE_MOVED, table, 1)
    finally:
        os.kill(sessions[0], signal.SIGCONT)
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await other.dispose()


async def test_a_connection_that_breaks_while_listening_begins_is_made_again(
    store: Store, migrated_url: str, kind: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The listener gets the driver's own errors."""
    if kind == "sqlite":
        assert not notifications.can_send(store.engine)
        return
    import asyncpg

    errors = [asyncpg.InterfaceError("connection is closed"), asyncpg.ConnectionDoesNotExistError("gone")]
    add_listener = asyncpg.Connection.add_listener

    async def break_or_add(connection: Any, *arguments: Any) -> None:
        if errors:
            raise errors.pop()
        await add_listener(connection, *arguments)

    monkeypatch.setattr(asyncpg.Connection, "add_listener", break_or_add)
    ear, other = Ear(), open_engine(migrated_url)
    listening = asyncio.create_task(notifications.listen(other, ear.hear, ear.ready, pause=0))
    try:
        await asyncio.wait_for(ear.begun.get(), 60)
        assert not errors
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await other.dispose()


async def test_notices_without_an_event_arrive_after_their_commit(store: Store, migrated_url: str, kind: str) -> None:
    if kind == "sqlite":
        await store.write(notifications.tell, Notice(NoticeKind.PREFERENCES_CHANGED, 7))
        return
    ear, other = Ear(), open_engine(migrated_url)
    listening = asyncio.create_task(notifications.listen(other, ear.hear, ear.ready))
    try:
        await asyncio.wait_for(ear.begun.get(), 60)
        many = [Notice(NoticeKind.PREFERENCES_CHANGED, 2**60 + number) for number in range(250)]
        await store.write(notifications.tell, *many)
        assert [await asyncio.wait_for(ear.notices.get(), 60) for _ in many] == many
        await store.write(outbox.add, NewMessage("tally", {}, "once", AT))
        assert await asyncio.wait_for(ear.notices.get(), 60) == Notice(NoticeKind.OUTBOX_FILLED)
    finally:
        listening.cancel()
        await asyncio.gather(listening, return_exceptions=True)
        await other.dispose()
