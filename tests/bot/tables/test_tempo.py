"""The tempo of robots: random pauses, one breath if nobody else may speak, and reactions like a person's."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace
from itertools import pairwise
from statistics import mean, median
from typing import Any

import pytest
from msgspec import structs

from bot.messages.parts.alerts import find_alert
from bot.store import Pace, Status, Store
from bot.tables.aggregate import Table
from bot.tables.aggregate.pacing import CORRESPONDENCE, LIVE
from bot.tables.aggregate.table import Playing
from bot.tables.aggregate.turns import draw_temper, follows_robot
from bot.tables.facets.seats import find_passing_verb
from bot.tables.timing.deadlines import list_awaited_seats, moves_by_itself
from bot.tables.timing.tempo import (
    Tempo,
    find_lapse_pause,
    find_order_pause,
    find_pause,
    is_in_breath,
    is_waiting_for_robots,
)
from games.bonedoneskis.view import Phase
from games.core import Seat
from games.core.robots import EVEN
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.chance import SeededChance
from tests.games.duo.at_table import order_of
from tests.left_out import MORE_CASES
from tests.views import changed, own_state, own_view

FROM_TO: Mapping[Tempo, tuple[int, int]] = {
    Tempo.CALM: (795, 2_595),
    Tempo.BRISK: (405, 1_200),
    Tempo.AT_ONCE: (150, 150),
}


@pytest.fixture
async def duo(room: Room) -> Table:
    """A table of two people and two robots that waits for the first robot."""
    return await _start_table(room, "duo-dominoes")


async def _start_table(room: Room, game: str) -> Table:
    return await room.get(await room.start_table(game, (BEAR, BULL), robots=2))


def moment(table: Table, changed_at: int, *to_act: int, mover: int | None = None, **view: Any) -> Table:
    """The table as if it had waited for the seats `to_act` since `changed_at`."""
    playing = table.started_game
    shown = replace(playing.view, to_act=tuple(map(Seat, to_act)), **view)  # type: ignore[type-var]
    alone = None if mover is None else Seat(mover)
    round = () if alone is None else (alone,)
    waiting = structs.replace(table.waiting, view_changed_at=changed_at, mover=alone, round=round)
    return replace(table, playing=replace(playing, view=shown), waiting=waiting)


def with_robots(table: Table, people: int = 0) -> Table:
    """The table with robots on all seats but the first few."""
    robots = (replace(seat, user_id=None, robot="house") for seat in table.seats[people:])
    return replace(table, seats=(*table.seats[:people], *robots))


def with_tempo(table: Table, tempo: str | None) -> Table:
    """The table at this tempo."""
    return replace(table, row=replace(table.row, settings=table.row.settings.with_house_rule("tempo", tempo)))


@pytest.mark.parametrize("tempo", Tempo)
async def test_each_robot_draws_a_pause_of_its_own_for_each_move(duo: Table, tempo: Tempo) -> None:
    chosen = with_tempo(duo, tempo)
    drawn = [[find_pause(moment(chosen, time, 2, 3), Seat(seat), LIVE) for time in range(200)] for seat in (2, 3)]
    least, most = FROM_TO[tempo]
    assert all(least <= pause <= most for pause in drawn[0] + drawn[1])
    if tempo is not Tempo.AT_ONCE:
        assert drawn[0] != drawn[1]
        assert len(set(drawn[0])) > 50
        assert max(drawn[0]) > 0.9 * most
        assert min(drawn[0]) < 1.2 * least


async def test_a_temper_follows_from_the_table_and_the_seat_and_older_tables_have_none(duo: Table) -> None:
    tables = [replace(duo, row=replace(duo.row, id=number)) for number in range(60)]
    drawn = Counter(draw_temper(table, Seat(2)).name for table in tables)
    assert set(drawn) == {"bold", "careful", "stubborn"} and min(drawn.values()) > 10
    assert all(draw_temper(moment(duo, time, 2), Seat(2)) == draw_temper(duo, Seat(2)) for time in range(20))
    older = replace(duo, row=replace(duo.row, settings=replace(duo.row.settings, tempers=False)))
    assert draw_temper(older, Seat(2)) == draw_temper(duo, Seat(0)) == EVEN, "people have none"
    means = {}
    for name in drawn:
        table = next(table for table in tables if draw_temper(table, Seat(2)).name == name)
        means[name] = mean(find_pause(moment(table, time, 2), Seat(2), LIVE) for time in range(300))
    assert means["bold"] + 200 < means["stubborn"] < means["careful"] - 200


async def test_tables_begin_calm_and_older_ones_are_calm_too(duo: Table) -> None:
    assert duo.row.settings.house["tempo"] == "calm"
    old = replace(duo, row=replace(duo.row, settings=replace(duo.row.settings, house={})))
    for other in (old, with_tempo(duo, "presto")):
        assert [find_pause(moment(other, time, 2), Seat(2), LIVE) for time in range(20)] == [
            find_pause(moment(duo, time, 2), Seat(2), LIVE) for time in range(20)
        ]
    by_post = [find_pause(moment(duo, time, 2), Seat(2), CORRESPONDENCE) for time in range(20)]
    assert all(1_500 < pause < 5_200 for pause in by_post)


async def test_a_robot_after_a_robot_goes_on_in_one_breath(room: Room) -> None:
    stud = await _start_table(room, "bonedoneskis")
    for time in range(20):
        usual = find_pause(moment(stud, time, 3, mover=1, phase=Phase.BETTING), Seat(3), LIVE)
        assert 250 <= find_pause(moment(stud, time, 3, mover=2, phase=Phase.BETTING), Seat(3), LIVE) <= 400
        at_once = with_tempo(moment(stud, time, 3, mover=2, phase=Phase.BETTING), Tempo.AT_ONCE)
        assert find_pause(at_once, Seat(3), LIVE) == 150 // 15
        assert find_pause(moment(stud, time, 1, 3, mover=2, phase=Phase.BETTING), Seat(3), LIVE) == usual
        assert find_pause(moment(stud, time, 3, phase=Phase.BETTING), Seat(3), LIVE) == usual


async def test_robots_at_lombardy_wait_for_a_persons_bone_and_for_a_double_above_the_spinner_alone(room: Room) -> None:
    """LB-30, LB-41, LB-81: three robots in a row take some five seconds, since call and bone are one beat."""
    table = await _start_table(room, "lombardy-bones")
    shown = {"phase": "play", "quiet": True, "above_shown": False, "reneges": True}
    for time in range(20):
        after_robot = moment(table, time, 3, mover=2, last=Seat(2), **shown)
        assert follows_robot(after_robot) and find_pause(after_robot, Seat(3), LIVE) <= 1_995
        own_score = moment(table, time, 2, mover=2, last=Seat(2), waits=True, to_score=Seat(2), **shown)
        assert 250 <= find_pause(own_score, Seat(2), LIVE) <= 400
    assert not follows_robot(moment(table, 1, 3, mover=1, last=Seat(1), **shown)), "that person may still call a score"
    for may_call in ({"above_shown": True}, {"quiet": False}):
        assert not follows_robot(moment(table, 1, 3, mover=2, last=Seat(2), **{**shown, **may_call}))
    view = own_view(table, Seat(2))
    assert not changed(view, quiet=True).end_courtesy().quiet


async def test_among_partners_each_robots_move_has_its_own_pause(duo: Table) -> None:
    alone = with_robots(duo, 1)
    for time in range(20):
        after_robot = moment(alone, time, 3, mover=2)
        assert not is_in_breath(after_robot) and not is_waiting_for_robots(after_robot, Seat(0))
        assert 1_000 <= find_pause(after_robot, Seat(3), LIVE) <= 2_595
        assert find_pause(moment(alone, time, 1, mover=0), Seat(1), LIVE) < 865, (
            "the first robot answers the person as fast as elsewhere"
        )


async def test_robots_alone_hurry_in_a_breath(duo: Table) -> None:
    alone = with_robots(duo)
    for time in range(20):
        assert find_pause(moment(alone, time, 3, mover=2), Seat(3), LIVE) < 200


async def test_robots_and_orders_keep_the_clock_of_the_house(duo: Table) -> None:
    """The clock may be shorter than a robot's usual pause. After that pause, a call would come too late."""
    for time in range(1_000, 1_100):
        short = moment(duo, time, 2, deadline=time + 900 - duo.clock.offset)
        assert find_pause(short, Seat(2), LIVE) <= 600
        assert find_order_pause(short, Seat(2), LIVE) <= 600
        late = moment(duo, time, 2, deadline=time - 1 - duo.clock.offset)
        assert find_pause(late, Seat(2), LIVE) == 0


async def test_a_pass_that_the_game_makes_comes_a_breath_later_where_people_play(duo: Table) -> None:
    drawn = [find_lapse_pause(moment(duo, time, 0), LIVE) for time in range(200)]
    assert all(250 <= pause <= 400 for pause in drawn) and len(set(drawn)) > 50
    assert (
        find_lapse_pause(moment(with_robots(duo), 7, 0), LIVE)
        == find_lapse_pause(moment(with_tempo(duo, Tempo.AT_ONCE), 7, 0), LIVE)
        == 0
    )


async def test_dd_23_nobody_is_asked_who_can_only_pass_and_their_pass_outlives_a_crash(store: Store) -> None:
    order = order_of(["6-6 6-5 6-4 6-3 6-2 6-1 6-0", "0-0 1-0 1-1 2-0 2-1 2-2 3-0"])
    room = Room(store, settings(live=replace(LIVE, between_hands=None)), chance=SeededChance("knock", order))
    number = await room.start_table("duo-dominoes", (BEAR, BULL), robots=2)
    await room.say(number, "play 6-6", BEAR)
    await room.settle()
    table = await room.get(number)
    assert table.public_view.to_act == (Seat(1),) and list_awaited_seats(table) == () and moves_by_itself(table)
    assert find_alert(table, Seat(1), 0, False) is None
    room.forward(249)
    await room.settle()
    assert (await room.get(number)).sequence == table.sequence
    later = await room.crash_and_restart()
    later.forward(151)
    await later.settle()
    passed = await later.get(number)
    shown: Any = passed.public_view
    assert shown.to_act == (Seat(2),) and [step.tile for step in shown.steps][1:] == [None]


async def test_a_breath_goes_once_round_the_table_at_most(duo: Table) -> None:
    def make_waiting(round: tuple[int, ...], seat: int, **view: Any) -> Table:
        table = moment(duo, 7, seat, mover=round[-1], **view)
        return replace(table, waiting=structs.replace(table.waiting, round=tuple(map(Seat, round))))

    duo = with_robots(duo)
    assert is_in_breath(make_waiting((0, 1), 2))
    assert is_in_breath(make_waiting((0, 1, 2), 3))
    assert not is_in_breath(make_waiting((0, 1, 2, 3), 0))
    assert not is_in_breath(make_waiting((2, 3, 1), 2))
    assert is_in_breath(make_waiting((2, 3, 1), 1)), "a robot whose turn goes on"
    assert not is_in_breath(replace(make_waiting((0, 1), 2), row=replace(duo.row, status=Status.PAUSED)))


async def test_one_person_among_robots_waits_for_the_robots_asked(duo: Table) -> None:
    alone = with_tempo(with_robots(duo, 1), Tempo.AT_ONCE)
    assert is_waiting_for_robots(moment(alone, 7, 2), Seat(0))
    assert is_waiting_for_robots(moment(alone, 7, 1, 2, 3), Seat(0))
    assert not is_waiting_for_robots(moment(alone, 7, 0), Seat(0)), "the person is asked"
    assert not is_waiting_for_robots(moment(alone, 7, 0, 2), Seat(0)), "the person is asked too"
    assert not is_waiting_for_robots(moment(alone, 7), Seat(0)), "nobody is asked"
    assert not is_waiting_for_robots(moment(duo, 7, 2), Seat(0)), "two people play there"
    assert not is_waiting_for_robots(
        replace(moment(alone, 7, 2), row=replace(duo.row, pace=Pace.CORRESPONDENCE)), Seat(0)
    )
    assert not is_waiting_for_robots(replace(moment(alone, 7, 2), row=replace(duo.row, status=Status.PAUSED)), Seat(0))


async def test_a_round_of_moves_has_each_seat_at_most_once(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR,), robots=3)
    await room.press(table, "lobby.house.set", BEAR, "tempo", "at_once")  # otherwise each move stands alone
    seen = [(await room.get(table)).waiting]
    room.tables.listeners.append(lambda committed: seen.append(committed.table.waiting))
    await room.settle()
    while await step(room, table, BEAR) and (await room.get(table)).hand_open:
        continue
    moves = [(before, after) for before, after in pairwise(seen) if after.mover is not None and before != after]
    assert len(moves) > 12
    for before, after in moves:
        assert after.round[-1] == after.mover
        assert len(set(after.round)) == len(after.round)
        going_on = (before.round, (*before.round, after.mover), (after.mover,))
        assert after.round in going_on
    assert {len(after.round) for _, after in moves} == {1, 2, 3, 4}


async def test_a_robot_that_may_speak_reacts_like_a_person(duo: Table) -> None:
    """Its pause is never longer than that of a robot whose turn it is."""
    drawn = [find_pause(moment(duo, time, 0), Seat(3), LIVE) for time in range(400)]
    assert 1_300 < median(drawn) < 1_500
    assert min(drawn) > 460
    assert 2_500 < max(drawn) < 4_200
    for time in range(50):
        turn = moment(duo, time, 2)
        assert find_pause(turn, Seat(3), LIVE) <= find_pause(turn, Seat(2), LIVE)


async def test_with_one_person_robots_take_a_third_of_their_usual_time(room: Room) -> None:
    table = await room.get(await room.start_table("duo-dominoes", (BEAR,), robots=3))
    for tempo, (least, most) in FROM_TO.items():
        drawn = [find_pause(moment(with_tempo(table, tempo), time, 1), Seat(1), LIVE) for time in range(200)]
        assert all(least // 4 <= pause <= most // 3 for pause in drawn)
        assert tempo is Tempo.AT_ONCE or len(set(drawn)) > 50


@pytest.mark.thorough(MORE_CASES)
async def test_robots_leave_their_only_person_time_to_call(room: Room) -> None:
    """In a race a robot in turn waits as long as among several people, and one out of turn reacts like a person."""
    table = await room.start_table("pussers-bones", (BEAR,), robots=3, preset="gunplot")
    in_turn: list[int] = []
    out_of_turn: list[int] = []
    while not (in_turn and out_of_turn):
        present = await room.get(table)
        view = present.public_view
        if view.interruptible and present.hand_open and not present.view(Seat(0)).has_spoken:
            asked = next((seat for seat in view.to_act if seat != 0), None)
            if asked is not None:
                in_turn = draw_pauses(present, asked)
                assert not is_waiting_for_robots(present, Seat(0)), "the person's hand must show the bone at once"
            elif view.to_act == (Seat(0),):
                out_of_turn = draw_pauses(present, Seat(2))
        if not await step(room, table, BEAR):
            room.forward(2_600)
            await room.settle()
    least, most = FROM_TO[Tempo.CALM]
    assert all(least <= pause <= most for pause in in_turn)
    assert 1_200 < median(out_of_turn) < 1_600
    assert min(out_of_turn) < 800
    assert max(out_of_turn) > 2_400


async def test_robots_and_orders_answer_a_call_within_two_seconds_whatever_is_held(room: Room) -> None:
    """PB-47: the pauses are drawn from public facts, for each seat by itself."""
    table = await _start_table(room, "pussers-bones")
    while find_passing_verb(table.game, table.public_view) is None:
        assert await step(room, table.id, BEAR, BULL)
        table = await room.get(table.id)
    state = own_state(table)
    racks = changed(state.racks, counts=[*state.racks.counts[1:], state.racks.counts[0]])
    twin = replace(table, playing=Playing.of(table.game, changed(state, racks=racks)))
    for drawn_for in (find_pause, find_order_pause):
        found = [[drawn_for(moment, seat, LIVE) for moment in _moments(table)] for seat in table.public_view.to_act]
        assert all(795 <= pause <= 1_995 for pauses in found for pause in pauses)
        assert len({tuple(pauses) for pauses in found}) == len(found)
        assert found == [
            [drawn_for(moment, seat, LIVE) for moment in _moments(twin)] for seat in twin.public_view.to_act
        ]


def _moments(table: Table) -> Iterator[Table]:
    for time in range(200):
        yield replace(table, waiting=structs.replace(table.waiting, view_changed_at=time))


def draw_pauses(table: Table, seat: Seat) -> list[int]:
    """Draw a robot's pauses for 200 different times at which the table's view last changed."""
    return [find_pause(moment, seat, LIVE) for moment in _moments(table)]
