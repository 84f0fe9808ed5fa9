"""Rounds of calls and their order: R28, R29, BD-6, BD-7, BD-8, SM-1."""

from games.bonedoneskis.project import view
from games.bonedoneskis.rulebook import NAMES, RULES
from tests.games.bonedoneskis.hand import Hand


def test_r29_everybody_always_has_the_same_menu_of_calls() -> None:
    dull = Hand("Ac Td Kd", "Qc 9d 5h", "Tc 6d 8c")
    rich = Hand("Ac Td Qh", "Qc 9d 3h", "Tc 6d Js")
    for hand in (dull, rich):
        menus = [{words for words in hand.words(name) if words.startswith("claim")} for name in "ABC"]
        assert menus == [{f"claim {name}" for name in NAMES}] * 3
        assert view(hand.table, None).deadline == hand.table.waiting_since + 25_000
    assert [rule.name for rule in RULES] == list(NAMES)
    assert len(NAMES) == 13


def test_sm_1_a_call_is_secret_until_the_round_closes() -> None:
    hand = Hand("Ac Td 3s", "Qc 9d 5h")
    before = [view(hand.table, hand.seat(name)) for name in "AB"], view(hand.table, None)
    hand.say("A", "sell")
    assert view(hand.table, hand.seat("B")) == before[0][1]
    assert view(hand.table, None) == before[1]
    assert view(hand.table, hand.seat("A")).said == ("sell_three 3s",)


def test_sm_1_two_callers_of_a_duty_make_one_call_and_a_second_done_is_refused() -> None:
    hand = Hand("Ac Td Kc", "Qc 9d 5h", "Tc 6d 8c")
    hand.say("B", "claim kings_men")
    hand.say("C", "claim kings_men", "done")
    assert hand.refusal("C", "done") == "SM-1/done_already"
    hand.say("A", "done")
    hand.say("B", "done")
    (call,) = hand.table.calls
    assert call.by == (1, 2)


def test_sm_1_the_window_closes_by_itself_and_a_late_call_is_too_late() -> None:
    hand = Hand("Ac Td 3s", "Qc 9d 5h")
    hand.say("A", "sell")
    hand.at += 60_000
    assert hand.refusal("B", "claim krabler") == "SM-1/too_late"
    hand.lapse()
    assert "Sold" in hand.kinds()


def test_sm_1_a_call_after_the_betting_has_begun_is_refused_as_too_late() -> None:
    hand = Hand("Ac Td 3s", "Qc 9d 5h")
    hand.end_calls()
    assert hand.phase == "betting"
    assert hand.refusal("A", "sell") == "SM-1/too_late"
    assert hand.refusal("B", "claim krabler") == "SM-1/too_late"


def test_sm_1_a_call_that_stands_is_refused_as_such_while_another_king_may_still_be_called() -> None:
    hand = Hand("Ac Td Ks", "Qc 9d Kc", "5h 3d 8s")
    hand.say("A", "claim kings_men", "claim kings_men")
    assert hand.refusal("A", "claim kings_men") == "SM-1/claimed"
    assert hand.refusal("A", "claim duel") == "SM-1/nothing_to_call"


def test_bd_6_bd_8_another_round_follows_and_then_uncalled_powers_are_lost() -> None:
    hand = Hand("Ac Td Qh 8c", "Qc 9d 3s Jd", "Tc 6d Kh 2c")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    assert hand.phase == "calling", "after a call is carried out, another round of calls follows"
    hand.end_calls()
    assert hand.phase == "betting"
    hand.to_street(4)
    assert hand.refusal("B", "sell") == "SM-1/nothing_to_call"


def test_bd_8_there_are_no_calls_after_a_river_dealt_down() -> None:
    hand = Hand("Ac Td Kh 8c 9c 3s", "Qc 9d Ks 4d 8d 5s").to_street(6)
    assert hand.phase == "betting"


def test_bd_7_r28_a_row_is_carried_out_first_and_the_other_calls_by_seat() -> None:
    hand = Hand("Ac Td Th Kd 3s", "Qc Qd 5h 8s Jd", "Tc 5d 7d 6s 5c", "9c 8c Jc 3h 4h").to_street(5)
    for name, words in (("D", "claim four_tician"), ("D", "claim fish_hook"), ("A", "claim sell_three")):
        hand.say(name, words)
    hand.say("C", "claim straight_trade")
    assert hand.table.window is not None
    for name in "ABCD":
        hand.say(name, "done")
    assert [call.rule for call in hand.table.calls] == ["R26", "R7", "R19", "R23"]


def test_bd_7_a_call_whose_card_is_gone_lapses_and_costs_nothing() -> None:
    hand = Hand("Ac Td 8s", "Qc 9d 3s", "Tc 6d Kh")
    hand.say("B", "sell")
    hand.say("A", "buy")
    hand.end_calls()
    hand.say("A", "trade 3s")
    assert hand.table.earlier_calls[1][1] == "lapsed"
    assert hand.stack("B") == 4950
    hand.say("A", "sell")
    assert view(hand.table, hand.seat("A")).said == ("sell_three 3s",), "fresh for its new holder"


def test_a_house_may_let_only_the_holder_call_a_duty_q_31() -> None:
    hand = Hand("Ac Td Kc", "Qc 9d 5h", duty_callers="holder")
    assert hand.refusal("B", "claim kings_men") == "SM-1/nothing_to_call"
    hand.say("A", "claim kings_men")
    assert len(hand.table.secret_calls) == 1


def test_r29_reminders_ask_holders_carry_duties_out_and_skip_the_rest() -> None:
    hand = Hand("Ac Td 3s", "Qc 9d Ks", "Tc 6d 8c", nighty_night="reminders")
    assert view(hand.table, None).to_act == (0,)
    assert view(hand.table, hand.seat("A")).callable == ("sell_three",)
    assert view(hand.table, hand.seat("B")).callable == ()
    hand.say("A", "done")
    assert hand.table.asked is not None and hand.table.asked.rule == "R18"
    dull = Hand("Ac Td 8c", "Qc 9d 5h", nighty_night="reminders")
    assert dull.phase == "betting"


def test_bd_6_a_window_that_opens_again_says_so() -> None:
    hand = Hand("Ac Td Qh 8c", "Qc 9d 3s Jd", "Tc 6d Kh 2c")
    assert view(hand.table, None).stage == ""
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    assert view(hand.table, None).stage == "again"
    hand.end_calls()
    assert view(hand.table, None).stage == ""


def test_r29_a_holder_hears_after_the_hand_which_powers_they_slept_on() -> None:
    """Of a power that costs a fee, only its holder knows if they missed it."""
    hand = Hand("Ac Td 3s Qh Jd 2d", "Qc 9d 5h 6c 8d 6s")
    hand.end_calls()
    assert all(view(hand.table, seat).slept == () for seat in (None, hand.seat("A"), hand.seat("B")))
    hand.finish()
    assert {call.rule for call in hand.table.slept} == {"R7", "R17"}
    assert [call[1:3] for call in view(hand.table, hand.seat("A")).slept] == [("queen_of_hearts", "R17")]
    assert all(call[0] == hand.seat("A") for call in view(hand.table, hand.seat("B")).slept)


def test_r29_nobody_sleeps_on_what_they_called() -> None:
    hand = Hand("Ac Td 3s 8c Jd 2d", "Qc 9d 5h 6c 8d 6s")
    hand.say("A", "sell")
    hand.finish()
    assert hand.table.slept == ()
