"""What Discord allows the application as a whole: processes that divide the servers never exceed it together."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest

from bot.edge import client as connection
from bot.serving.fleet import A_SECOND, LATER, IdentifyTurns, RequestBudget
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
    """However late requests leave and are answered: Discord counts each before its answer."""
    sums = list[float]()
    for part in parts:
        freed: list[tuple[float, Callable[[], None]]] = []

        def call_later(seconds: float, free: Callable[[], None], freed: list[Any] = freed) -> None:
            freed.append((seconds, free))

        budget = RequestBudget(part / sum(parts), call_later)
        asked = [await _begin(budget) for _ in range(100)]
        under_way = [request for request in asked if request.begun]
        assert freed == []
        for request in under_way:
            await request.answer()
        assert len(freed) == len(under_way), "an answered request counts on"
        assert [request for request in asked if request.begun] == under_way
        sums.append(len(under_way) / freed[0][0])
        freed[0][1]()
        await asyncio.sleep(0)
        assert asked[len(under_way)].begun, "the next in the order of the calls"
        for request in asked:
            await request.give_up()
    assert A_SECOND * 0.9 <= sum(sums) <= A_SECOND


async def test_others_overtake_a_request_that_nobody_waits_for_but_not_for_ever(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    now, freed = [0.0], list[Callable[[], None]]()
    monkeypatch.setattr(asyncio.get_running_loop(), "time", lambda: now[0])
    budget = RequestBudget(1 / A_SECOND, lambda seconds, free: freed.append(free))
    first, patient, board = [await _begin(budget, may_wait) for may_wait in (False, True, False)]
    given_up = await _begin(budget)
    await given_up.give_up()
    now[0] += LATER + 0.1
    late = await _begin(budget)
    order = [first, board, patient, late]
    for begun, request in enumerate(order, 1):
        assert [request.begun for request in order] == [True] * begun + [False] * (len(order) - begun)
        await request.answer()
        freed.pop()()
        await asyncio.sleep(0)
    assert freed == []


@dataclass
class _Request:
    """A request within a budget, which is answered when a test says so."""

    begun: bool = False
    task: asyncio.Task[None] | None = None
    answered: asyncio.Event = field(default_factory=asyncio.Event)

    async def answer(self) -> None:
        assert self.task is not None
        self.answered.set()
        await self.task

    async def give_up(self) -> None:
        assert self.task is not None
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)


async def _begin(budget: RequestBudget, may_wait: bool = False) -> _Request:
    request = _Request()

    async def make() -> None:
        async with budget.spend(may_wait):
            request.begun = True
            await request.answered.wait()

    request.task = asyncio.create_task(make())
    await asyncio.sleep(0)
    return request


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
