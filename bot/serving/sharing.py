"""The bot as one of several processes that share Discord's connections. Each process runs an `App` per connection.

An app starts when the process gets the lease of a connection, and stops when the process gives the lease up. The other
apps go on undisturbed.
"""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import NamedTuple

from bot.config import Settings
from bot.edge.steady_clock import SteadyClock
from bot.ops.health import ADVICE, Check, Health, StoreProbe, make_check
from bot.ops.metrics import Metrics
from bot.services.checkup import Figures
from bot.serving.app import App
from bot.store.processes.leases import Lease
from bot.store.processes.shared_leases import Share
from bot.store.store import Store

IDENTIFIED_EVERY = 5.0
"""Seconds between the starts of two connections (Discord's limit)."""


class _RunningApp(NamedTuple):
    """An app, the event that stops it, and its task."""

    app: App
    stop: asyncio.Event
    task: asyncio.Task[None]


@dataclass(slots=True)
class SharedApps:
    """Runs the apps of this process's connections. `make` builds an app."""

    settings: Settings
    store: Store
    lease: Lease
    share: Share
    make: Callable[[Settings, Store, Metrics, Lease], App]
    metrics: Metrics = field(default_factory=Metrics)
    _running: dict[int, _RunningApp] = field(default_factory=dict)

    async def run(self, stop: asyncio.Event) -> None:
        """Serve the connections that this process holds until `stop` is set. Raises the error of an app that fails."""
        probe = StoreProbe(self.store, "share", SteadyClock())
        health = self.make_health(probe)
        if self.settings.health_port:
            await health.start(self.settings.health_host, self.settings.health_port)
        try:
            while not (stop.is_set() or self.lease.lost.is_set()):
                self.share.changed.clear()
                pause = self._adjust_to_share()
                await self._wait(stop, pause)
                self._forget_ended()
        finally:
            for running in self._running.values():
                running.stop.set()
            await asyncio.gather(*(running.task for running in self._running.values()), return_exceptions=True)
            await probe.close()
            await health.stop()

    def _adjust_to_share(self) -> float | None:
        """Start at most one app, and stop the apps whose connections are to be given up.

        Return the seconds until the next start, or None if no other app is to be started.
        """
        for number, running in self._running.items():
            if number in self.share.leaving:
                running.app.hands_over = True
                running.stop.set()
        for number in self.share.leaving - self._running.keys():
            self.share.note_closed(number)
        missing = sorted(self.share.staying - self._running.keys())
        if missing:
            self._start(missing[0])
        return IDENTIFIED_EVERY if len(missing) > 1 else None

    def _start(self, number: int) -> None:
        settings = replace(self.settings, shard_ids=str(number), health_port=0)
        app, stop = self.make(settings, self.store, self.metrics, self.lease), asyncio.Event()
        self._running[number] = _RunningApp(app, stop, asyncio.create_task(app.run(stop), name=f"connection-{number}"))

    async def _wait(self, stop: asyncio.Event, pause: float | None) -> None:
        """Wait until an app ends, `stop` is set, or the lease is lost. With a `pause`, wait no longer than that.
        Without one, a change of the share also ends the wait."""
        events = (stop, self.lease.lost) if pause is not None else (stop, self.lease.lost, self.share.changed)
        waits = [asyncio.create_task(event.wait()) for event in events]
        tasks = [running.task for running in self._running.values()]
        try:
            await asyncio.wait([*waits, *tasks], timeout=pause, return_when=asyncio.FIRST_COMPLETED)
        finally:
            for wait in waits:
                wait.cancel()

    def _forget_ended(self) -> None:
        """Forget the apps that have ended. Raise the error of one that failed."""
        for number, running in list(self._running.items()):
            if running.task.done():
                del self._running[number]
                running.task.result()
                self.share.note_closed(number)

    def make_health(self, probe: StoreProbe) -> Health:
        """Make the health page of all apps of this process."""
        self.metrics.watch(self.take_figures)
        checks: dict[str, Check] = {
            **{name: partial(self._check, name) for name in ("gateway", "tasks", "clocks", "discord", "press")},
            "database": probe.read,
            "writer": probe.write,
            "lease": make_check(lambda: self.lease.is_certain),
        }
        advice = {name: partial(self._advise, name) for name in sorted(ADVICE)}
        return Health(checks, self.metrics, lambda: True, advice)

    def _list_apps(self) -> list[App]:
        """List the apps that have been started for the connections that this process keeps."""
        return [self._running[number].app for number in self.share.staying if number in self._running]

    async def _check(self, name: str) -> bool:
        """Run the check `name` in every app. False if it fails in one, or if an app has not been started yet."""
        apps = self._list_apps()
        started = len(apps) == len(self.share.staying)
        return started and all([app.checks is not None and await app.checks[name]() for app in apps])

    async def _advise(self, name: str) -> bool:
        """Run the advisory check `name` in every app that has it. False if it fails in one of them."""
        advices = [app.advice for app in self._list_apps() if app.advice is not None]
        return all([await advice[name]() for advice in advices if name in advice])

    async def take_figures(self) -> Figures:
        """Take the worst figures of all connections. Raises StoreUnavailable."""
        all_figures = [await app.parts.watch.take_figures() for app in self._list_apps() if app.parts is not None]
        backups = [figures.backup for figures in all_figures if figures.backup is not None]
        return Figures(
            max((figures.unanswered for figures in all_figures), default=0.0),
            sum(figures.stuck for figures in all_figures),
            max((figures.undelivered for figures in all_figures), default=0.0),
            min(backups, default=None),
        )
