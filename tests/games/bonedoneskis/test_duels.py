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


def test_r16_if_only_holders_may_call_each_holder_of_a_snowman_may_q_31() -> None:
    for caller, allowed in (("A", True), ("B", True), ("C", False)):
        hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d Kc", duty_callers="holder")
        if allowed:
            hand.say(caller, "claim duel")
            assert len(hand.table.secret_calls) == 1
        else:
            assert hand.refusal(caller, "claim duel") == "SM-1/nothing_to_call"
