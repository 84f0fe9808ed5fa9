"""Crashes at any point: a new process on the same store shows every table correctly, and posts nothing twice."""

import asyncio

import pytest

from bot.store import Store
from bot.store.tables import commits
from bot.tables.history.entries import decode_entries
from games.core import Refused
from tests.bot.harness.log_text import list_told_lines, page_of, split_runs
from tests.bot.harness.players import words_for
from tests.bot.harness.room import BEAR, CHANNEL, Room, settings
from tests.bot.harness.word_scenes import board_alt
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


async def _check_all_is_shown(room: Room, table: int) -> None:
    await room.settle()
    present = await room.get(table)
    stored = await room.read(commits.read, table)
    assert [row.sequence for row in stored] == list(range(1, present.sequence + 1))
    refolded = present.game.fold(
        [entry.event for entry in decode_entries(stored) if type(entry.event).__module__.startswith("games.")]
    )
    assert present.game.view(refolded, None) == present.public_view
    boards = [message for message in room.at(CHANNEL) if message.pictures and message.rows]
    assert [board.pictures[0].alt for board in boards] == [board_alt(present)]
    seat = present.seat_of(BEAR.user)
    (rack,) = room.dm(BEAR)
    ended = present.view(None).phase == "between"
    assert rack.pictures[0].alt == (board_alt(present) if ended else f"both {present.view(seat)!r}")
    logs = [message.text for message in room.at(CHANNEL) if message.name == "sheet.png"]
    assert split_runs("\n".join(logs)) == page_of(list_told_lines(present, decode_entries(stored)))


async def _type_one_move(room: Room, table: int) -> bool:
    """Let Bear make the next move by a typed command. Returns False if Bear has none."""
    present = await room.get(table)
    words = words_for(present, BEAR)
    if words is None or present.shuffle.number > 2:
        return False
    verb, _, rest = words.partition(" ")
    await room.ask(room.play.make_move, table, BEAR, verb, rest)
    return True


@pytest.mark.parametrize("answers", mark_thorough([0, 1, 2, 3, 5, 8], MORE_CASES, but=[3]))
async def test_nothing_is_shown_twice_if_a_crash_loses_discords_answers(store: Store, answers: int) -> None:
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME)
    for _ in range(rounds(3, 6, 6)):
        room.messenger.crash_after = answers
        if not await _type_one_move(room, table):
            break
        await room.tick()
        room = await room.crash_and_restart()
        await _check_all_is_shown(room, table)
    await room.stop()


@pytest.mark.parametrize("steps", mark_thorough([*range(0, 24, 2), 40, 60], MORE_CASES, but=[20]))
async def test_a_command_cut_off_anywhere_is_repeated_and_counts_once(store: Store, steps: int) -> None:
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME)
    for _ in range(3):
        present = await room.get(table)
        words = words_for(present, BEAR)
        if words is None:
            break
        verb, _, rest = words.partition(" ")
        stamp = room.stamp()
        command = asyncio.create_task(room.ask(room.play.make_move, table, BEAR, verb, rest, id=stamp))
        for _ in range(steps):
            await asyncio.sleep(0)
        command.cancel()
        await asyncio.gather(command, return_exceptions=True)
        room = await room.crash_and_restart()
        await room.settle()
        try:
            await room.ask(room.play.make_move, table, BEAR, verb, rest, id=stamp)
        except Refused as refused:
            raise AssertionError(f"the repeated command was refused: {refused.key}") from refused
        await _check_all_is_shown(room, table)
        stored = await room.read(commits.read, table)
        assert sum(1 for row in stored if row.cause == stamp.cause and row.part == 0) == 1
    await room.stop()
