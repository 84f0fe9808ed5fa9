"""A laid line of dominoes: places where it grows, arms, what fits where (LB-10 to LB-15, DD-20, DD-21).

A line with a spinner has four places, `A` to `D`; one without has two. Recomputing its ends from the dominoes alone
gives the ends that it keeps (tested).
"""

from functools import cache
from typing import Final, NamedTuple

from games.pieces.dominoes import HALVES, PIPS, WITH, Domino, in_mask

ENDS: Final = ("A", "B", "C", "D")
_PLACES: Final = {end: place for place, end in enumerate(ENDS)}


@cache
def _at(end: str, fitting: int) -> tuple[tuple[Domino, str], ...]:
    """These dominoes with this end: some 3,600 short tuples at most, each made once."""
    return tuple((piece, end) for piece in in_mask(fitting))


class Line(NamedTuple):
    """The line as it lies. `shown` is the number that each place shows; `spinner` says whether the first domino is
    one; `on_table` is the mask of what lies there; `bare` and `crosswise` are masks of places (bit 0 is `A`): those
    without a domino, and those that end in a double. `steps` are the dominoes after the first, each after its place.
    """

    first: Domino | None = None
    spinner: bool = False
    shown: tuple[int, ...] = ()
    on_table: int = 0
    bare: int = 0
    crosswise: int = 0
    steps: tuple[tuple[int, Domino], ...] = ()

    @staticmethod
    def begun(first: Domino, spinner: bool = False) -> "Line":
        """The line after its first domino: `A` shows its higher half, `B` its lower (DD-20); a spinner its own at all
        four places (LB-10)."""
        high, low = HALVES[first]
        return Line(first, spinner, (high,) * 4 if spinner else (high, low), 1 << first, 15 if spinner else 3)

    @property
    def arms(self) -> tuple[tuple[Domino, ...], ...]:
        """For each place the dominoes from the first one outwards."""
        arms: tuple[list[Domino], ...] = tuple([] for _ in self.shown)
        for place, piece in self.steps:
            arms[place].append(piece)
        return tuple(map(tuple, arms))

    @property
    def open(self) -> bool:
        """Whether a spinner has opened: both of its original ends are covered (LB-11)."""
        return self.spinner and not self.bare & 3

    @property
    def playable(self) -> tuple[int, ...]:
        """The numbers of the places that can be played on, from `A`."""
        return self.shown[:2] if self.spinner and self.bare & 3 else self.shown

    def ends(self) -> dict[str, int]:
        """Every playable end with its number."""
        return dict(zip(ENDS, self.playable, strict=False))

    def is_bare(self, end: str) -> bool:
        """Whether nothing lies at that end yet."""
        return bool(self.bare >> _PLACES[end] & 1)

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
        return [end for end, number in zip(ENDS, self.playable, strict=False) if number in halves]

    def fitting(self, held: int) -> list[tuple[Domino, str]]:
        """Every domino of a holding with every playable end that it fits, end by end."""
        found: list[tuple[Domino, str]] = []
        for end, number in zip(ENDS, self.playable, strict=False):
            found += _at(end, held & WITH[number])
        return found

    def takes(self, piece: Domino, end: str) -> bool:
        """Whether the domino can be laid at that end."""
        place = _PLACES.get(end, 4)
        return place < len(self.playable) and WITH[self.shown[place]] >> piece & 1 == 1

    def laid(self, piece: Domino, end: str) -> "Line":
        """The line with a domino more, which fits there."""
        first, spinner, shown, on_table, bare, crosswise, steps = self
        place = _PLACES[end]
        inner = shown[place]
        outer = PIPS[piece] - inner
        bit = 1 << place
        return Line(
            first,
            spinner,
            (*shown[:place], outer, *shown[place + 1 :]),
            on_table | 1 << piece,
            bare & ~bit,
            crosswise | bit if outer == inner else crosswise & ~bit,
            (*steps, (place, piece)),
        )

    def total(self, bare_spinner_ends_count: bool = False) -> int:
        """The sum of the ends of a line with a spinner (LB-15): each arm's number, twice behind a double; both halves
        of a closed spinner."""
        if self.first is None:
            return 0
        total = 0 if self.open else 2 * HALVES[self.first][0]
        for place, number in enumerate(self.shown):
            if not self.bare >> place & 1:
                total += 2 * number if self.crosswise >> place & 1 else number
            elif bare_spinner_ends_count and self.open:
                total += number
        return total
