"""Hands that were played at a real table, as people write them down afterwards.

Each line of a hand says what one seat did: its name, and then words of the game ("Wal left 6-5 3-1"). An empty line
ends a hand. The game's own rules score what is written; nothing is scored here.
"""

import unicodedata
from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from games.core.moves import Unreadable
from games.core.seats import Seat

MOST_LINES: Final = 1_000
"""The most lines of a text."""


class Line(NamedTuple):
    """A line about a hand: the seat that it is about (None for the whole table), and what it says of it."""

    seat: Seat | None
    words: str

    @property
    def verb(self) -> str:
        """The first word in lower case."""
        return self.words.partition(" ")[0].lower()

    @property
    def rest(self) -> str:
        """The text after the first word."""
        return self.words.partition(" ")[2].strip()


Hand = tuple[Line, ...]


def read_hands(text: str, names: Sequence[str]) -> tuple[Hand, ...]:
    """Read the hands of a text. `names` are those of the seats. Raises Unreadable for a text with too many lines."""
    lines = text.replace("\r", "").split("\n")
    if len(lines) > MOST_LINES:
        raise Unreadable(lines[MOST_LINES], f"at most {MOST_LINES} lines")
    hands: list[list[Line]] = [[]]
    for line in lines:
        words = " ".join(line.split())
        if words:
            hands[-1].append(_read_line(words, names))
        elif hands[-1]:
            hands.append([])
    return tuple(tuple(hand) for hand in hands if hand)


def _read_line(words: str, names: Sequence[str]) -> Line:
    found = _find_seat(words, names)
    return Line(None, words) if found is None else Line(*found)


def _find_seat(words: str, names: Sequence[str]) -> tuple[Seat, str] | None:
    """The seat with whose whole name a text begins, and the text after it; of several, the seat with the longest name.

    Case and signs that nobody sees make no difference. Folded, a letter such as "ß" is longer than it was.
    """
    text = _spell(words)
    began = [
        (end, seat)
        for seat, name in enumerate(_spell(name).casefold() for name in names)
        for end in range(1, len(name) + 1)
        if text[:end].casefold() == name and not text[end : end + 1].isalnum()
    ]
    if not began:
        return None
    end, seat = max(began, key=lambda found: (found[0], -found[1]))
    return Seat(seat), text[end:].lstrip(" :,")


def need_seat(words: str, names: Sequence[str]) -> tuple[Seat, str]:
    """The seat that a text names, and the text after its name. Raises Unreadable."""
    found = _find_seat(words, names)
    if found is None:
        raise Unreadable(words, "the name of somebody who sat there")
    return found


def need_number(words: str, expected: str) -> int:
    """The whole number that a text is. Raises Unreadable with what was expected."""
    text = words.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Unreadable(words, expected)
    return int(text)


def _spell(name: str) -> str:
    """A name without signs that nobody sees, such as the mark of its direction."""
    return " ".join("".join(sign for sign in name if unicodedata.category(sign) != "Cf").split())


def refuse_other(line: Line, known: Iterable[str]) -> Unreadable:
    """The error for a line with other words than the `known` ones."""
    return Unreadable(line.words, "a name of somebody who sat there, and then one of: " + ", ".join(known))
