"""Reading a table: its events are decoded and folded by a reader's thread, not in the event loop."""

import threading
from typing import Any

import pytest

from bot.messages.boards.log_reader import LogReader
from bot.tables.history import entries
from bot.tables.history.entries import read_view
from games.core.events import decode
from tests.bot.harness.players import play_until, play_until_turn, step
from tests.bot.harness.room import BEAR, CHANNEL, Room
from tests.bot.harness.shelf import take_played_table

GAME = "duo-dominoes"


@pytest.fixture
def decoding_threads(monkeypatch: pytest.MonkeyPatch) -> set[str]:
    """The names of the threads that have decoded events so far in the test."""
    names: set[str] = set()

    def note_and_decode(stored: Any) -> object:
        names.add(threading.current_thread().name)
        return decode(stored)

    monkeypatch.setattr(entries, "decode", note_and_decode)
    return names


@pytest.mark.in_threads
async def test_a_long_evening_does_not_hold_up_the_event_loop(room: Room, decoding_threads: set[str]) -> None:
    table = await take_played_table(room, GAME)
    await room.settle()
    known = await room.get(table)
    room.tables.repository.forget(table)
    decoding_threads.clear()
    present = await room.get(table)
    assert (present.sequence, present.public_view) == (known.sequence, known.public_view)
    assert (await LogReader(room.store).list_since(present, 0)).lines
    assert decoding_threads and "MainThread" not in decoding_threads


async def test_a_receipt_at_the_end_of_a_hand_does_not_read_the_whole_evening(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.start_table(GAME)
    reads: list[object] = []
    read = type(room.store).read

    async def note_and_read(store: Any, function: Any, *arguments: Any) -> Any:
        reads.append(function)
        return await read(room.store, function, *arguments)

    monkeypatch.setattr(type(room.store), "read", note_and_read)
    await play_until(room, table, 1, BEAR)
    await room.settle()
    present = await room.get(table)
    at_end = LogReader(room.store)
    ended = max(line.sequence for line in (await at_end.list_since(present, 0)).lines if line.ends_hand)
    assert await at_end.view_at_end(present, ended) == present.public_view
    await play_until_turn(room, table, BEAR)
    await step(room, table, BEAR)
    await room.settle()
    shown = [message for message in room.at(CHANNEL) if message.layout and message.pictures]
    assert shown and read_view not in reads
    later = await room.get(table)
    assert later.public_view != present.public_view
    for reader in (at_end, LogReader(room.store)):
        assert await reader.view_at_end(later, ended) == present.public_view
