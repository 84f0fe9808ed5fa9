"""A laid line of dominoes: places where it grows, arms, what fits where (LB-10 to LB-15, DD-20, DD-21).

A line with a spinner has four places, `A` to `D`; one without has two. Recomputing its ends from the dominoes alone
gives the ends that it keeps (tested).
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Final

from games.pieces.dominoes import HALVES, WITH, Domino, is_double, other_half

ENDS: Final = ("A", "B", "C", "D")


@dataclass(frozen=True)
class Line:
    """The line as it lies. `arms` holds, for each place, the dominoes from the first one outwards; `shown` the number
    that each place shows. `spinner` says whether the first domino is one."""

    first: Domino | None = None
    spinner: bool = False
    arms: tuple[tuple[Domino, ...], ...] = ()
    shown: tuple[int, ...] = ()

    @staticmethod
    def begun(first: Domino, spinner: bool = False) -> "Line":
        """The line after its first domino: `A` shows its higher half, `B` its lower (DD-20); a spinner its own at all
        four places (LB-10)."""
        high, low = HALVES[first]
        return Line(first, spinner, ((),) * (4 if spinner else 2), (high,) * 4 if spinner else (high, low))

    @cached_property
    def open(self) -> bool:
        """Whether a spinner has opened: both of its original ends are covered (LB-11)."""
        return self.spinner and bool(self.arms[0]) and bool(self.arms[1])

    @cached_property
    def places(self) -> int:
        """How many places can be played on, from `A`."""
        if self.first is None:
            return 0
        return 4 if self.open else 2

    def ends(self) -> dict[str, int]:
        """Every playable end with its number."""
        return {ENDS[place]: self.shown[place] for place in range(self.places)}

    @cached_property
    def wanted(self) -> int:
        """The mask of all dominoes that fit somewhere, laid ones among them."""
        held = 0
        for place in range(self.places):
            held |= WITH[self.shown[place]]
        return held

    def fits(self, piece: Domino) -> Iterator[str]:
        """The playable ends at which the domino can be laid."""
        for place in range(self.places):
            if self.shown[place] in HALVES[piece]:
                yield ENDS[place]

    def laid(self, piece: Domino, end: str) -> "Line":
        """The line with a domino more, which fits there."""
        place = ENDS.index(end)
        outer = other_half(piece, self.shown[place])
        arms = (*self.arms[:place], (*self.arms[place], piece), *self.arms[place + 1 :])
        return replace(self, arms=arms, shown=(*self.shown[:place], outer, *self.shown[place + 1 :]))

    @cached_property
    def on_table(self) -> int:
        """The mask of the dominoes that lie in the line."""
        held = 0 if self.first is None else 1 << self.first
        for arm in self.arms:
            for piece in arm:
                held |= 1 << piece
        return held

    def total(self, bare_spinner_ends_count: bool = False) -> int:
        """The sum of the ends (LB-15): each arm's number, double behind a double; both halves of a closed spinner."""
        if self.first is None:
            return 0
        number = HALVES[self.first][0]
        total = 0 if self.open else 2 * number
        for place, arm in enumerate(self.arms):
            if arm:
                total += self.shown[place] * (2 if is_double(arm[-1]) else 1)
            elif bare_spinner_ends_count and self.open:
                total += number
        return total
