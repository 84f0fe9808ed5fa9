"""The ends of hands of Lombardy Bones: the count, what each player missed, and the sheet."""

from typing import Any

import pytest

from games.core import Seat
from games.lombardy.events import Counted
from games.lombardy.options import House
from games.lombardy.view import Step
from games.pieces.dominoes import Domino
from games.pieces.line import Line
from render.words import dominoes as domino_words
from tests.render import samples, shown as scenes
from tests.render.shown import reader
from tests.views import changed

NAMES = samples.NAMES
FOUR = tuple[int, int, int, int]


def make_count(
    how: str,
    out: Seat | None,
    pips: FOUR,
    changes: FOUR,
    spared: FOUR = (0, 0, 0, 0),
    holdings: tuple[tuple[Domino, ...], ...] = ((),) * 4,
) -> Counted:
    """Make the count of a hand of Lombardy Bones among four."""
    return Counted(how, out, holdings, pips, changes, spared, ())


@pytest.mark.parametrize(
    "how, out, expected",
    [
        ("out", Seat(1), "Bull goes out"),
        ("dead", None, "the line is blocked"),
        ("all_pass", None, "everybody passed"),
    ],
)
def test_the_count_of_lombardy_is_described(how: str, out: Seat | None, expected: str) -> None:
    """LB-60: the bones that are left are counted."""
    holdings = (samples.dominoes("6-6"), (), samples.dominoes("2-1 0-0"), ())
    ending = make_count(how, out, (12, 0, 3, 0), (0, 15, 0, 0), holdings=holdings)
    view = samples.lombardy(None, phase="counted", turn=None, ending=ending)
    text = scenes.draw_receipt(view, NAMES).alt
    assert f"Bull makes the most, +15: {expected}" in text
    assert "Bear 45 in all, " in text and ": 6-6. " in text
    assert "Brought forward: +45 +115 +85 +10" in scenes.draw_sheet(view, NAMES).alt


def test_lb_30_the_sheet_separates_scores_of_the_hand_from_those_of_earlier_hands() -> None:
    ending = make_count("all_pass", None, (14, 12, 21, 18), (0, 35, 0, 0))
    view = samples.lombardy(None, phase="counted", ending=ending, scores=(10, 50, 5, 30), sheet_before=(0, 0, 0, 20))
    text = scenes.draw_sheet(view, NAMES).alt
    assert "Brought forward: 0 0 0 +20. 2 During the hand: +10 +15 +5 +10. 2 Everybody passed: 0 +35 0 0." in text
    first = scenes.draw_sheet(changed(view, hand=1, sheet_before=(0, 0, 0, 0)), NAMES).alt
    assert "Brought forward" not in first


def test_lb_30_the_end_tells_what_the_whole_hand_brought() -> None:
    """Scores called during the hand count too: Bull made 60, ten of them by the count, and Bear made 20."""
    ending = make_count("out", Seat(1), (5, 0, 5, 0), (0, 10, 0, 0))
    view = samples.lombardy(
        1, phase="counted", turn=None, ending=ending, scores=(20, 90, 0, 0), sheet_before=(0, 30, 0, 0)
    )
    outcome = domino_words.tell_outcome(view, reader(view, NAMES))
    out, none, pips = "Bull goes out for +10", "; you didn't miss a score", " (the others' pips, rounded down: 5+5+0)"
    you_out, most = f"you go out for +10{pips}", "Bull makes the most, +60"
    assert outcome is not None and outcome.sentence == f"You make the most, +60: +50 from scores; {you_out}{none}"
    assert outcome.lines == ("-# The whole hand: Bear +20, Bull +60, Doc 0, Swain 0",)
    for changes, expected in (
        (
            {"seat": Seat(0)},
            f"{most}: +50 from scores; {out}{pips}; +20 for you{none}",
        ),
        (
            {"seat": Seat(3)},
            f"{most}: +50 from scores; {out}{pips}; 0 for you{none}",
        ),
        (
            {"seat": Seat(1), "scores": (20, 40, 0, 0)},
            f"Bear makes the most, +20: all from scores; {you_out}; +10 for you{none}",
        ),
        ({"seat": Seat(1), "over": True, "winners": (Seat(1),)}, "You win the game: 90, 20, 0, 0"),
        ({"seat": None, "winners": (Seat(1),)}, "Bull wins the game: 90, 20, 0, 0"),
        ({"seat": Seat(0), "winners": (Seat(1), Seat(0))}, "You and Bull win the game: 90, 20, 0, 0"),
        ({"seat": None}, f"{most}: +50 from scores; {out}"),
        (
            {"seat": Seat(0), "scores": (60, 90, 0, 0)},
            f"You and Bull make the most, +60 each: {out}{pips}{none}",
        ),
        (
            {"seat": Seat(2), "scores": (60, 90, 5, 0)},
            f"Bear and Bull make the most, +60 each: {out}{pips}; +5 for you{none}",
        ),
        ({"seat": None, "scores": (0, 30, 0, 0)}, out),
        (
            {"seat": Seat(0), "scores": (60, 40, 60, 0)},
            f"You and Doc make the most, +60 each: all from scores; {out}{pips}{none}",
        ),
        ({"seat": None, "scores": (0, 35, 0, 0)}, f"Bull makes the most, +5: −5 from scores; {out}"),  # LB-32, LB-44
        (
            {"seat": None, "scores": (5, 35, 0, 0)},
            f"Bear and Bull make the most, +5 each: {out}",
        ),
        (
            {"seat": Seat(3), "house": House(scores="automatic")},
            f"{most}: +50 from scores; {out}{pips}; 0 for you",
        ),  # LB-91
    ):
        other = changed(view, **changes)
        outcome = domino_words.tell_outcome(other, reader(other, NAMES))
        assert outcome is not None and outcome.sentence == expected


@pytest.mark.parametrize(
    "pips, changes, expected",
    [
        ((12, 9, 22, 8), (0, 0, 0, 30), "(8): you (+30 for pips, rounded down: 10+5+20 less their own 5)"),  # LB-66
        ((12, 9, 22, 4), (0, 0, 0, 35), "(4): you (+35 for pips, rounded down: 10+5+20)"),
        ((4, 4, 4, 0), (0, 0, 0, 0), "(0): you (nothing for pips); 0 for you"),
        (
            (12, 8, 22, 8),
            (0, 10, 0, 10),
            "(8): you and Bull (+10 each for pips, rounded down: 10+20 shared by 2 less their own 5)",
        ),
        ((12, 8, 19, 8), (0, 5, 0, 5), "(8): you and Bull (+5 each for pips)"),  # a rest is lost
        ((9, 2, 3, 2), (0,) * 4, "(2): you and Bull (nothing for pips)"),  # LB-63
        ((17, 14, 29, 14), (0,) * 4, "(14): you and Bull (nothing for pips)"),  # a floor, LB-64
        ((8, 8, 8, 8), (-5,) * 4, "(8): you, Bear, Bull and Doc (−5 each for pips); −5 for you"),
        ((22, 24, 22, 22), (-5, 0, -5, -5), "(22): you, Bear and Doc (−5 each for pips); −5 for you"),  # LB-64
    ],
)
def test_lb_62_the_end_of_a_blocked_hand_says_who_had_the_fewest_pips_and_how_they_add_up(
    pips: FOUR, changes: FOUR, expected: str
) -> None:
    """LB-60 to LB-63, LB-66."""
    view = samples.lombardy(3, phase="counted", turn=None, ending=make_count("all_pass", None, pips, changes))
    view = changed(view, scores=changes, sheet_before=(0, 0, 0, 0))
    outcome = domino_words.tell_outcome(view, reader(view, NAMES))
    assert outcome is not None and f"verybody passed; fewest pips {expected};" in outcome.sentence


def test_lb_62_pips_that_a_player_who_made_the_most_shares_with_others_are_told() -> None:
    """Bull and Swain make 30 each. Bear has as few pips as Bull, and shares them without having made the most."""
    ending = make_count("dead", None, (14, 14, 18, 18), (5, 5, 0, 0))
    view = samples.lombardy(
        1, phase="counted", turn=None, ending=ending, scores=(15, 30, 0, 30), sheet_before=(0, 0, 0, 0)
    )
    told = domino_words.tell_outcome(view, reader(view, NAMES))
    assert told is not None and told.sentence == (
        "You and Swain make the most, +30 each: the line is blocked; fewest pips (14): you and Bear (+5 each for pips, "
        "rounded down: 15+15 shared by 2 less their own 10); you didn't miss a score"
    )


def test_lb_30_everybody_reads_what_was_missed_and_each_player_at_which_bone() -> None:
    five, four = samples.dominoes("5-5 4-1")
    view = samples.lombardy(None, phase="counted", turn=None, ending=make_count("dead", None, (5, 5, 5, 5), (0,) * 4))
    view = changed(view, uncalled=((Seat(0), five, 10), (Seat(2), four, 5), (Seat(0), four, 15)))
    for seat, own, others in (
        (0, "; you missed 10 for 5-5, 15 for 4-1", "-# Missed by others: Doc 5 for 4-1"),
        (1, "; you didn't miss a score", "-# Missed by others: Bear 10 for 5-5, Doc 5 for 4-1, Bear 15 for 4-1"),
        (None, "", "-# Missed: Bear 10 for 5-5, Doc 5 for 4-1, Bear 15 for 4-1"),
    ):
        told = domino_words.tell_outcome(changed(view, seat=seat), reader(view, NAMES))
        assert told is not None and told.sentence.endswith(own) and told.lines[-1] == others
        assert seat is not None or "you missed" not in told.sentence


def test_lb_64_the_sheet_shows_losses_as_they_count() -> None:
    """Bear is tied for the fewest pips, and would lose 10 but has only 5 on the sheet."""
    ending = make_count("all_pass", None, (14, 14, 21, 18), (-10, -10, 0, 0), spared=(5, 0, 0, 0))
    view = samples.lombardy(None, phase="counted", ending=ending, scores=(0, 40, 5, 30), sheet_before=(5, 50, 5, 30))
    assert "Brought forward: +5 +50 +5 +30. 2 Everybody passed: −5 −10 0 0." in scenes.draw_sheet(view, NAMES).alt


@pytest.mark.parametrize(
    ("seat", "highest", "changes", "told"),
    [
        (0, "5-5", {}, True),
        (1, "5-5", {}, False),
        (None, "5-5", {}, False),
        (0, "3-3", {}, False),
        (0, "5-5", {"draws": ((Seat(0), 1),)}, False),
        (0, "5-5", {"house": House(reneges="off")}, False),
    ],
)
def test_lb_42_a_player_learns_after_the_hand_that_nobody_called_their_renege(
    seat: int | None, highest: str, changes: dict[str, Any], told: bool
) -> None:
    """Others don't learn of it, and a bone may have been drawn. 4-4 led."""
    lead, below = samples.dominoes("4-4 1-1")
    steps = tuple(Step(Seat(2), domino, "") for domino in (lead, below))
    ending = make_count("out", Seat(1), (10, 0, 0, 0), (0, 10, 0, 0), holdings=(samples.dominoes(highest), (), (), ()))
    view = samples.lombardy(seat, phase="counted", line=Line.begin(lead, True), ending=ending, steps=steps)
    view = changed(view, **changes)
    outcome = domino_words.tell_outcome(view, reader(view, NAMES))
    assert outcome is not None
    assert outcome.sentence.endswith(f"; you didn't own up to {highest}, and nobody called it") is told
