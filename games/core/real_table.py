"""Hands that were played at a real table, as people write them down afterwards.

Each line of a hand says what one seat did: its name, and then words of the game ("Wal left 6-5 3-1"). An empty line
ends a hand. The game's own rules score what is written; nothing is scored here.
"""

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
    """The line with the seat whose name it begins with; of several such names, the longest."""
    seat = find_seat(words, names)
    if seat is None:
        return Line(None, words)
    return Line(seat, words[len(_spell(names[seat])) :].lstrip(" :,"))


def find_seat(words: str, names: Sequence[str]) -> Seat | None:
    """The seat with whose whole name a text begins; of several, the one with the longest name."""
    text = words.casefold()
    began = [
        seat
        for seat, name in enumerate(map(_spell, names))
        if name and text.startswith(name.casefold()) and not text[len(name) : len(name) + 1].isalnum()
    ]
    return Seat(max(began, key=lambda seat: len(names[seat]))) if began else None


def need_seat(words: str, names: Sequence[str]) -> Seat:
    """The seat that a text names. Raises Unreadable."""
    seat = find_seat(words, names)
    if seat is None:
        raise Unreadable(words, "the name of somebody who sat there")
    return seat


def need_number(words: str, expected: str) -> int:
    """The whole number that a text is. Raises Unreadable with what was expected."""
    text = words.strip()
    if not (text.isascii() and text.isdigit() and len(text) <= 9):
        raise Unreadable(words, expected)
    return int(text)


def _spell(name: str) -> str:
    return " ".join(name.split())


def refuse_other(line: Line, known: Iterable[str]) -> Unreadable:
    """The error for a line with other words than the `known` ones."""
    return Unreadable(line.words, "a name of somebody who sat there, and then one of: " + ", ".join(known))
