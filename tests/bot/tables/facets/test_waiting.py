"""Public events set the times from which reminders and pauses count."""

from bot.tables.facets.clocks import Waiting
from bot.tables.history.events import Nudged, Paused, Resumed
from games.duo.events import Passed
from games.lombardy.events import Heard, QuietOver, WaitOver
from tests.bot.tables.facets.steps import BEAR, BULL, PublicView, step


def test_a_new_subject_begins_the_waiting_and_forgets_who_moved() -> None:
    asked, turned = PublicView(to_act=(BEAR, BULL)), PublicView(to_act=(BULL,))
    waiting = Waiting().after(step(Passed(BEAR), at=1_000, view=asked))
    assert (waiting.since, waiting.since_event, waiting.view_changed_at) == (1_000, 1, 1_000)
    waiting = waiting.after(step(Passed(BEAR), at=2_000, before=asked, view=asked))
    assert (waiting.since, set(waiting.moved), set(waiting.moved_unseen)) == (1_000, {BEAR}, {BEAR})
    waiting = waiting.after(step(Passed(BULL), at=3_000, before=asked, view=turned))
    assert (waiting.since, set(waiting.moved), set(waiting.moved_unseen)) == (3_000, set(), set())


def test_a_secret_move_counts_as_unseen() -> None:
    asked = PublicView()
    waiting = Waiting(view_changed_at=1_000).after(step(Heard(BEAR, "word", 2), at=2_000, before=asked, view=asked))
    assert (waiting.view_changed_at, waiting.last_move_at, set(waiting.moved_unseen)) == (1_000, 2_000, {BEAR})


def test_a_move_that_all_see_is_something_new_even_if_the_table_looks_as_before() -> None:
    """A robot that turns up the same wind for Eddie a second time still pauses before its next pluck."""
    asked = PublicView()
    waiting = Waiting(view_changed_at=1_000).after(step(Passed(BEAR), at=2_000, before=asked, view=asked))
    assert waiting.view_changed_at == 2_000


def test_a_new_view_on_the_same_subject_keeps_who_moved() -> None:
    waiting = Waiting(since=500, moved=frozenset({BULL})).after(
        step(Passed(BEAR), at=2_000, before=PublicView(), view=PublicView(scores=(1, -1)))
    )
    assert (waiting.since, waiting.view_changed_at, set(waiting.moved)) == (500, 2_000, {BEAR, BULL})
    assert waiting.moved_unseen == set()


def test_the_end_of_a_wait_is_nothing_new_unless_the_table_then_waits_for_others() -> None:
    """A robot's pause counts from the last bone laid, even if the wait after that bone (LB-81) ends meanwhile."""
    waiting, still = Waiting(view_changed_at=1_000), PublicView(deadline=4_000)
    assert waiting.after(step(QuietOver(), at=3_000, before=still, view=PublicView())).view_changed_at == 1_000
    turned = PublicView(to_act=(BULL,))
    assert waiting.after(step(WaitOver(), at=3_000, before=still, view=turned)).view_changed_at == 3_000


def test_reminders_and_pauses_are_no_moves_and_a_pause_does_not_count() -> None:
    seen = PublicView()
    waiting = Waiting(view_changed_at=1_000, last_move_at=1_000)
    waiting = waiting.after(step(Nudged(BEAR, 1), Paused(), Resumed(300), at=2_000, before=seen, view=seen))
    assert (waiting.view_changed_at, waiting.last_move_at, waiting.last_event_at) == (1_300, 1_300, 2_000)
