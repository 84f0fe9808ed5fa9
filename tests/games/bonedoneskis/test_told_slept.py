"""R29 "Nighty-night!": after a hand everybody hears of powers slept on, if their cards were seen by all."""

from __future__ import annotations

from typing import Any

import pytest

from games.bonedoneskis.project import view
from games.core.seats import Seat
from tests.games.bonedoneskis.hand import Hand
from tests.render import shown as scenes

BEAR, BULL = Seat(0), Seat(1)


def slept(winner: str, **options: Any) -> Hand:
    """Bear sleeps on a 2 of spades that lies face up (R4); then everybody but the winner folds."""
    return over(Hand("Ac Td 2s", "Qc 9d 5h", **options), winner)


def over(hand: Hand, winner: str) -> Hand:
    """Let everybody but the winner fold, who claims nothing."""
    while hand.table.ended is None:
        hand.done()
        if hand.table.phase == "betting":
            name = hand.turn
            hand.say(name, "fold" if name != winner else "check" if "check" in hand.acts else "call")
    return hand


def test_r29_all_hear_who_slept_on_a_card_that_all_saw() -> None:
    hand = slept("A")
    assert [by for by, *_ in view(hand.table, None).slept_by_others] == [BEAR]
    assert [by for by, *_ in view(hand.table, BULL).slept_by_others] == [BEAR]
    assert view(hand.table, BEAR).slept_by_others == (), "their own stands in a line of its own"
    told = scenes.tell_outcome(view(hand.table, BULL), ("Bear", "Bull"))
    assert told is not None
    assert any(line.startswith("Nighty-night! Bear slept on 2 Hog") for line in told.lines)


def test_r29_folded_hands_stay_closed() -> None:
    assert all(by != BEAR for by, *_ in view(slept("B").table, None).slept_by_others)


@pytest.mark.parametrize("seat", [None, BULL])
def test_r29_a_card_that_nobody_saw_is_told_to_its_player_alone(seat: Seat | None) -> None:
    hand = over(Hand("Ac 3s Td", "Qc 9d 5h"), "A")
    assert view(hand.table, seat).slept_by_others == ()


def test_r29_a_crew_may_keep_it_quiet() -> None:
    assert view(slept("A", tell_slept=False).table, None).slept_by_others == ()


def test_r15_the_showdown_says_why_a_hand_is_dead() -> None:
    told = scenes.tell_outcome(
        view(Hand("4c Ad Ac Ah As Qs", "Kh 8d 8c 5d 3s 2c").finish().table, BULL), ("Bear", "Bull")
    )
    assert told is not None
    assert "Bear: dead hand, since the 4 of clubs lies face down (R15)" in told.lines
