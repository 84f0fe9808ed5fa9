"""Seconds from an event to the board that shows it, at the pace of people.

The harbour takes five edits in five seconds in a channel, as Discord does. Two people, who take `THOUGHT` seconds for a
move, play Duo Dominoes with two deckhands at the usual tempo. The time is from the commit of an event that everybody
sees until a board shows that event or a later one. The anchors are the aims: 0.4 s in the median and 1 s for nine of
ten.
"""

import asyncio
import tempfile
import time
from dataclasses import dataclass, field, replace
from pathlib import Path
from statistics import median, quantiles

from bot.cli.run import find_button
from bot.tables.aggregate.pacing import LIVE, Waits
from bot.tables.aggregate.table import AppliedChange, Table
from bot.tables.process_settings import ProcessSettings
from games.core.seats import Seat
from harbour import Clock
from harbour.state.server_state import Event
from tests.bench.rows import Row, at_most
from tests.injected_faults import injector_of
from tests.render import shown as scenes
from tests.stories.evening import Evening, evening, words_for

PACE = replace(LIVE, between_hands=2_000, nudges=(3_600_000, 7_200_000, 10_800_000), stand_in=14_400_000)
EVENTS = 60
MEDIAN, NINE_OF_TEN = 0.4, 1.0
"""The most seconds in the median, and for nine events of ten."""
THOUGHT = 1.5
PATIENCE = 600.0
"""The most seconds to wait for the moves."""


@dataclass
class Watch:
    """The boards that the events call for, and the boards that were shown, each with its time."""

    committed: list[tuple[float, str]] = field(default_factory=list)
    shown: list[tuple[float, str]] = field(default_factory=list)
    table: Table | None = None
    """The table after the last commit."""

    def find_words(self, seat: Seat, after: int) -> str | None:
        """The next move of this seat, or None if the table has no event after `after` or does not wait for the seat."""
        return None if self.table is None or self.table.sequence <= after else words_for(self.table, seat)

    def on_committed(self, committed: AppliedChange) -> None:
        """Note the board that should show an event, if it differs from the last board."""
        table = self.table = committed.table
        if table.playing is None or not table.hand_open:
            return
        alt = scenes.draw_board(table.public_view, table.names).alt
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


async def watch_game(events: int) -> Watch:
    """Let people and robots play until the board has changed this many times; return what was seen."""
    watch = Watch()
    settings = ProcessSettings(Waits(live=PACE, robots_go_on=True))
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder), ("Bear", "Bull"), settings, clock=Clock()) as night:
            injector_of(night.harbour).limits.edits = 5
            night.parts.tables.listeners.append(watch.on_committed)
            night.harbour.state.subscribers.append(watch.on_event)
            await sit_down(night)
            async with asyncio.TaskGroup() as playing:
                players = [playing.create_task(play(night, watch, Seat(seat))) for seat in range(2)]
                enough = lambda: len(watch.committed) >= events  # noqa: E731
                await night.harbour.state.signal.wait_until(enough, PATIENCE, "the moves")
                for player in players:
                    player.cancel()
    return watch


async def sit_down(night: Evening) -> None:
    """Open a table for two people and two robots, and start it. A person takes `THOUGHT` seconds before each press."""
    bear, _ = night.people
    await night.open("duo-dominoes")
    lobby = night.board()
    for _ in range(2):
        await think()
        await night.settle(await bear.press(lobby, find_button(lobby, "lobby.robot+")))
    await think()
    await night.start()


async def think() -> None:
    """Wait for the time of a thought."""
    thought = asyncio.Event()
    asyncio.get_running_loop().call_later(THOUGHT, thought.set)
    await thought.wait()


async def play(night: Evening, watch: Watch, seat: Seat) -> None:
    """Play a seat until cancelled."""
    answered = 0

    def words() -> str | None:
        return watch.find_words(seat, answered)

    while True:
        await night.harbour.state.signal.wait_until(lambda: words() is not None, PATIENCE, "a turn")
        await think()
        if (found := words()) is None:  # the table went on meanwhile
            continue
        verb, _, argument = found.partition(" ")
        answered = watch.table.sequence if watch.table is not None else 0
        await (await night.type(night.people[seat], verb, argument)).wait_for_acknowledgement()


def measure(quick: bool) -> list[Row]:
    """The rows of this module."""
    delays = asyncio.run(watch_game(EVENTS // 5 if quick else EVENTS)).delays()
    middle, ninth = median(delays), quantiles(delays, n=10)[-1]
    return [
        at_most("seconds from an event to its board, median / aim", middle, MEDIAN),
        at_most("seconds from an event to its board, nine of ten / aim", ninth, NINE_OF_TEN),
        Row("events watched", float(len(delays))),
    ]
