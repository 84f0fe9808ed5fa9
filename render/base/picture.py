"""A picture with its alt text, and the records that score sheets, charts and season cards are drawn from."""

from dataclasses import dataclass
from typing import NamedTuple


@dataclass(frozen=True, slots=True)
class Picture:
    """An image file and its alt text (at most 1,024 characters), which says everything that the picture shows."""

    png: bytes
    """The file: a PNG, or a GIF if the picture moves."""
    alt: str


@dataclass(frozen=True, slots=True)
class EndingWords:
    """The end of a hand in words."""

    sentence: str
    """The verdict, addressed to the viewer: "You win +40: Minors, …", or for the public "Bear ties up with 6: …". If
    the hand won a game, it says who won that."""
    lines: tuple[str, ...] = ()
    """The lines above the verdict: gains and losses, and what the viewer missed."""
    hand: str = ""
    """The line below the verdict: the last hand of a game that is won."""
    why: tuple[str, ...] = ()
    """The answer to *Why?*; () if the receipt of the hand says enough."""
    fed: tuple[int, int] | None = None
    """The seat whose piece finished the hand, and the seat that it was won by; None if the winner drew it."""


class SheetRow(NamedTuple):
    """A line of a score sheet."""

    mark: str
    """Text in the margin, usually the number of the hand."""
    entry: str
    amounts: tuple[int, ...]
    """The amount in each column."""


@dataclass(frozen=True, slots=True)
class Sheet:
    """A score sheet."""

    title: str
    columns: tuple[str, ...]
    """The name above each column."""
    rows: tuple[SheetRow, ...]
    """Oldest first."""
    brought_forward: tuple[int, ...] = ()
    """The sum of older rows that the sheet leaves out, by column; empty for none."""
    balanced: bool = True
    """True if every row sums to zero, since players take points from each other."""
    hundredths: bool = False
    """True if amounts are hundredths, written as "+3.50"."""

    @property
    def totals(self) -> tuple[int, ...]:
        """The total of each column."""
        brought = self.brought_forward or (0,) * len(self.columns)
        return tuple(start + sum(row.amounts[column] for row in self.rows) for column, start in enumerate(brought))


class Series(NamedTuple):
    """A player's running score: the value before the first entry, then one value for each entry."""

    name: str
    values: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Chart:
    """The tally over time."""

    title: str
    series: tuple[Series, ...]
    """All of the same length."""
    first: str = ""
    """The label under the left end of the axis."""
    last: str = ""
    """The label under the right end of the axis."""


class CardRow(NamedTuple):
    """A line of a season's card: the achievement, the names of its holders, and the amount."""

    title: str
    names: tuple[str, ...]
    figure: str
    sentence: str = ""
    """The line in words, if a sentence made of title, names and figure would not do."""


@dataclass(frozen=True, slots=True)
class SeasonCard:
    """A season at a glance."""

    title: str
    when: str
    """Its first and last day."""
    champions: tuple[str, ...]
    """Those who stand highest; () if nobody ended ahead."""
    figure: str
    """The champions' standing."""
    runners_up: tuple[tuple[str, str, str], ...]
    """Place, name and standing of each of the players after the champions."""
    rows: tuple[CardRow, ...]
