"""The 28 dominoes of a double-six set: their numbers, pips, codes, and the words that people use for them.

A domino is numbered by its halves, the higher first: 0 is 0-0, 1 is 1-0, 2 is 1-1, 3 is 2-0 and so on to 27, 6-6. A
holding is a bit mask: bit *d* is set when domino *d* is in it.
"""

import re
from collections.abc import Iterable
from typing import Final, NewType

from games.core.pieces import Pieces

Domino = NewType("Domino", int)
"""A domino, 0 to 27."""

HALVES: Final = tuple((high, low) for high in range(7) for low in range(high + 1))
"""The two halves of each domino, the higher first."""
PIPS: Final = tuple(high + low for high, low in HALVES)
CODES: Final = tuple(f"{high}-{low}" for high, low in HALVES)
ALL: Final = tuple(Domino(number) for number in range(28))
DOUBLES: Final = tuple(Domino(number) for number in range(28) if HALVES[number][0] == HALVES[number][1])
"""0-0 to 6-6."""
WITH: Final = tuple(sum(1 << d for d in range(28) if number in HALVES[d]) for number in range(7))
"""For each number, the mask of the seven dominoes that have it."""
BIT: Final = tuple(1 << d for d in range(28))
"""For each domino, its bit in a mask. Reading it here takes half the time of a shift."""
DOUBLE_MASK: Final = sum(1 << d for d in DOUBLES)
DOUBLE_SIX: Final = ALL[27]
FULL: Final = (1 << len(ALL)) - 1
"""The holding of all dominoes."""

_SPOKEN: Final = (
    "blank blanks nil zero nought",
    "one ones ace",
    "two twos deuce",
    "three threes trey",
    "four fours",
    "five fives",
    "six sixes",
)
"""The words for each number, the usual one first."""
_NAMES: Final = tuple(names.split()[0] for names in _SPOKEN)
_NUMBERS: Final = {name: number for number, names in enumerate(_SPOKEN) for name in names.split()}


def domino(half: int, other: int) -> Domino:
    """The domino with these two halves, in either order."""
    high, low = (half, other) if half >= other else (other, half)
    return Domino(high * (high + 1) // 2 + low)


def is_double(piece: Domino) -> bool:
    """True if both halves are equal."""
    return DOUBLE_MASK >> piece & 1 == 1


def other_half(piece: Domino, number: int) -> int:
    """The half that is left to play on when the half with `number` is joined to the line."""
    return PIPS[piece] - number


def mask(pieces: Iterable[Domino]) -> int:
    """The holding of these dominoes."""
    held = 0
    for piece in pieces:
        held |= BIT[piece]
    return held


def _list_quarter(bits: int, base: int) -> tuple[Domino, ...]:
    return tuple(Domino(base + bit) for bit in range(7) if bits >> bit & 1)


_A, _B, _C, _D = (tuple(_list_quarter(bits, base) for bits in range(128)) for base in (0, 7, 14, 21))
"""For each quarter of a holding: a table from its seven bits, read as a number, to the dominoes in it."""
_WEIGHT_A, _WEIGHT_B, _WEIGHT_C, _WEIGHT_D = (
    tuple(sum(PIPS[piece] for piece in held) for held in quarter) for quarter in (_A, _B, _C, _D)
)


def dominoes_of(held: int) -> tuple[Domino, ...]:
    """The dominoes of a holding, lowest numbered first."""
    return _A[held & 127] + _B[held >> 7 & 127] + _C[held >> 14 & 127] + _D[held >> 21]


def is_held(held: int, piece: Domino) -> bool:
    """True if the number is that of a domino in the holding."""
    return 0 <= piece < 28 and held >> piece & 1 == 1


def pips_of(held: int) -> int:
    """The sum of the pips in a holding."""
    return _WEIGHT_A[held & 127] + _WEIGHT_B[held >> 7 & 127] + _WEIGHT_C[held >> 14 & 127] + _WEIGHT_D[held >> 21]


def code(piece: Domino) -> str:
    """The code of a domino, the higher half first: "6-4"."""
    return CODES[piece]


def code_or_unknown(piece: Domino) -> str:
    """The code of a domino, or a question mark for another number."""
    return CODES[piece] if 0 <= piece < 28 else "?"


def from_code(text: str) -> Domino:
    """The domino of a code, halves in either order. Raises KeyError for anything else."""
    found = re.fullmatch(r"([0-6])-([0-6])", text)
    if not found:
        raise KeyError(text)
    return domino(int(found[1]), int(found[2]))


def name_domino(piece: Domino) -> str:
    """The name of a domino: "double five", "six four", "three blank"."""
    high, low = HALVES[piece]
    return f"double {_NAMES[high]}" if high == low else f"{_NAMES[high]} {_NAMES[low]}"


def parse_name(words: str) -> Domino | None:
    """Parse the name of a domino: "6-4", "46", "6:4", "double five", "dbl 5", "five double", "six four", "six four
    (6-4)". None for anything else."""
    text = re.sub(r".*\((\d-\d)\)", r"\1", words.strip().lower())
    text = re.sub(r"\b(?:double|dbl|dub)\s*-?\s*(\w+)|\b(\w+) double\b", r"\1\2 \1\2", text)
    numbers: list[int] = []
    for part in re.findall(r"\d|[a-z]+", text):
        number = int(part) if part.isdigit() else _NUMBERS.get(part)
        if number is None or number > 6:
            return None
        numbers.append(number)
    return domino(*numbers) if len(numbers) == 2 else None


DOMINOES: Final = Pieces(
    kind="Domino",
    every=ALL,
    code=CODES.__getitem__,
    from_code=from_code,
    symbol=CODES.__getitem__,
    name=lambda piece, talk: name_domino(Domino(piece)),
    by_name=False,
)
