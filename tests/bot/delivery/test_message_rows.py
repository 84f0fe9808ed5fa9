"""The rows of messages: read once, and written without undoing what somebody else has changed meanwhile."""

import asyncio
from dataclasses import replace
from typing import Any

import pytest

from bot.delivery.message_rows import MessageRows
from bot.store import MessageKey, MessageKind, Projection, Store, StoreUnavailable
from bot.store.messages import projections
from bot.store.messages.message_keys import BOARD, LOG
from games.core import Seat
from tests.bot.harness.room import Room

HAND = MessageKey(MessageKind.HAND, Seat(0))


@pytest.fixture
async def table(room: Room) -> int:
    """A table all of whose messages are shown."""
    number = await room.start_table("duo-dominoes")
    await room.settle()
    return number


@pytest.fixture
def rows(room: Room) -> MessageRows:
    return MessageRows(room.store)


async def test_rows_are_read_once_until_somebody_changes_them(
    room: Room, table: int, rows: MessageRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    queries, reads = list[object](), Store.read

    async def read(store: Store, function: Any, *given: Any) -> Any:
        queries.append(function)
        return await reads(store, function, *given)

    monkeypatch.setattr(Store, "read", read)
    board, log = await asyncio.gather(rows.read(table, BOARD), rows.read(table, LOG))
    assert board is not None
    assert (board.key, log.key if log else None) == (BOARD, LOG)
    assert await rows.read(table, BOARD) is board
    assert queries == [projections.list_of_table]

    blank = Projection(table, BOARD, board.shown_sequence, board.updated_at + 1)
    await rows.put(blank)
    assert await rows.read(table, BOARD) == blank
    await room.write(projections.put, board)
    rows.outdate(table)
    assert await rows.read(table, BOARD) == board
    assert await rows.read(table + 1, BOARD) is None


async def test_a_query_under_way_is_not_kept_if_its_table_is_outdated_meanwhile(
    room: Room, table: int, rows: MessageRows
) -> None:
    asked = asyncio.create_task(rows.read(table, BOARD))
    await asyncio.sleep(0)
    blank = Projection(table, BOARD, 1, 1)
    await room.write(projections.put, blank)
    rows.outdate(table)
    assert await rows.read(table, BOARD) == blank
    await asked
    assert await rows.read(table, BOARD) == blank


async def test_an_edit_undoes_nothing_that_a_player_chose_while_it_was_under_way(
    room: Room, table: int, rows: MessageRows
) -> None:
    before = await rows.read(table, HAND)
    assert before is not None
    await room.write(projections.hide_hand, table, Seat(0), True)
    rows.outdate(table)
    await rows.put(replace(before, content_digest="shows the hand"), before)
    for row in (await rows.read(table, HAND), await room.read(projections.find, table, HAND)):
        assert row is not None
        assert (row.data.hidden, row.data.input_hash, row.content_digest) == (True, b"", "shows the hand")


async def test_a_row_that_could_not_be_written_is_read_anew(
    room: Room, table: int, rows: MessageRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The write may have taken place all the same."""
    write = Store.write
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


async def test_a_cancelled_read_leaves_the_others_their_answer_and_an_error_reaches_all(
    room: Room, table: int, rows: MessageRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, second = (asyncio.create_task(rows.read(table, BOARD)) for _ in range(2))
    await asyncio.sleep(0)
    first.cancel()
    assert await second is not None

    async def fail(*_: Any) -> Any:
        raise StoreUnavailable("away")

    monkeypatch.setattr(Store, "read", fail)
    rows.outdate(table)
    for answer in await asyncio.gather(rows.read(table, BOARD), rows.read(table, LOG), return_exceptions=True):
        assert isinstance(answer, StoreUnavailable)


async def _record_writes(monkeypatch: pytest.MonkeyPatch) -> list[object]:
    """Record each write to the store from now on, by its function."""
    written, write = list[object](), Store.write

    async def note(store: Store, function: Any, *given: Any) -> Any:
        written.append(function)
        return await write(store, function, *given)

    monkeypatch.setattr(Store, "write", note)
    return written


def _make_edited_rows(row: Projection, content: str) -> tuple[Projection, Projection]:
    """Make two rows from this one: for the time of the edit, and for the time after it."""
    editing = replace(row, content_digest=None, data=replace(row.data, input_hash=b""))
    return editing, replace(editing, content_digest=content, shown_sequence=row.shown_sequence + 1)


async def _edit(rows: MessageRows, table: int, key: MessageKey, content: str) -> Projection:
    before = await rows.read(table, key)
    assert before is not None
    editing, after = _make_edited_rows(before, content)
    await rows.put(editing, before)
    await rows.put(after, editing)
    assert await rows.read(table, key) == after
    return after


async def test_a_message_that_is_edited_again_and_again_is_written_once(
    room: Room, table: int, rows: MessageRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    await room.host.workers.save([await room.get(table)])
    written = await _record_writes(monkeypatch)
    after = [await _edit(rows, table, BOARD, content) for content in ("one", "two", "three")][-1]
    assert written == [projections.put]
    stored = await room.read(projections.find, table, BOARD)
    assert stored is not None
    assert (stored.content_digest, stored.data.input_hash) == (None, b"")
    hashes = {table: {BOARD: b"made"}, table + 1: {BOARD: b"made"}}
    await rows.save(hashes)
    saved = replace(after, data=replace(after.data, input_hash=b"made"))
    assert await rows.read(table, BOARD) == await room.read(projections.find, table, BOARD) == saved
    await rows.save(hashes)
    assert written == [projections.put, projections.put_unless_changed]
    await _edit(rows, table, LOG, "lines")
    page = await _edit(rows, table, LOG, "more lines")
    log = await room.read(projections.find, table, LOG)
    assert log is not None
    assert log.shown_sequence == page.shown_sequence


async def test_rows_that_nobody_else_has_changed_stay_when_their_table_is_outdated(
    room: Room, table: int, rows: MessageRows
) -> None:
    board = await _edit(rows, table, BOARD, "board")
    await _edit(rows, table, HAND, "hand")
    await room.write(projections.hide_hand, table, Seat(0), True)
    rows.outdate(table)
    assert await rows.read(table, BOARD) == board
    hidden = await rows.read(table, HAND)
    assert hidden is not None
    assert (hidden.data.hidden, hidden.content_digest) == (True, None)
    rows.forget(table)
    unknown = await rows.read(table, BOARD)
    assert unknown is not None
    assert unknown.content_digest is None


async def test_saving_undoes_nothing_that_somebody_else_has_changed(room: Room, table: int, rows: MessageRows) -> None:
    await _edit(rows, table, HAND, "hand")
    await room.write(projections.hide_hand, table, Seat(0), True)
    await rows.save({table: {}})
    for row in (await rows.read(table, HAND), await room.read(projections.find, table, HAND)):
        assert row is not None
        assert (row.data.hidden, row.content_digest) == (True, None)


async def test_an_edit_that_begins_while_rows_are_saved_is_stored_as_unknown(
    room: Room, table: int, rows: MessageRows
) -> None:
    before = await _edit(rows, table, BOARD, "board")
    editing, _ = _make_edited_rows(before, "next")
    await asyncio.gather(rows.save({table: {}}), rows.put(editing, before))
    stored = await room.read(projections.find, table, BOARD)
    assert stored is not None
    assert stored.content_digest is None


async def test_a_message_whose_row_could_not_be_saved_counts_as_unknown(
    room: Room, table: int, rows: MessageRows, monkeypatch: pytest.MonkeyPatch
) -> None:
    await _edit(rows, table, BOARD, "board")

    async def fail(*_: Any) -> Any:
        raise StoreUnavailable("away")

    with monkeypatch.context() as away:
        away.setattr(Store, "write", fail)
        with pytest.raises(StoreUnavailable):
            await rows.save({table: {}})
    board = await rows.read(table, BOARD)
    assert board == await room.read(projections.find, table, BOARD)
    assert board is not None
    assert board.content_digest is None
