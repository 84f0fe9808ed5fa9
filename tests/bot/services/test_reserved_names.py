"""Robots do not take the name of a crew member who has crossed the bar, that is, has died."""

from bot.tally.changes import members
from tests.bot.harness.room import Room
from tests.bot.tally.crew import ADMIN


async def test_no_robot_at_a_table_takes_the_name_of_somebody_who_crossed_the_bar(room: Room) -> None:
    crew = await room.tally.reports.find_crew(room.request(ADMIN))
    await room.tally.add_guest("Baker", None, room.request(ADMIN))
    await room.tally.changes.make(room.request(ADMIN), members.set_crossed, "Baker", True)
    table = await room.open("pussers-bones")
    await room.add_robots(table, 3)
    assert [seat.name for seat in (await room.get(table)).seats] == ["Bear", "Able", "Charlie", "Dog"]
    assert crew.id == (await room.get(table)).row.crew
