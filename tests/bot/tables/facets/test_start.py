"""The facet for a start at a set time."""

from bot.tables.facets.lobby import Start
from bot.tables.history.events import StartCame, StartSet
from tests.bot.tables.facets.steps import step


def test_the_time_is_set_changed_and_removed() -> None:
    start = Start().after(step(StartSet(5_000), StartSet(6_000)))
    assert (start.at, start.came) == (6_000, None)
    assert start.after(step(StartSet(None))).at is None


def test_the_time_that_came_is_remembered() -> None:
    came = step(StartCame(enough=False))
    start = Start(at=5_000).after(came)
    assert (start.at, start.came) == (None, came.entries[0].sequence)
    assert start.after(step(StartSet(9_000))).came == came.entries[0].sequence
