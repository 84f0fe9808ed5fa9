"""The end of a hand as each reader is told of it, and what follows a won game."""

import pytest

from bot.messages.boards.board import find_ending
from bot.messages.parts.table_words import words_of
from bot.ports import MOST_TEXT, Button, Text
from bot.tables.timing.deadlines import is_waiting_after_game
from games.core import Seat
from harbour.limits.layouts import TEXT
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import LONGER, MORE_GAMES, mark_thorough

EVERYBODY = (BEAR, BULL, WALLY, NED)


async def play_until_hand_is_over(room: Room, table: int) -> None:
    for _ in range(2_000):
        present = await room.get(table)
        if present.shuffle.number and not present.hand_open and present.shuffle.last_finished:
            return
        if not await step(room, table, *EVERYBODY):
            room.forward(9_000)
            await room.settle()
    raise AssertionError("the hand did not end")


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(
    "game", mark_thorough(("duo-dominoes", "lombardy-bones", "bonedoneskis"), MORE_GAMES, but=["lombardy-bones"])
)
async def test_each_reader_is_told_what_the_hand_brought_them(room: Room, game: str) -> None:
    table = await room.start_table(game, EVERYBODY, 0)
    await play_until_hand_is_over(room, table)
    present = await room.get(table)
    words = words_of(present)
    public = find_ending(present, words)
    assert public is not None and "You" not in public.sentence
    await room.settle()
    for seat, person in enumerate(EVERYBODY):
        told = find_ending(present, words, Seat(seat))
        assert told is not None
        message = room.dm(person)[-1]
        assert all(line in message.text for line in told.lines)
        *_, last = message.text.replace(told.hand, "").strip().splitlines()
        assert told.sentence in last, "the verdict stands directly above the buttons"
    board = next(message for message in room.at(CHANNEL)[::-1] if message.rows and message.sequence)
    assert public.sentence in board.text.strip().splitlines()[-1 - bool(public.hand)]


async def test_an_explanation_stands_below_the_end_and_its_buttons(room: Room) -> None:
    present = await room.get(await take_played_table(room, "duo-dominoes"))
    told = find_ending(present, words_of(present), Seat(0))
    for reason in ("Because.", "Because.\n" * (MOST_TEXT // 9)):
        made = await room.services.hand.hands.make_message(present, Seat(0), answer=reason)
        assert told is not None and made.layout is not None
        *shown, row, last = made.layout.parts
        verdict = [part.text for part in shown if isinstance(part, Text)][-1]
        assert told.sentence in verdict and isinstance(row, tuple)
        assert isinstance(last, Text) and last.text == reason and len(made.text) <= TEXT


async def test_the_verdict_is_covered_for_a_reader_who_covers_their_hand(room: Room) -> None:
    """It may name what they held and nobody saw."""
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await room.me.change(room.request(BEAR), "spoiler", "on")
    await room.settle()
    present = await room.get(table)
    for seat, covered in ((0, True), (1, False)):
        told = find_ending(present, words_of(present), Seat(seat))
        assert told is not None
        (line,) = (line for line in room.dm(EVERYBODY[seat])[-1].text.splitlines() if told.sentence in line)
        assert (line.startswith("||") and line.endswith("||")) == covered


async def test_a_won_game_of_duo_waits_for_again(room: Room) -> None:
    """DD-40: the next game is not dealt by itself."""
    table = await room.start_table("duo-dominoes", (BEAR,), 3, house={"game_points": "10"})
    while not is_waiting_after_game(await room.get(table)):
        if not await step(room, table, BEAR):
            room.forward(9_000)
            await room.settle()
    present = await room.get(table)
    won = find_ending(present, words_of(present))
    assert won is not None and " win the game, " in won.sentence
    room.forward(3_600_000)
    await room.settle()
    assert (await room.get(table)).public_view.hand == present.public_view.hand
    board = next(message for message in room.at(CHANNEL)[::-1] if message.rows and message.sequence)
    named = {control.name: control.label for row in board.rows for control in row if isinstance(control, Button)}
    assert named["next"] == "Again"
    await room.press(table, "next", BEAR)
    assert (await room.get(table)).public_view.hand == present.public_view.hand + 1


async def test_a_cover_lies_over_the_end_and_not_over_what_to_do_next(room: Room) -> None:
    table = await take_played_table(room, "duo-dominoes", (BEAR, BULL), 2)
    await room.me.change(room.request(BEAR), "spoiler", "on")
    await room.settle()
    ended = room.dm(BEAR)[-1].text
    assert "||**" in ended
    for who in (BEAR, BULL):
        await room.ask(room.services.seats.pause, table, who)
        if (await room.get(table)).is_paused:
            break
    await room.settle()
    assert "\n**The table is paused; press Resume to continue.**" in room.dm(BEAR)[-1].text


async def test_whoever_has_answered_is_asked_no_more(room: Room) -> None:
    """SM-1: the others may still claim."""
    table = await room.start_table("bonedoneskis", EVERYBODY, 0)
    await room.settle()
    asked = "Press Done when you have nothing more"
    assert asked in room.dm(BEAR)[-1].text
    await room.press(table, "done", BEAR)
    await room.settle()
    assert asked not in room.dm(BEAR)[-1].text and "Your answer is in" in room.dm(BEAR)[-1].text
    assert asked in room.dm(BULL)[-1].text


async def test_lb_80_whoever_has_moved_reads_that_their_move_is_in(room: Room) -> None:
    """A bone counts after a moment. Nobody answers anything then, as in a window of calls."""
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 0)
    while Seat(0) not in (present := await room.get(table)).public_view.to_act or present.public_view.stage != "waits":
        if not await step(room, table, BEAR, BULL):
            room.forward(30_000)
            await room.settle()
    room.forward(2_000)
    await room.press(table, "noscore", BEAR)
    await room.settle()
    assert "One moment: your move is in" in room.dm(BEAR)[-1].text
