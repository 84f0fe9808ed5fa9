"""Chance for tests of the bot: secrets that follow from a seed, chosen deals, and predictable robots."""

import hashlib
import random
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import Any, TypeVar

from bot.delivery.seals import Seals
from bot.store import Secret
from bot.tables.aggregate import Table
from bot.tables.fairness.chance import CommittedChance
from games.core import Chance, Seat

T = TypeVar("T")
Order = Sequence[Any]


class ConstantChance:
    """A chance that never varies: every number is 0, and a shuffle leaves the order as it is."""

    def below(self, n: int) -> int:
        return 0

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


class OrderedChance:
    """A chance that puts the pieces into a chosen order. Shuffles of any other number of items change nothing, and
    numbers follow from a seed."""

    def __init__(self, order: Order, seed: int | str = 0) -> None:
        self._order = tuple(order)
        self._numbers = random.Random(seed)
        self.drew = False

    def below(self, n: int) -> int:
        self.drew = True
        return self._numbers.randrange(n)

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        self.drew = True
        found = tuple(items)
        return self._order if len(found) == len(self._order) else found


def secret_of(seed: str, number: int) -> bytes:
    """The secret that a `SeededChance` gives the shuffle `number`, from 0."""
    return hashlib.sha256(f"{seed}/{number}".encode()).digest()


def seal_of(number: int) -> str:
    """The seal that `FixedSeals` gives the shuffle `number`, from 1."""
    return str(10**18 + number)


class FixedSeals(Seals):
    """Posts seals as the bot does, but records the ids of a fixed series, which do not depend on the time.

    The deal follows from the recorded id, so it can be verified like any other.
    """

    async def post(self, table: Table) -> str:
        return seal_of(table.shuffle.number) if await super().post(table) else ""


class SeededChance(CommittedChance):
    """A chance that deals the same hands in every run: new secrets follow from the seed, or shuffles give `order`.

    Hand it in together with `FixedSeals`.

    With `predictable`, robots draw nothing at random. Without `sealed`, the deal does not depend on the seal and cannot
    be verified; this is for stories that need the hands of one certain secret. `made` counts the secrets so far, and
    `is_usual` is true if the seed alone says what is dealt.
    """

    def __init__(
        self,
        seed: str,
        order: Order | None = None,
        predictable: bool = False,
        sealed: bool = True,
        numbers: Callable[[Table], int | str] = lambda table: table.sequence,
    ) -> None:
        self.seed = seed
        self.order = order
        self.is_usual = order is None and sealed and not predictable
        self._predictable = predictable
        self._sealed = sealed
        self._numbers = numbers
        self.made = 0

    def make_secret(self) -> bytes:
        self.made += 1
        return secret_of(self.seed, self.made - 1)

    def make_day_secret(self, day: int) -> bytes:
        return secret_of(f"{self.seed}/day", day)

    def make_decision_chance(self, table: Table) -> Chance:
        if self.order is None:
            unsealed = replace(table, shuffle=replace(table.shuffle, root="", seal=""))
            return super().make_decision_chance(table if self._sealed else unsealed)
        return OrderedChance(self.order, self._numbers(table))

    def make_fixing_chance(self, table: Table) -> Chance:
        return super().make_fixing_chance(table) if self.order is None else OrderedChance(self.order)

    def make_robot_chance(self, secret: Secret, public_events: int, seat: Seat) -> Chance:
        return ConstantChance() if self._predictable else super().make_robot_chance(secret, public_events, seat)
