"""A picture: the pixels and the same in words; and the plain records that the sheet and the chart are drawn from."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG and its alt text (at most 1,024 characters), which says everything that the picture says."""

    png: bytes
    alt: str


class SheetRow(NamedTuple):
    """A line of a score sheet: what stands in the margin, the entry, and an amount a column."""

    mark: str
    entry: str
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet: columns by player, rows in order, and what older rows brought forward (zeros when none).

    A `balanced` sheet sums to zero in every row; one of points that are won, not taken, does not. Where amounts are
    in `hundredths` they are told as "+3.50".
    """

    title: str
    columns: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    brought: tuple[int, ...] = ()
    balanced: bool = True
    hundredths: bool = False

    @property
    def totals(self) -> tuple[int, ...]:
        """What each column comes to."""
        brought = self.brought or (0,) * len(self.columns)
        return tuple(start + sum(row.amounts[column] for row in self.rows) for column, start in enumerate(brought))


class Series(NamedTuple):
    """A player's running score, one value an entry, the first before anything was posted."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The tally over time: series of equal length; `first` and `last` are written under the ends of the axis."""

    title: str
    series: tuple[Series, ...]
    first: str = ""
    last: str = ""
