"""Requests to Discord for each move at a table of four people: `python -m tests.bench requests`.

The four play at the harbour. Like people on phones, each presses a button of their own message in the DM as soon as
that message shows that it is their turn. Requests with the bot's own token count. Requests with the token of a press
count neither here nor at Discord. The harbour refuses what Discord would: more than 50 requests with the bot's token in
a second, and more than five edits in five seconds in a channel.
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

from harbour import InteractionResponse
from tests.bench.rows import Row, at_most
from tests.bot.harness.settling import tick
from tests.chance import ConstantChance
from tests.injected_faults import injector_of
from tests.stories.evening import Evening, evening

Press = Callable[[], Awaitable[InteractionResponse]]

MOST: Final = 3.0
"""The most requests a move."""
PATIENCE: Final = 6.0
"""The seconds that people wait for a move of theirs before they let the table's clock go on."""
PER_SECOND: Final = 50
EDITS: Final = 5
MOVES: Final = {"duo-dominoes": 24, "lombardy-bones": 24, "bonedoneskis": 24, "pussers-bones": 48}
BY_PRESS: Final = ("/interactions/", "/webhooks/")


async def play(game: str, moves: int) -> float:
    """The mean number of requests with the bot's own token for a move, over this many moves."""
    with tempfile.TemporaryDirectory() as folder:
        async with evening(Path(folder)) as friends:
            await friends.open(game)
            await friends.start()
            await friends.settle()
            injector_of(friends.harbour).limits.per_second = PER_SECOND
            injector_of(friends.harbour).limits.edits = EDITS
            before, made = len(friends.harbour.requests), 0
            while made < moves:
                made += await _move(friends)
            await friends.settle()
            asked = friends.harbour.requests[before:]
            return sum(not request.path.startswith(BY_PRESS) for request in asked) / made


async def _move(friends: Evening) -> bool:
    """Let the first person who sees a move of theirs make it. False if nobody sees one for a while."""
    found: list[tuple[str, Press]] = []

    def sees_move() -> bool:
        found[:] = [press for seat in range(len(friends.people)) if (press := _find_move(friends, seat)) is not None]
        return bool(found)

    try:
        await friends.harbour.state.signal.wait_until(sees_move, PATIENCE, "somebody's turn")
    except TimeoutError:
        friends.harbour.clock.advance(5)
        await tick(friends.parts)
        return False
    verb, press = found[0]
    if verb in ("score", "noscore"):
        friends.harbour.clock.advance(1)  # the buttons for a score are new, and nobody adds up the ends so fast
    answer = await press()
    await answer.wait_for_acknowledgement()
    assert friends.app.router is not None
    await friends.app.router.drain()
    return True


def _find_move(friends: Evening, place: int) -> tuple[str, Press] | None:
    """The press by which a person makes the move that a robot would make; None if they have no button for it now."""
    person, table = friends.people[place], friends.parts.tables.repository.find(friends.table)
    seat = None if table is None else table.seat_of(int(person.id))
    if table is None or seat is None or not table.hand_open or seat in table.waiting.moved_unseen:
        return None
    thought = table.game.robot(table.view(seat), ConstantChance())
    if thought is None:
        return None
    verb, _, argument = table.game.write(thought.move).partition(" ")
    press = friends.find_press(person, friends.rack(person), verb, argument)
    return None if press is None else (verb, press)


def measure(quick: bool) -> list[Row]:
    """A row for each game: requests a move, beside the most that is allowed."""
    rows: list[Row] = []
    for game, moves in MOVES.items():
        found = asyncio.run(play(game, moves // 2 if quick else moves))
        rows.append(at_most(f"{game}: requests a move with the bot's token", found, MOST))
    return rows
