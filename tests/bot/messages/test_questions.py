"""A player's hand shows the questions that they have not answered, with buttons for the answers, in every place."""

import pytest
import pytest_asyncio

from bot.messages.boards.questions import list_questions
from bot.messages.parts.table_words import words_of
from bot.ports import Requester
from bot.tables.aggregate.pacing import LIVE
from games.core import Seat
from tests.bot.harness.offers import GAME, offer
from tests.bot.harness.players import play_until_turn, start_and_move_once
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, message_of
from tests.left_out import MORE_CASES


@pytest_asyncio.fixture
async def table(room: Room) -> int:
    """A table of Bear (the host), Bull, Wal and a robot, with the first hand dealt."""
    return await room.start_table(GAME, (BEAR, BULL, WALLY), 1)


async def show_hand(room: Room, table: int, who: Requester) -> tuple[str, list[str]]:
    """Show a player's hand in the channel. Returns its text and its answer buttons, which the DM must have too."""
    await room.settle()
    reply = message_of(await room.press(table, "hand.show", who))
    answers = [control.name for row in reply.rows for control in row if control.name.split(".")[0] in KINDS]
    own = room.dm(who)[-1]
    assert answers == [control.name for row in own.rows for control in row if control.name.split(".")[0] in KINDS]
    return reply.text, answers


KINDS = ("undo", "close", "vote", "offer")


async def test_closing_a_table_is_answered_from_a_hand(room: Room, table: int) -> None:
    await room.press(table, "table.close", BEAR)
    assert (await show_hand(room, table, BEAR))[1] == []
    text, answers = await show_hand(room, table, BULL)
    assert "Bear asks to close the table." in text
    assert answers == ["close.yes.1", "close.no.1"]
    await room.press(table, answers[0], BULL)
    assert (await show_hand(room, table, BULL))[1] == []


async def test_a_take_back_is_answered_from_a_hand(room: Room) -> None:
    table, mover, other = await start_and_move_once(room)
    await room.ask(room.seats.ask_to_take_back, table, mover)
    text, answers = await show_hand(room, table, other)
    assert f"{mover.name} asks to take the last move back." in text
    assert answers == ["undo.yes.1", "undo.no.1"]
    assert (await show_hand(room, table, mover))[1] == []


async def test_a_vote_for_a_robot_is_cast_from_a_hand(room: Room, table: int) -> None:
    await play_until_turn(room, table, BEAR, BULL, WALLY)
    await room.press(table, "why", BEAR)
    room.forward(LIVE.nudges[-1])
    await room.settle()
    text, answers = await show_hand(room, table, BULL)
    assert "Bear has kept the table waiting. **Robot for Bear** votes for a robot" in text
    assert answers == ["vote.0"]
    await room.press(table, "vote.0", BULL)
    assert [(await show_hand(room, table, who))[1] for who in (BULL, WALLY)] == [[], ["vote.0"]]


@pytest.mark.thorough(MORE_CASES)
async def test_a_robots_seat_is_given_away_from_a_hand(room: Room, table: int) -> None:
    made = await offer(room, table, BULL, None, NED)
    text, answers = await show_hand(room, table, BEAR)
    assert (
        "The seat of the robot Able is on offer to Ned. If everyone says yes, the seat changes hands at once." in text
    )
    assert answers == [f"offer.agree.{made.number}"]
    await room.press(table, answers[0], BEAR)
    assert [(await show_hand(room, table, who))[1] for who in (BEAR, BULL)] == [[], []]


async def test_a_question_is_not_shown_without_room_for_its_answers(room: Room, table: int) -> None:
    await play_until_turn(room, table, BULL, BEAR, WALLY)
    room.forward(LIVE.nudges[-1])
    await room.press(table, "table.close", BEAR)
    await room.settle()
    stored = await room.get(table)
    words = words_of(stored)
    assert [len(list_questions(stored, Seat(2), words, most).lines) for most in (1, 2, 3)] == [0, 1, 2]
    assert [len(list_questions(stored, Seat(2), words, most).buttons) for most in (1, 2, 3)] == [0, 2, 3]
