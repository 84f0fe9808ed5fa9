"""The check of a database's events finds damaged ones, and accepts those of a newer release."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlalchemy import update

from bot.store import Connection
from bot.store.database.schema import events, tables
from bot.tables.readable import list_unreadable
from games import registry
from tests.bot.harness.room import Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough


def _forge(table: int, kind: str, /, **values: object) -> Callable[[Connection], None]:
    """Make a write that changes all events of a kind at a table."""

    def write(connection: Connection) -> None:
        wanted = (events.c.table_id == table) & (events.c.kind == kind)
        assert connection.execute(update(events).where(wanted).values(**values)).rowcount

    return write


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["duo-dominoes"]))
async def test_every_table_of_this_release_can_be_read(room: Room, game: str) -> None:
    await take_played_table(room, game)
    assert await room.read(list_unreadable) == {}


@pytest.mark.parametrize(
    "body",
    mark_thorough(
        [{}, {"hand": 1}, [], "dealt", {"hand": [], "starter": 9, "holdings": [[1], "x"]}],
        MORE_CASES,
        but=[{"hand": 1}, "dealt"],
    ),
)
async def test_a_forged_body_is_found(room: Room, body: Any) -> None:
    table = await room.start_table("duo-dominoes")
    await room.write(_forge(table, "duo.dealt", body=body))
    assert (await room.read(list_unreadable)).keys() == {table}


async def test_a_forged_row_is_found(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    wanted = update(tables).where(tables.c.id == table)
    await room.write(lambda connection: connection.execute(wanted.values(settings={"offers": [{"number": 1}]})))
    assert await room.read(list_unreadable) == {table: "its row"}


@pytest.mark.parametrize("values", [{"kind": "duo.invented"}, {"version": 99}])
async def test_events_of_a_newer_release_are_accepted(room: Room, values: dict[str, object]) -> None:
    table = await room.start_table("duo-dominoes")
    await room.write(_forge(table, "duo.dealt", **values))
    assert await room.read(list_unreadable) == {}
