"""A lobby is closed after two weeks without a change, even if an older release opened it, which closed none."""

from sqlalchemy import update

from bot.ports import HOUR
from bot.store import Store
from bot.store.database import schema
from bot.store.tables import rows as stored_tables
from bot.tables.timing.deadlines import LOBBY
from tests.bot.harness.room import BULL, CHANNEL, Room, settings

GAME = "duo-dominoes"


async def _status(room: Room, table: int) -> str:
    return (await room.get(table)).status


async def test_a_lobby_is_closed_two_weeks_after_its_last_change(room: Room) -> None:
    table = await room.open(GAME)
    room.forward(LOBBY - HOUR)
    await room.settle()
    await room.press(table, "lobby.join", BULL)
    room.forward(LOBBY - HOUR)
    await room.settle()
    assert await _status(room, table) == "lobby"
    room.forward(HOUR)
    await room.settle()
    assert await _status(room, table) == "closed"
    assert "closed" in room.at(CHANNEL)[-1].text
    assert await room.open(GAME), "the channel is free again"


async def test_a_lobby_of_an_older_release_is_found_by_the_next_start(store: Store) -> None:
    room = Room(store, settings())
    table = await room.open(GAME)
    await room.stop()
    await store.write(
        lambda connection: connection.execute(
            update(schema.tables).values(deadline_at=None, settled_sequence=schema.tables.c.sequence)
        )
    )
    later = Room(store, settings(), messenger=room.messenger, clock=room.clock)
    await later.settle()
    assert (await store.read(stored_tables.load, table)).status == "lobby"
    later.forward(LOBBY)
    await later.settle()
    assert (await store.read(stored_tables.load, table)).status == "closed"
