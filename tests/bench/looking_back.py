"""The cost of looking back at a table of 4,000 events: `python -m tests.bench looking_back`.

Four people play Pussers Bones, first one hand, then until the table has enough events. Rows: a press in the replay at
either table, each of which looks at another step of one hand, the first look at another hand, the first look after a
start, which marks where each hand begins, and the export of one of the players. All figures are processor seconds.
"""

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from bot.messages.replays.replay_steps import Look
from bot.store import Store
from games.core import Seat
from tests.bench.rows import Row, at_most
from tests.bench.scale import PATIENT, PEOPLE, BlankScenes, SilentMessenger
from tests.bot.harness.players import play_until
from tests.bot.harness.room import Room, settings

GAME: Final = "pussers-bones"
EVENTS: Final = 4_000
PRESSES: Final = 24
MOST_PRESS: Final = 0.025
"""Seconds that a press may take, its picture included."""
MOST_GROWTH: Final = 0.7
"""The least ratio of a press at a table of one hand to a press at the whole table."""
MOST_EXPORT: Final = 0.25
"""Seconds that the export may take. It has all moves of its player, so it grows with the table."""


@dataclass
class _Costs:
    """The processor seconds of each way to look back at a table."""

    events: int
    first: float
    press: float
    other_hand: float
    export: float


async def _measure_at(file: Path, events: int) -> _Costs:
    """Play whole hands until the table has this many events, then look back at them in a bot that has just started."""
    async with await Store.open(f"sqlite:///{file}") as store:
        room = Room(store, settings(live=PATIENT), SilentMessenger(), scenes=BlankScenes())
        await room.start()
        number = await room.start_table(GAME, PEOPLE, 0)
        hands = 0
        while (table := await room.get(number)).sequence < events or not hands:
            hands += 1
            await play_until(room, number, hands, *PEOPLE)
        seen = table.sequence
        await room.stop()
    async with await Store.open(f"sqlite:///{file}") as store:
        room = Room(store, settings(live=PATIENT), SilentMessenger())
        await room.start()
        table = await room.get(number)
        began = time.process_time()
        await room.replays.make_message(table, Look(1, 1, Seat(0)))
        first = time.process_time() - began
        presses = dict[bool, list[float]]()
        for press in range(2 * PRESSES):
            stays = press < PRESSES
            began = time.process_time()
            await room.replays.make_message(
                table, Look(1 if stays else 1 + press % hands, 20 + press % PRESSES, Seat(press % 4))
            )
            presses.setdefault(stays, []).append(time.process_time() - began)
        began = time.process_time()
        await room.me.export(room.request(PEOPLE[0]))
        export = time.process_time() - began
        await room.stop()
    return _Costs(seen, first, statistics.median(presses[True]), statistics.median(presses[False]), export)


def measure(quick: bool) -> list[Row]:
    """Rows of (what, ours, anchor, ratio, at least)."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        one = asyncio.run(_measure_at(Path(folder) / "one.db", 1))
        whole = asyncio.run(_measure_at(Path(folder) / "whole.db", EVENTS // 4 if quick else EVENTS))
    at = f"at a table of {whole.events:,} events"
    return [
        at_most(f"a replay's press {at} (s) / aim", whole.press, MOST_PRESS),
        Row("the same / at a table of one hand", whole.press, one.press, one.press / whole.press, MOST_GROWTH),
        Row(f"a press that leads to another hand {at} (s)", whole.other_hand),
        Row(f"the first look after a start {at} (s)", whole.first),
        at_most(f"an export of a player {at} (s) / aim", whole.export, MOST_EXPORT),
    ]
