"""R29 "Nighty-night!": after a hand everybody hears who slept on a power, if all had seen its card."""

from typing import Any

import pytest

from games.bonedoneskis.feats import find_losses
from games.bonedoneskis.project import view
from games.core import Seat
from tests.games.bonedoneskis.hand import Hand
from tests.render import shown as scenes

BEAR, BULL = Seat(0), Seat(1)


def play_slept_hog(winner: str, **options: Any) -> Hand:
    """Play a hand in which Bear sleeps on a 2 of spades that lies face up (R4), and all but the winner fold."""
    return fold_others(Hand("Ac Td 2s", "Qc 9d 5h", **options), winner)


def fold_others(hand: Hand, winner: str) -> Hand:
    """Let everybody but the winner fold; nobody claims a power."""
    while hand.table.ended is None:
        hand.end_calls()
        if hand.table.phase == "betting":
            name = hand.turn
            hand.say(name, "fold" if name != winner else "check" if "check" in hand.acts else "call")
    return hand


def test_r29_all_hear_who_slept_on_a_card_that_all_saw() -> None:
    hand = play_slept_hog("A")
    for seat in (None, BULL, BEAR):
        assert [by for by, *_ in view(hand.table, seat).slept] == [BEAR]
    told = scenes.tell_outcome(view(hand.table, BULL), ("Bear", "Bull"))
    assert told is not None
    assert told.why[-1].startswith("Nighty-night! Bear slept on 2 Hog") and len(told.lines) == 1
    crowd = scenes.tell_outcome(view(hand.table, None), ("Bear", "Bull"))
    assert crowd is not None and crowd.lines[1:] == told.why[-1:] and told.why[-1] not in crowd.why
    assert told.sentence.endswith("; you didn't sleep on any free power")
    own = scenes.tell_outcome(view(hand.table, BEAR), ("Bear", "Bull"))
    assert own is not None and own.sentence.endswith("; you slept on 2 Hog (R4) with 2♠, but won anyway")
    assert not any("Nighty-night" in line for line in (*own.lines, *own.why))


def test_r29_a_loser_reads_once_what_the_power_would_have_brought() -> None:
    told = scenes.tell_outcome(view(play_slept_hog("B").table, BEAR), ("Bear", "Bull"))
    assert told is not None and told.sentence.endswith(
        "; you slept on 2 Hog (R4) with 2♠: “Your 2♠, dealt face up: take a face-up 2 or 5 from another board”"
    )


def test_r29_folded_hands_stay_closed() -> None:
    assert all(by != BEAR for by, *_ in view(play_slept_hog("B").table, None).slept)


@pytest.mark.parametrize("seat", [None, BULL])
def test_r29_a_card_that_nobody_saw_is_told_to_its_player_alone(seat: Seat | None) -> None:
    hand = fold_others(Hand("Ac 3s Td", "Qc 9d 5h"), "A")
    assert all(by != BEAR for by, *_ in view(hand.table, seat).slept)


def test_r29_a_loss_names_the_power() -> None:
    hand = play_slept_hog("A")
    (lost,) = find_losses(hand.table, hand.events[-1], hand.table)
    assert (lost.seat, lost.kind, lost.piece) == (BEAR, "slept", "choice/two_hog")


def test_r29_a_power_with_a_fee_is_no_loss() -> None:
    """A good player may leave it, and hears of no free power."""
    sold = fold_others(Hand("Ac Td 3s", "Qc 9d 5h"), "A")
    assert [call.rule for call in sold.table.slept] == ["R7"]
    assert find_losses(sold.table, sold.events[-1], sold.table) == ()
    told = scenes.tell_outcome(view(sold.table, BEAR), ("Bear", "Bull"))
    assert told is not None and told.sentence.endswith("; you didn't sleep on any free power")


def test_r29_a_house_rule_keeps_slept_powers_quiet() -> None:
    assert view(play_slept_hog("A", tell_slept=False).table, None).slept == ()


def test_r15_the_showdown_says_why_a_hand_is_dead() -> None:
    picture = scenes.draw_receipt(
        view(Hand("4c Ad Ac Ah As Qs", "Kh 8d 8c 5d 3s 2c").finish().table, BULL), ("Bear", "Bull")
    )
    assert "Bear: dead hand: 4♣ face down (R15)" in picture.alt
