"""Game time stands still in pauses and outages, and just before a deadline while players sleep."""

from bot.tables.facets.clocks import GameClock
from bot.tables.history.events import GivenBack, Paused, Resumed, Slept
from tests.bot.tables.facets.steps import PublicView, step


def test_a_pause_and_an_outage_put_game_time_back() -> None:
    paused = GameClock().after(step(Paused(), at=5_000))
    assert paused.paused_at == 5_000
    clock = paused.after(step(Resumed(2_000))).after(step(GivenBack(500)))
    assert (clock.paused_at, clock.offset, clock.to_game_time(10_000), clock.to_real_time(7_500)) == (
        None,
        2_500,
        7_500,
        10_000,
    )


def test_a_new_public_deadline_begins_a_window() -> None:
    clock = GameClock().after(step("move", at=1_000, view=PublicView(deadline=9_000)))
    assert (clock.deadline, clock.window_at, clock.due) == (9_000, 1_000, 9_000)
    same = clock.after(step("move", at=2_000, before=PublicView(deadline=9_000), view=PublicView(deadline=9_000)))
    assert same == clock
    assert clock.after(step("move", at=2_000, before=PublicView(deadline=9_000), view=PublicView())).due is None


def test_a_pause_moves_the_window_and_its_deadline() -> None:
    clock = GameClock().after(step("move", at=1_000, view=PublicView(deadline=9_000)))
    later = clock.after(
        step(Paused(), Resumed(300), before=PublicView(deadline=9_000), view=PublicView(deadline=9_000))
    )
    assert (later.window_at, later.due) == (1_300, 9_300)


def test_an_extended_deadline_comes_later_and_the_clock_stands_before_it() -> None:
    clock = GameClock(deadline=9_000).extend(12_000)
    assert (clock.to_real_time(9_000), clock.to_real_time(8_000), clock.to_real_time(None)) == (12_000, 8_000, None)
    assert [clock.measure_standstill(at) for at in (8_000, 9_000, 10_000, 99_000)] == [0, 1, 1_001, 3_000]
    assert clock.extend(None).measure_standstill(10_000) == 0


def test_the_time_that_players_slept_is_noted_with_the_next_move() -> None:
    clock = GameClock(deadline=9_000, window_at=1_000)
    slept = clock.after(step(Slept(700), before=PublicView(deadline=9_000), view=PublicView(deadline=9_000)))
    assert (slept.offset, slept.window_stood, slept.window_at) == (700, 700, 1_000)
    moved = clock.after(
        step(Slept(700), "move", at=4_000, before=PublicView(deadline=9_000), view=PublicView(deadline=20_000))
    )
    assert (moved.offset, moved.window_stood, moved.window_at) == (700, 0, 4_000)
