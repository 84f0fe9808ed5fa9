"""The export of a person's moves: what their own seat saw, with a note if there are too many to export."""

import json
from typing import Any

import pytest

from bot.ports import Request
from bot.services.me import PRIVACY
from bot.tables.history.own_moves import list_own_moves
from bot.wording import ENGLISH, Words
from tests.bot.harness.room import BEAR, BULL, HERE, NED, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES

DUO = "duo-dominoes"


def list_tiles(found: list[dict[str, Any]]) -> set[int]:
    """All dominoes that the moves name."""
    kept: set[int] = set()
    for move in found:
        if move["event"] == "duo.laid":
            kept.add(move["facts"]["tile"])
        for hand in move["facts"].get("holdings", ()) if move["event"] == "duo.dealt" else ():
            kept |= set(hand)
    return kept


async def test_an_export_in_the_middle_of_a_hand_has_the_players_own_tiles_and_no_others(room: Room) -> None:
    table = await room.start_table(DUO, (BEAR, BULL), 2)
    data = await room.me.export(Request(BEAR, HERE, room.stamp()))
    assert json.loads(json.dumps(data)) == data
    present = await room.get(table)
    seat = present.seat_of(BEAR.user)
    assert seat is not None
    (deal,) = [move for move in data["moves"] if move["event"] == "duo.dealt"]
    assert len(deal["facts"]["holdings"]) == 1
    assert len(list_tiles(data["moves"])) == 7
    assert "Hidden" not in json.dumps(data)
    assert data["moves_complete"]
    theirs = list_tiles(list_moves(await room.read(list_own_moves, BULL.user)))
    assert not theirs & list_tiles(data["moves"])


def list_moves(found: Any) -> list[dict[str, Any]]:
    """The moves of an export."""
    moves: list[dict[str, Any]] = found.moves
    return moves


@pytest.mark.thorough(MORE_CASES)
async def test_only_moves_of_the_players_own_seat_are_exported_up_to_a_limit(room: Room) -> None:
    table = await take_played_table(room, DUO, (BEAR,), hands=2)
    seat = (await room.get(table)).seat_of(BEAR.user)
    found = await room.read(list_own_moves, BEAR.user)
    assert {move["facts"]["seat"] for move in found.moves if "seat" in move["facts"]} == {seat}
    assert {move["event"] for move in found.moves} >= {"duo.dealt", "duo.laid"}
    few = await room.read(list_own_moves, BEAR.user, 3)
    assert (len(few.moves), few.complete) == (3, False)
    assert (await room.read(list_own_moves, 404)).moves == []


async def test_a_players_own_salts_are_exported(room: Room) -> None:
    table = await room.open(DUO)
    await room.press(table, "lobby.join", BULL)
    await room.ask(room.fairness.salt, table, BEAR, "seven bells")
    found = await room.read(list_own_moves, BEAR.user)
    assert [salt["salt"] for salt in found.salts] == ["seven bells"]
    assert (await room.read(list_own_moves, BULL.user)).salts == []


async def test_the_salt_of_a_former_player_is_exported_only_to_them(room: Room) -> None:
    table = await room.open(DUO)
    await room.press(table, "lobby.join", BULL)
    await room.add_robots(table, 2)
    await room.ask(room.fairness.salt, table, BULL, "anchors aweigh")
    await room.begin(table)
    room.forward(1_000)
    await room.hand_over(table, BULL, BULL.user, NED)
    await room.settle()
    assert (await room.get(table)).seat_of(NED.user) is not None
    assert (await room.read(list_own_moves, NED.user)).salts == []


def test_every_paragraph_about_privacy_has_words() -> None:
    assert all(Words(ENGLISH).knows(f"privacy/{part}") for part in PRIVACY)
