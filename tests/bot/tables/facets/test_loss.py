"""The facet for the loss of a server, and the clock that stands still meanwhile."""

from bot.tables.facets.clocks import GameClock, Waiting
from bot.tables.history.events import Paused, ServerFound, ServerLost
from tests.bot.tables.facets.steps import step


def test_a_loss_stops_the_clock_and_the_return_gives_the_time_back() -> None:
    lost = step(ServerLost(9_000, True), at=1_000)
    found = step(ServerFound(500, True), at=1_500)
    clock = GameClock().after(lost)
    assert clock == GameClock(paused_at=1_000, lost_at=1_000, kept_until=9_000, loss_paused=True)
    assert clock.after(found) == GameClock(offset=500, window_at=500)
    assert Waiting(view_changed_at=10).after(lost).after(found).view_changed_at == 510


def test_a_table_that_was_paused_before_keeps_its_pause() -> None:
    clock = GameClock().after(step(Paused(), at=100))
    lost = clock.after(step(ServerLost(9_000, False), at=1_000))
    assert lost.after(step(ServerFound(0, False), at=1_500)) == clock
