"""How hands end and what else a table can come to: pictures and words of the rarer moments."""

from dataclasses import replace

import pytest

from games.bonedoneskis.view import Asked, Duel
from games.core.receipt import Line as ReceiptLine
from games.core.receipt import Receipt
from games.core.seats import Seat
from games.lombardy.view import Ending as LombardyEnding
from games.pieces.cards import from_code as card
from games.pussers.view import Chair, SetOut
from render import scenes
from render.canvas import Palette
from render.words import dominoes as domino_words
from render.words import pussers as words
from render.words import stud as stud_words
from tests.render import tables

NAMES = tables.NAMES


def test_losers_racks_are_shown_where_the_house_shows_them() -> None:
    """PB-70, `show_losers`."""
    view = tables.pussers_ended()
    assert view.ending is not None
    losers = ((), tables.bones("B1 B1 B2"), (), tables.bones("DR WE"))
    shown = replace(view, ending=replace(view.ending, losers=losers))
    picture = scenes.receipt(shown, NAMES)
    assert "Bull had One Ball ×2, Two Ball" in picture.alt
    assert picture.png != scenes.receipt(view, NAMES).png


def test_a_fixed_hand_is_told_without_points() -> None:
    """PB-65, PB-67: the kind pays, and bonuses are added."""
    view = tables.pussers_ended()
    assert view.ending is not None
    lines = (ReceiptLine("a_bit", "PB-65", 50, "a_bit"), ReceiptLine("squints", "PB-67", 20, "a_bit"))
    ending = replace(view.ending, kind="moon", receipt=Receipt("moon", "PB-60", lines, 70, "a_bit"))
    text = scenes.receipt(replace(view, ending=ending), NAMES).alt
    assert "Moon" in text
    assert "The hand: 50 a bit, Squints: 20 a bit" in text
    assert "Points" not in text


def test_a_wash_out_is_told_and_drawn() -> None:
    """PB-49."""
    view = tables.pussers_ended()
    assert view.ending is not None
    ending = replace(view.ending, how="wash_out", seat=None, kind="", do=None, rack=(), receipt=None)
    assert "nobody tied up" in scenes.receipt(replace(view, ending=ending, sheet=()), NAMES).alt


def test_a_table_without_an_ending_has_a_receipt_that_says_so() -> None:
    assert "The hand is over" in scenes.receipt(tables.pussers(None, phase="between"), NAMES).alt
    assert "Bull to play" in scenes.receipt(tables.duo(None), NAMES).alt
    assert "Between hands" in scenes.receipt(tables.stud(), NAMES).alt


def test_what_is_owed_and_how_sets_lie_is_told() -> None:
    """PB-28, PB-31."""
    chairs = list(tables.pussers().chairs)
    chairs[0] = replace(chairs[0], owed=2, sets=(SetOut("added", tables.bones("R3")[0]), SetOut("pair", None)))
    view = tables.pussers(chairs=tuple(chairs))
    for text in (words.rack_words(view, NAMES), words.board_words(view, NAMES)):
        assert "added All-Of Three Rick" in text
        assert "pair face down" in text
    assert "Owed off the Loose: 2" in scenes.rack(view, NAMES).alt


def test_the_pluck_for_eddie_tells_what_was_shown() -> None:
    """PB-6: each player shows the bone he plucked."""
    shown = (tables.bones("R5")[0], None, tables.bones("B9")[0], None)
    view = tables.pussers(None, phase="plucking_eddie", eddie=None, shown_for_eddie=shown, discards=(), latest=None)
    text = scenes.board(view, ()).alt
    assert "Shown: Seat 1 Five Rick, Seat 3 Nine Ball" in text
    view = tables.pussers(None, phase="breaking", breaks=(*range(18, 48), 50), discards=(), latest=None)
    assert "Stacks that may be broken: 18 to 47 and 50" in scenes.board(view, NAMES).alt


def test_three_players_leave_one_wall_without_a_seat() -> None:
    """PB-3."""
    view = tables.pussers(None)
    chairs: tuple[Chair, ...] = view.chairs[:3]
    alt = scenes.board(replace(view, players=3, chairs=chairs), NAMES).alt
    assert "Doc (Wally)" in alt
    assert "Swain (Normie)" not in alt


@pytest.mark.parametrize(
    "how, out, told",
    [
        ("out", Seat(1), "Bull goes out"),
        ("dead", None, "The line is dead"),
        ("all_pass", None, "Everybody passed"),
    ],
)
def test_the_count_of_lombardy_is_told(how: str, out: Seat | None, told: str) -> None:
    """LB-60: the bones that are left are counted."""
    holdings = (tables.dominoes("6-6"), (), tables.dominoes("2-1 0-0"), ())
    ending = LombardyEnding(how, out, holdings, (12, 0, 3, 0), (0, 15, 0, 0))
    view = tables.lombardy(None, phase="counted", turn=None, ending=ending)
    text = scenes.receipt(view, NAMES).alt
    assert told in text
    assert "Bear: 6-6 (12)" in text
    assert "Bull +15" in text
    assert "Brought forward: +45 +115 +85 +10" in scenes.sheet(view, NAMES).alt


@pytest.mark.parametrize(
    "changes, told",
    [
        ({"phase": "lead"}, "The doubles are called down"),
        ({"phase": "no_lead"}, "Nobody has a double"),
        ({"phase": "last_call"}, "Last call"),
        ({"phase": "play", "waits": True}, "Bear has laid"),
        ({"phase": "over", "winners": (Seat(1),)}, "Bull won"),
        ({"phase": "over"}, "The game is over"),
        ({"phase": "counted"}, "Between hands"),
    ],
)
def test_the_moment_of_lombardy_is_told(changes: dict[str, object], told: str) -> None:
    view = tables.lombardy(None, **changes)
    assert domino_words.tell(view, domino_words.who_in(view, NAMES)).now == told


def test_ones_own_words_are_told_on_ones_own_picture_alone() -> None:
    """LB-80, LB-5: words that are not judged yet, and an answer about doubles, are the speaker's own."""
    view = tables.lombardy(2, phase="lead", answered=True, answer=None, pending=("score 10",))
    assert "pending: score 10. answered none" in scenes.rack(view, NAMES).alt
    assert "score 10" not in scenes.board(view, NAMES).alt


def test_a_pass_and_the_end_of_a_game_are_told() -> None:
    """DD-23, DD-40."""
    passed = replace(tables.duo().plays[0], tile=None, end="")
    assert "Bear passed" in scenes.board(tables.duo(None, plays=(passed,)), NAMES).alt
    ended = tables.duo_ended()
    assert ended.ending is not None
    over = replace(ended, phase="over", ending=replace(ended.ending, how="blocked", game_over=True))
    assert "Blocked by Bull: 22 points to Duo Y, and the game" in scenes.board(over, NAMES).alt


def test_choices_calls_and_wars_of_bonedoneskis_are_told() -> None:
    """SM-1, SM-2, R12."""
    asked = Asked("R12", "trade_card", "trade", Seat(1), (card("Ts"),), 0, ())
    duel = Duel(Seat(0), Seat(3), 500, ((card("9s"), card("Kd")),), Seat(3))
    view = tables.stud(phase="trading", asked=asked, duel=duel, turn=None)
    text = scenes.board(view, NAMES).alt
    assert "Fifth street: Bull trades, R12 trade card" in text
    assert "War of Bear and Swain: 9s against Kd; Swain won" in text
    assert "R7 two hog 2h of Bear, done" in text
    assert "Fifth street: calls" in scenes.board(tables.stud(phase="calling"), NAMES).alt
    assert "Fifth street: Bull chooses" in scenes.board(replace(view, phase="choosing"), NAMES).alt


@pytest.mark.parametrize(
    "how, told", [("last", "Bear won, the others folded"), ("bonedoneskis", "Bear: Bonedoneskis!")]
)
def test_a_hand_may_end_before_the_showdown(how: str, told: str) -> None:
    """BD-19, R10."""
    view = tables.stud_ended()
    assert view.ending is not None
    ending = replace(view.ending, how=how, seat=Seat(0), hands=())
    assert told in scenes.receipt(replace(view, ending=ending), NAMES).alt


def test_seats_of_bonedoneskis_tell_their_state() -> None:
    """R24, BD-17."""
    view = tables.stud()
    chairs = (replace(view.chairs[0], krabler=True), replace(view.chairs[1], state="all_in"), *view.chairs[2:])
    text = scenes.board(replace(view, chairs=chairs), NAMES).alt
    assert "bet 1.00, owes a raise" in text
    assert "all in, bet 1.00" in text
    assert [stud_words.net(cents) for cents in (1000, 0, -50)] == ["+10.00", "0.00", "−0.50"]


def test_own_calls_are_told_to_their_speaker() -> None:
    """SM-1: secret till the round closes."""
    view = tables.stud(0, said=("two_hog 2h",))
    assert "two_hog 2h" in scenes.rack(view, NAMES).alt
    assert "two_hog" not in scenes.board(replace(view, calls=()), NAMES).alt


def test_a_colour_beside_the_palette_becomes_the_nearest_in_it() -> None:
    palette = Palette([("#000000", "#ffffff")])
    assert palette.index("#fefefe") == palette.index("#ffffff")
    assert palette.ramp("#000000", "#ffffff").entries[0] == palette.index("#000000")
