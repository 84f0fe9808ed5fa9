"""Nobody plays for a stake that they did not agree to, and nobody escapes a loss by closing the table."""

from dataclasses import replace

import pytest

from bot.messages.boards.lobby import make_lobby
from bot.messages.parts.table_words import words_of
from bot.ports import Reply
from bot.tables.play.closings import WAIT
from bot.wording import word_log_line
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, list_controls
from tests.left_out import LONGER
from tests.refuses import refuses

GAME = "duo-dominoes"
ADMIN = replace(NED, user=9, name="Ann", admin=True)


async def open_with_bull(room: Room) -> int:
    """Open a lobby for Bear, with Bull and two robots."""
    table = await room.open(GAME)
    await room.press(table, "lobby.join", BULL)
    await room.add_robots(table, 2)
    return table


async def set_stake(room: Room, table: int, value: str) -> None:
    await room.press(table, "lobby.house.set", BEAR, "stake", value)


async def test_a_stake_raised_after_others_sat_down_waits_for_them(room: Room) -> None:
    table = await open_with_bull(room)
    await set_stake(room, table, "50")
    with refuses("house_waits"):
        await room.press(table, "lobby.start", BEAR)
    with refuses("house_agreed"):  # the player who set the stake agrees already
        await room.press(table, "lobby.agree.1", BEAR)
    await room.press(table, "lobby.agree.1", BULL)
    await room.press(table, "lobby.start", BEAR)
    assert (await room.get(table)).playing is not None


async def test_agreeing_to_an_old_change_does_not_agree_to_a_newer_one(room: Room) -> None:
    table = await open_with_bull(room)
    await set_stake(room, table, "2")
    await set_stake(room, table, "1000")
    with refuses("house_moved"):
        await room.press(table, "lobby.agree.1", BULL)
    with refuses("house_waits"):
        await room.press(table, "lobby.start", BULL)


async def test_the_same_rules_as_before_need_no_answer(room: Room) -> None:
    table = await open_with_bull(room)
    await set_stake(room, table, "50")
    await set_stake(room, table, "1")
    await room.press(table, "lobby.house.set", BEAR, "text_only", "true")  # it changes only the looks
    await room.press(table, "lobby.start", BEAR)
    assert (await room.get(table)).playing is not None


async def test_the_last_to_agree_starts_a_table_that_starts_full(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "start", "full")
    await room.press(table, "lobby.join", BULL)
    await set_stake(room, table, "7")
    await room.add_robots(table, 2)
    assert (await room.get(table)).playing is None
    await room.press(table, "lobby.agree.2", BULL)
    assert (await room.get(table)).playing is not None


async def test_a_start_by_the_clock_waits_for_the_answer(room: Room) -> None:
    table = await open_with_bull(room)
    await room.ask(room.lobby.start_at, table, BEAR, "in 10 minutes")
    await set_stake(room, table, "7")
    room.forward(11 * 60_000)
    await room.settle()
    present = await room.get(table)
    assert present.playing is None
    assert not present.start.agreed


async def test_the_lobby_says_what_was_changed_and_for_whom_it_waits(room: Room) -> None:
    table = await open_with_bull(room)
    await set_stake(room, table, "50")
    present = await room.get(table)
    assert (present.consent.changed, present.consent.awaited) == ({"stake": "1"}, (1,))
    shown = make_lobby(present)
    assert (
        "They used to be: Stake in the tally: 1. Bull must press **Agree to the house rules** before the game starts"
        in shown.text
    )
    assert f"lobby.agree.{present.consent.changes}" in list_controls(shown)
    assert "**Start** deals" not in shown.text
    await room.press(table, f"lobby.agree.{present.consent.changes}", BULL)
    assert "**Start** deals" in make_lobby(await room.get(table)).text


async def ask_to_close(room: Room) -> int:
    """Start a table of Bear, Bull and Wal. Bear, its host, asks to close it in the middle of a hand."""
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    reply: Reply = await room.press(table, "table.close", BEAR)
    assert reply.message is not None
    assert reply.message.text == "Closing the table needs a yes from Bull and Wal; the question is below the board."
    return table


async def test_a_host_cannot_close_a_game_alone(room: Room) -> None:
    table = await ask_to_close(room)
    with refuses("close_waits"):
        await room.press(table, "table.close", BEAR)
    await room.settle()
    board = room.at(CHANNEL)[-1]
    assert "Bear asks to close the table. I still need a yes from Bull and Wal." in board.text
    assert [row.name for row in board.rows[-1]] == ["close.yes.1", "close.no.1"]
    await room.press(table, "close.yes.1", BULL)
    assert (await room.get(table)).status == "live"
    await room.press(table, "table.close", WALLY)  # asking to close agrees too
    assert (await room.get(table)).status == "closed"


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(("points", "won"), [("50", False), ("1", True)], ids=["game under way", "game won"])
async def test_between_hands_a_close_breaks_off_only_a_game_that_nobody_has_won(
    room: Room, points: str, won: bool
) -> None:
    table = await room.open("duo-dominoes")
    await room.press(table, "lobby.house.set", BEAR, "game_points", points)
    for what, who in (("join", BULL), ("robot+", BEAR), ("robot+", BEAR), ("start", BEAR)):
        await room.press(table, f"lobby.{what}", who)
    await room.settle()  # the first hand deals itself
    while (present := await room.get(table)).hand_open or not present.public_view.hand:
        if not await step(room, table, BEAR, BULL):
            room.forward(30_000)
            await room.settle()
    await room.press(table, "table.close", BEAR)
    assert ((await room.get(table)).status == "closed") is won, "nobody is asked when no game is lost"
    if not won:
        await room.press(table, "close.yes.1", BULL)
    await room.settle()
    final = next(message for message in room.at(CHANNEL) if message.name == "sheet.png" and message.rows)
    assert ("broken off, so it adds nothing to the tally" in final.text) is not won


async def test_one_no_keeps_the_table_open_for_a_while(room: Room) -> None:
    table = await ask_to_close(room)
    await room.press(table, "close.no.1", WALLY)
    with refuses("close_not_asked"):
        await room.press(table, "close.yes.1", BULL)
    with refuses("close_again"):
        await room.press(table, "table.close", BEAR)
    room.forward(WAIT)
    await room.press(table, "table.close", BEAR)
    with refuses("close_not_asked"):  # the button belongs to the first question
        await room.press(table, "close.yes.1", BULL)


async def test_an_admin_who_plays_escapes_no_loss_and_one_who_does_not_closes_at_once(room: Room) -> None:
    host = replace(BEAR, admin=True)
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.press(table, "table.close", host)
    assert (await room.get(table)).status == "live"
    await room.press(table, "table.close", ADMIN)
    assert (await room.get(table)).status == "closed"


async def test_a_host_who_gives_up_their_seat_still_cannot_close_alone(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)
    await room.press(table, "table.close", BEAR)
    now = await room.get(table)
    assert now.status == "live"
    await room.settle()
    told = f"<@{BEAR.user}> asks to close the table."
    assert f"{told} I still need a yes from Bull." in room.at(CHANNEL)[-1].text
    assert word_log_line(now.closing.asked, words_of(now)) == told
    await room.press(table, "close.yes.1", BULL)
    assert (await room.get(table)).status == "closed"


async def test_a_host_who_plays_only_with_robots_closes_at_once(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR,), 3)
    await room.press(table, "table.close", BEAR)
    assert (await room.get(table)).status == "closed"
