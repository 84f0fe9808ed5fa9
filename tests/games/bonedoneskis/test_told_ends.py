"""The words at the end of a hand: who won with what, which cards counted for nothing, and what the reader folded."""

import pytest

from bot.wording import ENGLISH, Words, word_receipt
from games.bonedoneskis.project import view
from games.bonedoneskis.scoring import receipt_of
from games.core import Seat
from render.base.picture import EndingWords
from tests.games.bonedoneskis.hand import Hand
from tests.render import shown as scenes

BEAR, BULL, NED = map(Seat, range(3))
NAMES = ("Bear", "Bull", "Ned")
_EIGHTS = "Kh 8h 8c 5d 3s 2c"


def tell(hand: Hand, seat: Seat | None = None) -> EndingWords:
    told = scenes.tell_outcome(view(hand.table, seat), NAMES)
    assert told is not None
    return told


def fold(hand: Hand, name: str, street: int) -> Hand:
    """Play to a seat's first turn on a street, and let it fold."""
    hand.to_street(street).end_calls()
    while hand.turn != name:
        hand.say(hand.turn, "check" if "check" in hand.acts else "call")
    hand.say(name, "fold")
    return hand


def test_the_headline_of_an_end_names_the_cards_that_played_as_others_and_their_rules() -> None:
    hand = Hand("Ad 6c 9d Ac 4c 3d", _EIGHTS).finish()
    assert tell(hand).sentence == "Bear wins 1.00: three aces, 6♣ as A♥ (R8)"
    assert tell(hand, BEAR).sentence == "You win 1.00: three aces, 6♣ as A♥ (R8); you didn't sleep on any free power"


@pytest.mark.parametrize("seat, whose", [(BULL, "yours"), (NED, "Bull's"), (None, "Bull's")])
def test_of_two_flushes_to_one_card_the_beaten_is_named_and_what_beat_it(seat: Seat | None, whose: str) -> None:
    """HE-6: a flush has no card beside it."""
    hand = Hand("Kd Qd 9d 4d 3d 8s", "Kh Qh 8h 5h 3h 2c", "Tc Td 5c Jh 4h 9s").finish()
    won = tell(hand, seat).sentence
    assert f"flush to the king; its nine beats {whose}" in won and "kicker" not in won


def test_winners_of_two_pots_are_each_told_with_their_hand() -> None:
    hand = Hand("Ad 6c 9d Ac 4c 3d", "Kh 8h 8c 5d 3s 2c", "Tc Td Qc Jh 4h 5c", stacks=(50, 1000, 1000)).to_street(4)
    hand.end_calls()
    hand.say(hand.turn, "bet")
    hand.finish()
    assert tell(hand).sentence == "Bear wins 1.00: three aces, 6♣ as A♥ (R8); Ned wins 1.00: pair of tens"


@pytest.mark.parametrize(
    "row, folded",
    [
        ("9d 9c Kc 2d 3h 8s", "your pair of nines"),
        ("Kd 9c Kc 2d 5s Ks", "your three kings, which was better"),
        ("Kd 9c Qc 2d 5s 3s", "ace high"),
    ],
)
def test_a_reader_is_told_what_they_folded(row: str, folded: str) -> None:
    """By the cards as they lay then; nobody else learns of it (BD-19)."""
    hand = fold(Hand(row, _EIGHTS, "Tc Td 5h Jh 4c 5c"), "A", 6).finish()
    assert tell(hand).sentence == "Ned wins 2.00: two pair, tens and fives"
    assert f" for you; you folded {folded}; you " in tell(hand, BEAR).sentence
    for seat in (BULL, NED, None):
        told = tell(hand, seat)
        assert folded.removeprefix("your ")[:13] not in " ".join((told.sentence, *told.lines, *told.why))


def test_who_folded_before_the_last_is_told_their_hand_too() -> None:
    hand = fold(fold(Hand("Kd 9c Kc 2d 5s Ks", _EIGHTS, "Tc Td 5h Jh 4c 5c"), "A", 3), "B", 3)
    told = tell(hand, BULL).sentence
    assert told.startswith("Ned wins 1.00: the others folded; −0.50 for you; you folded your pair of eights; you ")


def test_a_winner_whom_nobody_saw_reads_their_cards_and_hand_and_nobody_else_does() -> None:
    """BD-19: nothing is shown if the others folded."""
    hand = fold(fold(Hand("Kd 9c Kc 2d 5s Ks", _EIGHTS, "7c Td 5h Jh 4c 5c"), "A", 3), "B", 3)
    held = "you held 7♣ 10♦ 5♥: "
    assert tell(hand, NED).sentence.startswith(f"You win 1.00: the others folded; {held}ten high; you ")
    for seat in (BEAR, BULL, None):
        assert held not in "".join((tell(hand, seat).sentence, *tell(hand, seat).why))


def test_a_winner_whom_nobody_saw_reads_which_cards_played_as_others_and_why() -> None:
    """R11, R9: "flush to the king" of four diamonds would be a riddle."""
    hand = fold(fold(Hand("Qd 9c Kc 6s 5h 6c", _EIGHTS, "Kd Td 3d 9d As 8s"), "A", 6), "B", 6)
    won = tell(hand, NED)
    assert "8♠: flush to the king, A♠ as 6♦ (R11); you " in won.sentence
    assert "R11: an ace may be 6♥ or 6♦." in won.why and "R11" not in "".join(tell(hand, BEAR).why)


def test_r22_a_4_that_counts_twice_is_told_as_two_4s() -> None:
    """In the verdict, the picture, *Why?* and the log."""
    hand = Hand("Td Ts Th 9c 4s 2c", _EIGHTS).finish()
    won = tell(hand)
    assert won.sentence.endswith(": full house, tens over fours, 4♠ as two 4s (R22)")
    assert won.why[0].endswith(": 10♦, 10♠, 10♥, 4♠ as two 4s (R22)")
    assert "4 of spades as two 4s (R22):" in scenes.draw_receipt(view(hand.table, None), NAMES).alt
    told = word_receipt(receipt_of(hand.table.ended), Words(ENGLISH, "bonedoneskis", NAMES))  # type: ignore[arg-type]
    assert "Bear's 4♠ counts as two 4s (R22)" in told


_GOT, _PAID = (
    "(+3.00 from the pot, +2.00 for the nine, −1.00 put in)",
    "(+3.00 from the pot, −1.00 for the nine, −1.00 put in)",
)


@pytest.mark.parametrize(
    "nine, seat, changes",
    [
        ("A", BEAR, f"Bear +4.00 {_GOT}, Bull −2.00, Ned −2.00"),
        ("A", BULL, f"Bear +4.00 {_GOT}, Bull −2.00 (−1.00 for the nine, −1.00 put in), Ned −2.00"),
        ("A", None, f"Bear +4.00 {_GOT}, Bull −2.00, Ned −2.00"),
        ("B", BEAR, f"Bear +1.00 {_PAID}, Bull +1.00 (+2.00 for the nine, −1.00 put in), Ned −2.00"),
        (
            "B",
            NED,
            "Bear +1.00, Bull +1.00 (+2.00 for the nine, −1.00 put in), Ned −2.00 (−1.00 for the nine, −1.00 put in)",
        ),
    ],
)
def test_chips_that_passed_beside_the_pot_are_told_of_who_got_them_and_of_the_reader(
    nine: str, seat: Seat | None, changes: str
) -> None:
    """R21: else a pot of 3.00 would bring 4.00."""
    doors = ("9s", "Qh") if nine == "A" else ("Qh", "9s")
    hand = Hand(f"Ad Ac {doors[0]} 4c 3d 8s", f"Kd Td {doors[1]} 5d 7s 4s", "Tc Jd 5h Jh 4h 6c")
    hand.say(nine, "claim got_the_nine")
    assert tell(hand.finish(), seat).lines[0] == changes


def test_stakes_of_a_war_are_told_beside_the_pot() -> None:
    """R16: somebody who folds may gain by it."""
    hand = Hand("Ac Td 8h", "Qc Qd 8d", "Tc 5d Kc", wars=["Ac Kc Qc Jc"])
    hand.say("C", "claim duel")
    told = tell(fold(hand, "A", 3).finish(), BULL)
    assert (
        told.lines[0]
        == "Bear +2.00 (+2.50 in the war, −0.50 put in), Bull −3.50 (−2.50 in the war, −1.00 put in), Ned +1.50"
    )


def test_the_showdown_says_which_cards_counted_for_nothing_and_which_lay_face_down() -> None:
    """R5, R6, R9: each shown hand, the losers' too."""
    hand = Hand("7c Jc 6d Kd 9c 4d", _EIGHTS).finish()
    shown = view(hand.table, None)
    alt = scenes.draw_receipt(shown, NAMES).alt
    row = "king high; 7 of clubs down, not wild (R5); jack of clubs not wild (R6); 6 of diamonds dead (R9): "
    assert f"Bear: {row}7 of clubs (down), jack of clubs (down), 6 of diamonds (dead), king of diamonds" in alt
    assert "4 of diamonds (down)" in alt and "9 of clubs (down)" not in alt
    cards = "K♦, J♣, 9♣, 7♣, 4♦; 7♣ down, not wild (R5); J♣ not wild (R6); 6♦ dead (R9)"
    assert tell(hand).why[1] == f"Bear showed king high (HE-6): {cards}"


def test_a_jack_that_nobody_paid_for_and_a_7_that_was_turned_down_are_told() -> None:
    """R6, R19."""
    hand = Hand("9d Td Jc 7s 3h 5c", "Kh 8h 8c 4d 3s 2c").to_street(4)
    hand.say("B", "claim four_tician")
    hand.end_calls()
    hand.say("B", "turn 7s")
    assert "J♣ not wild (R6); 7♠ turned down, not wild (R5, R19)" in "".join(tell(hand.finish()).why)


@pytest.mark.parametrize(("given", "taken"), [("2h", "8h"), ("9h", "8h")])
def test_a_card_of_the_winning_five_that_came_from_another_board_is_told(given: str, taken: str) -> None:
    """R12, BD-5: the swap decided the hand. Whoever got the other card didn't win by it."""
    hand = Hand(f"8c 8d {given} Kd 4c 3d", "Qc Jd 8h 5h Th 2c")
    hand.say("A", f"trade {taken}")
    assert tell(hand.finish()).sentence == "Bear wins 1.00: three eights, 8♥ from another board"


def test_why_names_the_five_cards_and_who_came_second() -> None:
    hand = Hand("Ad 6c 9d Ac 4c 3d", _EIGHTS, "Tc Td 5h Jh 4s 5c").finish()
    assert tell(hand, BULL).why == (
        "Bear showed three aces (HE-6): A♦, 6♣ as A♥ (R8), A♣, 9♦, 4♣",
        "Ned showed two pair, tens and fives (HE-6): J♥, 10♣, 10♦, 5♥, 5♣",
        "Bull showed pair of eights (HE-6): K♥, 8♥, 8♣, 5♦, 3♠",
        "R8: 6♠ and 6♣ may be any ace.",
    )
    assert tell(hand).why == tell(hand, BULL).why


@pytest.mark.parametrize(("street", "told"), [(3, "8♠"), (4, "Q♠"), (5, "two 4s"), (6, "")])
def test_a_card_says_what_it_may_be_until_the_hand_is_over(street: int, told: str) -> None:
    """R22, R8: by what is printed on it, and the street on which it came up; no claim has a part in it."""
    cards = ["9d", "Tc", "Qd", "5c", "Jd", "9c"]
    cards[street - 1] = "4s"
    hand = Hand(" ".join(cards), "Kh 8h 6s 5d 3s 2c").to_street(street)
    seen, after = view(hand.table, None), view(hand.finish().table, None)
    board = scenes.draw_board(seen, NAMES).alt
    assert "6 of spades (may be an ace, R8)" in board
    assert (f"4 of spades (may be {told}, R22)" in board) is bool(told) is ("R22" in board)
    assert "may be" not in scenes.draw_board(after, NAMES).alt


def test_the_heading_says_which_card_the_street_brings() -> None:
    hand = Hand("Ad 6c 9d Ac 4c 3d", _EIGHTS).end_calls()
    assert "Hand 1, Third street, card 3 of 6, " in scenes.draw_board(view(hand.table, None), NAMES).alt
    assert "of 6" not in scenes.draw_board(view(hand.finish().table, None), NAMES).alt
