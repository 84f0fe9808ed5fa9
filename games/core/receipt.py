"""Receipts and transfers: how a score came about, and what it moves from whom to whom."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.refused import Fact


class Line(NamedTuple):
    """One line of a receipt: a wording key, the rule that it rests on, and its amount.

    `unit` says what the amount counts ("points", "doubles", "a_bit", "chips"); `facts` are what the sentence names.
    """

    key: str
    rule: str
    amount: int
    unit: str = "points"
    facts: tuple[tuple[str, Fact], ...] = ()


class Receipt(NamedTuple):
    """The account of one score or refusal, line by line; `total` is what it comes to, in `unit`."""

    key: str
    rule: str
    lines: tuple[Line, ...]
    total: int
    unit: str = "points"


@dataclass(frozen=True, slots=True)
class Transfer:
    """The amount that one entry gives to each seat (negative: takes). Raises ValueError unless it sums to zero."""

    amounts: tuple[int, ...]
    rule: str
    reason: str

    def __post_init__(self) -> None:
        if sum(self.amounts):
            raise ValueError(f"{self.rule} {self.reason}: {self.amounts} does not sum to zero")


def pays(payers: dict[int, int], to: int, players: int, rule: str, reason: str) -> Transfer:
    """The transfer in which each seat of `payers` pays its amount to the seat `to`."""
    amounts = [0] * players
    for seat, amount in payers.items():
        amounts[seat] -= amount
        amounts[to] += amount
    return Transfer(tuple(amounts), rule, reason)
