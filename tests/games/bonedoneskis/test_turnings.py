"""Cards that are turned: R17, R18, R19, R25, and their places in the line (BD-2, BD-3, BD-4)."""

import pytest

from games.bonedoneskis.evaluation.packed import is_spent
from games.bonedoneskis.project import view
from games.pieces.cards import from_code
from tests.games.bonedoneskis.hand import Hand
from tests.render.shown import tell_outcome


def test_r17_sm_3_the_queen_of_hearts_turns_up_a_card_chosen_by_its_place() -> None:
    hand = Hand("Ac Td Qh", "Qc 4h 5h", "Tc 6d 8c")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    assert hand.words("A") == {f"turn {seat}.{place}" for seat in (1, 2, 3) for place in (1, 2)}
    assert hand.refusal("A", "turn 2.3") == "R17/no_place"
    assert hand.refusal("A", "turn 5c") == "SM-1/not_asked"
    hand.say("A", "turn 2.2")
    assert hand.line("B") == "Qc.2d 4h.2u3 5h.3u"
    hand.say("B", "claim four_tician")
    assert len(hand.table.secret_calls) == 1, "a card that is turned up gives its holder its power"


def test_r17_without_an_answer_nothing_happens() -> None:
    hand = Hand("Ac Td Qh", "Qc 4h 5h")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.lapse()
    assert hand.line("B") == "Qc.2d 4h.2d 5h.3u"
    assert hand.phase == "calling"


def test_bd_3_turned_up_hole_cards_lie_beside_the_door_card_the_first_nearer() -> None:
    hand = Hand("Ac Td Qh Jd", "Qc 4h Kc 5d")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    assert hand.line("B") == "4h.2d Qc.2u3 Kc.3u"
    hand.say("A", "claim kings_men")
    hand.end_calls()
    hand.say("B", "turn 1")
    assert hand.line("B") == "4h.2u3 Qc.2u3 Kc.3u"


def test_bd_2_turning_down_forgets_what_was_spent_and_a_board_card_keeps_its_place() -> None:
    hand = Hand("Ac Td Kc", "Qc 9d 4h Jd")
    hand.say("B", "claim kings_men", "claim four_tician")
    hand.end_calls()
    hand.say("A", "turn 1")
    assert is_spent(hand.table.lines[0][2])
    hand.say("B", "turn Kc")
    assert hand.line("A") == "Td.2d Ac.2u3 Kc.3d"
    assert not is_spent(hand.table.lines[0][2])


def test_r18_sm_4_a_black_king_turns_up_a_card_of_its_own_holder() -> None:
    hand = Hand("Ac Td Kc", "Qc 4h 5h")
    hand.say("B", "claim kings_men")
    hand.end_calls()
    assert hand.words("A") == {"turn Ac", "turn Td"}
    assert hand.refusal("A", "turn 2.1") == "R18/own_cards"
    hand.lapse()
    assert hand.line("A") == "Td.2d Ac.2u3 Kc.3u", "without an answer, the leftmost hole card is turned up"


def test_r19_sm_5_the_4_tician_turns_any_up_card_down() -> None:
    hand = Hand("Ac Td 4d", "Qc 9s 7h", "Tc 6d 8c")
    hand.say("A", "claim four_tician")
    hand.end_calls()
    assert hand.words("A") == {"turn 4d", "turn 7h", "turn 8c"}
    assert hand.refusal("A", "turn Kd") == "R19/no_target"
    hand.say("A", "turn 7h")
    assert hand.line("B") == "Qc.2d 9s.2d 7h.3d"
    assert view(hand.table, None).chairs[1].line[2].card is None


def test_r19_silence_spends_the_power() -> None:
    hand = Hand("Ac Td 4d", "Qc 9s 7h")
    hand.say("A", "claim four_tician")
    hand.end_calls()
    hand.lapse()
    assert hand.refusal("A", "claim four_tician") == "SM-1/nothing_to_call"


def call_river_king(*rows: str) -> Hand:
    """Play to fifth street: A's queen turns up B's red king on third, and B calls it on fifth."""
    hand = Hand(*rows)
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    hand.to_street(5)
    hand.say("B", "claim river_king")
    hand.end_calls()
    return hand


def test_r25_sm_13_a_called_river_king_turns_everybody_elses_river_up() -> None:
    hand = call_river_king("Ac Td Qh 8d 9c 5s", "Kd 4h 5h Jc Qd 3d", "Tc 6d 8c 2c 8h 3s")
    assert hand.table.length == 6
    hand.settle()
    assert hand.table.street == 6
    assert hand.line("A").endswith("5s.6u")
    assert hand.line("B").endswith("3d.6d")
    assert hand.phase == "calling", "the up cards are dealt cards in every sense"
    hand.say("C", "sell 3s")


def test_r25_an_uncalled_king_does_nothing_and_a_king_is_called_only_once() -> None:
    hand = Hand("Ac Td Qh 8d 9c 5s", "Kd 4h 5h Jc Qd 3d")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    hand.to_street(6)
    assert hand.phase == "betting"
    assert hand.line("A").endswith("5s.6d")
    table = hand.finish().table
    told = tell_outcome(view(table, hand.seat("B")), ("Bear", "Bull"))
    assert told is not None and "; you slept on River King (R25) with K♦: “" in told.sentence, "R29"
    told = tell_outcome(view(table, hand.seat("A")), ("Bear", "Bull"))
    assert told is not None and told.why[-1] == "Nighty-night! Bull slept on River King (R25) with K♦"
    called = call_river_king("Ac Td Qh 8d 9c 5s", "Kd 4h 5h Jc Qd 3d")
    called.settle()
    assert called.refusal("B", "claim river_king") == "SM-1/nothing_to_call"


@pytest.mark.parametrize("street, told", [(4, "didn't sleep on any"), (6, "slept on River King (R25) with K♦")])
def test_r25_a_king_that_is_folded_before_the_river_was_not_slept_on(street: int, told: str) -> None:
    hand = Hand("Ac Td Qh 8d 9c 5s", "Kd 4h 5h Jc 9d 3h", "As 6d 8c 2c 8h 3s")
    hand.say("A", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("A", "turn 2.1")
    hand.to_street(street).end_calls()
    while hand.turn != "B":
        hand.say(hand.turn, "check" if "check" in hand.acts else "call")
    hand.say("B", "fold")
    outcome = tell_outcome(view(hand.finish().table, hand.seat("B")), ("Bear", "Bull"))
    assert outcome is not None and f"; you {told}" in outcome.sentence
    outcome = tell_outcome(view(hand.table, hand.seat("A")), ("Bear", "Bull"))
    assert outcome is not None and "R25" not in "".join(outcome.lines), "a folded hand stays closed"


def test_r25_bd_7_two_kings_of_one_seat_are_called_in_the_order_they_came_up() -> None:
    hand = Hand("Kh Kd 5h Ks", "Ac 9d Qh 9c")
    hand.say("B", "claim queen_of_hearts")
    hand.end_calls()
    hand.say("B", "turn 1.1")
    hand.to_street(4)
    hand.say("A", "claim kings_men")
    hand.end_calls()
    hand.say("A", "turn 1")
    assert hand.line("A") == "Kd.2u4 Kh.2u3 5h.3u Ks.4u"
    hand.say("A", "claim river_king Kd", "claim river_king Kh", "done")
    hand.say("B", "done")
    called = [event.card for event in hand.events if type(event).__name__ == "KingCalled"]
    assert called == [from_code("Kh"), from_code("Kd")]
