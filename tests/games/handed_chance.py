"""Chance that a test scripts: it gives the numbers and orders handed in."""

from collections.abc import Iterable, Sequence
from typing import TypeVar

T = TypeVar("T")


class HandedChance:
    """Chance that gives the numbers (`below`) and the orders (`shuffle`) handed in, one after the other.

    With no orders left a shuffle keeps its items as they are; with no numbers left `below` gives 0.
    """

    def __init__(self, numbers: Iterable[int] = (), orders: Iterable[Sequence[object]] = ()) -> None:
        self._numbers = list(numbers)
        self._orders = [tuple(order) for order in orders]

    def below(self, n: int) -> int:
        """The next number handed in, modulo n."""
        return self._numbers.pop(0) % n if self._numbers else 0

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """The next order handed in."""
        return self._orders.pop(0) if self._orders else tuple(items)  # type: ignore[return-value]
