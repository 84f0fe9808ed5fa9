"""Finished hands, read without the rest of the table, are the same as in a table folded from its first event."""

from contextlib import suppress

import pytest

from bot.store import Connection
from bot.store.database.schema import HIGHEST
from bot.tables.aggregate import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry, is_public, read_entries, select_effective
from bot.tables.play import past_hands
from bot.tables.play.past_hands import PastHand, PastHands
from games.core import Refused
from tests.bot.harness.players import play_until, start_and_move_once, step_or_wait
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room
from tests.bot.harness.shelf import take_played_table
from tests.effort import rounds
from tests.left_out import LONGER

PEOPLE = (BEAR, BULL, WALLY, NED)


async def read(room: Room, table: int, number: int, hands: PastHands | None = None) -> PastHand | None:
    present = await room.get(table)
    return await room.read((hands or PastHands()).read, present, number)


def _compare(hand: PastHand, table: Table, found: list[Entry]) -> None:
    """Compare a hand with what the whole record says of it."""
    counted = select_effective(found)
    deal = hand.events[0]
    before = [entry.event for entry in counted if entry.sequence < deal.sequence]
    assert hand.state == table.game.fold(before)
    assert list(hand.events) == [entry for entry in counted if deal.sequence <= entry.sequence <= hand.raw[-1].sequence]
    for entry in (deal, hand.events[-1]):
        assert hand.count_public_before(entry) == sum(map(is_public, found[: entry.sequence - 1]))
    assert list(hand.handovers) == [entry for entry in found if isinstance(entry.event, events.Substituted)]


@pytest.mark.thorough(LONGER)
async def test_a_hand_is_what_the_whole_record_says_whether_read_at_once_or_bit_by_bit(room: Room) -> None:
    """A move is taken back in every hand."""
    table, _, _ = await start_and_move_once(room)
    kept = PastHands()
    for hands in range(1, 1 + rounds(2, 3, 3)):
        await move_and_take_back(room, table)
        assert await read(room, table, hands, kept) is None, "the hand is not over"
        await play_until(room, table, hands, *PEOPLE)
        await room.settle()
        present = await room.get(table)
        found = await room.read(read_entries, table)
        for number in range(1, hands + 1):
            _compare(await read_alike(room, table, number, kept), present, found)
        assert await read(room, table, hands + 1, kept) is None
    await room.close(table)
    assert (await read_alike(room, table, 1, kept)).is_open


async def read_alike(room: Room, table: int, number: int, kept: PastHands) -> PastHand:
    """Read a hand bit by bit and at once, and check that both are the same."""
    bit_by_bit, at_once = await read(room, table, number, kept), await read(room, table, number)
    assert bit_by_bit is not None and at_once is not None
    assert vars(bit_by_bit) == vars(at_once)
    return at_once


async def move_and_take_back(room: Room, table: int) -> None:
    """Let people move until a move can be taken back, and take it back."""
    for _ in range(20):
        for who in PEOPLE:
            with suppress(Refused):
                await room.ask(room.seats.ask_to_take_back, table, who)
                for other in PEOPLE:
                    with suppress(Refused):
                        await room.ask(room.seats.answer_take_back, table, other, True)
                found = await room.read(read_entries, table)
                assert isinstance(found[-1].event, events.Undone)
                return
        await step_or_wait(room, table, *PEOPLE)
    raise AssertionError("no move could be taken back")


async def test_a_second_look_reads_the_hand_and_not_the_table(room: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    last = rounds(2, 3, 3)
    table = await take_played_table(room, "duo-dominoes", hands=last)
    hands = PastHands()
    hand = await read(room, table, 1, hands)
    count = 0

    def read_and_count(connection: Connection, number: int, after: int = 0, until: int = HIGHEST) -> list[Entry]:
        nonlocal count
        found = read_entries(connection, number, after, until)
        count += len(found)
        return found

    monkeypatch.setattr(past_hands, "read_entries", read_and_count)
    for number in range(1, last + 1):
        count = 0
        hand = await read(room, table, number, hands)
        assert hand is not None and count == (0 if number == 1 else len(hand.raw))
    assert await read(room, table, last, hands) is hand, "a hand that has not changed is not read again"
