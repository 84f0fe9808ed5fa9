"""Dueling Snowmen: R16, SM-2."""

import pytest

from games.bonedoneskis.decisions.duties import find_winning_side
from games.pieces.cards import from_code
from tests.games.bonedoneskis.hand import Hand


def turns(text: str) -> list[tuple[int, int]]:
    return [(from_code(pair[:2]), from_code(pair[2:])) for pair in text.split()]


@pytest.mark.parametrize(
    ("war", "winner"),
    [
        ("Ac2c", None),
        ("Ac2c Kd3c", 0),
        ("2cAc 3cKd", 1),
        ("Ac2c 3cKd", None),
        ("Ac2c 3cKd 9h9c", None),
        ("Ac2c 5d5c 9h9c", 0),
        ("Ac2c 3cKd 9h9c 5c5d 4d4c", None),
        ("Ac2c 3cKd 9h9c 5c6d", 1),
        ("5c5d 6c6d 7c7d", None),
    ],
)
def test_sm_2_two_turns_win_then_more_turns_then_the_next(war: str, winner: int | None) -> None:
    assert find_winning_side(turns(war)) == winner  # type: ignore[arg-type]


def test_r16_the_winner_takes_both_stakes_from_the_stacks() -> None:
    hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d Kc", wars=["Ac Kc Qc Jc"])
    hand.say("C", "claim duel")
    happened = hand.end_calls().events
    (duel,) = [event for event in happened if type(event).__name__ == "Duelled"]
    assert (duel.first, duel.second, duel.stake, duel.winner) == (0, 1, 250, 0)
    assert (hand.stack("A"), hand.stack("B")) == (5200, 4650), "B brings in"
    assert hand.table.fees == 0


def test_r16_the_smaller_stack_sets_the_stake() -> None:
    hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d Kc", stacks=[150, 5000, 5000], wars=["2c 3d 4c 5d"])
    hand.say("A", "claim duel")
    hand.end_calls()
    assert (hand.stack("A"), hand.stack("B")) == (0, 5000), "B brings in"


def test_r16_a_card_between_the_snowmen_prevents_a_duel_and_a_new_street_does_not() -> None:
    apart = Hand("Ac Td 8h", "Qc Qd Kh", "Tc 5d 8d")
    assert apart.refusal("A", "claim duel") == "SM-1/nothing_to_call"
    hand = Hand("Ac Td Ah 8d", "Qc Qd Kh 9c", "Tc 5d 8h 2c").end_calls()
    hand.say("A", "call")
    hand.say("B", "call")
    assert hand.phase == "calling"
    hand.say("B", "claim duel")
    hand.end_calls()
    assert hand.table.duel is not None


def test_r16_duel_wrap_and_duel_folded_are_house_rules() -> None:
    rows = ("Ac Td 8h 2c", "Qc Qd Kh 9c", "Tc 5d 8d 3c")
    assert Hand(*rows).refusal("A", "claim duel") == "SM-1/nothing_to_call"
    wrapped = Hand(*rows, duel_wrap=True)
    wrapped.say("A", "claim duel")
    wrapped.end_calls()
    assert wrapped.table.duel is not None
    for folded, duel in ((False, False), (True, True)):
        hand = Hand("Ac Td Ah 8d", "Qc Qd Kh 9c", "Tc 5d 8h 2c", duel_folded=folded, live_bring_in=True).end_calls()
        hand.say("A", "call")
        hand.say("B", "call")
        hand.say("C", "fold")
        if duel:
            hand.say("B", "claim duel")
            hand.end_calls()
        else:
            assert hand.refusal("B", "claim duel") == "SM-1/nothing_to_call"
        assert (hand.table.duel is not None) is duel


def test_r16_bd_7_a_snowman_turned_down_before_the_call_makes_no_duel() -> None:
    hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d 4h")
    hand.say("C", "claim four_tician")
    hand.end_calls()
    hand.say("C", "turn 8d")
    assert hand.phase == "calling", "another round"
    assert hand.refusal("A", "claim duel") == "SM-1/nothing_to_call"


def test_r16_if_only_holders_may_call_each_holder_of_a_snowman_may_q_31() -> None:
    for caller, allowed in (("A", True), ("B", True), ("C", False)):
        hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d Kc", duty_callers="holder")
        if allowed:
            hand.say(caller, "claim duel")
            assert len(hand.table.secret_calls) == 1
        else:
            assert hand.refusal(caller, "claim duel") == "SM-1/nothing_to_call"
