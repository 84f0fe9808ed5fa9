"""Lobbies and boards as layouts: within Discord's limits, coloured by the state, posted anew if need be."""

import asyncio
from collections import Counter
from dataclasses import replace

import pytest

from bot.messages.boards.board import choose_accent, make_board, write_headline
from bot.messages.boards.last_moves import Moves, list_recent
from bot.messages.boards.lobby import make_lobby
from bot.messages.parts.table_words import words_of
from bot.ports import (
    MOST_COMPONENTS,
    MOST_TEXT,
    Accent,
    Fixture,
    Layout,
    Message,
    Requester,
    Section,
    Text,
    cut,
    mark_piece,
)
from bot.ports.markup import remove_marks, replace_marks, replace_marks_if_room
from bot.store import MessageData
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD
from bot.store.tables import commits as stored_events
from bot.tables.history.entries import decode_entries
from games import registry
from games.core.game import find_most_seats
from tests.bot.harness.room import BEAR, BULL, CHANNEL, WALLY, Room
from tests.left_out import MORE_GAMES, mark_thorough
from tests.refuses import refuses

CREW = [Requester(number, f"Sailor {number}") for number in range(20, 30)]


def layout_of(message: Message) -> Layout:
    assert message.layout is not None
    return message.layout


def list_buttons_of_seats(layout: Layout) -> list[str]:
    """List the names of the buttons beside the seats."""
    return [part.button.name for part in layout.parts if isinstance(part, Section)]


def fits(message: Message) -> bool:
    """True if a message keeps to Discord's limits: few components, short rows, one control for each custom id."""
    names = Counter(control.name for row in message.rows for control in row)
    return (
        layout_of(message).size <= MOST_COMPONENTS
        and all(0 < len(row) <= 5 for row in message.rows)
        and max(names.values()) == 1
    )


@pytest.mark.parametrize("game", mark_thorough(registry.NAMES, MORE_GAMES, but=["bonedoneskis"]))
async def test_a_lobby_with_many_people_keeps_within_the_limits(room: Room, game: str) -> None:
    table = await room.open(game)
    for who in CREW:
        shown = await room.get(table)
        assert fits(make_lobby(shown)), f"{len(shown.seats)} seats"
        assert make_lobby(shown).text.count("free") == find_most_seats(shown.game, shown.row.options) - len(shown.seats)
        await room.press(table, "lobby.join", who)
    message = make_lobby(await room.get(table))
    assert fits(message) and "lobby.join" in {control.name for row in message.rows for control in row}


async def test_a_button_of_an_earlier_release_beside_a_name_leaves_its_readers_seat_alone(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.press(table, "lobby.join", BULL)
    assert list_buttons_of_seats(layout_of(make_lobby(await room.get(table)))) == ["lobby.join"]
    with refuses("no_button"):
        await room.press(table, "lobby.leave.0", BULL)
    await room.press(table, "lobby.leave.1", BULL)
    shown = await room.get(table)
    assert shown.names == ("Bear",)
    with refuses("not_seated"):
        await room.press(table, "lobby.leave.0", WALLY)
    await room.press(table, "lobby.leave.0", BEAR)
    assert layout_of(make_lobby(await room.get(table))).accent is Accent.CLOSED


@pytest.mark.parametrize("seed", ["crowd 2"])
async def test_the_board_shows_its_state_the_picture_and_the_pieces_in_the_last_lines(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    board = room.at(CHANNEL)[-1]
    shown = await room.get(table)
    assert layout_of(board).accent is choose_accent(shown) is Accent.PLAYING
    head, pictures, lines, question, *rows = layout_of(board).parts
    assert isinstance(head, Text) and isinstance(lines, Text) and pictures is Fixture.PICTURES
    assert isinstance(question, Text) and question.text.startswith("**"), "it stands directly above the buttons"
    assert tuple(rows) == board.rows and fits(board)
    assert board.text == f"{head.text}\n{lines.text}\n{question.text}"
    told = list_recent(Moves(shown, decode_entries(await room.read(stored_events.read, table)), words_of(shown)))
    assert all(line in lines.text for line in told)
    marked = [line for line in told if remove_marks(line) != line]
    for line in marked:
        assert "<:bone:1>" in replace_marks(line, lambda code: "<:bone:1>")
        assert replace_marks(line, lambda code: None) == remove_marks(line)
    assert marked, "somebody has laid a tile"
    await room.close(table)
    await room.settle()
    colours = [(message.name, layout_of(message).accent) for message in room.at(CHANNEL) if message.layout]
    assert colours == [("table.png", Accent.CLOSED), ("sheet.png", Accent.FINISHED)], "the board, and the final sheet"


def test_a_pieces_emoji_follows_its_name() -> None:
    text = f"Bear lays 6-4{mark_piece('6-4')} at A"
    assert replace_marks(text, lambda code: f"<:by_{code[0]}_{code[2]}:1>") == "Bear lays 6-4 <:by_6_4:1> at A"
    assert replace_marks(text, lambda code: None) == remove_marks(text) == "Bear lays 6-4 at A"
    assert replace_marks_if_room(text, lambda code: "<:by_6_4:1>", 28) == "Bear lays 6-4 at A", (
        "words go before pictures"
    )
    assert [cut(text, most) for most in (13, 14, 16, 17, 40)] == ["Bear lays 6-4"] * 4 + [text]


async def test_a_board_of_an_older_release_becomes_a_layout_where_it_stands(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.settle()
    row = await room.read(projections.find, table, BOARD)
    assert row is not None and row.message is not None and row.data.layout
    old = replace(row, content_digest="old", data=MessageData(postings=row.data.postings, hand=row.data.hand))
    await room.write(projections.put, old)
    await room.host.workers.load(table)
    room.messenger.messages[row.message].message = Message("a lobby of old", table=table)
    room.messenger.calls.clear()
    await room.press(table, "lobby.join", BULL)
    await room.settle()
    assert room.messenger.calls == [("edit", CHANNEL)]
    (board,) = room.at(CHANNEL)
    assert "2. Bull" in board.text and layout_of(board).accent is Accent.LOBBY


async def test_a_layout_is_posted_anew_as_words_and_words_become_a_layout_again(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.settle()
    for value, posted in (("true", 1), ("false", 0)):
        room.messenger.calls.clear()
        await room.press(table, "lobby.house.set", BEAR, "text_only", value)
        await room.settle()
        (board,) = room.at(CHANNEL)
        assert Counter(what for what, _ in room.messenger.calls)["send"] == posted
        assert (board.layout is None) == (value == "true") and "1. Bear" in board.text


async def test_a_long_board_in_words_ends_with_its_question(room: Room) -> None:
    table = await room.start_table("duo-dominoes")
    await room.press(table, "lobby.house.set", BEAR, "text_only", "true")
    present = await room.get(table)
    question = write_headline(present, words_of(present))
    board = await make_board(room.pictures, present, ("x" * MOST_TEXT,))
    assert board.text.endswith(f"x\n{remove_marks(question)}")


async def test_a_board_that_a_crash_left_between_its_edit_and_its_row_is_known_as_a_layout(room: Room) -> None:
    table = await room.open("duo-dominoes")
    await room.settle()
    row = await room.read(projections.find, table, BOARD)
    assert row is not None and row.message is not None
    old = replace(row, content_digest="old", data=MessageData(postings=row.data.postings, hand=row.data.hand))
    await room.write(projections.put, old)
    await room.host.workers.load(table)
    room.messenger.messages[row.message].message = Message("a lobby of old", table=table)
    room.messenger.crash_after = 0
    pressing = asyncio.create_task(room.press(table, "lobby.join", BULL))
    await room.wait_for_lost_answer()
    await pressing
    left = await room.read(projections.find, table, BOARD)
    assert left is not None and left.data.layout
    room.messenger.crash_after = None
    other = await room.crash_and_restart()
    await other.settle()
    (board,) = room.at(CHANNEL)
    assert "2. Bull" in board.text
