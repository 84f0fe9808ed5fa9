"""The counts and events that may be shown reveal no secret moves."""

from bot.tables.facets.visibility import Visibility
from bot.tables.history.events import Nudged, Opened
from games.duo.events import Passed
from games.lombardy.events import Heard
from tests.bot.tables.facets.steps import BEAR, BULL, PublicView, step


def test_secret_events_are_not_counted() -> None:
    seen = Visibility().after(step(Opened(), Nudged(BEAR, 1), Heard(BEAR, "word", 2)))
    assert (seen.public_events, seen.controls_from) == (1, 0)


def test_controls_carry_the_count_at_the_last_change_of_subject() -> None:
    seen = Visibility(public_events=4).after(step(Passed(BEAR), view=PublicView()))
    assert (seen.public_events, seen.controls_from) == (5, 5)
    seen = seen.after(step(Passed(BEAR), before=PublicView(), view=PublicView()))
    assert (seen.public_events, seen.controls_from) == (6, 5)


def test_secret_moves_do_not_replace_the_last_public_move() -> None:
    seen = Visibility().after(step(Passed(BEAR), view=PublicView()))
    seen = seen.after(step(Heard(BULL, "word", 2), before=PublicView(), view=PublicView()))
    assert seen.last_seen == (Passed(BEAR),)
    assert seen.last_public == {BEAR: Passed(BEAR)}
    assert seen.last_own == {BEAR: Passed(BEAR), BULL: Heard(BULL, "word", 2)}


def test_public_moves_are_in_order_and_a_new_hand_forgets_them() -> None:
    seen = Visibility().after(step(Passed(BEAR), Passed(BULL), Passed(BEAR), view=PublicView()))
    assert list(seen.last_public) == [BULL, BEAR]
    later = seen.after(step(Passed(BULL), before=PublicView(hand=1), view=PublicView(hand=2)))
    assert later.last_public == later.last_own == {BULL: Passed(BULL)}
    assert list(seen.last_public) == [BULL, BEAR]
