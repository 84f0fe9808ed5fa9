"""The bank of time: once an hour a turn that runs out gets half a minute more; a call window never does."""

from bot.messages.parts.table_words import words_of
from bot.tables.aggregate import Table
from bot.tables.timing.deadlines import BANK_EVERY, BANK_SECONDS, find_seat_with_bank
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, WALLY, Room

STUD = "bonedoneskis"


async def play_until_betting(room: Room, table: int) -> Table:
    """Play until somebody has to bet."""
    for _ in range(200):
        present = await room.get(table)
        if present.public_view.phase == "betting" and find_seat_with_bank(present, room.clock.now) is not None:
            return present
        await step(room, table, BEAR, BULL, WALLY)
    raise AssertionError("nobody had to bet")


async def run_out(room: Room, table: int) -> Table:
    """Let the clock of the present turn run out."""
    present = await room.get(table)
    due = present.clock.to_real_time(present.public_view.deadline)
    assert due is not None
    room.forward(due - room.clock.now + 1)
    await room.settle()
    return await room.get(table)


async def test_a_turn_that_runs_out_gets_half_a_minute_more_once_an_hour(room: Room) -> None:
    table = await room.start_table(STUD, (BEAR, BULL, WALLY), 0)
    before = await play_until_betting(room, table)
    (seat,) = before.public_view.to_act
    who = (BEAR, BULL, WALLY)[seat]
    assert "If your time runs out, you get 30 seconds more" in room.dm(who)[-1].text
    after = await run_out(room, table)
    assert after.public_view == before.public_view, "nothing was decided for them"
    assert after.clock.due == (before.clock.due or 0) + 1_000 * BANK_SECONDS
    assert find_seat_with_bank(after, room.clock.now) is None
    room = await room.crash_and_restart()
    later = await run_out(room, table)
    assert later.public_view != before.public_view, "the second time the rules decide"
    assert any("Your time ran out" in message.text for message in room.dm(who))
    assert any(f"{who.name} runs out of time" in message.text for message in room.at(CHANNEL))
    assert words_of(later).say("log/table.bank_used", seat="x", seconds=30) == "-# x gets 30 seconds more."
    assert find_seat_with_bank(after, room.clock.now + BANK_EVERY) == seat


async def test_no_call_window_lasts_longer(room: Room) -> None:
    table = await room.start_table(STUD, (BEAR, BULL, WALLY), 0)
    present = await room.get(table)
    while present.public_view.phase != "calling":
        await step(room, table, BEAR, BULL, WALLY)
        present = await room.get(table)
    assert find_seat_with_bank(present, room.clock.now) is None
    after = await run_out(room, table)
    assert after.public_view != present.public_view
    assert after.absences.banks == {}
