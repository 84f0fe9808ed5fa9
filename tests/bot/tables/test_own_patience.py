"""The times of reminders, votes, stand-ins and next hands that house rules set."""

import pytest

from bot.messages.parts.house_rules import PAGES, rules_of
from bot.ports import MINUTE, Requester
from bot.tables.timing.deadlines import pacing_of
from games import registry
from tests.bot.harness.room import BEAR, BULL, WALLY, Room
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"


HOUSES = [
    ({}, (30, 50, 120), 180, 20),
    ({"vote_after": "15m", "stand_in_after": "45s"}, (30, 900, 900), 900, 20),
    ({"next_hand_after": "never"}, (30, 50, 120), 180, None),
    ({"reminded_after": "20s"}, (20, 70, 120), 180, 20),
    ({"vote_after": "5m"}, (30, 300, 300), 300, 20),
    ({"stand_in_after": "45s"}, (30, 37.5, 45), 45, 20),
    ({"reminded_after": "1h"}, (120, 120, 120), 180, 20),
    ({"next_hand_after": "2m"}, (30, 50, 120), 180, 120),
]


@pytest.mark.parametrize(("rules", "nudges", "stand_in", "between"), mark_thorough(HOUSES, MORE_CASES, but=HOUSES[:3]))
async def test_house_rules_set_the_times_of_a_table(
    room: Room, rules: dict[str, str], nudges: tuple[float, ...], stand_in: int, between: int | None
) -> None:
    table = await room.open(GAME)
    for name, value in rules.items():
        await room.press(table, "lobby.house.set", BEAR, f"{name}={value}")
    pace = pacing_of(await room.get(table), room.settings.waits)
    assert [nudge / 1_000 for nudge in pace.nudges] == list(nudges)
    assert (pace.stand_in, pace.between_hands) == (stand_in * 1_000, None if between is None else between * 1_000)


async def test_times_out_of_bounds_are_refused(room: Room) -> None:
    table = await room.open(GAME)
    with refuses("option"):
        await room.press(table, "lobby.house.set", BEAR, "stand_in_after=9 days")


async def test_a_robot_stands_in_when_the_house_says_so(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "stand_in_after=5m")
    for who in (BULL, WALLY):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.robot+", BEAR)
    await room.begin(table)
    (seat,) = (await room.get(table)).public_view.to_act
    room.forward(5 * MINUTE - 1)
    await room.settle()
    assert (await room.get(table)).is_present(seat)
    room.forward(1)
    await room.settle()
    assert (await room.get(table)).occupant(seat).stand_in is not None


async def test_a_crew_keeps_its_patience_for_new_tables(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "stand_in_after=15m")
    admin = Requester(900, "Admiral", admin=True)
    await room.press(table, "lobby.ours.keep", admin)
    await room.press(table, "table.close", admin)
    following = await room.get(await room.open(GAME))
    assert pacing_of(following, room.settings.waits).stand_in == 15 * MINUTE


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["bonedoneskis"]))
async def test_all_house_rules_fit_into_the_menus(room: Room, game: str) -> None:
    assert len(rules_of(await room.get(await room.open(game)))) <= 25 * len(PAGES)
