"""Seconds of play by the table's clock, with people who act at once: `python -m tests.bench tempo`.

Three people and a robot sit at a new live table of each game. The people take `REACTION` for whatever is asked of them;
the pauses of robots and the waits of the rules are those of live tables. The clock is turned by hand, so the figures
are the bot's own waits, without Discord's. The anchors are the aims.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean
from typing import Final, NamedTuple

from bot.ports.requests import Requester
from bot.store.store import Store
from bot.tables.aggregate.changes import AppliedChange
from bot.tables.aggregate.pacing import LIVE
from bot.tables.facets.turns import lets_go
from games.core.refused import Refused
from games.pussers.events import Called as PussersCall
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, WALLY, Room, settings

Row = tuple[str, float, float, float, float]

PEOPLE: Final = (BEAR, BULL, WALLY)
REACTION: Final = 200
TICK: Final = 100
"""The resolution of the clock (milliseconds)."""
LONGEST: Final = 30 * 60_000
"""The longest time of play at a table, by its clock."""
NEVER_LESS: Final = 0.001
"""A figure of nought counts as a millisecond, so that its ratio can be told."""


class Aim(NamedTuple):
    """The turns of which the mean is taken together, and the most seconds that they may take."""

    what: str
    turns: int
    most: float


AIMS: Final = {
    "pussers-bones": Aim("a go-round of Pussers Bones (s)", 4, 10.0),
    "lombardy-bones": Aim("a turn of Lombardy Bones (s)", 1, 5.0),
    "duo-dominoes": Aim("a turn of Duo Dominoes (s)", 1, 5.0),
    "bonedoneskis": Aim("a decision of Bonedoneskis (s)", 1, 4.0),
}
CLOSES, ANSWERS = 0.5, 2.0
"""The most seconds from the last answer to a window's end, and from a window's start to a robot's answer."""


@dataclass
class Watch:
    """The times of a table, in milliseconds of its clock."""

    in_turns: bool
    """True if a window for calls counts as part of the turn before it."""
    turns: list[int] = field(default_factory=list)
    """The times at which the table began to wait for another seat, or for calls."""
    opened_at: int = 0
    answered_at: int | None = None
    closings: list[int] = field(default_factory=list)
    """From the last answer to a window's end."""
    robots: list[int] = field(default_factory=list)
    """From a window's start to a robot's answer."""
    _before: tuple[object, ...] = ()

    def on_committed(self, committed: AppliedChange) -> None:
        """Note what an event changed."""
        table = committed.table
        if table.playing is None:
            return
        view, at = table.public_view, committed.entries[-1].at
        for entry in committed.entries:
            if isinstance(entry.event, PussersCall):
                self.answered_at = entry.at
                if not table.present(entry.event.seat):
                    self.robots.append(entry.at - self.opened_at)
        now = (view.phase, view.to_act)
        if now == self._before or not table.hand_open:
            return
        self._before = now
        if self.answered_at is not None:
            self.closings.append(at - self.answered_at)
            self.answered_at = None
        listens = lets_go(table.game, view) is not None
        if listens:
            self.opened_at = at
        if view.to_act and not (listens and self.in_turns):
            self.turns.append(at)


async def play(game: str, turns: int) -> Watch:
    """Play this many turns at a new table. Raises TimeoutError if they take longer than `LONGEST`."""
    watch = Watch(in_turns=game != "bonedoneskis")
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(f"sqlite:///{folder}/tempo.db") as store:
            room = Room(store, settings(live=LIVE))
            await room.start()
            table = await room.started(game, PEOPLE, robots=1)
            room.tables.listeners.append(watch.on_committed)
            until = room.clock.now + LONGEST
            asked: dict[Requester, tuple[str, int]] = {}
            while len(watch.turns) <= turns:
                if room.clock.now > until:
                    raise TimeoutError(f"{turns} turns of {game} are not over after half an hour")
                for who in PEOPLE:
                    await _speak(room, table, who, asked)
                room.clock.forward(TICK)
                await room.settled()
            await room.stop()
    return watch


async def _speak(room: Room, table: int, who: Requester, asked: dict[Requester, tuple[str, int]]) -> None:
    """Let a person make the move that they have had in mind for `REACTION`."""
    present = await room.tables.get(table)
    seat = present.seat_of(who.user)
    words = words_for(present, who)
    if seat is None or words is None or seat in present.waiting.moved_unseen:
        asked.pop(who, None)
        return
    wanted, since = asked.setdefault(who, (words, room.clock.now))
    if wanted != words:
        asked[who] = (words, room.clock.now)
    elif room.clock.now >= since + REACTION:
        asked.pop(who)
        with suppress(Refused):
            await room.say(table, words, who)
            await room.settled()


def _seconds(taken: Sequence[int]) -> float:
    return max(max(taken, default=0) / 1000, NEVER_LESS)


def measure(quick: bool) -> list[Row]:
    """The rows (what, seconds, aim, aim / seconds, at least 1)."""
    rows: list[Row] = []
    for game, aim in AIMS.items():
        watch = asyncio.run(play(game, 24 if quick else 80))
        taken = mean(later - earlier for earlier, later in pairwise(watch.turns)) / 1000
        within = taken * aim.turns
        rows.append((aim.what, within, aim.most, aim.most / within, 1.0))
        if watch.robots:
            closes, answers = _seconds(watch.closings), _seconds(watch.robots)
            rows.append(("a window's end after its last answer, longest (s)", closes, CLOSES, CLOSES / closes, 1.0))
            rows.append(("a robot's answer in a window, longest (s)", answers, ANSWERS, ANSWERS / answers, 1.0))
    return rows
