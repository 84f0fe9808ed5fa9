"""A person has the same name at every table and in the books."""

from dataclasses import replace

import pytest
from sqlalchemy import insert, update

from bot.ports import Requester, fold_name
from bot.store.books import crews
from bot.store.database import schema
from bot.tally.books import load_book
from render.base.lettering import make_name_drawable
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, GUILD, Room, message_of
from tests.left_out import LONGER

DUO = "duo-dominoes"
TWIN = Requester(77, "Bear")
RUNE = Requester(78, "ᚱᚢᚾ")


@pytest.fixture
def kind() -> str:
    """Labels are found by code alone, so a SQLite file serves."""
    return "sqlite"


async def _names(room: Room, table: int) -> list[str]:
    present = await room.get(table)
    return [seat.name for seat in present.seats if seat.user_id is not None]


async def _names_in_books(room: Room) -> dict[int, str]:
    """The names in the books, by user."""
    crew = await room.tally.reports.find_crew(room.request(BEAR))
    book = await room.read(load_book, crew)
    return {member.user_id: book.name(member.id) for member in book.members.values() if member.user_id is not None}


async def _open(room: Room, who: Requester, game: str = DUO) -> int:
    reply = message_of(await room.lobby.open(room.request(who), game, "live", "", True))
    return reply.table


@pytest.mark.thorough(LONGER)
async def test_a_person_has_one_name_at_every_table_and_in_the_books(room: Room) -> None:
    crew = await room.write(crews.ensure, GUILD, 0)
    await room.write(crews.ensure_member, crew.id, BEAR.user, BEAR.name, 0)
    table = await _open(room, TWIN)
    assert await _names(room, table) == ["Bear (2)"], "somebody else is Bear in the books, though not at this table"
    for rule, value in {"match_games": "1", "game_points": "20"}.items():
        await room.press(table, "lobby.house.set", TWIN, rule, value)
    await room.press(table, "lobby.join", RUNE)
    await room.press(table, "lobby.join", BEAR)
    assert await _names(room, table) == ["Bear (2)", "№ 1 ᚱᚢᚾ", "Bear"]
    await room.press(table, "lobby.robot+", TWIN)
    await room.press(table, "lobby.start", TWIN)
    await room.settle()
    await play_until(room, table, 60, TWIN, RUNE, BEAR)
    assert await _names_in_books(room) == {BEAR.user: "Bear", TWIN.user: "Bear (2)", RUNE.user: "№ 1 ᚱᚢᚾ"}
    assert await _names(room, table) == ["Bear (2)", "№ 1 ᚱᚢᚾ", "Bear"]
    other = await _open(room, RUNE)
    assert await _names(room, other) == ["№ 1 ᚱᚢᚾ"]
    await room.press(other, "lobby.join", replace(TWIN, name="Bruno"))
    assert (await _names_in_books(room))[TWIN.user] == "Bruno", "the books know the new name as soon as they sit down"
    book = await room.read(load_book, crew)
    assert book.find_member("ᚱᚢᚾ").user_id == RUNE.user


@pytest.mark.thorough(LONGER)
async def test_a_name_that_changes_in_the_books_changes_at_the_table_when_a_hand_is_over(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    crew = await room.write(crews.ensure, GUILD, 0)
    bull = await room.write(crews.ensure_member, crew.id, BULL.user, "Bull", 0)
    await room.write(crews.change_member, bull._replace(name="Bullwinkle", aliases=["Bull"]))
    await play_until(room, table, 1, BEAR, BULL)
    assert await _names(room, table) == ["Bear", "Bullwinkle"]


async def test_rows_of_older_releases_have_the_same_labels_on_every_page(room: Room) -> None:
    crew = await room.write(crews.ensure, GUILD, 0)
    old = [(1, "Bear"), (2, "Bear ᚱ"), (3, "ᚱᚢᚾ"), (4, "Bull"), (5, "ᚠᚢ")]
    rows = [{"crew_id": crew.id, "user_id": user, "name": name, "aliases": [], "created_at": 0} for user, name in old]
    await room.write(lambda connection: connection.execute(insert(schema.members), rows))
    labels = ["Bear", "Bear ᚱ (2)", "№ 1 ᚱᚢᚾ", "Bull", "№ 2 ᚠᚢ"]
    assert list((await _names_in_books(room)).values()) == labels
    assert len({fold_name(make_name_drawable(name)) for name in labels}) == len(labels)
    table = await _open(room, Requester(2, "Bear ᚱ"))
    assert await _names(room, table) == ["Bear ᚱ (2)"]
    new = await room.write(crews.add_member, crew.id, "Bear", 0)
    assert new.name == "Bear (3)" and list((await _names_in_books(room)).values()) == labels
    await room.press(table, "lobby.join", Requester(5, "ᚠᚢ"))
    spoilt = update(schema.seats).where(schema.seats.c.table_id == table).values(name="ᚱᚢᚾ")
    await room.write(lambda connection: connection.execute(spoilt))
    again = await room.crash_and_restart()
    assert await _names(again, table) == ["№ 1 ᚱᚢᚾ", "№ 2 ᚱᚢᚾ"]
