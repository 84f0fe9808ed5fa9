"""Calls that arrive in the wrong order are judged by their stamps."""

from __future__ import annotations

from bot.store import events
from tests.bot.tables.fakes import BEAR, BULL, CHANNEL, NED, WALLY, Crowd
from tests.bot.tables.players import step

PEOPLE = (BEAR, BULL, WALLY, NED)


async def _to_a_discard(crowd: Crowd) -> tuple[int, int]:
    """A race at Pussers Bones with a bone in the middle: the table, and when the bone fell."""
    table = await crowd.started("pussers-bones", PEOPLE, 0, preset="gunplot")
    for _ in range(60):
        present = await crowd.desk.tables.get(table)
        if present.public_view.latest is not None:
            return table, present.waiting.last_event_at
        crowd.clock.forward(3_000)
        for who in PEOPLE:
            seat = present.seat_of(who.user)
            if seat in present.public_view.to_act and await step(crowd, table, who):
                break
        await crowd.settled()
    raise AssertionError("nobody threw a bone")


async def test_the_earlier_stamp_wins_though_it_arrives_last(crowd: Crowd) -> None:
    table, fell = await _to_a_discard(crowd)
    present = await crowd.desk.tables.get(table)
    thrower = present.public_view.discards[present.public_view.latest].seat
    callers = [who for who in PEOPLE if present.seat_of(who.user) != thrower]
    late, early = callers[1], callers[2]
    seq = present.sequence
    crowd.clock.forward(500)
    await crowd.press(table, "dobone", late, seq=seq, stamp=crowd.stamp(fell + 405))
    await crowd.press(table, "dobone", early, seq=seq, stamp=crowd.stamp(fell + 400))
    crowd.clock.forward(3_000)
    await crowd.settled()
    stored = await crowd.store.read(events.read, table, seq)
    (over,) = [one for one in stored if one.kind == "pussers.shit_tied_up"]
    assert over.body["seat"] == present.seat_of(early.user)
    shown = "\n".join(one.text for one in crowd.postbox.everything_at(CHANNEL))
    assert f"Do Bone! by {early.name}, 400 ms after the bone" in shown


async def test_only_those_who_have_not_spoken_are_reminded(crowd: Crowd) -> None:
    table = await crowd.started("lombardy-bones", PEOPLE, 0)
    present = await crowd.desk.tables.get(table)
    assert present.public_view.phase == "lead"
    for who in PEOPLE[:3]:
        await step(crowd, table, who)
    crowd.clock.forward(crowd.settings.live.nudges[0])
    await crowd.settled()
    present = await crowd.desk.tables.get(table)
    assert present.absences.nudged == {present.seat_of(NED.user): 1}
    again = await crowd.again()
    assert (await again.desk.tables.get(table)).waiting.moved == present.waiting.moved
    assert (await again.desk.tables.get(table)).waiting.since_event == present.waiting.since_event
    await again.desk.stop()
