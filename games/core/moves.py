"""The parts of moves that all games share, and the two errors of words that are not understood."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Lapse:
    """Silence made a move: the deadline of the state has passed. The runtime plays it, with no seat."""


class Verb(NamedTuple):
    """A word of the crew that makes a move ("discard"), as commands, buttons and the help show it.

    `takes` names what follows the word: nothing, a "piece" (or several), an "amount" or free "text".
    `plain` is one line for a newcomer; `rule` the id of the rule that the word plays.
    """

    name: str
    rule: str
    plain: str
    takes: str = ""
    optional: bool = False


class Choice(NamedTuple):
    """One thing a seat could do by the public table and its own hand: `move` is complete and can be played.

    `words` is what one would type ("discard R1"): the verb and, after a space, its argument.
    """

    move: object
    words: str

    @property
    def verb(self) -> str:
        """The first of the words."""
        return self.words.partition(" ")[0]

    @property
    def argument(self) -> str:
        """The words after the verb, or an empty string."""
        return self.words.partition(" ")[2]


class Unreadable(Exception):
    """Typed words that name no move or piece; `expected` says what would have been understood."""

    def __init__(self, words: str, expected: str) -> None:
        super().__init__(f"cannot read {words!r}: expected {expected}")
        self.words = words
        self.expected = expected


class Ambiguous(Unreadable):
    """Typed words that fit several things; `candidates` are their full words, best first."""

    def __init__(self, words: str, candidates: tuple[str, ...]) -> None:
        super().__init__(words, "one of " + ", ".join(candidates))
        self.candidates = candidates
