"""The log's reader: it receives the events that its own process commits, and reads others from the store."""

from collections.abc import Callable
from typing import Any

import pytest

from bot.messages.boards import log
from bot.messages.boards.log_reader import LogReader
from bot.messages.parts.table_words import words_of
from bot.tables.aggregate import AppliedChange
from bot.tables.history.entries import read_entries
from tests.bot.harness.players import play_until_turn, words_for
from tests.bot.harness.room import BEAR, Room
from tests.bot.harness.shelf import take_played_table

GAME = "duo-dominoes"


@pytest.mark.parametrize("missed", [0, 1], ids=["all-heard", "one-missed"])
async def test_received_events_give_the_same_lines_as_stored_events(
    room: Room, monkeypatch: pytest.MonkeyPatch, missed: int
) -> None:
    table = await room.start_table(GAME)
    reader, heard = LogReader(room.store), list[int]()

    def hear(committed: AppliedChange) -> None:
        heard.append(committed.table.sequence)
        if len(heard) != missed:
            reader.keep_committed(table, committed.entries)

    present = await room.get(table)
    await reader.list_recent(present, words_of(present), None)
    known = await reader.list_since(present, 0)
    room.tables.listeners.append(hear)
    for _ in range(3):
        present = await play_until_turn(room, table, BEAR)
        await room.say(table, words_for(present, BEAR) or "", BEAR)
        await room.tick()
    present = await room.get(table)
    other = LogReader(room.store)
    lines, recent = await other.list_since(present, 0), await other.list_recent(present, words_of(present), None)
    assert len(heard) > 2
    assert lines.lines[: len(known.lines)] == known.lines != lines.lines
    read = _record_reads(monkeypatch, room)
    assert await reader.list_since(present, 0) == lines
    assert await reader.list_recent(present, words_of(present), None) == recent
    assert read.count(read_entries) == (2 if missed else 0)


async def test_a_new_hand_opens_a_page_although_its_seal_is_read_before_its_first_line(room: Room) -> None:
    """A seal has no line. Delivery may read it first, and the next hand's lines later."""
    table = await take_played_table(room, GAME)
    await play_until_turn(room, table, BEAR)
    present = await room.get(table)
    entries = await room.read(read_entries, table, 0, present.sequence)
    at_once = log.append_lines(present, log.LogLines(0, 0, ()), 0, entries)
    in_pieces = log.LogLines(0, 0, ())
    for entry in entries:
        in_pieces = log.append_lines(present, in_pieces, 0, [entry])
    opening = [line.sequence for line in at_once.lines if line.opens_page]
    assert len(opening) == 1
    assert [line.sequence for line in in_pieces.lines if line.opens_page] == opening


def _record_reads(monkeypatch: pytest.MonkeyPatch, room: Room) -> list[Callable[..., Any]]:
    """Record each read of the store from now on, by its function."""
    read: list[Callable[..., Any]] = []
    run = type(room.store).read

    async def note(store: object, function: Callable[..., Any], *arguments: object) -> Any:
        read.append(function)
        return await run(room.store, function, *arguments)

    monkeypatch.setattr(type(room.store), "read", note)
    return read
