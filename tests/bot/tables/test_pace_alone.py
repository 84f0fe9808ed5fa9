"""The pace of one person with robots, if the person plays and passes at once."""

from itertools import pairwise

import pytest

from bot.store import Store
from bot.tables.aggregate.pacing import LIVE
from bot.tables.facets.seats import find_passing_verb
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, settings
from tests.left_out import LONGER, MORE_CASES, mark_thorough

HAND = 180_000
LONGEST = 5_000
TICK = 250
"""The resolution of the clock (milliseconds)."""


@pytest.fixture
async def live(store: Store) -> Room:
    """A bot with the pauses of live tables."""
    room = Room(store, settings(live=LIVE))
    await room.start()
    return room


async def measure_pauses(room: Room, table: int) -> list[int]:
    """Measure the milliseconds between changes of the board in the first hand, if Bear plays and passes at once."""
    changed = [room.clock.now]
    board = room.at(CHANNEL)[-1]
    while not is_waiting_for_next_hand(present := await room.get(table)):
        verb, words = find_passing_verb(present.game, present.public_view), words_for(present, BEAR)
        if words is None:
            room.forward(TICK)
        else:
            await room.say(table, words if verb is None else verb.name, BEAR)
        await room.settle()
        if room.at(CHANNEL)[-1] != board:
            board = room.at(CHANNEL)[-1]
            changed.append(room.clock.now)
    return [later - earlier for earlier, later in pairwise([*changed, room.clock.now])]


@pytest.mark.thorough(LONGER)
async def test_a_hand_of_one_person_and_three_robots_takes_three_minutes_and_never_stands_still(live: Room) -> None:
    """Both are measured by the table's clock. The board changes at least every five seconds."""
    table = await live.start_table("pussers-bones")
    taken = await measure_pauses(live, table)
    assert len(taken) > 50
    assert sum(taken) <= HAND
    assert max(taken) <= LONGEST


async def test_at_a_table_of_two_people_a_window_closes_once_all_have_answered(live: Room) -> None:
    table = await live.start_table("pussers-bones", (BEAR, BULL), 2)
    options = (await live.get(table)).row.options
    assert (options["call_mode"], options["decide_timeout_s"]) == ("everyone-decides", 8)


async def test_the_lobby_tells_the_rules_with_which_the_game_would_begin(live: Room) -> None:
    """The rules for one person with robots differ from those for two people."""
    table = await live.open("lombardy-bones")
    for _ in range(2):
        await live.press(table, "lobby.robot+", BEAR)
    await live.settle()
    assert "Seconds to decide: 20 seconds" in live.at(CHANNEL)[-1].text
    await live.press(table, "lobby.join", BULL)
    await live.settle()
    assert "Seconds to decide: 8 seconds" in live.at(CHANNEL)[-1].text


@pytest.mark.parametrize("mode", mark_thorough(["race", "courtesy"], MORE_CASES, but=["race"]))
async def test_a_house_that_has_chosen_keeps_its_choice(live: Room, mode: str) -> None:
    table = await live.open("pussers-bones")
    await live.press(table, "lobby.house.set", BEAR, "call_mode", mode)
    for _ in range(3):
        await live.press(table, "lobby.robot+", BEAR)
    await live.press(table, "lobby.start", BEAR)
    assert (await live.get(table)).row.options["call_mode"] == mode
