"""What Discord allows the application as a whole: processes that divide the servers never exceed it together."""

import asyncio
from typing import Any

import pytest

from bot.edge import client as connection
from bot.serving.fleet import A_SECOND, SECOND, IdentifyTurns, RequestBudget
from bot.store.database.engine import Engine
from bot.supervisor import Jobs
from harbour import Harbour
from tests.bot.edge.conftest import harbour
from tests.bot.harness.no_places import NO_PLACES
from tests.databases import engine, migrated_url

__all__ = ["engine", "harbour", "migrated_url"]


@pytest.fixture
def kind() -> str:
    """Several processes need PostgreSQL."""
    return "postgresql"


@pytest.mark.parametrize("parts", [(1, 1), (3, 1), (1,) * 7, (1,) * 60, (5, 2, 1)])
async def test_the_parts_of_all_processes_together_make_at_most_fifty_requests_a_second(parts: tuple[int, ...]) -> None:
    made: list[float] = []
    waits: list[float] = []

    async def note(seconds: float) -> None:
        waits.append(seconds)

    for part in parts:
        budget = RequestBudget(part / sum(parts), lambda: 1_000.0, note)
        for _ in range(100):
            waits.clear()
            await budget.take()
            made.append(sum(waits))
    made.sort()
    over = max(1, len(parts) - A_SECOND)  # more processes than requests: each may make one at once
    assert min(later - first for first, later in zip(made, made[A_SECOND + over :], strict=False)) >= 1.0
    assert made[-1] <= 100 / A_SECOND * SECOND * sum(parts) / min(parts) + 1, "none waits longer than its part takes"


async def test_the_connections_of_all_processes_identify_one_after_the_other(engine: Engine) -> None:
    first, other = Jobs(), Jobs()
    await IdentifyTurns(engine, first).take(0)
    next_one = asyncio.create_task(IdentifyTurns(engine, other).take(0))
    await IdentifyTurns(engine, other).take(1)  # in another lane, at once
    assert not next_one.done()
    await first.stop()
    await next_one
    await other.stop()


async def test_a_connection_waits_for_its_turn_and_for_a_start_of_a_session(
    harbour: Harbour, monkeypatch: pytest.MonkeyPatch
) -> None:
    client = connection.make(connection.Addresses(harbour.api_base, harbour.gateway_url, harbour.cdn_base), 3, {2})
    client.listen(lambda interaction: asyncio.sleep(0), NO_PLACES)
    lanes: list[int] = []
    waits: list[float] = []

    async def take(lane: int) -> None:
        lanes.append(lane)

    async def limit() -> tuple[int, str, dict[str, Any]]:
        return 3, "", {"remaining": 0, "reset_after": 60_000, "max_concurrency": 16}

    async def wait(seconds: float) -> None:
        waits.append(seconds)

    client.take_turn = take
    await client.login(harbour.token)
    monkeypatch.setattr(client.http, "get_bot_gateway", limit)
    monkeypatch.setattr(connection, "asyncio", type("Asyncio", (), {"sleep": staticmethod(wait)}))
    line = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    assert (lanes, waits) == ([2], [60.0])
    await client.close()
    await line
