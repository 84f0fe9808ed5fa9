"""A process that shares Discord's connections with others: it runs an app for each connection it holds."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import cast

import pytest

from bot.config import Settings
from bot.ops.metrics import Metrics
from bot.serving import sharing
from bot.serving.app import App
from bot.serving.sharing import SharedApps
from bot.store.processes.leases import Lease
from bot.store.processes.shared_leases import Share
from bot.store.store import Store

MANY = 12


@dataclass
class Apps:
    """Fake apps that only note when they run."""

    begun: list[int] = field(default_factory=list)
    running: set[int] = field(default_factory=set)
    changed: asyncio.Event = field(default_factory=asyncio.Event)
    broken: int | None = None

    def make(self, settings: Settings, store: Store, metrics: Metrics, lease: Lease) -> App:
        return cast(App, _App(self, int(settings.shard_ids)))

    async def wait_until_running(self, *numbers: int) -> None:
        async with asyncio.timeout(10):
            while self.running != set(numbers):
                self.changed.clear()
                await self.changed.wait()


@dataclass
class _App:
    apps: Apps
    number: int
    checks: None = None

    async def run(self, stop: asyncio.Event) -> None:
        self.apps.begun.append(self.number)
        self.apps.running.add(self.number)
        self.apps.changed.set()
        if self.apps.broken == self.number:
            raise ConnectionError(f"connection {self.number}")
        await stop.wait()
        self.apps.running.discard(self.number)
        self.apps.changed.set()


@pytest.fixture
async def shared(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> AsyncIterator[tuple[SharedApps, Apps]]:
    """Apps that start without Discord's pause between two connections."""
    monkeypatch.setattr(sharing, "IDENTIFIED_EVERY", 0.0)
    apps = Apps()
    async with await Store.open(f"sqlite:///{tmp_path}/a.db") as store:
        yield SharedApps(Settings(), store, Lease(), Share(MANY), apps.make), apps


async def test_connections_of_a_dead_process_are_taken_over_without_a_restart_of_the_others(
    shared: tuple[SharedApps, Apps],
) -> None:
    served, apps = shared
    share, stop = served.share, asyncio.Event()
    share.held = frozenset(range(0, MANY, 2))
    running = asyncio.create_task(served.run(stop))
    await apps.wait_until_running(*range(0, MANY, 2))

    share.held = frozenset(range(MANY))  # the other process died
    share.changed.set()
    await apps.wait_until_running(*range(MANY))
    assert sorted(apps.begun) == list(range(MANY))

    share.leaving = frozenset(range(5, MANY))  # a new process takes its share
    share.changed.set()
    await apps.wait_until_running(*range(5))
    stop.set()
    await running
    assert share.closed == frozenset(range(5, MANY))
    assert len(apps.begun) == MANY
    assert apps.running == set()


async def test_connections_are_opened_one_at_a_time(
    shared: tuple[SharedApps, Apps], monkeypatch: pytest.MonkeyPatch
) -> None:
    served, apps = shared
    monkeypatch.setattr(sharing, "IDENTIFIED_EVERY", 3_600.0)
    served.share.held = frozenset(range(MANY))
    stop = asyncio.Event()
    running = asyncio.create_task(served.run(stop))
    await apps.wait_until_running(0)
    stop.set()
    await running
    assert apps.begun == [0]


async def test_an_app_that_fails_ends_the_others_and_its_error_is_raised(shared: tuple[SharedApps, Apps]) -> None:
    served, apps = shared
    served.share.held, apps.broken = frozenset(range(4)), 3
    with pytest.raises(ConnectionError, match="connection 3"):
        await served.run(asyncio.Event())
    assert apps.running == {3}
