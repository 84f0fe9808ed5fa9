"""Seconds from an event to the board that shows it, with robots that move by the clock.

The harbour takes five edits in five seconds in a channel, as Discord does. Four deckhands play Duo
Dominoes at the usual tempo; the time is from the commit of an event that everybody sees until a board shows that event
or a later one. The anchors are the aims: 0.4 s in the median and 1 s for nine of ten.
"""

from __future__ import annotations

import asyncio
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles

from bot.cli.run import button
from bot.tables.aggregate.changes import Committed
from bot.tables.aggregate.pacing import LIVE, TableSettings
from harbour import Clock
from harbour.state.server_state import Event
from render import scenes
from tests.stories.evening import Evening, evening

PACE = replace(LIVE, between=2_000, nudges=(3_600_000, 7_200_000, 10_800_000), stand_in=14_400_000)
EVENTS = 60
MEDIAN, NINE_OF_TEN = 0.4, 1.0
"""The most seconds in the median, and for nine events of ten."""
PATIENCE = 600.0
"""The most seconds to wait for the robots."""


@dataclass
class Watch:
    """The events that changed the public view, and the boards that were shown."""

    committed: list[tuple[float, str]] = field(default_factory=list)
    shown: list[tuple[float, str]] = field(default_factory=list)

    def on_committed(self, committed: Committed) -> None:
        """Note the board that should show an event, if it differs from the last board."""
        table = committed.table
        if table.playing is None or not table.hand_open:
            return
        alt = scenes.board(table.public_view, table.names).alt
        if not self.committed or self.committed[-1][1] != alt:
            self.committed.append((time.perf_counter(), alt))

    def on_event(self, event: Event) -> None:
        """Note a board that was posted or edited."""
        if event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE"):
            for picture in event.data.get("attachments", ()):
                self.shown.append((time.perf_counter(), str(picture.get("description"))))

    def delays(self) -> list[float]:
        """For each event that was shown, the seconds until a board showed it or a later event."""
        places = {alt: place for place, (_, alt) in enumerate(self.committed)}
        found: list[float] = []
        boards = [(at, places[alt]) for at, alt in self.shown if alt in places]
        for place, (began, _) in enumerate(self.committed):
            seen = [at for at, other in boards if other >= place and at >= began]
            if seen:
                found.append(min(seen) - began)
        return found


async def watched(events: int) -> Watch:
    """Let robots play until the public view has changed this many times; return the events and the boards."""
    watch = Watch()
    settings = TableSettings(live=PACE, robots_go_on=True)
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), ("Bear",), settings, clock=Clock()) as night:
            night.harbour.rate_limits.edits = 5
            await seat_robots(night)
            night.parts.tables.listeners.append(watch.on_committed)
            night.harbour.state.subscribers.append(watch.on_event)
            await night.harbour.state.signal.wait_until(lambda: len(watch.committed) >= events, PATIENCE, "the robots")
    return watch


async def seat_robots(night: Evening) -> None:
    """Open a table, leave it to four robots and start it."""
    (bear,) = night.people
    await night.settle(await bear.slash("table open", options={"game": "duo-dominoes"}))
    lobby = await bear.wait_for_message(lambda message: button(message, "lobby.deckhand+"))
    for _ in range(3):
        await night.settle(await bear.press(lobby, button(lobby, "lobby.deckhand+")))
    await night.settle(await bear.press(lobby, button(lobby, "lobby.start")))
    await night.settle(await bear.slash("table sub", options={"player": bear.user}))


def measure(quick: bool) -> list[tuple[str, float, float, float, float]]:
    """The rows of this module."""
    delays = asyncio.run(watched(EVENTS // 3 if quick else EVENTS)).delays()
    middle, ninth = median(delays), quantiles(delays, n=10)[-1]
    return [
        ("seconds from an event to its board, median / aim", middle, MEDIAN, MEDIAN / middle, 1.0),
        ("seconds from an event to its board, nine of ten / aim", ninth, NINE_OF_TEN, NINE_OF_TEN / ninth, 1.0),
        ("events watched", float(len(delays)), 0.0, 0.0, 0.0),
    ]
