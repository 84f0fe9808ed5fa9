"""Calls that arrive in the wrong order are decided by their timestamps."""

import pytest

from bot.store.tables import commits
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.left_out import MORE_CASES
from tests.views import own_view

PEOPLE = (BEAR, BULL, WALLY, NED)


async def _play_to_a_discard(room: Room) -> tuple[int, int]:
    """Play a race table of Pussers Bones to a discard. Returns the table and the time of the discard."""
    table = await room.start_table("pussers-bones", PEOPLE, 0, preset="gunplot")
    for _ in range(60):
        present = await room.get(table)
        if own_view(present).latest is not None:
            return table, present.waiting.last_event_at
        room.forward(3_000)
        for who in PEOPLE:
            seat = present.seat_of(who.user)
            if seat in present.public_view.to_act and await step(room, table, who):
                break
        await room.settle()
    raise AssertionError("nobody threw a bone")


async def test_the_earlier_stamp_wins_even_if_it_arrives_last(room: Room) -> None:
    table, fell = await _play_to_a_discard(room)
    present = await room.get(table)
    thrower = own_view(present).discards[own_view(present).latest].seat
    callers = [who for who in PEOPLE if present.seat_of(who.user) != thrower]
    late, early = callers[1], callers[2]
    seq = present.sequence
    room.forward(500)
    await room.press(table, "dobone", late, seq=seq, stamp=room.stamp(fell + 405))
    await room.press(table, "dobone", early, seq=seq, stamp=room.stamp(fell + 400))
    room.forward(3_000)
    await room.settle()
    stored = await room.read(commits.read, table, seq)
    (over,) = [row for row in stored if row.kind == "pussers.shit_tied_up"]
    assert over.body["seat"] == present.seat_of(early.user)
    shown = "\n".join(message.text for message in room.messenger.everything_at(CHANNEL))
    assert f"Do Bone! by {early.name}, 400 ms after the bone" in shown


@pytest.mark.thorough(MORE_CASES)
async def test_only_those_who_have_not_spoken_are_reminded(room: Room) -> None:
    table = await room.start_table("lombardy-bones", PEOPLE, 0)
    present = await room.get(table)
    assert present.public_view.phase == "lead"
    for who in PEOPLE[:3]:
        await step(room, table, who)
    room.forward(room.settings.waits.live.nudges[0])
    await room.settle()
    present = await room.get(table)
    assert present.absences.nudged == {present.seat_of(NED.user): 1}
    again = await room.crash_and_restart()
    assert (await again.get(table)).waiting.moved == present.waiting.moved
    assert (await again.get(table)).waiting.since_event == present.waiting.since_event
    await again.stop()
