"""Seats, dealing, extensions and a deck that runs out: BD-1, BD-2, BD-9, BD-15, BD-16, BD-17."""

import pytest

from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.moves import SitDown
from games.bonedoneskis.options import OPTIONS
from games.bonedoneskis.project import view
from games.core import settle
from games.pieces.cards import from_code
from tests.games.bonedoneskis.hand import Hand
from tests.games.handed_chance import HandedChance
from tests.refuses import refuses

PLAIN = ("Ac Td Kh 8c 9c 3d 5c 7s", "Qc 9d 5h 4d 8d 5s 6s 2d")


def test_bd_1_two_to_eight_players_or_fewer_by_a_house_rule() -> None:
    for players in (1, 8, 9):
        with refuses("BD-1/players"):
            begin(players, settle(OPTIONS), 0, HandedChance())
    assert fold(begin(8, settle(OPTIONS, {"max_seats": 8}), 0, HandedChance())).players == 8


def test_bd_1_one_more_sits_down_between_hands_after_the_last_seat_with_a_buy_in() -> None:
    hand = Hand(*PLAIN)
    with refuses("BD-6/not_now"):
        decide(hand.table, None, SitDown(), hand.at, HandedChance())
    hand.finish()
    before = view(hand.table, None)
    assert hand.refusal("A", "sit") == "BD-6/not_now", "a player with a seat cannot take a second one"
    table = evolve(hand.table, *decide(hand.table, None, SitDown(), hand.at, HandedChance()).events)
    after = view(table, None)
    assert (table.players, table.stacks[2], table.bought[2]) == (3, table.house.buy_in, table.house.buy_in)
    assert after.scores == (*before.scores, 0)
    assert (before.ending is not None, after.chairs[2].state) == (True, "out")
    hand.table = table
    hand.say("B", "next")
    assert (hand.table.dealer, hand.table.live_seats) == (2, (0, 1, 2)), "the newcomer is dealt in, and deals in turn"


def test_bd_1_nobody_sits_down_at_a_full_table() -> None:
    hand = Hand(*PLAIN, max_seats=2).finish()
    with refuses("BD-1/players"):
        decide(hand.table, None, SitDown(), hand.at, HandedChance())


def test_bd_1_the_dealer_moves_on_and_the_left_of_the_dealer_is_first() -> None:
    hand = Hand(*PLAIN, "Tc 6d 8h 2h Kd 7c")
    assert hand.table.dealer == 2
    assert hand.table.live_seats == (0, 1, 2)
    hand = Hand(*PLAIN).finish()
    hand.say("B", "next")
    assert hand.table.dealer == 0
    assert hand.table.live_seats == (1, 0)


def test_bd_9_two_down_one_up_then_up_up_and_the_river_down() -> None:
    hand = Hand(*PLAIN)
    assert hand.line("A") == "Ac.2d Td.2d Kh.3u"
    hand.to_street(6)
    assert hand.line("A") == "Ac.2d Td.2d Kh.3u 8c.4u 9c.5u 3d.6d"
    hand.finish()
    assert hand.phase == "between"


@pytest.mark.parametrize(
    ("fifth", "sixth", "length"), [("9c", "3d", 6), ("Jh", "3d", 7), ("Qs", "Jd", 8), ("9c", "Jd", 6), ("Js", "Jd", 6)]
)
def test_bd_15_a_red_jack_or_the_queen_of_spades_dealt_up_extends(fifth: str, sixth: str, length: int) -> None:
    hand = Hand(f"Ac Td Kh 8c {fifth} {sixth} 5c 7s", PLAIN[1]).finish()
    assert hand.table.length == length
    assert len(hand.table.lines[0]) == length
    assert hand.line("A").endswith(f".{length}d")


def test_bd_15_a_replacement_counts_and_a_turned_up_card_only_by_a_house_rule() -> None:
    rows = ("Ac Td Kh 8c 3c 3d 5c 7s", PLAIN[1])
    hand = Hand(*rows, after={5: "Jh"}).to_street(5)
    hand.say("A", "sell")
    hand.finish()
    assert hand.table.length == 7
    for reveals, length in ((False, 6), (True, 7)):
        hand = Hand("Jd Td Kh 8c Qh 3d 5c 7s", PLAIN[1], extend_on_reveal=reveals).to_street(5)
        hand.say("A", "claim queen_of_hearts")
        hand.end_calls()
        hand.say("A", "turn 1.1")
        hand.to_street(6)
        assert hand.table.length == length


def test_bd_16_the_muck_becomes_the_deck_and_bd_15_fails_if_that_is_too_little() -> None:
    cards = [f"{rank}{suit}" for suit in "chsd" for rank in "23456789TJQKA"]
    up = ["8c", "9c", "Tc", "Jc", "Qc", "Kc", "Ac", "5c"]
    fifth = ["Jh", "9d", "Td", "4d", "Qd", "Kd", "Ad", "5d"]
    fourth = ["3h", "5h", "7h", "8h", "Th", "Qh", "Kh", "Ah"]
    rest = iter(code for code in cards if code not in (*up, *fifth, *fourth, "9h", "Ts", "2h"))
    rows = [f"{next(rest)} {next(rest)} {up[n]} {fourth[n]} {fifth[n]}" for n in range(8)]
    hand = Hand(*rows).to_street(5).settle()
    (extended,) = [event for event in hand.events if type(event).__name__ == "Extended"]
    assert extended.failed
    assert hand.table.length == 6
    assert hand.table.street == 6
    sold = Hand(*rows, after={5: "2h"}).to_street(3)
    assert from_code("2h") in sold.table.deck


def test_bd_17_table_stakes_top_up_between_hands_only() -> None:
    hand = Hand(*PLAIN)
    assert hand.refusal("A", "topup 50") == "BD-6/not_now"
    hand.finish()
    poorer = min("AB", key=hand.stack)
    assert hand.refusal(poorer, "topup 999999") == "BD-17/top_up"
    hand.say(poorer, "topup")
    assert hand.stack(poorer) == 5000
    assert hand.refusal(poorer, "topup") == "BD-17/top_up"


def test_bd_10_without_top_ups_a_session_ends_if_only_one_player_has_chips() -> None:
    hand = Hand("Kc Kd 7h 9c 5c 3d", "Qc 9d 5h 4d 8d 5s", stacks=[5000, 50], top_up=False).finish()
    assert hand.phase == "over"
    broke = Hand("Kc Kd 7h 9c 5c 3d", "Qc 9d 5h 4d 8d 5s", stacks=[5000, 50]).finish()
    assert broke.refusal("A", "next") == "BD-10/too_few"
