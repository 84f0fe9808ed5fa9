"""Processes that divide Discord's connections among themselves: if one dies or stops, others serve its tables."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import text

from bot.cli.exit_status import ExitStatus
from bot.cli.run import find_button
from bot.store.database.engine import Connection
from bot.store.store import Store
from harbour import Harbour
from tests.databases import migrated_url
from tests.left_out import LONGER
from tests.races.bot_process import PATIENCE
from tests.races.fleet import Fleet, Process, breathe

__all__ = ["migrated_url"]

SHARDS = 2


@pytest.fixture
def kind() -> str:
    """PostgreSQL only: several processes need it."""
    return "postgresql"


@pytest.fixture
async def fleet(tmp_path: Path, migrated_url: str) -> AsyncIterator[Fleet]:
    """A fleet without processes, at a harbour that waits for acknowledgements as long as this test does."""
    async with Harbour(acknowledge_within_s=PATIENCE) as harbour:
        made = Fleet(harbour, tmp_path, migrated_url, {"SHARDS": str(SHARDS)})
        yield made
        await made.close()
        assert harbour.failures == []


def _holders(connection: Connection) -> dict[str, str]:
    return {row.part: row.holder for row in connection.execute(text("SELECT part, holder FROM leases"))}


async def wait_for_holder(fleet: Fleet, store: Store, shard: int, never: Process | None = None) -> Process:
    """Wait until all connections are held, and `shard` by a process other than `never`; return that process."""
    async with asyncio.timeout(PATIENCE):
        while True:
            found = await store.read(_holders)
            numbers = {part: int(name.split()[-3]) for part, name in found.items() if name}
            owners = {
                part: child for part, pid in numbers.items() for child in fleet.started if child.process.pid == pid
            }
            owner = owners.get(f"{shard}/{SHARDS}")
            if len(owners) == SHARDS and owner is not None and owner is not never:
                return owner
            await breathe()


async def wait_for_connections(fleet: Fleet, lines: int) -> None:
    """Wait until exactly this number of connections serve the crew's server, those of paused processes included."""
    guild = fleet.harbour.guild.id
    await fleet.harbour.state.signal.wait_until(
        lambda: sum(session.serves(guild) for session in fleet.harbour.gateway.connected) == lines,
        PATIENCE,
        f"{lines} connections of the server",
    )


async def wait_until_divided(fleet: Fleet, store: Store) -> None:
    """Wait until both processes hold connections, and the connection of the crew's server is open.

    While a process connects or closes a connection, its leases and its open connections differ.
    """
    async with asyncio.timeout(PATIENCE):
        while len({(await wait_for_holder(fleet, store, number)).port for number in range(SHARDS)}) < SHARDS:
            await breathe()
    await wait_for_connections(fleet, 1)


@pytest.mark.thorough(LONGER)
async def test_a_process_takes_its_share_and_the_share_of_a_dead_process(fleet: Fleet) -> None:
    harbour = fleet.harbour
    shard = (int(harbour.guild.id) >> 22) % SHARDS
    async with await Store.open(fleet.url) as store:
        first = await fleet.start()
        assert [await wait_for_holder(fleet, store, number) for number in range(SHARDS)] == [first] * SHARDS
        await harbour.wait_for_commands(PATIENCE)
        await wait_for_connections(fleet, 1)
        bear = harbour.add_user("Bear")
        await (await bear.slash("table open", options={"game": "duo-dominoes"})).message(PATIENCE)
        lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"), timeout=PATIENCE)

        second = await fleet.start()
        await wait_until_divided(fleet, store)

        for place, number in enumerate((signal.SIGSTOP, signal.SIGKILL), 2):
            dead = await wait_for_holder(fleet, store, shard)
            other = second if dead is first else first
            dead.send(number)
            in_the_gap = await bear.press(lobby, find_button(lobby, "lobby.robot+"))
            assert await wait_for_holder(fleet, store, shard, never=dead) is other
            await wait_for_connections(fleet, 2 if number is signal.SIGSTOP else 1)
            await (await bear.press(lobby, find_button(lobby, "lobby.robot+"))).wait_for_acknowledgement(PATIENCE)
            seated = lambda place=place: f"\n{place}. free" not in lobby.text  # noqa: E731
            await harbour.state.signal.wait_until(seated, PATIENCE, "a robot at the table")
            if number is signal.SIGSTOP:
                dead.send(signal.SIGCONT)
                status, errors = await dead.end()
                assert status == ExitStatus.UNAVAILABLE, errors
                first, second = other, await fleet.start()
                await wait_until_divided(fleet, store)
            assert in_the_gap.callback is None, "Discord tells the player that this press failed"
            assert f"\n{place + 1}. free" in lobby.text, "only the second press counts"
