"""Seconds of play by the table's clock, with people who act at once: `python -m tests.bench tempo`.

Three people and a robot sit at a new live table of each game. The people take `REACTION` milliseconds for each answer;
the pauses of robots and the waits of the rules are those of live tables. The clock is turned by hand, so the figures
are the bot's own waits, without Discord's. The anchors are the aims.

The bench also plays a few whole hands of each kind, and prints:

- for each game, how long an evening of `evenings.LENGTHS` lasts, and how often a person taps in it;
- how long a hand of Pussers Bones by `any_suits` takes three people who take a second for each answer;
- how long such a hand takes a person alone with three robots, at 2.2 s an answer, and how many questions it asks.
"""

import asyncio
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import pairwise
from statistics import mean
from typing import Final, NamedTuple

from bot.ports import Requester
from bot.store import Store
from bot.tables.aggregate import AppliedChange
from bot.tables.aggregate.pacing import LIVE
from bot.tables.facets.seats import find_passing_verb
from games.core import Refused
from games.pussers.events import Called as PussersCall
from tests.bench.evenings import LENGTHS
from tests.bench.rows import Row, at_most
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, WALLY, Room, settings

PEOPLE: Final = (BEAR, BULL, WALLY)
REACTION: Final = 200
TICK: Final = 100
"""The resolution of the clock (milliseconds)."""
LONGEST: Final = 30 * 60_000
"""The longest time of play at a table, by its clock."""
NEVER_LESS: Final = 0.001
"""The smallest figure, in seconds, since no ratio can be made with nought."""


class Aim(NamedTuple):
    """A number of turns, and the most seconds that they may take together in the mean."""

    name: str
    turns: int
    most: float


AIMS: Final = {
    "pussers-bones": Aim("a go-round of Pussers Bones (s)", 4, 10.0),
    "lombardy-bones": Aim("a turn of Lombardy Bones (s)", 1, 5.0),
    "duo-dominoes": Aim("a turn of Duo Dominoes (s)", 1, 5.0),
    "bonedoneskis": Aim("a decision of Bonedoneskis (s)", 1, 4.0),
}
HANDS_OF_A_GAME: Final = 6
"""About the number of hands in a game of dominoes."""
SLOWER: Final = 1_000
SLOW_HAND: Final = 300.0
"""The most seconds that a hand of Pussers Bones may take three people who think for `SLOWER` milliseconds."""
ALONE: Final = 2_200
QUESTIONS, ALONE_HAND = 40.0, 180.0
"""The most questions in a hand of Pussers Bones, and the most seconds of it, for a person alone with robots who takes
`ALONE` milliseconds for each answer."""
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
    """For each window with an answer, the time from its last answer to its end."""
    taps: int = 0
    """The moves that the people made."""
    hands: int = 0
    """The hands that are over."""
    robots: list[int] = field(default_factory=list)
    """For each answer of a robot, the time since its window began."""
    _before: tuple[object, ...] = ()

    def on_committed(self, committed: AppliedChange) -> None:
        """Note what an event changed."""
        table = committed.table
        if table.playing is None:
            return
        self.hands += committed.ends_hand
        view, at = table.public_view, committed.entries[-1].at
        for entry in committed.entries:
            if isinstance(entry.event, PussersCall):
                self.answered_at = entry.at
                if not table.is_present(entry.event.seat):
                    self.robots.append(entry.at - self.opened_at)
        now = (view.phase, view.to_act)
        if now == self._before or not table.hand_open:
            return
        self._before = now
        if self.answered_at is not None:
            self.closings.append(at - self.answered_at)
            self.answered_at = None
        listens = find_passing_verb(table.game, view) is not None
        if listens:
            self.opened_at = at
        if view.to_act and not (listens and self.in_turns):
            self.turns.append(at)


async def play(game: str, turns: int) -> Watch:
    """Play this many turns at a new table. Raises TimeoutError if they take longer than `LONGEST`."""
    return (await _play(game, lambda watch: len(watch.turns) > turns))[0]


async def play_hands(
    game: str,
    hands: int,
    robots: int = 1,
    preset: str = "",
    takes: int = REACTION,
    people: Sequence[Requester] = PEOPLE,
) -> tuple[Watch, float]:
    """Play this many hands at a new table. Returns also the seconds that they took."""
    return await _play(game, lambda watch: watch.hands >= hands, robots, preset, takes, people)


async def _play(
    game: str,
    done: Callable[[Watch], bool],
    robots: int = 1,
    preset: str = "",
    takes: int = REACTION,
    people: Sequence[Requester] = PEOPLE,
) -> tuple[Watch, float]:
    watch = Watch(in_turns=game != "bonedoneskis")
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(f"sqlite:///{folder}/tempo.db") as store:
            room = Room(store, settings(live=LIVE))
            await room.start()
            table = await room.start_table(game, tuple(people), robots=robots, preset=preset)
            room.tables.listeners.append(watch.on_committed)
            began, until = room.clock.now, room.clock.now + LONGEST
            asked: dict[Requester, tuple[str, int]] = {}
            while not done(watch):
                if room.clock.now > until:
                    raise TimeoutError(f"{game} is not over after half an hour")
                for who in people:
                    watch.taps += await _speak(room, table, who, asked, takes)
                room.forward(TICK)
                await room.settle()
            await room.stop()
    return watch, (room.clock.now - began) / 1000


async def _speak(room: Room, table: int, who: Requester, asked: dict[Requester, tuple[str, int]], takes: int) -> bool:
    """Let a person make the move that they have had in mind for `takes` milliseconds. True if they made it."""
    present = await room.get(table)
    seat = present.seat_of(who.user)
    words = words_for(present, who)
    if seat is None or words is None or seat in present.waiting.moved_unseen:
        asked.pop(who, None)
        return False
    wanted, since = asked.setdefault(who, (words, room.clock.now))
    if wanted != words:
        asked[who] = (words, room.clock.now)
    elif room.clock.now >= since + takes:
        asked.pop(who)
        with suppress(Refused):
            await room.say(table, words, who)
            await room.settle()
            return True
    return False


def _seconds(taken: Sequence[int]) -> float:
    return max(max(taken, default=0) / 1000, NEVER_LESS)


def measure(quick: bool) -> list[Row]:
    """The rows (name, seconds, aim, aim / seconds, at least 1)."""
    rows: list[Row] = []
    for game, aim in AIMS.items():
        watch = asyncio.run(play(game, 24 if quick else 80))
        taken = mean(later - earlier for earlier, later in pairwise(watch.turns)) / 1000
        within = taken * aim.turns
        rows.append(Row(aim.name, within, aim.most, aim.most / within, 1.0))
        if watch.robots:
            closes, answers = _seconds(watch.closings), _seconds(watch.robots)
            rows.append(at_most("a window's end after its last answer, longest (s)", closes, CLOSES))
            rows.append(at_most("a robot's answer in a window, longest (s)", answers, ANSWERS))
    for game, length in LENGTHS.items():
        hands = 1 if quick else 4
        watch, seconds = asyncio.run(play_hands(game, hands))
        evening = (length.hands or length.games * HANDS_OF_A_GAME) / hands
        rows.append(Row(f"{game}: an evening (minutes)", evening * seconds / 60))
        rows.append(Row(f"{game}: taps of a person in an evening", evening * watch.taps / len(PEOPLE)))
    hands = 1 if quick else 5
    _, seconds = asyncio.run(play_hands("pussers-bones", hands, 0, "any_suits", SLOWER))
    seconds /= hands
    rows.append(at_most("three who take 1 s: a hand by any_suits (s)", seconds, SLOW_HAND))
    hands = 3 if quick else 8
    alone, seconds = asyncio.run(play_hands("pussers-bones", hands, 3, "any_suits", ALONE, PEOPLE[:1]))
    asked, seconds = alone.taps / hands, seconds / hands
    rows.append(at_most("one with three robots: questions a hand by any_suits", asked, QUESTIONS))
    rows.append(at_most("one with three robots, 2.2 s each: a hand (s)", seconds, ALONE_HAND))
    return rows
