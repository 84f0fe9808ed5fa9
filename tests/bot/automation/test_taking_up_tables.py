"""A start takes up the tables of the last run: it loads their games, and syncs only messages that are behind."""

from collections.abc import Callable
from dataclasses import replace
from typing import Any, cast

import pytest
from sqlalchemy import delete, update

from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.scheduler import HORIZON
from bot.delivery.projector import MessageSync
from bot.messages.parts.desired_message import MessageSource
from bot.messages.presenter import list_message_keys
from bot.store import MessageKey, Store
from bot.store.database import schema
from bot.store.messages import projections as rows
from bot.store.messages.message_data import Posting, ReplacedPosting
from bot.store.messages.message_keys import BOARD
from bot.store.people import preferences
from bot.store.tables import upkeep
from games.core import Refused
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.left_out import MORE_CASES, mark_thorough

GAME = "duo-dominoes"


@pytest.fixture
def synced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The names of the messages that were synced, in order."""
    found: list[str] = []
    sync = MessageSync.sync_message

    async def sync_and_note(
        self: MessageSync, table: int, key: MessageKey, source: MessageSource, repost: bool = False
    ) -> bool:
        found.append(str(key))
        return await sync(self, table, key, source, repost)

    monkeypatch.setattr(MessageSync, "sync_message", sync_and_note)
    return found


async def _start_with_table(store: Store) -> tuple[Room, int]:
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await room.settle()
    await room.host.workers.save([await room.get(table)])
    return room, table


async def test_messages_that_are_up_to_date_are_not_synced(store: Store, synced: list[str]) -> None:
    room, table = await _start_with_table(store)
    synced.clear()
    room = await room.crash_and_restart()
    await room.settle()
    assert synced == []
    assert await step(room, table, BEAR, BULL)
    await room.settle()
    assert {"board", "log"} < set(synced)
    await room.stop()


@pytest.mark.parametrize(
    "lost", mark_thorough(["row", "message", "answer", "old", "behind"], MORE_CASES, but=["message", "answer"])
)
async def test_a_message_that_is_behind_is_synced(store: Store, synced: list[str], lost: str) -> None:
    room, table = await _start_with_table(store)
    room.host.drop()
    row = await store.read(rows.find, table, BOARD)
    assert row is not None
    of_board = schema.projections.c.what == "board"
    if lost == "row":
        await store.write(lambda connection: connection.execute(delete(schema.projections).where(of_board)))
    elif lost == "message":
        await store.write(rows.put, replace(row, message=None))
    elif lost == "answer":
        begun = Posting(row.channel or 0, 0, "", 0, row.updated_at, row.shown_sequence, None, False, {})
        await store.write(rows.put, replace(row, state="posting", data=replace(row.data, posting=begun)))
    elif lost == "old":
        await store.write(
            rows.put, replace(row, data=replace(row.data, replaced=ReplacedPosting(row.channel or 0, 0, 12345)))
        )
    else:
        await store.write(rows.put, replace(row, data=replace(row.data, input_hash=bytes(12))))
    synced.clear()
    room.messenger.texts.clear()  # without its row, the board is posted under its first nonce again
    room = await room.crash_and_restart()
    await room.settle()
    assert set(synced) == {"board"}
    await room.stop()


async def test_only_messages_that_were_edited_before_a_crash_are_edited_once_more(store: Store) -> None:
    """A clean stop stores what the messages show, so that nothing is edited after it."""
    room, table = await _start_with_table(store)
    assert await step(room, table, BEAR, BULL)
    await room.settle()
    room.messenger.calls.clear()
    room = await room.crash_and_restart()
    await room.settle()
    methods = [method for method, _ in room.messenger.calls]
    assert methods
    assert len(methods) <= len(list_message_keys(await room.get(table)))
    assert set(methods) == {"edit"}
    assert await step(room, table, BEAR, BULL)
    await room.settle()
    await room.stop()
    room.messenger.calls.clear()
    room = Room(store, room.settings, room.messenger, room.clock, chance=room.chance, sealer=room.sealer)
    await room.start()
    await room.settle()
    assert room.messenger.calls == []
    await room.stop()


async def test_a_message_that_is_behind_is_synced_before_the_next_deadline(store: Store, synced: list[str]) -> None:
    room, table = await _start_with_table(store)
    room.host.drop()
    row = await store.read(rows.find, table, BOARD)
    assert row is not None
    await store.write(rows.put, replace(row, data=replace(row.data, input_hash=bytes(12))))
    soon = update(schema.tables).where(schema.tables.c.id == table).values(deadline_at=room.clock.now + HORIZON // 2)
    await store.write(lambda connection: connection.execute(soon))
    synced.clear()
    room = await room.crash_and_restart()
    await room.settle()
    assert synced == ["board"]


async def test_a_preference_chosen_before_a_crash_is_shown_after_it(store: Store, synced: list[str]) -> None:
    room, _ = await _start_with_table(store)
    room.host.drop()
    synced.clear()
    await store.write(preferences.set_preferences, BULL.user, preferences.Preferences(big=True), room.clock())
    room = await room.crash_and_restart()
    await room.settle()
    assert synced == ["rack:1"]
    await room.stop()


async def test_a_hand_that_was_to_be_hidden_is_hidden_after_a_crash(store: Store, synced: list[str]) -> None:
    room, table = await _start_with_table(store)
    present = await room.get(table)
    synced.clear()
    room.host.drop()
    await store.write(rows.hide_hand, table, present.people[1], True)
    room = await room.crash_and_restart()
    await room.settle()
    assert synced == ["rack:1"]
    await room.stop()


class Interrupted:
    """A store that runs a callback of the test while it lists the tables whose messages are behind."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self.then: list[Callable[[], None]] = []

    async def read(self, function: Any, *args: Any) -> Any:
        found = await self._store.read(function, *args)
        if function is upkeep.list_unsettled and self.then:
            self.then.pop()()
        return found


async def test_a_look_that_is_asked_for_during_a_look_is_not_lost(room: Room) -> None:
    Room.apart = True
    table = await room.start_table(GAME)
    store = Interrupted(room.store)
    room.parts.host.served.workers.forget(table)
    served = replace(room.parts.host.served, store=cast(Store, store))
    served.look_again()
    store.then.append(served.look_again)
    for _ in range(2):
        assert (0, table) in (await served.look(0, ())).deadlines
    assert (0, table) not in (await served.look(0, ())).deadlines


class Refusing(AutomaticMoves):
    """Automatic moves with a bug: the rules refuse them."""

    async def act(self, table_id: int) -> int | None:
        raise Refused("TABLE", "no_next")


async def test_a_table_that_cannot_go_on_is_not_taken_for_a_missing_table(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    table = await room.start_table(GAME)
    served = room.host.served
    served.moves = Refusing(
        room.tables, room.orders, room.people.find_quiet_hours, served.moves.thinkers, room.people.find_notice_wait
    )
    with pytest.raises(RuntimeError, match=f"table {table} cannot go on: TABLE/no_next"):
        await served.act(table)
    room.host.scheduler.wake(table)
    await room.host.scheduler.tick()
    assert room.host.scheduler.count_stuck(0) == 1
    assert "is not served" not in caplog.text
    assert await served.act(99) is None
    assert room.host.scheduler.count_stuck(0) == 1
