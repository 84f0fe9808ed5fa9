"""Helpers for tests of game nights: plan one, answer it, and turn the clock to its hour."""

from bot.edge.custom_ids import Control
from bot.ports import Location, Reply, Requester
from bot.services.nights import GATHERED
from bot.store.tables import nights
from bot.tables.aggregate import Table
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, CHANNEL, GUILD, HERE, Room

GAME = "duo-dominoes"
ADMIN = Requester(9, "Admin", admin=True)
ELSEWHERE = Location(2, 200)
"""A channel of another server."""
NEXT_DOOR = Location(GUILD, CHANNEL + 1)
"""Another channel of the server."""


async def plan_night(
    room: Room,
    when: str = "in 3h",
    weekly: bool = False,
    robots: str = "",
    who: Requester = BEAR,
    where: Location = HERE,
) -> int:
    """Plan a night and wait until it is announced. Returns its number."""
    before = {date.plan.id for date in await room.read(nights.list_of_guild, GUILD)}
    await room.nights.plan(room.request(who, where), GAME, when, weekly, robots, "")
    await room.settle()
    (number,) = {date.plan.id for date in await room.read(nights.list_of_guild, GUILD)} - before
    return number


async def press(room: Room, night: int, answer: str, who: Requester, week: int = 0, where: Location = HERE) -> Reply:
    room.forward(1)
    reply = await room.press_at(Control(0, f"night.{answer}.{night}.{week}", 0), who, where)
    room.forward(GATHERED)
    await room.settle()
    return reply


async def pass_time(room: Room, milliseconds: int) -> None:
    room.forward(milliseconds)
    await room.settle()


async def read_state(room: Room, night: int, week: int = 0) -> str:
    date = await room.read(nights.find_date, (night, week))
    assert date is not None
    return date.state


async def table_of(room: Room, night: int, week: int = 0) -> Table:
    date = await room.read(nights.find_date, (night, week))
    assert date is not None
    assert date.table is not None
    return await room.get(date.table)


def list_texts(room: Room, channel: int = CHANNEL) -> list[str]:
    return [message.text for message in room.at(channel)]


def reminders(room: Room, who: Requester) -> list[str]:
    return [text for text in list_texts(room, dm(who.user).channel) if "so you have a seat" in text]
