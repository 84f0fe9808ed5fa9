"""Names, nicknames and salts at a table: equal names are told apart, and no text takes effect as markup."""

from dataclasses import replace

from bot.ports import Requester
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room

HIDDEN = "Bo\u202ett\u200bom\n# **x** <@1>"


async def test_names_that_look_equal_are_told_apart_at_a_table(room: Room) -> None:
    table = await room.open("pussers-bones")
    for user, name in ((12, "BEAR"), (13, "Веаr"), (14, "Bull")):
        await room.press(table, "lobby.join", Requester(user, name))
        await room.settle()
    assert (await room.get(table)).names == ("Bear", "BEAR (2)", "Веаr (2)", "Bull")
    assert "BEAR (2)" in room.at(CHANNEL)[-1].text
    await room.press(table, "lobby.leave", Requester(14, "Bull"))
    await room.press(table, "lobby.join", replace(BULL, name="Bear"))
    assert (await room.get(table)).names == ("Bear", "BEAR (2)", "Веаr (2)", "Bear (3)")


async def test_a_player_with_the_name_of_a_robot_is_not_taken_for_it(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.press(table, "lobby.robot+", BEAR)
    robot = (await room.get(table)).names[1]
    await room.press(table, "lobby.join", replace(BULL, name=robot.upper()))
    assert (await room.get(table)).names == ("Bear", f"{robot} (2)", robot.upper()), "a person keeps their name"


async def test_nicknames_and_salts_are_cleaned(room: Room) -> None:
    table = await room.open("pussers-bones")
    await room.press(table, "lobby.house.set", BEAR, "nicknames", f"R1={HIDDEN}")
    assert (await room.get(table)).row.options["nicknames"] == {"R1": "Bo tt om # ∗∗x∗∗ ‹@1>"}
    await room.press(table, "lobby.house.set", BEAR, "nicknames", f"jimmy rick={'x' * 50}, Blood=X, DG=x")
    named = (await room.get(table)).row.options["nicknames"]
    assert named == {"R1": "x" * 32, "DR": "X", "DG": "x (2)"}
    await room.press(table, "salt.give", BEAR, HIDDEN)
    assert (await room.get(table)).shuffle.known_secret.salts == {"0": "Bo tt om # ∗∗x∗∗ ‹@1>"}
