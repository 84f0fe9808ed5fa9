"""Simulated players who choose their moves like a robot."""

from collections.abc import Callable

from bot.ports import Requester
from bot.tables.aggregate import Table
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games.core import find_dealing_verb
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.chance import ConstantChance


def words_for(table: Table, who: Requester) -> str | None:
    """The move that a robot in this player's seat would make, in words; None if there is none."""
    seat = table.seat_of(who.user)
    assert seat is not None
    if is_waiting_for_next_hand(table):
        return find_dealing_verb(table.game).name
    thought = table.game.robot(table.view(seat), ConstantChance())
    return None if thought is None else table.game.write(thought.move)


async def start_and_move_once(room: Room) -> tuple[int, Requester, Requester]:
    """Start a table of Duo Dominoes and make one move. Returns the table, who moved, and who moves next."""
    people = (BEAR, BULL, WALLY, NED)
    table = await room.open("duo-dominoes")
    await room.press(table, "lobby.house.set", BEAR, "auto_pass", "false")
    for who in people[1:]:
        await room.press(table, "lobby.join", who)
    await room.begin(table)
    mover = people[(await room.get(table)).public_view.to_act[0]]
    await room.say(table, words_for(await room.get(table), mover) or "", mover)
    return table, mover, people[(await room.get(table)).public_view.to_act[0]]


async def step(room: Room, table: int, *people: Requester) -> bool:
    """Let each of these players move once if they can. Returns True if any of them did."""
    spoke = False
    for who in people:
        words = words_for(await room.get(table), who)
        if words is not None:
            await room.say(table, words, who)
            await room.settle()
            spoke = True
    return spoke


async def step_or_wait(room: Room, table: int, *people: Requester) -> None:
    """Let the first of these players who can move do so. If none can, let half a minute pass."""
    for who in people:
        if await step(room, table, who):
            return
    room.forward(30_000)
    await room.settle()


async def play_to(
    room: Room, table: int, reached: Callable[[Table], bool], *people: Requester, wait: int = 30_000
) -> Table:
    """Play until the table is as wanted, and return it. Whenever nobody can move, `wait` milliseconds pass."""
    for _ in range(2_000):
        present = await room.get(table)
        if reached(present):
            return present
        if not await step(room, table, *people):
            room.forward(wait)
            await room.settle()
    raise AssertionError("the table never came to that")


async def play_until(room: Room, table: int, hands: int, *people: Requester) -> None:
    """Play until this many hands are over. Whenever nobody can move, half a minute passes."""
    for _ in range(4_000):
        spoke = False
        for who in people:
            present = await room.get(table)
            if present.shuffle.number > hands or present.status == "closed":
                return
            spoke = await step(room, table, who) or spoke
        if not spoke:
            room.forward(30_000)
            await room.settle()
    raise AssertionError(f"{hands} hands did not end")


async def play_until_turn(room: Room, table: int, who: Requester, *others: Requester) -> Table:
    """Play until it is this player's turn in the middle of a hand. The others move first where they can."""
    for _ in range(400):
        present = await room.get(table)
        if not is_waiting_for_next_hand(present) and present.public_view.to_act == (present.seat_of(who.user),):
            return present
        if not await step(room, table, *others):
            await step(room, table, who)
    raise AssertionError("their turn never came")
