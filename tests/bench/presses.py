"""Twenty moves a second at a hundred tables on one core: acknowledgements, boards, and the longest stall of the loop.

Four people play Duo Dominoes at each table, in a channel of its own. A move is typed every twentieth of a second,
at one table after the other, even if the last move is not shown yet. Bot, harbour and people share one event loop, so
the work of all three is in the figures. One move at each table comes first and is not counted.
"""

import asyncio
import tempfile
import time
from collections.abc import Callable, Coroutine, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from statistics import median
from typing import Final

from bot.cli.run import find_button
from games.core import Seat
from harbour import Channel, Clock, Person
from harbour.state.server_state import Event
from tests.bench.rows import Row, at_most, find_percentile
from tests.stories.evening import NAMES, Evening, evening, type_move, words_for

GAME: Final = "duo-dominoes"
A_SECOND: Final = 20
TABLES: Final = 100
MOVES: Final = 400
MOST_ACKNOWLEDGE, MOST_MEDIAN, MOST_BOARD, MOST_STALL = 0.05, 0.3, 1.0, 0.05
"""The most seconds for 99 % of acknowledgements, the median board, 99 % of boards, and the longest stall."""
LOOK_EVERY: Final = 0.005
PATIENCE: Final = 30.0
"""The most seconds to wait for a board."""


@dataclass
class Party:
    """A table with its channel and its four people, by seat."""

    channel: Channel
    people: list[Person]
    table: int = 0


@dataclass
class Measured:
    """Seconds from each move to its acknowledgement and to its board, and the longest stall."""

    acknowledged: list[float] = field(default_factory=list)
    shown: list[float] = field(default_factory=list)
    stall: float = 0.0


async def seat_party(night: Evening, number: int) -> Party:
    """Open a table in a channel of its own, and start it."""
    channel = night.harbour.state.add_channel(night.harbour.guild, f"table-{number}")
    party = Party(channel, [night.harbour.add_user(f"{name}{number}") for name in NAMES])
    first, *others = party.people
    await night.settle(await first.slash("table open", channel=channel, options={"game": GAME}))
    lobby = next(message for message in channel.history() if find_button(message, "lobby.join"))
    party.table = int(find_button(lobby, "lobby.join").split(":")[1])
    for person in others:
        await night.settle(await person.press(lobby, find_button(lobby, "lobby.join")))
    await night.settle(await first.press(lobby, find_button(lobby, "lobby.start")))
    return party


async def make_next_move(night: Evening, party: Party, measured: Measured) -> None:
    """Type the next move at a table; note the time to its acknowledgement, and to the board that shows it."""
    table = await night.parts.tables.get(party.table)
    spoken = ((person, words_for(table, Seat(seat))) for seat, person in enumerate(party.people))
    found = next(((person, words) for person, words in spoken if words is not None), None)
    if found is None:
        return
    person, words = found
    verb, _, argument = words.partition(" ")
    command, options = type_move(verb, argument)
    shown = asyncio.get_running_loop().create_future()

    def on_event(event: Event) -> None:
        here = event.name in ("MESSAGE_CREATE", "MESSAGE_UPDATE") and event.data["channel_id"] == party.channel.id
        if here and event.data.get("attachments") and not shown.done():
            shown.set_result(time.perf_counter())

    night.harbour.state.subscribers.append(on_event)
    began = time.perf_counter()
    try:
        answer = await person.slash(command, channel=party.channel, options=options)
        await answer.wait_for_acknowledgement()
        measured.acknowledged.append(time.perf_counter() - began)
        async with asyncio.timeout(PATIENCE):
            measured.shown.append(await shown - began)
    finally:
        night.harbour.state.subscribers.remove(on_event)


def watch_stalls(measured: Measured, ended: asyncio.Event) -> None:
    """Until `ended` is set, note the longest delay with which the event loop runs a callback."""
    loop = asyncio.get_running_loop()

    def look(due: float) -> None:
        measured.stall = max(measured.stall, loop.time() - due)
        if not ended.is_set():
            loop.call_later(LOOK_EVERY, look, loop.time() + LOOK_EVERY)

    look(loop.time())


async def begin_at_steady_pace(moves: Sequence[Callable[[], Coroutine[None, None, None]]]) -> None:
    """Begin a move every twentieth of a second, without waiting for earlier ones; return when all are done."""
    loop = asyncio.get_running_loop()
    begun, under_way = loop.time(), []
    last = asyncio.Event()

    def begin(number: int) -> None:
        under_way.append(asyncio.create_task(moves[number]()))
        if number + 1 == len(moves):
            last.set()

    for number in range(len(moves)):
        loop.call_at(begun + number / A_SECOND, begin, number)
    await last.wait()
    await asyncio.gather(*under_way)


async def play_moves(tables: int, moves: int) -> Measured:
    """Play this number of moves at this number of tables, and measure them."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        async with evening(Path(folder), (), clock=Clock()) as night:
            parties = [await seat_party(night, number) for number in range(tables)]
            for party in parties:
                await make_next_move(night, party, Measured())
            await night.settle()
            measured = Measured()
            ended = asyncio.Event()
            watch_stalls(measured, ended)
            await begin_at_steady_pace(
                [partial(make_next_move, night, parties[number % tables], measured) for number in range(moves)]
            )
            ended.set()
    return measured


def measure(quick: bool) -> list[Row]:
    """Rows of (name, ours, aim, ratio, at least)."""
    found = asyncio.run(play_moves(TABLES * 2 // 5, MOVES // 5) if quick else play_moves(TABLES, MOVES))
    return [
        at_most(
            "20 a second: acknowledged, 99 of 100 (s) / aim", find_percentile(found.acknowledged, 99), MOST_ACKNOWLEDGE
        ),
        at_most("20 a second: the board, median (s) / aim", median(found.shown), MOST_MEDIAN),
        at_most("20 a second: the board, 99 of 100 (s) / aim", find_percentile(found.shown, 99), MOST_BOARD),
        at_most("20 a second: longest stall of the loop (s) / aim", found.stall, MOST_STALL),
    ]
