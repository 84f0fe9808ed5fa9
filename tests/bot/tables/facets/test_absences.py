"""Reminders and votes end with the move that the table waits for."""

from bot.tables.facets.seats import Absences
from bot.tables.history.entries import Entry, Step
from bot.tables.history.events import Nudged, Returned, StoodIn, Substituted
from games.duo.events import Passed
from tests.bot.tables.facets.steps import BEAR, BULL, PublicView, step


def test_a_change_of_who_plays_a_seat_ends_its_reminders() -> None:
    absences = Absences({BEAR: 3}, {BEAR: (BULL,)}, frozenset({BEAR}))
    for change in (StoodIn(BEAR), Returned(BEAR), Substituted(BEAR, True)):
        after = absences.after(step(change))
        assert (dict(after.nudged), dict(after.votes), set(after.reminded)) == ({}, {}, {BEAR})


def test_only_a_players_own_move_answers_their_reminders() -> None:
    later = PublicView(to_act=(BULL,))
    absences = Absences().after(step(Nudged(BEAR, 1))).after(step("move", before=PublicView(), view=later))
    absences = absences.after(step(Nudged(BEAR, 1)))
    assert absences.unanswered[BEAR].times == 2
    for cause, unanswered in (("lapse:1:7", {BEAR: absences.unanswered[BEAR]}), ("i:1", {})):
        assert absences.after(Step((Entry(9, 9, cause, Passed(BEAR)),))).unanswered == unanswered


def test_a_new_subject_ends_all_reminders_but_not_their_messages() -> None:
    absences = Absences({BEAR: 1}, {BEAR: (BULL,)}, frozenset({BEAR}))
    after = absences.after(step("move", before=PublicView(), view=PublicView(to_act=(BULL,))))
    assert (dict(after.nudged), dict(after.votes), set(after.reminded)) == ({}, {}, {BEAR})
    assert absences.after(step("move", before=PublicView(), view=PublicView())) == absences
