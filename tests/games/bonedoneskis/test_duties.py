"""Fees and payments: R6, R10, R21, R23, R24, SM-10, SM-12, SM-14, BD-18."""

import pytest

from games.bonedoneskis.project import view
from tests.games.bonedoneskis.hand import Hand


def test_r6_sm_10_a_called_black_jack_is_paid_for_and_wild() -> None:
    hand = Hand("Ac Td Js", "Qc 4s 5h")
    hand.say("B", "claim black_jack")
    hand.end_calls()
    assert hand.words("A") == {"pay", "fold"}
    hand.say("A", "pay")
    assert hand.line("A") == "Ac.2d Td.2d Js.3u*"
    assert hand.table.fees == 250
    assert view(hand.table, None).chairs[0].line[2].mark == "wild"
    assert hand.refusal("B", "claim black_jack") == "SM-1/nothing_to_call", "never charged again"


def test_r6_no_answer_is_a_fold_and_ends_the_hand_of_two() -> None:
    hand = Hand("Ac Td Js", "Qc 4s 5h")
    hand.say("A", "claim black_jack")
    hand.end_calls()
    hand.lapse()
    assert hand.phase == "between"
    assert hand.stack("B") == 5050


def test_r6_a_short_stack_meets_the_duty_and_leaves_the_jack_unpaid() -> None:
    hand = Hand("Ac Td Js", "Qc 4s 5h", stacks=[150, 5000])
    hand.say("B", "claim black_jack")
    hand.end_calls()
    hand.say("A", "pay")
    assert hand.stack("A") == 0
    assert hand.line("A") == "Ac.2d Td.2d Js.3u"


def test_r10_both_red_6s_up_end_the_hand_at_once() -> None:
    hand = Hand("Ac Td Kc 8c", "Qc 4s 6h 6d", "Tc 5d 8d 9c").to_street(4)
    assert hand.phase == "between"
    assert hand.table.ended is not None
    assert hand.table.ended.how == "bonedoneskis"
    assert hand.table.ended.seat == hand.seat("B")
    assert len(hand.table.lines[2]) == 3, "nobody behind them is dealt a card"
    assert sum(hand.table.ended.net) == 0


def test_r10_a_side_pot_without_the_winner_goes_back() -> None:
    hand = Hand("Ac Td Kc 8c", "Qc 4s 6h 6d", "Tc 5d 8d 9c", stacks=[5000, 50, 5000])
    hand.to_street(4)
    assert hand.table.ended is not None
    assert hand.table.ended.net == (-50, 100, -50)
    assert [pot.kind for pot in hand.table.ended.pots] == ["pot", "returned"]


def test_r21_sm_12_everybody_pays_the_nine_as_far_as_their_stack_goes() -> None:
    hand = Hand("Ac Td 9s", "Qc 4s 5h", "Tc 6d 8c", stacks=[5000, 5000, 110])
    assert hand.refusal("B", "claim got_the_nine") == "SM-1/nothing_to_call"
    hand.say("A", "claim got_the_nine")
    hand.end_calls()
    assert hand.table.fees == 0
    assert hand.stack("A") == 4950 + 160
    assert hand.stack("C") == 0


def test_bd_18_an_all_in_player_puts_their_winnings_aside() -> None:
    hand = Hand("Ac Td 9s", "Qc 4s 5h", "Tc 6d 8c", stacks=[50, 5000, 5000])
    hand.say("A", "claim got_the_nine")
    hand.end_calls()
    assert hand.stack("A") == 0
    assert hand.table.aside == (200, 0, 0)
    hand.finish()
    assert hand.table.ended is not None
    assert hand.table.stacks[0] >= 200
    assert sum(hand.table.ended.net) == 0


def test_r23_a_jack_and_a_4_cost_a_fee_once() -> None:
    hand = Hand("Ac Td Jd 4s 5c", "Qc 9d Kh 8h 2c").to_street(4)
    hand.say("B", "claim fish_hook")
    hand.end_calls()
    hand.say("A", "pay")
    assert hand.table.fees == 250
    assert hand.refusal("B", "claim fish_hook") == "SM-1/nothing_to_call"
    hand.to_street(5)
    assert hand.refusal("B", "claim fish_hook") == "SM-1/nothing_to_call", "settled"


@pytest.mark.parametrize(("rule", "cards"), [("R23", "Ac Td Jd 4s"), ("R6", "Ac Td 5d Js")])
def test_sm_10_a_duty_that_was_folded_for_has_fired(rule: str, cards: str) -> None:
    """Otherwise the end of the hand leaves out the rule that took a player out of it."""
    hand = Hand(cards, "Qc 9d Kh 8h").to_street(4)
    hand.say("B", "claim fish_hook" if rule == "R23" else "claim black_jack Js")
    hand.end_calls()
    hand.say("A", "fold")
    ending = view(hand.table, None).ending
    assert ending is not None and ending.rules == ((rule, 0),)


def test_r24_sm_14_a_called_krabler_must_bet_or_raise_once() -> None:
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah").to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls()
    assert view(hand.table, None).chairs[0].krabler
    assert hand.turn == "B"
    hand.say("B", "check")
    assert hand.acts == ("bet",)
    assert hand.refusal("A", "check") == "R24/must_bet"
    assert hand.refusal("A", "fold") == "R24/must_bet"
    hand.say("A", "bet")
    hand.say("B", "raise")
    assert set(hand.acts) == {"call", "raise", "fold"}, "discharged"


def test_r24_a_sold_3_is_no_krabler() -> None:
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah", after={4: "5h"}).to_street(4)
    hand.say("B", "claim krabler")
    for name in "AB":
        hand.say(name, "done")
    assert view(hand.table, None).chairs[0].krabler
    hand.say("A", "claim sell_three")
    hand.end_calls()
    assert not view(hand.table, None).chairs[0].krabler
    hand.say("B", "check")
    assert hand.acts == ("check", "bet", "fold")


def test_r24_bd_22_silence_raises_for_a_krabler() -> None:
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah").to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls()
    hand.say("B", "bet")
    hand.lapse()
    assert hand.table.betting is not None
    assert hand.table.betting.to_match == 200


def test_r24_krabler_may_fold_where_the_house_allows_it() -> None:
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah", krabler_may_fold=True).to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls()
    hand.say("B", "bet")
    assert hand.acts == ("raise", "fold")
    hand.say("A", "fold")
    assert hand.phase == "between"


def test_r24_a_short_stack_lets_a_krabler_off() -> None:
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah", stacks=[250, 5000]).to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls()
    hand.say("B", "bet")
    assert hand.acts == ("raise", "allin"), "100 more than the bet is a raise"
    hand = Hand("Ac Td Kd 3s", "Qc 9d Kh Ah", stacks=[180, 5000]).to_street(4)
    hand.say("B", "claim krabler")
    hand.end_calls()
    hand.say("B", "bet")
    assert hand.acts == ("call", "allin", "fold")
