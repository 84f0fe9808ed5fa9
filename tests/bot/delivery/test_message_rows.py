"""Reading the rows of messages: requests made together are one query, and no row is older than its request."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from bot.delivery.message_rows import MessageRows
from bot.store.database.errors import StoreUnavailable
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD, LOG
from bot.store.messages.projections import Projection
from bot.store.store import Store
from tests.bot.harness.room import Room


async def test_requests_made_together_are_one_query_and_no_row_is_older_than_its_request(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
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
    assert queries == [projections.of_table]

    blank = Projection(table, BOARD, board.shown_sequence, board.updated_at + 1)
    asked = asyncio.create_task(rows.read(table, BOARD))
    await room.store.write(projections.put, blank)
    assert await rows.read(table, BOARD) == blank
    await asked
    assert await rows.read(table + 1, BOARD) is None


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
    for answer in await asyncio.gather(rows.read(table, BOARD), rows.read(table, LOG), return_exceptions=True):
        assert isinstance(answer, StoreUnavailable)
