"""Pots, the showdown, odd chips: BD-17, BD-19, BD-20, BD-21, R15, R3, HE-8."""

import pytest
from hypothesis import given, strategies as st

from games.bonedoneskis.events import HandEnded
from games.bonedoneskis.pots import list_pots, list_pots_so_far, share_out, split_pot
from games.bonedoneskis.project import view
from games.bonedoneskis.scoring import receipt_of, receipts, transfers
from games.core import Seat
from tests.games.bonedoneskis.hand import Hand


def test_bd_17_side_pots_and_fees_in_the_main_pot() -> None:
    made = list_pots([100, 300, 300, 200], [Seat(0), Seat(1), Seat(2)], 250)
    assert made == [(650, (0, 1, 2)), (500, (1, 2))]


def test_bd_17_chips_that_only_a_folded_seat_bet_stay_in_the_last_pot() -> None:
    assert list_pots([100, 300, 100], [Seat(0), Seat(2)], 0) == [(500, (0, 2))]


def test_bd_21_odd_chips_go_one_each_in_seat_order() -> None:
    assert split_pot(350, [Seat(2), Seat(0), Seat(1)], 50, 4) == (100, 100, 150, 0)
    assert split_pot(325, [Seat(0), Seat(1)], 50, 2) == (175, 150)


@pytest.mark.parametrize(("chip", "stacks"), [(25, [5025, 5025, 4950]), (50, [5050, 5000, 4950])])
def test_bd_21_a_house_rule_sets_the_chips_in_which_pots_are_split(chip: int, stacks: list[int]) -> None:
    hand = Hand("As Tc 9c Kd Ac Qd", "Ah Td Kc 9d Ad Qc", "Kh 5d Ks", chip=chip).end_calls()
    hand.say("B", "call")
    hand.say("C", "fold")
    assert hand.finish().table.stacks == stacks


@given(
    st.lists(st.tuples(st.integers(1, 9), st.booleans(), st.integers(0, 3)), min_size=2, max_size=8),
    st.integers(0, 5),
)
def test_bd_20_every_chip_goes_to_somebody_live(seats: list[tuple[int, bool, int]], fees: int) -> None:
    paid = [50 * amount for amount, _, _ in seats]
    live = [Seat(number) for number, (_, in_it, _) in enumerate(seats) if in_it] or [Seat(0)]
    values = [value for _, _, value in seats]
    shared = share_out(paid, live, 250 * fees, values.__getitem__, 50)
    assert sum(pot.amount for pot in shared) == sum(paid) + 250 * fees
    for pot in shared:
        assert sum(pot.shares) == pot.amount
        assert all(seat in live for seat, amount in enumerate(pot.shares) if amount)


@pytest.mark.parametrize("muck", [False, True])
def test_bd_20_a_loser_who_shows_is_read_too_and_one_who_mucks_is_not(muck: bool) -> None:
    """The event stores the readings of winners only. A loser's reading is worked out whenever a view is made."""
    hand = Hand("Kc Kd 7h 9c 5c 3d", "Qc 9d 5h 4d 8d 7s", muck_losers=muck).finish()
    assert hand.table.ended is not None
    ending = view(hand.table, None).ending
    assert ending is not None
    read = {shown.seat: [(lies, code) for lies, code, rule in shown.plays if rule] for shown in ending.hands}
    loser = next(seat for seat in (hand.seat("A"), hand.seat("B")) if not hand.table.ended.net[seat] > 0)
    assert (loser in read) is not muck
    assert all(len(shown.plays) == 5 for shown in ending.hands)
    stored = {shown.seat: shown.plays for shown in hand.table.ended.hands}
    assert stored.get(loser, ()) == ()


def test_bd_20_cards_speak_and_the_receipt_names_the_readings() -> None:
    hand = Hand("Kc Kd 7h 9c 5c 3d", "Qc 9d 5h 4d 8d 5s").finish()
    ended = hand.table.ended
    assert ended is not None
    assert ended.how == "showdown"
    assert ended.hands[0].value == "three_of_a_kind"
    assert ended.net == (100, -100)
    (receipt,) = receipts(hand.events)
    assert ("R5", (("seat", 0), ("card", "7h"), ("plays", "Kh"))) in [(line.rule, line.facts) for line in receipt.lines]
    assert sum(line.amount for line in receipt.lines) == receipt.total == 200
    assert [transfer.amounts for transfer in transfers(hand.events)] == [(100, -100)]


def test_r15_a_killer_4_is_dead_at_showdown_and_alive_without_one() -> None:
    hand = Hand("4c Ad Ac Ah As Qs", "Kh 8d 8c 5d 3s 2c").finish()
    assert hand.table.ended is not None
    assert hand.table.ended.hands[0].value == "dead_hand"
    assert hand.table.ended.net == (-100, 100)
    bluff = Hand("4c Ad Ac Ah As Qs", "Kh 8d 8c 5d 3s 2c").end_calls()
    bluff.say(bluff.turn, "complete")
    bluff.say("B", "fold")
    assert bluff.table.ended is not None
    assert bluff.table.ended.net == (100, -100)


def test_bd_19_the_last_player_takes_everything_unseen_and_may_show() -> None:
    hand = Hand("Kc Kd 8h", "Qc 9d 5h").end_calls()
    hand.say("A", "fold")
    assert hand.table.ended is not None
    assert hand.table.ended.how == "last"
    assert view(hand.table, None).chairs[1].line[0].card is None
    assert hand.refusal("A", "show") == "BD-20/nothing_to_show"
    hand.say("B", "show")
    assert view(hand.table, None).chairs[1].line[0].card is not None
    assert hand.refusal("B", "muck") == "BD-20/nothing_to_show"


def test_bd_20_muck_losers_keeps_the_losing_hands_down() -> None:
    hand = Hand("Kc Kd 7h 9c 5c 3d", "Qc 9d 5h 4d 8d 5s", muck_losers=True).finish()
    assert [shown.seat for shown in view(hand.table, None).ending.hands] == [0]  # type: ignore[union-attr]
    assert view(hand.table, None).chairs[1].line[0].card is None
    hand.say("B", "muck")
    assert not view(hand.table, hand.seat("B")).may_show


def test_he_8_suits_break_no_tie_and_the_pot_is_split() -> None:
    hand = Hand("Ah Kh 9c 8d 5s 3h", "As Ks 9d 8c 5d 3s").finish()
    assert hand.table.ended is not None
    assert hand.table.ended.net == (0, 0)
    assert transfers(hand.events) == ()


def test_r3_the_nuts_are_named_in_the_receipt() -> None:
    hand = Hand("2c 2d 5c 7d 5h 8d", "Kh 8h 8c Jd 3s 9c").finish()
    (receipt,) = receipts(hand.events)
    assert "nuts" in [line.key for line in receipt.lines]


def test_bd_17_a_bet_that_others_may_still_match_is_no_side_pot() -> None:
    seats = (Seat(0), Seat(1), Seat(2))
    assert list_pots_so_far((150, 50, 50), seats, 0, ()) == [(250, seats)]
    assert list_pots_so_far((150, 50, 100), seats, 30, (Seat(1),)) == [(180, seats), (150, (Seat(0), Seat(2)))]
    assert list_pots_so_far((150, 50, 150), (Seat(0), Seat(2)), 0, ()) == [(350, (Seat(0), Seat(2)))]


def test_bd_17_the_receipt_says_who_was_in_a_side_pot() -> None:
    values = {Seat(0): 3, Seat(1): 2, Seat(2): 1}
    main, side = share_out([100, 300, 300, 200], [Seat(0), Seat(1), Seat(2)], 250, values.__getitem__, 50)
    assert (main.seats, side.seats) == ((0, 1, 2), (1, 2))
    ended = HandEnded("showdown", None, (), ((),) * 4, (main, side), (0, 0, 0, 0))
    first, second = receipt_of(ended).lines
    assert first.facts == (("seat", 0),)
    assert second.facts == (("seat", 1), ("seats", (1, 2)))
