"""Receipts, which explain a score, and transfers, which move it between seats."""

from dataclasses import dataclass
from typing import NamedTuple

from games.core.refused import Fact


class ReceiptLine(NamedTuple):
    """One line of a receipt."""

    key: str
    rule: str
    """The id of the rule that the line rests on."""
    amount: int
    unit: str = "points"
    """The unit of the amount ("points"), worded as "unit/<unit>"; "" for a line without a unit."""
    facts: tuple[tuple[str, Fact], ...] = ()
    """The values that the line's sentence names."""


class Receipt(NamedTuple):
    """The explanation of one score or refusal, line by line; `total` is the sum, in `unit`."""

    key: str
    rule: str
    lines: tuple[ReceiptLine, ...]
    total: int
    unit: str = "points"
    seats: tuple[int, ...] = ()
    """The seats that the total is written for; () where the lines name them."""
    lines_below: tuple[ReceiptLine, ...] = ()
    """Lines below the total: who pays whom."""


@dataclass(frozen=True, slots=True)
class Transfer:
    """The amount that one entry gives to each seat; negative if it takes. Raises ValueError if the sum is not zero."""

    amounts: tuple[int, ...]
    rule: str
    reason: str

    def __post_init__(self) -> None:
        if sum(self.amounts):
            raise ValueError(f"{self.rule} {self.reason}: {self.amounts} does not sum to zero")
