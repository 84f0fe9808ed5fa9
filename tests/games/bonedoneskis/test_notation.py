"""Typed words: how they are read as moves, and how moves are written."""

import pytest

from games.bonedoneskis import moves
from games.bonedoneskis.decide import decide
from games.bonedoneskis.notation import read, write
from games.bonedoneskis.project import view
from games.core import Unreadable
from games.core.moves import Ambiguous, Lapse
from games.pieces.cards import ALL, code, from_code, name_card, parse_name
from tests.games.bonedoneskis.hand import Hand
from tests.refuses import refuses

HAND = Hand("Ac Td Kh", "Qc 9d 5h")
VIEW = view(HAND.table, HAND.seat("A"))


@pytest.mark.parametrize(
    ("words", "move"),
    [
        ("claim sell three 3h", moves.Claim("sell_three", from_code("3h"))),
        ("claim r7", moves.Claim("sell_three")),
        ("claim got", moves.Claim("got_the_nine")),
        ("claim nine", moves.Claim("got_the_nine")),
        ("claim River-King", moves.Claim("river_king")),
        ("buy", moves.Claim("eight_ball")),
        ("sell 3H", moves.Claim("sell_three", from_code("3h"))),
        ("trade 10s", moves.Trade(from_code("Ts"))),
        ("steal 2d", moves.Steal(from_code("2d"))),
        ("turn 2.1", moves.TurnUp(HAND.seat("B"), 1)),
        ("turn 2", moves.TurnUp(HAND.seat("A"), 2)),
        ("turn 4c", moves.TurnCard(from_code("4c"))),
        ("claim sell three 3 of hearts", moves.Claim("sell_three", from_code("3h"))),
        ("claim black jack of spades", moves.Claim("black_jack", from_code("Js"))),
        ("claim the queen of hearts", moves.Claim("queen_of_hearts")),
        ("claim nine of spades", moves.Claim("got_the_nine")),
        ("trade ten of spades", moves.Trade(from_code("Ts"))),
        ("trade 10♠️", moves.Trade(from_code("Ts"))),
        ("steal the two of diamonds", moves.Steal(from_code("2d"))),
        ("turn 4 ♣", moves.TurnCard(from_code("4c"))),
        ("topup 5.00", moves.TopUp(500)),
        ("CHECK ", moves.Check()),
    ],
)
def test_words_are_read_as_moves_and_moves_written_as_words(words: str, move: object) -> None:
    verb, _, rest = words.partition(" ")
    got = read(VIEW, verb, rest)
    assert got == move
    assert read(VIEW, *write(got).partition(" ")[::2]) == got


@pytest.mark.parametrize(
    "words",
    [
        "claim",
        "claim pair",
        "trade",
        "trade 1z",
        "steal x",
        "turn",
        "turn zz",
        "topup x",
        "check now",
        "juggle",
        "turn 1.x",
    ],
)
def test_words_without_meaning_are_unreadable(words: str) -> None:
    verb, _, rest = words.partition(" ")
    with pytest.raises(Unreadable):
        read(VIEW, verb, rest)


def test_words_that_fit_several_rules_are_ambiguous() -> None:
    with pytest.raises(Ambiguous, match="claim krabler, claim kings_men|claim kings_men, claim krabler"):
        read(VIEW, "claim", "k")


def test_r20_combining_needs_no_word_and_moves_of_another_moment_are_refused() -> None:
    assert HAND.refusal("A", "combine") == "R20/cards_speak"
    assert HAND.refusal("A", "check") == "BD-6/not_now"
    with refuses("BD-22/not_yet"):
        decide(HAND.table, None, Lapse(), HAND.at, HAND.chance)


def test_cards_have_spoken_names() -> None:
    assert name_card(from_code("Ts")) == "10 of spades"


def test_a_card_is_understood_by_its_code_and_its_name() -> None:
    assert all(parse_name(code(card)) == parse_name(name_card(card)) == card for card in ALL)
    assert [parse_name(words) for words in ("1s", "11s", "of spades", "two", "8 ball", "")] == [None] * 6
