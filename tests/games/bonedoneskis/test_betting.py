"""Stakes, bring-in, bets, raises, all-in, time: BD-10 to BD-14, BD-22."""

import pytest

from games.bonedoneskis.project import view
from tests.games.bonedoneskis.hand import Hand

DULL = ("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2h Kd 7c")


def dull(**options: object) -> Hand:
    return Hand(*("Ac Td Kh 8c 9c 3d", "Qc 9d 5h 4d 8d 5s", "Tc 6d 8h 2d Kd 7c"), **options).end_calls()  # type: ignore[arg-type]


def test_bd_10_antes_and_short_antes() -> None:
    hand = Hand(*DULL, stacks=[5000, 30, 0])
    assert hand.table.paid == [50, 30, 0]
    assert hand.table.live_seats == (0, 1)
    assert view(hand.table, None).chairs[1].state == "all_in"
    assert view(hand.table, None).chairs[2].state == "out"


def test_bd_11_the_lowest_board_brings_in_by_itself() -> None:
    hand = dull()
    assert hand.table.betting is not None
    assert hand.table.betting.bring_in == hand.seat("B")
    assert hand.stack("B") == 4900
    assert hand.turn == "C"


def test_bd_11_a_short_bring_in_is_all_in_and_the_others_owe_all_of_it() -> None:
    hand = dull(stacks=[5000, 70, 5000])
    assert hand.stack("B") == 0
    assert view(hand.table, hand.seat("C")).owed == 50


def test_bd_12_fold_call_or_complete_and_no_second_turn_for_the_bring_in() -> None:
    hand = dull()
    assert hand.acts == ("call", "complete", "fold")
    assert hand.refusal("C", "check") == "BD-13/owes"
    assert hand.refusal("C", "raise") == "BD-12/other_word"
    assert hand.refusal("A", "call") == "BD-13/not_your_turn"
    hand.say("C", "call")
    hand.say("A", "call")
    assert hand.table.street == 4


def test_bd_12_after_a_completion_raises_go_by_the_small_bet() -> None:
    hand = dull()
    hand.say("C", "complete")
    assert view(hand.table, hand.seat("A")).bet_to == 200
    hand.say("A", "raise")
    hand.say("B", "call")
    assert hand.stack("B") == 5000 - 50 - 200
    hand.say("C", "call")
    assert hand.table.street == 4


def test_bd_12_live_bring_in_may_still_complete() -> None:
    hand = dull(live_bring_in=True)
    hand.say("C", "call")
    hand.say("A", "call")
    assert hand.turn == "B"
    assert hand.acts == ("check", "complete", "fold")


@pytest.mark.parametrize("live", [False, True])
def test_bd_12_bd_14_a_small_all_in_opens_nothing_to_the_bring_in(live: bool) -> None:
    hand = dull(stacks=[5000, 5000, 110], live_bring_in=live)
    hand.say("C", "allin")
    hand.say("A", "call")
    assert hand.turn == "B"
    assert ("complete" in hand.acts) is live
    assert "call" in hand.acts


def test_bd_13_the_highest_board_acts_first_and_bets_double_from_fifth_street() -> None:
    hand = dull().to_street(4).end_calls()
    assert hand.turn == "A"
    assert view(hand.table, hand.seat("A")).bet_to == 100
    hand.to_street(5).end_calls()
    assert view(hand.table, hand.seat(hand.turn)).bet_to == 200


def test_bd_13_an_all_in_leader_leaves_the_turn_to_their_left() -> None:
    hand = dull(stacks=[100, 5000, 5000])
    hand.say("C", "call")
    hand.say("A", "call")
    hand.end_calls()
    assert hand.turn == "B"


def test_bd_14_a_bet_and_three_raises_cap_a_round_of_three() -> None:
    hand = dull().to_street(4).end_calls()
    hand.say("A", "bet")
    hand.say("B", "raise")
    hand.say("C", "raise")
    hand.say("A", "raise")
    assert "raise" not in hand.acts
    assert hand.refusal("B", "raise") == "BD-14/capped"


def test_bd_14_no_cap_for_two() -> None:
    hand = dull().to_street(4).end_calls()
    hand.say("A", "bet")
    hand.say("B", "fold")
    hand.say("C", "raise")
    hand.say("A", "raise")
    hand.say("C", "raise")
    assert "raise" not in hand.acts, "three could bet when the round began"
    two = Hand(*DULL[:2]).end_calls()
    for _ in range(4):
        two.say("A", "complete" if "complete" in two.acts else "raise")
        two.say("B", "raise")
    assert "raise" in two.acts


@pytest.mark.parametrize(("stack", "reopens"), [(250, True), (240, False)])
def test_bd_14_an_all_in_of_half_the_increment_counts_as_a_raise(stack: int, reopens: bool) -> None:
    hand = dull(stacks=[5000, stack, 5000]).to_street(4).end_calls()
    hand.say("A", "bet")
    assert hand.stack("B") == stack - 100
    hand.say("B", "allin")
    hand.say("C", "call")
    assert hand.turn == "A"
    assert ("raise" in hand.acts) is reopens
    assert "call" in hand.acts
    if not reopens:
        assert hand.refusal("A", "raise") == "BD-14/not_reopened"


def test_bd_17_a_player_with_no_more_than_they_owe_cannot_raise() -> None:
    hand = dull(stacks=[5000, 150, 5000]).to_street(4).end_calls()
    hand.say("A", "bet")
    assert hand.acts == ("call", "allin", "fold")
    assert hand.refusal("B", "raise") == "BD-17/short"


def test_bd_14_all_in_is_only_for_short_stacks() -> None:
    assert dull().refusal("C", "allin") == "BD-14/fixed_limit"


def test_bd_22_silence_checks_or_else_folds() -> None:
    hand = dull()
    hand.lapse()
    assert hand.table.live_seats == (0, 1)
    hand.say("A", "call")
    hand.end_calls()
    hand.lapse()
    assert hand.turn == "B"
    early = dull()
    early.at += 1
    assert view(early.table, None).deadline == early.table.waiting_since + 60_000


def test_a_round_in_which_only_one_player_can_bet_is_not_played_bd_13() -> None:
    hand = Hand(*DULL, stacks=[5000, 50, 50]).end_calls()
    assert hand.table.street > 3
