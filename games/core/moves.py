"""Types for moves in every game, and the two errors for words that cannot be understood."""

from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType, UnionType
from typing import Final, Generic, NamedTuple, NewType, TypeVar, Union, get_args, get_origin, get_type_hints

from games.core.seats import Seat

M_co = TypeVar("M_co", covariant=True)
"""A move."""


@dataclass(frozen=True, slots=True)
class Lapse:
    """The passing of a deadline, played by the bot as a move without a seat. A game may also accept it with a seat, as
    the end of that player's clock."""


AT_ONCE: Final = 0
"""The deadline of a lapse that waits for nobody, because the game makes this move by itself. It is a time long past.
Where people play, the bot first lets them see what came before the move."""


@dataclass(frozen=True, slots=True)
class Malformed:
    """Stands in for a move with a field of the wrong type. No game judges it, so each refuses it in its own words."""


def replace_malformed(move: object) -> object:
    """Return the move itself, or `Malformed` in place of a move that is not well-formed."""
    return move if is_well_formed(move) else Malformed()


def is_well_formed(move: object) -> bool:
    """Return True if every field of a move has its declared type; True and "1" do not count as numbers."""
    kind: type = type(move)
    try:
        for name, types in _list_field_types(kind):
            if type(getattr(move, name)) not in types:
                return False
    except AttributeError:  # a field that was never set
        return False
    return True


@cache
def _list_field_types(kind: type) -> tuple[tuple[str, frozenset[type]], ...]:
    """The fields of a class of moves, each with its allowed types."""
    if not is_dataclass(kind):
        return ()
    hints = get_type_hints(kind)
    return tuple((field.name, frozenset(_list_types(hints[field.name]))) for field in fields(kind))


def _list_types(hint: object) -> tuple[type, ...]:
    if get_origin(hint) in (Union, UnionType):
        return tuple(kind for part in get_args(hint) for kind in _list_types(part))
    if isinstance(hint, NewType):
        return _list_types(hint.__supertype__)
    if hint is None:
        return (NoneType,)
    if not isinstance(hint, type):
        raise TypeError(f"{hint!r} cannot be the type of a move's field")
    return (hint,)


class Verb(NamedTuple):
    """A verb that makes a move ("discard"), as commands, buttons and the help show it."""

    name: str
    rule: str
    """The id of the rule that the verb plays."""
    description: str
    """One line that explains the verb to a newcomer."""
    takes: str = ""
    """The argument after the verb: nothing, a "piece" (or several), an "amount" or free "text"."""
    optional: bool = False
    gives_up: bool = False
    """True for a verb that gives up a turn or a hand; its button is secondary and comes last. If somebody alone with
    robots can press nothing else, the bot plays the verb for them, unless it is `final`."""
    claims: bool = False
    """True for a call that the rules may turn down; its button is secondary and follows the others."""
    rules_off: bool = False
    """True for the verb that asks for the score sheet to be ruled off; `/table ruleoff` plays it."""
    declines_in: tuple[str, ...] = ()
    """The phases with a call window in which this verb declines to call."""
    takes_back: bool = False
    """True for a verb that takes back the player's own secret call; a covered hand does not show its button."""
    final: bool = False
    """True for a verb that ends its player's hand and cannot be undone; a second tap does not play it."""
    slips_after: tuple[str, ...] = ()
    """The verbs whose buttons this verb's button may replace. This verb costs its player something and cannot be
    undone. So if somebody double-taps such a button, the second tap does not play this verb."""
    deals: bool = False
    """True for the verb that deals a hand, the first or the next; the table plays it by itself."""
    draws: bool = False
    """True for a verb that only takes a piece unseen. If somebody alone with robots can press nothing else, the bot
    plays the verb for them."""
    shouted: bool = False
    """True for a verb that players shout, which has a command of its own; all others are typed after `/move`."""


class Choice(NamedTuple, Generic[M_co]):
    """A move open to a seat, judged by the public table and its own hand: `move` is complete and can be played.

    `words` is the text a player would type ("discard R1"): the verb and, after a space, its argument.
    """

    move: M_co
    words: str
    amount: int = 0
    """The stake that a button or a menu's help names: the cost of the move, or the bet it raises to; 0 for none."""
    holder: Seat | None = None
    """The seat before which the chosen piece lies, for the help of a menu; None if naming a seat would be no help."""
    typed: bool = False
    """True for a move that must be typed, because a button would be too easy to press by mistake."""
    late: bool = False
    """True for a call that comes too late now. Its button cannot be pressed, but keeps its place, so that no other
    button moves under a finger."""

    line_below: str = ""
    """The wording key of the line below the move's entry in a menu; empty for none."""

    @property
    def verb(self) -> str:
        """The first of the words."""
        return self.words.partition(" ")[0]

    @property
    def argument(self) -> str:
        """The text after the verb, or an empty string."""
        return self.words.partition(" ")[2]


class Unreadable(Exception):
    """Typed words that name no move or piece.

    `expected` names the sentence about the input that would have been accepted: "tile" for "expected/tile". `facts` are
    the values that this sentence mentions.
    """

    def __init__(self, words: str, expected: str, **facts: object) -> None:
        values = (", ".join(fact) if isinstance(fact, tuple) else str(fact) for fact in facts.values())
        super().__init__(f"cannot read {words!r}: expected {' '.join((expected, *values))}")
        self.words = words
        self.expected = expected
        self.facts = facts


class Ambiguous(Unreadable):
    """Typed words with several meanings; `candidates` are their full words, best first."""

    def __init__(self, words: str, candidates: tuple[str, ...]) -> None:
        super().__init__(words, "one_of", names=candidates)
        self.candidates = candidates
