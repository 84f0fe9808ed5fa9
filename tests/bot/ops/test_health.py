"""Health: the gateway is connected, the database can be written, every task runs. Metrics identify nobody."""

from collections.abc import AsyncIterator
from dataclasses import dataclass

import aiohttp
import pytest

from bot.config import Misconfigured
from bot.ops.health import Health
from bot.ops.metrics import Metrics


@dataclass
class World:
    gateway: bool = True
    database: bool = True
    tasks: bool = True

    async def write(self) -> None:
        if not self.database:
            raise OSError("disk full")


@pytest.fixture
def world() -> World:
    return World()


@pytest.fixture
def metrics() -> Metrics:
    return Metrics()


@pytest.fixture
async def health(world: World, metrics: Metrics) -> AsyncIterator[Health]:
    server = Health(lambda: world.gateway, world.write, metrics, lambda: world.tasks)
    await server.start("127.0.0.1", 0)
    yield server
    await server.stop()


async def asked(health: Health, path: str) -> tuple[int, str]:
    async with aiohttp.ClientSession() as session, session.get(f"http://127.0.0.1:{health.port}{path}") as answer:
        return answer.status, await answer.text()


async def test_all_is_well(health: Health) -> None:
    assert await asked(health, "/health") == (200, '{"gateway": true, "database": true, "tasks": true}')


async def test_a_silent_gateway_is_not_health(health: Health, world: World) -> None:
    world.gateway = False
    assert await asked(health, "/health") == (503, '{"gateway": false, "database": true, "tasks": true}')


async def test_a_database_that_cannot_be_written_is_not_health(health: Health, world: World) -> None:
    world.database = False
    assert await asked(health, "/health") == (503, '{"gateway": true, "database": false, "tasks": true}')


async def test_a_task_that_ended_by_itself_is_not_health(health: Health, world: World) -> None:
    world.tasks = False
    assert await asked(health, "/health") == (503, '{"gateway": true, "database": true, "tasks": false}')


async def test_numbers_are_there_for_prometheus(health: Health, metrics: Metrics, world: World) -> None:
    for seconds in (0.003, 0.005, 0.25, 7.0):
        metrics.count_interaction("component", seconds)
    metrics.count_answer("refused")
    metrics.count_delivery("sent")
    status, text = await asked(health, "/metrics")
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
        "# TYPE boneyard_messages_total counter",
        "# TYPE boneyard_connected gauge",
    ]
    assert 'boneyard_answers_total{kind="refused"} 1.0' in lines
    assert 'boneyard_messages_total{outcome="sent"} 1.0' in lines
    assert "boneyard_connected 1.0" in lines


async def test_a_port_that_is_taken_is_said_in_one_sentence(health: Health, world: World, metrics: Metrics) -> None:
    second = Health(lambda: True, world.write, metrics)
    with pytest.raises(Misconfigured, match=f"HEALTH_PORT {health.port} on 127.0.0.1 cannot be used"):
        await second.start("127.0.0.1", health.port)
