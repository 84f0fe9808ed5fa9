"""The rows of messages: each is read once, and notes overwrite no change that somebody else has made meanwhile."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import hide_hand
from bot.store.database.errors import StoreUnavailable
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD, LOG, MessageKey, MessageKind
from bot.store.messages.projections import Projection
from bot.store.store import Store
from games.core.seats import Seat
from tests.bot.harness.room import Room


async def test_rows_are_read_once_until_somebody_changes_them(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows, queries, reads = MessageRows(room.store), list[object](), Store.read

    async def read(store: Store, function: Any, *given: Any) -> Any:
        queries.append(function)
        return await reads(store, function, *given)

    monkeypatch.setattr(Store, "read", read)
    board, log = await asyncio.gather(rows.read(table, BOARD), rows.read(table, LOG))
    assert board is not None
    assert (board.key, log.key if log else None) == (BOARD, LOG)
    assert await rows.read(table, BOARD) is board
    assert queries == [projections.of_table]

    blank = Projection(table, BOARD, board.shown_sequence, board.updated_at + 1)
    await rows.put(blank)
    assert await rows.read(table, BOARD) == blank
    await room.store.write(projections.put, board)
    rows.forget(table)
    assert await rows.read(table, BOARD) == board
    assert await rows.read(table + 1, BOARD) is None


async def test_a_query_under_way_is_not_kept_if_its_table_is_forgotten(room: Room) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows = MessageRows(room.store)
    asked = asyncio.create_task(rows.read(table, BOARD))
    await asyncio.sleep(0)
    blank = Projection(table, BOARD, 1, 1)
    await room.store.write(projections.put, blank)
    rows.forget(table)
    assert await rows.read(table, BOARD) == blank
    await asked
    assert await rows.read(table, BOARD) == blank


async def test_a_note_is_seen_at_once_and_written_together_with_others(room: Room) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows = MessageRows(room.store)
    board, log = await rows.read(table, BOARD), await rows.read(table, LOG)
    assert board is not None
    assert log is not None
    for row in (board, log):
        rows.note(row, replace(row, content_digest="new"))
    noted = await rows.read(table, BOARD)
    assert noted is not None
    assert noted.content_digest == "new"
    assert await room.store.read(projections.one, table, BOARD) == board
    await rows.stop()
    written = [await room.store.read(projections.one, table, key) for key in (BOARD, LOG)]
    assert [row and row.content_digest for row in written] == ["new", "new"]


async def test_a_note_keeps_the_choice_that_a_player_made_during_the_edit(room: Room) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows, hand = MessageRows(room.store), MessageKey(MessageKind.HAND, Seat(0))
    before = await rows.read(table, hand)
    assert before is not None
    await room.store.write(hide_hand, table, Seat(0), True)
    rows.forget(table)
    rows.note(before, replace(before, content_digest="shows the hand"))
    seen = await rows.read(table, hand)
    await rows.stop()
    stored = await room.store.read(projections.one, table, hand)
    for row in (seen, stored):
        assert row is not None
        assert (row.data.hidden, row.content_digest) == (True, before.content_digest)


async def test_notes_wait_for_the_database(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows, writes = MessageRows(room.store), Store.write
    board = await rows.read(table, BOARD)
    assert board is not None
    rows.note(board, replace(board, content_digest="new"))

    async def fail(*_: Any) -> Any:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "write", fail)
    with pytest.raises(StoreUnavailable):
        await rows.write_notes()
    monkeypatch.setattr(Store, "write", writes)
    await rows.stop()
    stored = await room.store.read(projections.one, table, BOARD)
    assert stored is not None
    assert stored.content_digest == "new"


async def test_a_cancelled_request_leaves_the_others_their_answer_and_all_get_an_error(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows = MessageRows(room.store)
    first, second = (asyncio.create_task(rows.read(table, BOARD)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second is not None

    async def fail(*_: Any) -> Any:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "read", fail)
    rows.forget(table)
    for answer in await asyncio.gather(rows.read(table, BOARD), rows.read(table, LOG), return_exceptions=True):
        assert isinstance(answer, StoreUnavailable)
