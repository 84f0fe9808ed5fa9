"""Robots do not take the name of a crew member who has crossed the bar, that is, has died."""

from __future__ import annotations

from tests.bot.harness.room import BEAR, Room
from tests.bot.tally.crew import ADMIN


async def test_no_robot_at_a_table_takes_the_name_of_somebody_who_crossed_the_bar(room: Room) -> None:
    crew = await room.tally.reports.find_crew(room.request(ADMIN))
    await room.tally.add_guest("Baker", None, room.request(ADMIN))
    await room.tally.set_crossed("Baker", True, room.request(ADMIN))
    table = await room.open("pussers-bones")
    for _ in range(3):
        await room.press(table, "lobby.robot+", BEAR)
    assert [seat.name for seat in (await room.tables.get(table)).seats] == ["Bear", "Able", "Charlie", "Dog"]
    assert crew.id == (await room.tables.get(table)).row.crew
