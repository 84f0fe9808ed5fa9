"""A silent person in their turn at a live table: one soft reminder, then one press of another plays on without them."""

import pytest

from bot.ports import Requester
from bot.tables.seats.handovers import list_open_votes
from tests.bot.harness.players import play_until_turn
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses


async def wait(room: Room, seconds: int) -> None:
    """Let so many seconds pass."""
    room.forward(seconds * 1_000)
    await room.settle()


def buttons(room: Room) -> dict[str, str]:
    """The labels of the buttons of the messages in the channel, by name."""
    rows = [row for message in room.at(CHANNEL) for row in message.rows]
    return {control.name: getattr(control, "label", "") for row in rows for control in row}


async def test_one_press_plays_on_without_a_silent_person_who_comes_back_by_any_press(room: Room) -> None:
    table = await room.start_table("lombardy-bones", (BEAR, BULL, WALLY), 0)
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    await wait(room, 30)
    assert (await room.get(table)).absences.nudged == {0: 1}
    assert "vote.0" not in buttons(room)
    with refuses("no_vote"):
        await room.press(table, "vote.0", BULL)
    await wait(room, 20)
    assert buttons(room)["vote.0"] == "Play on without Bear"
    await room.press(table, "vote.0", BULL)
    assert (await room.get(table)).seats[0].stand_in is not None
    await room.press(table, "hand.show", BEAR)
    assert (await room.get(table)).is_present(0)  # type: ignore[arg-type]


@pytest.mark.parametrize("after", mark_thorough([10, 55], MORE_CASES, but=[55]))
async def test_whoever_has_pressed_something_in_their_turn_has_their_whole_clock(room: Room, after: int) -> None:
    table = await room.start_table("lombardy-bones", (BEAR, BULL, WALLY), 0)
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    for seconds in (30, 20, 5) if after > 50 else (10,):
        await wait(room, seconds)
    await room.press(table, "why", BEAR)
    await room.settle()
    assert "vote.0" not in buttons(room)
    for _ in range(2):
        await wait(room, 25)
    assert list_open_votes(await room.get(table)) == ()


async def test_where_there_are_partners_the_partner_decides(room: Room) -> None:
    people: tuple[Requester, ...] = (BEAR, BULL, WALLY, NED)
    table = await room.start_table("duo-dominoes", people, 0)
    await play_until_turn(room, table, BEAR, BULL, WALLY, NED)
    for seconds in (30, 20):
        await wait(room, seconds)
    with refuses("partner_votes"):
        await room.press(table, "vote.0", BULL)
    await room.press(table, "vote.0", WALLY)
    assert (await room.get(table)).seats[0].stand_in is not None
