"""A first hand: a deal prepared for somebody who has never played, in which they win if they follow the advice."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Final, Generic, NamedTuple, TypeVar, cast

from games.core.chance import Chance
from games.core.options import Value
from games.core.robots import Thought
from games.core.seats import Seat

T = TypeVar("T")
V = TypeVar("V")
M = TypeVar("M")


class FirstHand(NamedTuple, Generic[V, M]):
    """A prepared hand. The beginner has seat 0, and robots the other seats."""

    players: int
    order: tuple[int, ...]
    """All pieces in the order in which they are dealt."""
    robot: Callable[[V, Chance], Thought[M] | None]
    """robot(view, chance): the move of a robot, which lets the beginner win; None for silence."""
    advise: Callable[[V, Chance], Thought[M] | None]
    """advise(view, chance): the move that wins the hand for the beginner, with its reason; None while they wait."""
    house: Mapping[str, Value] = {}
    """The house rules that differ from those of a practice table."""
    opening: Sequence[tuple[Seat, M]] = ()
    """The moves that were made before the beginner sits down."""


class PreparedChance:
    """Chance that leaves nothing to luck. A shuffle of all pieces gives `order`, any other shuffle changes nothing, and
    every random number is 0."""

    def __init__(self, order: tuple[int, ...]) -> None:
        self._order: Final = order

    def below(self, n: int) -> int:
        """Return 0, in place of the random number of `Chance.below`."""
        return 0

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Return `order` if the items are as many as the pieces; otherwise return the items unshuffled."""
        unshuffled = tuple(items)
        return cast(tuple[T, ...], self._order) if len(unshuffled) == len(self._order) else unshuffled
