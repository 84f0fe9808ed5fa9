"""The rows of messages: read once, and written without undoing what somebody else has changed meanwhile."""

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


async def test_an_edit_undoes_nothing_that_a_player_chose_while_it_was_under_way(room: Room) -> None:
    table = await room.started("duo-dominoes")
    await room.settled()
    rows, hand = MessageRows(room.store), MessageKey(MessageKind.HAND, Seat(0))
    before = await rows.read(table, hand)
    assert before is not None
    await room.store.write(hide_hand, table, Seat(0), True)
    rows.forget(table)
    await rows.put(replace(before, content_digest="shows the hand"), before)
    for row in (await rows.read(table, hand), await room.store.read(projections.one, table, hand)):
        assert row is not None
        assert (row.data.hidden, row.data.input_hash, row.content_digest) == (True, b"", "shows the hand")


async def test_a_row_that_could_not_be_written_is_read_anew(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """The write may have taken place all the same."""
    table = await room.started("duo-dominoes")
    await room.settled()
    rows, write = MessageRows(room.store), Store.write
    board = await rows.read(table, BOARD)
    assert board is not None
    changed = replace(board, content_digest="changed")

    async def fail_after(store: Store, function: Any, *given: Any) -> Any:
        await write(store, function, *given)
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "write", fail_after)
    with pytest.raises(StoreUnavailable):
        await rows.put(changed, board)
    assert await rows.read(table, BOARD) == changed


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
