"""How each reader is told of the end of a hand, and the name of one's own hand of stud."""

from dataclasses import replace

import pytest

from games.bonedoneskis.evaluation.packed import make_placed
from games.bonedoneskis.events import PotShared
from games.bonedoneskis.project import view as view_stud
from games.bonedoneskis.view import ShownHand
from games.core import Seat
from games.duo.project import view as view_duo
from games.pieces.cards import from_code as card
from games.pussers.view import Near, SheetLine
from tests.games.bonedoneskis.hand import Hand
from tests.games.duo.at_table import dealt as dealt_duo, say as say_duo
from tests.render import samples, shown as scenes
from tests.render.samples import NAMES
from tests.views import changed

_LINE = (make_placed(card("Ac"), 2, False),)
_EIGHTS = "Kh 8h 8c 5d 3s 2c"


def test_a_tie_up_is_told_to_everybody_with_who_threw_the_bone() -> None:
    """Bull threw the Do bone. What a player lacked is told to that player alone."""
    view = samples.pussers_ended()
    thrown = changed(view.discards[0], seat=Seat(1), bone=samples.bones("S1")[0], taken=Seat(0))
    view = changed(view, discards=(*view.discards, thrown))
    one = Near(Seat(2), 1, "majors", samples.bones("WN"))
    thrown_by = ((Seat(3), 2), (Seat(1), 3), (Seat(3), 5))
    for changes, expected in (
        ({"seat": Seat(0)}, "You win +27: Minors (everyday hand), with Bull's bone One Stick"),
        (
            {"seat": Seat(1)},
            "Bear ties up with 9 a bit: Minors (everyday hand), with your bone One Stick; −9 for you",
        ),
        (
            {"seat": Seat(2), "lacked": one},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            "you needed only Normie for Majors",
        ),
        (
            {"seat": Seat(2), "lacked": one._replace(thrown=thrown_by)},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            f"you needed only Normie for Majors: Bull threw 1 earlier, {NAMES[3]} 2",
        ),
        (
            {"seat": Seat(3), "lacked": Near(Seat(3), 2, "majors", together=samples.bones("S1 WN"))},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            "for Majors you were 2 bones short, such as One Stick and Normie",
        ),
        (
            {"seat": Seat(3), "lacked": Near(Seat(3), 5, "lizard/ricks")},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            "you were 5 bones short of a Lizard",
        ),
        (
            {"seat": Seat(3), "lacked": Near(Seat(3), 2, "moon")},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            "you were 2 bones short of a Moon",
        ),
        (
            {"seat": Seat(3), "lacked": Near(Seat(3), 3, "any", together=samples.bones("S6 S6 WN"))},
            "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick; −9 for you; "
            "for an everyday hand you were 3 bones short, such as two Six Sticks and Normie",
        ),
        ({"seat": None}, "Bear ties up with 9 a bit: Minors (everyday hand), with Bull's bone One Stick"),
    ):
        outcome = scenes.tell_outcome(changed(view, **changes), NAMES)
        assert outcome is not None and (outcome.sentence, outcome.fed) == (expected, (1, 0))


def test_a_player_reads_what_the_whole_hand_brought_them_if_more_was_paid_during_it() -> None:
    """PB-24: a First Pretty isn't paid at the end. The channel reads the end alone."""
    view = samples.pussers_ended()
    first = SheetLine(view.hand, Seat(1), "first_pretty", "PB-24", 10, (-10, 30, -10, -10))
    paid = changed(view, sheet=(*view.sheet, first))
    once = "Bear +27, Bull −9, Doc −9, Swain −9."
    for seat, told in ((0, "+17"), (1, "+21"), (2, "−19")):
        outcome = scenes.tell_outcome(changed(paid, seat=Seat(seat)), NAMES)
        assert outcome is not None
        assert outcome.lines == (f"{once} All told, with what was paid along the way, this hand brought you {told}.",)
    for plain in (paid, changed(view, seat=Seat(0))):
        outcome = scenes.tell_outcome(plain, NAMES)
        assert outcome is not None and outcome.lines == (once,)


def test_pb52_any_suits_are_told_only_of_a_hand_that_mixes_them() -> None:
    view = samples.pussers_ended()
    for rack, expected in (
        ("S1 S2", "You win +27: Minors (everyday hand)"),
        ("S1 R2", "You win +27: Minors (everyday hand) of any suits"),
    ):
        ending = changed(view.ending, rack=samples.bones(rack))
        outcome = scenes.tell_outcome(changed(view, seat=Seat(0), ending=ending), NAMES)
        assert outcome is not None and outcome.sentence.partition(",")[0] == expected


def test_a_wash_out_tells_each_player_what_they_lacked() -> None:
    """PB-49: the story of the others is told where racks are shown, and each player's own always."""
    view = samples.pussers_ended(1)
    near = Near(Seat(0), 1, "pure", samples.bones("DR"))
    ending = changed(view.ending, how="wash_out", seat=None, do=None, kind="", rack=(), receipt=None, nearest=(near,))
    view = changed(view, ending=ending, sheet=(), lacked=Near(Seat(1), 3, "any"))
    outcome = scenes.tell_outcome(view, NAMES)
    assert (
        outcome is not None
        and outcome.sentence
        == "Nobody tied up, nobody pays: the wall is gone; you were 3 bones short of an everyday hand"
    )
    assert outcome.lines == ("Bear needed only Blood for a Pure hand, and there was none left to get.",)
    told = scenes.tell_outcome(changed(view, seat=Seat(0), lacked=near), NAMES)
    assert told is not None and told.lines == ()
    assert (
        told.sentence == "Nobody tied up, nobody pays: the wall is gone; "
        "you needed only Blood for a Pure hand, and there was none left to get"
    )


@pytest.mark.parametrize(
    "codes, kind, expected",
    [
        ("S6 S7", "minors", "Six Stick or Seven Stick for an everyday hand"),
        ("S6 S7 S8", "any", "Six Stick, Seven Stick or Eight Stick for a hand"),
        ("S5 S6 S7 S8", "moon", "one of 4 bones for a Moon"),
    ],
)
def test_every_bone_that_would_have_done_is_told(codes: str, kind: str, expected: str) -> None:
    lacked = Near(Seat(1), 1, kind, samples.bones(codes))
    outcome = scenes.tell_outcome(changed(samples.pussers_ended(1), lacked=lacked), NAMES)
    assert outcome is not None and outcome.sentence.endswith(f"; you needed only {expected}")


def test_everybody_stands_in_the_changes_of_a_hand() -> None:
    view = samples.stud_ended()
    assert view.ending is not None
    ending = replace(view.ending, net=(1000, -1000, 0, 0))
    outcome = scenes.tell_outcome(replace(view, ending=ending), NAMES)
    assert outcome is not None and outcome.lines == ("Bear +10.00, Bull −10.00, Doc 0.00, Swain 0.00",)


def test_a_pot_that_nobody_contested_comes_first_if_it_brought_more() -> None:
    view = samples.stud_ended()
    assert view.ending is not None
    pots = (PotShared("pot", 450, (450, 0, 0, 0)), PotShared("unseen", 1550, (1550, 0, 0, 0)))
    outcome = scenes.tell_outcome(replace(view, ending=replace(view.ending, pots=pots)), NAMES)
    assert outcome is not None
    assert outcome.sentence == "Bear wins 10.00: 15.50 that nobody else could win, 4.50 with straight to the ace"


def test_a_showdown_is_won_with_a_hand_that_has_a_name() -> None:
    view = samples.stud_ended()
    for seat, expected in (
        (Seat(0), "You win 10.00: straight to the ace; you didn't sleep on any free power"),
        (Seat(3), "Bear wins 10.00: straight to the ace; −2.50 for you; you didn't sleep on any free power"),
        (None, "Bear wins 10.00: straight to the ace"),
    ):
        outcome = scenes.tell_outcome(replace(view, seat=seat, own_line=_LINE), NAMES)
        assert outcome is not None and outcome.sentence == expected


def test_a_hand_won_by_its_kicker_names_it_and_a_loser_with_a_side_pot_is_no_winner() -> None:
    """HE-6, BD-17: Swain got back what nobody could match, and lost the hand. Bull folded."""
    view = samples.stud_ended()
    assert view.ending is not None
    hands = (
        ShownHand(Seat(0), "high_card", (14, 13, 9, 8, 3), ()),
        ShownHand(Seat(3), "high_card", (14, 11, 9, 8, 3), ()),
    )
    pots = (*view.ending.pots, PotShared("unseen", 50, (0, 0, 0, 50), (Seat(3),)))
    states = {1: "folded", 2: "out"}
    chairs = tuple(replace(chair, state=states.get(chair.seat, chair.state)) for chair in view.chairs)
    view = replace(view, chairs=chairs, ending=replace(view.ending, hands=hands, pots=pots))
    for seat, expected in (
        (Seat(0), "You win 10.00: ace high; its king beats Swain's; you didn't sleep on any free power"),
        (
            Seat(1),
            "Bear wins 10.00: ace high; its king beats Swain's; −5.00 for you; you folded ace high; "
            "you didn't sleep on any free power",
        ),
        (Seat(2), "Bear wins 10.00: ace high; its king beats Swain's; −2.50 for you; you weren't dealt in"),
        (
            Seat(3),
            "Bear wins 10.00: ace high; its king beats yours; −2.50 for you; you didn't sleep on any free power",
        ),
    ):
        outcome = scenes.tell_outcome(replace(view, seat=seat, own_line=() if seat == 2 else _LINE), NAMES)
        assert outcome is not None and outcome.sentence == expected


def test_a_shown_hand_names_the_cards_that_played_as_others() -> None:
    """R6, R20: the losers' too."""
    view = samples.stud_ended()
    assert view.ending is not None
    plays = (("Js", "9d", "R6"), ("9h+2c", "Jh", "R20"), ("8d", "8d", ""))
    hands = (view.ending.hands[0], replace(view.ending.hands[1], plays=plays))
    alt = scenes.draw_receipt(replace(view, ending=replace(view.ending, hands=hands)), NAMES).alt
    assert (
        "three eights; jack of spades as 9 of diamonds (R6); 9 of hearts and 2 of clubs as jack of hearts (R20):" in alt
    )


@pytest.mark.parametrize(
    "row, other, lost",
    [
        ("6d Kd Qd Jd 2d 9c", _EIGHTS, "6♦ lay dead (R9); otherwise you'd have won with flush to the king"),
        ("6d Kd Td 8d Qc 9h", _EIGHTS, "6♦ lay dead (R9), which changed nothing"),
        ("6d Kc Jh 9c 5c 4d", _EIGHTS, "6♦ lay dead (R9), which changed nothing"),
        ("6d 6h Kc 9c 5c 4d", _EIGHTS, "6♦ and 6♥ lay dead (R9), which changed nothing"),
        ("6d Ad Ac Kc 9c 4d", "Kh 8h 8c 5d 5s 2c", "6♦ lay dead (R9), which changed nothing"),
        ("6d Ts Jc 9c 5c Ks", "Kh Jh Tc 9d 5s 2c", "6♦ lay dead (R9)"),
        ("7s 6d 5c 8d 9c Kd", "7c 9h 6c 8c 5h Kc", "6♦ lay dead (R9)"),
    ],
)
def test_r9_a_player_alone_is_told_that_their_card_was_dead(row: str, other: str, lost: str) -> None:
    """Not that they'd have won by a copy (HE-4) or in a tie, nor that nothing would have changed in a split pot."""
    table = Hand(row, other).finish().table
    told = scenes.tell_outcome(view_stud(table, Seat(0)), NAMES)
    assert told is not None and told.sentence.endswith(f"; you didn't sleep on any free power; your {lost}")
    for seat in (Seat(1), None):
        told = scenes.tell_outcome(view_stud(table, seat), NAMES)
        assert told is not None and "R9" not in told.sentence


def test_r15_a_player_is_told_that_their_hand_was_dead() -> None:
    told = scenes.tell_outcome(view_stud(Hand("4c 9d 9c Ac Qd Kc", _EIGHTS).finish().table, Seat(0)), NAMES)
    assert told is not None
    assert told.sentence.endswith(
        "; your hand was dead: the 4 of clubs lay face down (R15); you didn't sleep on any free power"
    )


def test_ones_own_hand_has_a_name_and_its_dead_cards_under_it() -> None:
    """R8, R9: as cards speak."""
    table = Hand("6c Ad 6d Ah As Qs", "Kh 8d 8c 5d 3s 2c").end_calls().table
    own = scenes.draw_hand(view_stud(table, Seat(0)), NAMES).alt
    assert "6 of diamonds (dead) up. pair of aces; 6 of clubs as ace of clubs (R8); 6 of diamonds dead (R9)." in own
    assert "pair of aces" not in scenes.draw_board(view_stud(table, Seat(0)), NAMES).alt


def test_the_end_of_a_hand_of_duo_tells_who_passed_and_what_its_reader_kept_back() -> None:
    """DD-23, DD-22: the passes are public, and each player learns of their own tiles alone."""
    holdings = ["6-4 6-0", "6-1 1-1 6-5", "4-4 6-6", "3-0 2-2"]
    table, _ = say_duo(dealt_duo(holdings), "play 6-4", "play 6-1", "play 4-4", "play 1-1")
    level = " (nothing fits 1 and 4); each duo held 18 pips, and the duo that laid last loses"
    for seat, winners, last, own, passes in (
        (0, "You and Doc", "Bull blocks", "; you held 6 pips", "you {}, Swain {}"),
        (
            1,
            "Bear and Doc",
            "you block",
            "; you held 11 pips; 6-5, 4 pips heavier, fitted when you laid 6-1",
            "Swain {}, Bear {}",
        ),
        (None, "Bear and Doc", "Bull blocks", "", "Swain {}, Bear {}"),
    ):
        told = scenes.tell_outcome(view_duo(table, None if seat is None else Seat(seat)), NAMES)
        assert told is not None and told.sentence == f"{winners} score 18: {last}{level}{own}"
        assert told.lines == (f"-# Passes: {passes.format(*['1 (ends 1 and 4)'] * 2)}",)
