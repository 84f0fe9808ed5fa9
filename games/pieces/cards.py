"""The 52 cards: small ints, codes, ranks, suits and masks.

A card is ``13 * suit + rank - 2``: clubs 0-12, diamonds 13-25, hearts 26-38, spades 39-51, each from the 2 to the ace.
A mask of cards has bit *n* for card *n*, so the ranks of one suit are 13 bits side by side.
"""

import re
from collections.abc import Iterable
from typing import Final, NewType

from games.core.pieces import Pieces

Card = NewType("Card", int)
"""A card, 0 to 51."""

RANKS: Final = "23456789TJQKA"
SUITS: Final = "cdhs"
"""Clubs, diamonds, hearts, spades: from low to high in games that rank suits."""
RANK_NAMES: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "jack", "queen", "king", "ace")
SUIT_NAMES: Final = ("clubs", "diamonds", "hearts", "spades")

_SIGNS: Final = "♣♦♥♠"

ALL: Final = tuple(Card(number) for number in range(52))
CODES: Final = tuple(RANKS[number % 13] + SUITS[number // 13] for number in range(52))
RANK: Final = tuple(number % 13 + 2 for number in range(52))
"""The rank of each card, 2 to 14 (the ace)."""
SUIT: Final = tuple(number // 13 for number in range(52))
"""The suit of each card, 0 to 3, as an index of `SUITS`."""
_BY_CODE: Final = {code: Card(number) for number, code in enumerate(CODES)}
RANK_WORDS: Final = ("two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", *RANK_NAMES[9:])
_RANK_BY_NAME: Final = {
    name: rank for rank, names in enumerate(zip(RANKS.lower(), RANK_NAMES, RANK_WORDS, strict=True)) for name in names
}
_SUIT_BY_NAME: Final = {
    name: suit
    for suit, (letter, word, sign) in enumerate(zip(SUITS, SUIT_NAMES, _SIGNS, strict=True))
    for name in (letter, word, word[:-1], sign)
}
_CARD_NAME: Final = re.compile(
    rf"(?:the )?({'|'.join(sorted(_RANK_BY_NAME, key=len, reverse=True))})\s*(?:of )?({'|'.join(_SUIT_BY_NAME)})"
)


def code(card: Card) -> str:
    """The code of a card: "Ts" is the ten of spades."""
    return CODES[card]


def code_or_unknown(number: int) -> str:
    """The code of a card, or a question mark for a number that is no card."""
    return CODES[number] if 0 <= number < len(CODES) else "?"


def name_card(card: Card) -> str:
    """The card as people say it: "10 of spades"."""
    return f"{RANK_NAMES[card % 13]} of {SUIT_NAMES[card // 13]}"


def from_code(text: str) -> Card:
    """The card of a code in either case; "10s" is "Ts". Raises KeyError for anything else."""
    text = text.strip()
    if text.startswith("10"):
        text = "T" + text[2:]
    return _BY_CODE[text[:-1].upper() + text[-1:].lower()]


def parse_name(words: str) -> Card | None:
    """Parse the name of a card: "Ts", "10♠", "nine of spades", "the queen of hearts". None for anything else."""
    found = _CARD_NAME.fullmatch(" ".join(words.lower().replace("\ufe0f", "").split()))
    return None if found is None else Card(13 * _SUIT_BY_NAME[found[2]] + _RANK_BY_NAME[found[1]])


def card(rank: int, suit: int) -> Card:
    """The card of a rank (2 to 14) and a suit (0 to 3)."""
    return Card(13 * suit + rank - 2)


def mask(cards: Iterable[Card]) -> int:
    """The mask of the cards."""
    made = 0
    for card in cards:
        made |= 1 << card
    return made


def symbol(card: int) -> str:
    """The card with the sign of its suit: "10♠"."""
    return ("10" if RANK[card] == 10 else RANKS[card % 13]) + _SIGNS[card // 13]


CARDS: Final = Pieces(
    kind="Card",
    every=ALL,
    code=CODES.__getitem__,
    from_code=from_code,
    symbol=symbol,
    name=lambda card, talk: name_card(Card(card)),
    by_name=False,
)
