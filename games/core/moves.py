"""Types for moves in every game, and the two errors for words that cannot be understood."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Lapse:
    """The passing of a deadline, played as a move by the runtime, with no seat."""


class Verb(NamedTuple):
    """A verb that makes a move ("discard"), as commands, buttons and the help show it."""

    name: str
    rule: str
    """The id of the rule that the verb plays."""
    plain: str
    """One line that explains the verb to a newcomer."""
    takes: str = ""
    """The argument after the verb: nothing, a "piece" (or several), an "amount" or free "text"."""
    optional: bool = False
    rules_off: bool = False
    """True for the verb that asks for the score sheet to be ruled off; `/table ruleoff` says it."""


class Choice(NamedTuple):
    """A move open to a seat, judged by the public table and its own hand: `move` is complete and can be played.

    `words` is the text a player would type ("discard R1"): the verb and, after a space, its argument.
    """

    move: object
    words: str

    @property
    def verb(self) -> str:
        """The first word."""
        return self.words.partition(" ")[0]

    @property
    def argument(self) -> str:
        """The text after the verb, or an empty string."""
        return self.words.partition(" ")[2]


class Unreadable(Exception):
    """Typed words that name no move or piece; `expected` describes the input that would have been accepted."""

    def __init__(self, words: str, expected: str) -> None:
        super().__init__(f"cannot read {words!r}: expected {expected}")
        self.words = words
        self.expected = expected


class Ambiguous(Unreadable):
    """Typed words with several meanings; `candidates` are their full words, best first."""

    def __init__(self, words: str, candidates: tuple[str, ...]) -> None:
        super().__init__(words, "one of " + ", ".join(candidates))
        self.candidates = candidates
