"""A laid line of dominoes: places where it grows, arms, what fits where (LB-10 to LB-15, DD-20, DD-21).

A line with a spinner has four places, `A` to `D`; one without has two. Recomputing its ends from the dominoes alone
gives the ends that it keeps (tested).
"""

from dataclasses import dataclass
from typing import Final

from games.pieces.dominoes import HALVES, WITH, Domino, is_double, other_half

ENDS: Final = ("A", "B", "C", "D")


@dataclass(frozen=True, slots=True)
class Line:
    """The line as it lies. `arms` holds, for each place, the dominoes from the first one outwards; `shown` the number
    that each place shows; `spinner` says whether the first domino is one; `on_table` is the mask of what lies there."""

    first: Domino | None = None
    spinner: bool = False
    arms: tuple[tuple[Domino, ...], ...] = ()
    shown: tuple[int, ...] = ()
    on_table: int = 0

    @staticmethod
    def begun(first: Domino, spinner: bool = False) -> "Line":
        """The line after its first domino: `A` shows its higher half, `B` its lower (DD-20); a spinner its own at all
        four places (LB-10)."""
        high, low = HALVES[first]
        if spinner:
            return Line(first, True, ((), (), (), ()), (high,) * 4, 1 << first)
        return Line(first, False, ((), ()), (high, low), 1 << first)

    @property
    def open(self) -> bool:
        """Whether a spinner has opened: both of its original ends are covered (LB-11)."""
        return self.spinner and bool(self.arms[0]) and bool(self.arms[1])

    @property
    def playable(self) -> tuple[int, ...]:
        """The numbers of the places that can be played on, from `A`."""
        return self.shown if not self.spinner or self.open else self.shown[:2]

    def ends(self) -> dict[str, int]:
        """Every playable end with its number."""
        return dict(zip(ENDS, self.playable, strict=False))

    @property
    def wanted(self) -> int:
        """The mask of all dominoes that fit somewhere, laid ones among them."""
        held = 0
        for number in self.playable:
            held |= WITH[number]
        return held

    def fits(self, piece: Domino) -> list[str]:
        """The playable ends at which the domino can be laid."""
        halves = HALVES[piece]
        return [ENDS[place] for place, number in enumerate(self.playable) if number in halves]

    def laid(self, piece: Domino, end: str) -> "Line":
        """The line with a domino more, which fits there."""
        place = ENDS.index(end)
        arms, shown = list(self.arms), list(self.shown)
        arms[place] = (*arms[place], piece)
        shown[place] = other_half(piece, shown[place])
        return Line(self.first, self.spinner, tuple(arms), tuple(shown), self.on_table | 1 << piece)

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
