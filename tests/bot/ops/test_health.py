"""Health fails exactly while people would not be served. Metrics identify nobody."""

import asyncio
import json
import threading
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import Any

import aiohttp
import pytest

from bot.config import Misconfigured
from bot.edge.client import RESUMED_WITHIN, ConnectionStates
from bot.ops import health as ops_health
from bot.ops.health import Check, Health, StoreProbe
from bot.ops.metrics import Metrics
from bot.store import Store
from bot.store.connections import THREADS
from tests.bot.store.broken import Broken, broken
from tests.databases import engine, kind, migrated_url, on_sqlite_at_least, store
from tests.left_out import MORE_CASES

__all__ = ["broken", "engine", "kind", "migrated_url", "store"]


@dataclass
class World:
    well: dict[str, bool] = field(default_factory=lambda: dict.fromkeys(("gateway", "database", "lease"), True))
    connected: bool = True

    def check(self, name: str) -> Check:
        async def check() -> bool:
            if name == "database" and not self.well[name]:
                raise OSError("disk full")
            return self.well[name]

        return check


@pytest.fixture(autouse=True)
def _patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Give each check so much time that none fails on a slow machine."""
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 60)


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def health(world: World, metrics: Metrics) -> AsyncIterator[Health]:
    server = Health({name: world.check(name) for name in world.well}, metrics, lambda: world.connected)
    await server.start("127.0.0.1", 0)
    yield server
    await server.stop()


async def ask(health: Health, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{health.port}{path}") as answer:
        return answer.status, await answer.text()


async def test_a_process_is_alive_even_if_it_is_not_healthy(health: Health, world: World) -> None:
    world.well = dict.fromkeys(world.well, False)
    assert await ask(health, "/health/alive") == (200, "alive\n")


@pytest.mark.parametrize("name", ["gateway", "database", "lease"])
async def test_one_failed_check_fails_the_whole(health: Health, world: World, name: str) -> None:
    world.well[name] = False
    status, text = await ask(health, "/health")
    assert status == 503
    assert json.loads(text) == world.well


async def test_advice_is_shown_and_fails_nothing(world: World, metrics: Metrics) -> None:
    async def old() -> bool:
        return False

    checks = {name: world.check(name) for name in world.well} | dict.fromkeys(ops_health.ADVICE, old)
    server = Health(checks, metrics, lambda: True)
    await server.start("127.0.0.1", 0)
    status, text = await ask(server, "/health")
    await server.stop()
    assert (status, json.loads(text)) == (200, {**world.well, **dict.fromkeys(ops_health.ADVICE, False)})


async def test_health_tells_how_many_people_are_not_reached_and_for_how_long(health: Health, metrics: Metrics) -> None:
    async def take() -> tuple[float | None, ...]:
        return (0.0, 0, 0.0, None, 2, 3600.0)

    metrics.watch(take)
    status, text = await ask(health, "/health")
    found = json.loads(text)
    assert (status, found["people_unreached"], found["people_unreached_seconds"]) == (200, 2, 3600.0)


async def test_a_check_that_hangs_fails(metrics: Metrics, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 0.01)

    async def hang() -> bool:
        await asyncio.Event().wait()
        return True

    assert await Health({"writer": hang}, metrics, lambda: True).run_checks() == {"writer": False}


async def check_store(probe: StoreProbe, metrics: Metrics) -> dict[str, bool]:
    """Run the checks of a store; returns their results."""
    return await Health({"database": probe.read, "writer": probe.write}, metrics, lambda: True).run_checks()


async def test_a_store_is_healthy_again_once_it_can_be_written(store: Store, broken: Broken, metrics: Metrics) -> None:
    probe = StoreProbe(store, "all", lambda: 17)
    assert await check_store(probe, metrics) == {"database": True, "writer": True}
    broken.break_commits("database or disk is full")
    assert await check_store(probe, metrics) == {"database": True, "writer": False}
    broken.break_everything("the server is away")
    assert await check_store(probe, metrics) == {"database": False, "writer": False}
    broken.mend()
    assert await check_store(probe, metrics) == {"database": True, "writer": True}
    await probe.close()


@on_sqlite_at_least
async def test_a_writer_that_hangs_is_not_well_though_the_database_is(
    store: Store, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The probe waits behind the job that hangs. Later checks wait for the same probe and start no other."""
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 0.05)
    probe, go, run = StoreProbe(store, "all", lambda: 17), asyncio.Event(), store.writer.connection.run

    async def hang(*arguments: Any) -> Any:
        await go.wait()
        return await run(*arguments)

    monkeypatch.setattr(store.writer.connection, "run", hang)
    for _ in range(3):
        assert (await check_store(probe, metrics))["writer"] is False
    assert sum(task.get_name() == "health-write" for task in asyncio.all_tasks()) == 1
    go.set()
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 60)
    assert await check_store(probe, metrics) == {"database": True, "writer": True}
    await probe.close()


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("kind", ["sqlite"])
async def test_readers_that_all_hang_are_not_well_though_the_database_is(
    store: Store, metrics: Metrics, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The probe reads in the same threads as moves do. Later checks wait for the same probe and start no other."""
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 0.5)
    probe, go = StoreProbe(store, "all", lambda: 17), threading.Event()
    hanging = [asyncio.create_task(store.read(lambda connection: go.wait(60))) for _ in range(THREADS)]
    for _ in range(3):
        assert (await check_store(probe, metrics))["database"] is False
    assert sum(task.get_name() == "health-read" for task in asyncio.all_tasks()) == 1
    go.set()
    monkeypatch.setattr(ops_health, "CHECKED_WITHIN", 60)
    assert await check_store(probe, metrics) == {"database": True, "writer": True}
    await asyncio.gather(*hanging)
    await probe.close()


async def test_a_writer_that_has_ended_is_not_well(store: Store, metrics: Metrics) -> None:
    await store.writer.stop()
    probe = StoreProbe(store, "all", lambda: 17)
    assert await check_store(probe, metrics) == {"database": True, "writer": False}
    await probe.close()


def test_a_gateway_may_be_gone_for_a_moment_but_not_for_long() -> None:
    at = [0.0]
    alive = ConnectionStates(lambda: at[0])
    assert not alive.serves, "people are not served before the gateway has connected"
    for shard in (0, 1):
        alive.note(shard, True)
    assert alive.serves
    alive.note(1, False)
    at[0] += RESUMED_WITHIN / 2
    alive.note(1, False)
    assert alive.serves
    assert not alive
    at[0] += RESUMED_WITHIN / 2
    assert not alive.serves
    alive.note(1, True)
    assert alive.serves


async def test_numbers_are_there_for_prometheus(health: Health, metrics: Metrics, world: World) -> None:
    for seconds in (0.003, 0.005, 0.25, 7.0):
        metrics.count_interaction("component", seconds)
    metrics.count_failure("refused")
    metrics.count_act("table join")
    metrics.count_delivery("sent")
    status, text = await ask(health, "/metrics")
    assert status == 200
    lines = text.splitlines()
    heard = [line for line in lines if line.startswith("boneyard_interaction_seconds")]
    assert heard == [
        *(
            f'boneyard_interaction_seconds_bucket{{kind="component",le="{most}"}} {count:.1f}'
            for most, count in (
                *((0.005, 2), (0.01, 2), (0.025, 2), (0.05, 2), (0.1, 2), (0.25, 3), (0.5, 3), (1.0, 3), (2.0, 3)),
                *((3.0, 3), ("+Inf", 4)),
            )
        ),
        'boneyard_interaction_seconds_count{kind="component"} 4.0',
        'boneyard_interaction_seconds_sum{kind="component"} 7.258',
    ]
    assert [line for line in lines if line.startswith("# TYPE")] == [
        "# TYPE boneyard_interaction_seconds histogram",
        "# TYPE boneyard_answers_total counter",
        "# TYPE boneyard_acts_total counter",
        "# TYPE boneyard_messages_total counter",
        "# TYPE boneyard_check gauge",
        "# TYPE boneyard_connected gauge",
    ]
    assert 'boneyard_answers_total{kind="refused"} 1.0' in lines
    assert 'boneyard_messages_total{outcome="sent"} 1.0' in lines
    assert 'boneyard_acts_total{act="table join"} 1.0' in lines
    assert "boneyard_connected 1.0" in lines
    assert 'boneyard_check{name="gateway"} 1.0' in lines


async def test_a_port_in_use_is_reported_in_one_sentence(health: Health, metrics: Metrics) -> None:
    second = Health({}, metrics, lambda: True)
    with pytest.raises(Misconfigured, match=f"HEALTH_PORT {health.port} on 127.0.0.1 cannot be used"):
        await second.start("127.0.0.1", health.port)
