"""The clock of the machine jumps by an hour: nobody is reminded, no robot sits down, no call is judged differently."""

import pytest

from bot.edge.steady_clock import MILLISECONDS, SteadyClock
from bot.ports import HOUR
from bot.ports.times import SECOND
from bot.store import Store
from bot.store.tables import commits as stored_events
from bot.tables.aggregate.pacing import LIVE
from games.core import Seat
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.players import play_until_turn, step
from tests.bot.harness.room import BEAR, BULL, NED, WALLY, Room, settings
from tests.effort import rounds
from tests.left_out import MORE_CASES, mark_thorough

PEOPLE = (BEAR, BULL, WALLY, NED)


class JumpingClock(ManualClock):
    """The steady clock of a program on a machine whose clock jumps. `forward` moves the true time."""

    def __init__(self) -> None:
        super().__init__()
        self.jumped = 0
        self.steady = SteadyClock(lambda: (self.now + self.jumped) * MILLISECONDS, lambda: self.now * MILLISECONDS)

    def __call__(self) -> int:
        return self.steady()


@pytest.mark.parametrize("jump", [HOUR, -HOUR])
async def test_a_jump_of_an_hour_moves_no_deadline(store: Store, jump: int) -> None:
    clock = JumpingClock()
    room = Room(store, settings(), clock=clock)
    await room.start()
    table = await room.start_table("duo-dominoes", PEOPLE, 0)
    before = await play_until_turn(room, table, BEAR, *PEOPLE[1:])
    clock.jumped = jump
    await room.host.beat()
    await room.settle()
    assert (await room.get(table)).sequence == before.sequence
    clock.forward(LIVE.nudges[0] - 1)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {}
    clock.forward(1)
    await room.settle()
    assert (await room.get(table)).absences.nudged == {Seat(0): 1}
    assert (await room.get(table)).occupant(Seat(0)).stand_in is None
    await room.stop()


@pytest.mark.parametrize("jump", mark_thorough([HOUR, -HOUR], MORE_CASES, but=[-HOUR]))
async def test_moves_keep_their_order_across_a_jump(store: Store, jump: int) -> None:
    clock = JumpingClock()
    room = Room(store, settings(), clock=clock)
    await room.start()
    table = await room.start_table("pussers-bones", PEOPLE, 0, preset="gunplot")
    for turn in range(rounds(6, 12, 12)):
        clock.jumped = jump if turn % 2 else 0
        clock.forward(SECOND)
        present = await room.get(table)
        await step(room, table, *[who for who in PEOPLE if present.seat_of(who.user) in present.public_view.to_act])
        clock.forward(3 * SECOND)
        await room.settle()
    times = [row.at for row in await store.read(stored_events.read, table)]
    assert times == sorted(times)
    assert times[-1] <= clock.now
    await room.stop()
