"""A line of dominoes: its places, its arms and the dominoes that fit (LB-10 to LB-15, DD-20, DD-21).

A line without a spinner has two places to play, `A` and `B`; one with a spinner also has `C` and `D` once it is open.
Ends and total are cached as the line grows; tests count them again from the dominoes.

The state of a place is the number it shows (0 to 6), plus 7 if a double lies at its end, plus 14 if no domino is there.

A guide writes a line as the codes of its dominoes in the order in which they were laid, each with its place. The first
domino has all places of the line beside it: `6-6@ABCD 6-3@A 6-2@B` is a spinner with two dominoes, `5-3@AB 5-1@A` a
line without a spinner.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Generic, TypeVar

from games.pieces.dominoes import ALL, BIT, HALVES, PIPS, WITH, Domino, dominoes_of, from_code

M = TypeVar("M")
Steps = tuple["Steps", int, Domino] | tuple[()]
"""Dominoes laid one after the other: all steps before the last, then the last step's place and domino. () for none."""
ENDS: Final = ("A", "B", "C", "D")
_PLACES: Final = {end: place for place, end in enumerate(ENDS)}
_DOUBLE, _NONE = 7, -1
BARE: Final = 14
"""Added to the number that a place shows while it has no domino."""
_STATES: Final = range(21)
FITS: Final = tuple(WITH[state % 7] for state in _STATES)
"""For each state of a place, the mask of the dominoes that fit there."""
COUNTS: Final = tuple(0 if state >= BARE else state % 7 * (1 + state // _DOUBLE) for state in _STATES)
"""By the state of a place: the pips that it adds to the total. A double counts twice, a bare place nothing (LB-15)."""


def _join(number: int, piece: int) -> int:
    """The state of a place that showed `number`, after the domino is laid there; `_NONE` if the domino does not fit."""
    if number not in HALVES[piece]:
        return _NONE
    outer = PIPS[piece] - number
    return outer + _DOUBLE if outer == number else outer


AFTER: Final = tuple(tuple(_join(state % 7, piece) for piece in range(28)) for state in _STATES)
"""For each state of a place, the state after each domino; below zero where it does not fit."""
FITS_AFTER: Final = tuple(tuple(0 if state == _NONE else FITS[state] for state in after) for after in AFTER)
"""For each state of a place, the mask of the dominoes that fit after each domino; 0 where it does not fit."""


class Moves(Generic[M]):
    """All 112 moves that lay a domino at an end. `make` builds a move from the domino and the end.

    The moves are listed beforehand for every set of dominoes that share a number.
    """

    def __init__(self, make: Callable[[Domino, str], M]) -> None:
        self._a, self._b, self._c, self._d = (_list_fitting([make(piece, end) for piece in ALL]) for end in ENDS)

    def list_on(self, line: "Line", held: int) -> tuple[M, ...]:
        """Every domino of a holding at every playable end that it fits, end by end."""
        places = line.places
        if not places:
            return ()
        found = self._a[held & FITS[places[0]]] + self._b[held & FITS[places[1]]]
        if len(places) == 2:
            return found
        return found + self._c[held & FITS[places[2]]] + self._d[held & FITS[places[3]]]


def _list_fitting(moves: Sequence[M]) -> Mapping[int, tuple[M, ...]]:
    """A table from the mask of each set of dominoes that share a number to the moves of the set, lowest domino first.

    `moves` has one move for each domino, in order.
    """
    found: dict[int, tuple[M, ...]] = {0: ()}
    for with_number in WITH:
        masks = [0]
        for piece in dominoes_of(with_number):
            larger = [mask | 1 << piece for mask in masks]
            found |= {new: (*found[mask], moves[piece]) for mask, new in zip(masks, larger, strict=True)}
            masks += larger
    return found


def is_first_alike(end: str, ends: Sequence[int]) -> bool:
    """True unless an earlier one of these ends is like this one. A piece at either makes the same line."""
    place = _PLACES.get(end)
    return place is None or ends.index(ends[place]) == place


@dataclass(slots=True, unsafe_hash=True)
class Line:
    """An immutable line."""

    first: Domino | None = None
    spinner: bool = False
    """True if the first domino is a spinner."""
    places: tuple[int, ...] = ()
    """The state of each place that can be played on, from `A`."""
    on_table: int = 0
    """The mask of the dominoes in the line."""
    wanted: int = 0
    """The mask of all dominoes that fit somewhere, including those already laid."""
    pips_at_ends: int = 0
    """In a line with a spinner: the pips at the ends that have a domino, plus the spinner's own until it opens."""
    steps: Steps = ()
    """The dominoes laid after the first."""

    @staticmethod
    def begin(first: Domino, spinner: bool = False) -> "Line":
        """Begin a line: `A` shows the first domino's higher half, `B` its lower (DD-20). A spinner shows its own number
        at both (LB-10) and counts twice (LB-15)."""
        high, low = HALVES[first]
        places = (BARE + high, BARE + low)
        return Line(first, spinner, places, 1 << first, WITH[high] | WITH[low], 2 * high if spinner else 0)

    @property
    def shown(self) -> tuple[int, ...]:
        """The numbers of the places that can be played on, from `A`."""
        return tuple([place % 7 for place in self.places])

    @property
    def arms(self) -> tuple[tuple[Domino, ...], ...]:
        """For each place, its dominoes from the spinner or first domino outwards."""
        steps = self.list_steps()
        return tuple([tuple([piece for at, piece in steps if at == place]) for place in range(len(self.places))])

    def list_steps(self) -> list[tuple[int, Domino]]:
        """The dominoes laid after the first, each with its place, in order."""
        found, steps = list[tuple[int, Domino]](), self.steps
        while steps:
            steps, place, piece = steps
            found.append((place, piece))
        return found[::-1]

    @property
    def open(self) -> bool:
        """True once a spinner has opened: both of its original ends are covered (LB-11)."""
        return len(self.places) == 4

    @property
    def ends(self) -> dict[str, int]:
        """Every playable end with its number."""
        return dict(zip(ENDS, self.shown, strict=False))

    def is_bare(self, end: str) -> bool:
        """True if that end has no domino yet."""
        place = _PLACES[end]
        return place >= len(self.places) or self.places[place] >= BARE

    def counts_twice(self, end: str) -> bool:
        """True if that end's number counts twice in a score (LB-15): a double's, or that of a closed spinner whose
        other side is covered. False in a line without a spinner."""
        place = self.places[_PLACES[end]]
        if place >= BARE:
            return self.spinner and not self.open and self.places != (place, place)
        return self.spinner and place >= _DOUBLE

    def list_fitting_ends(self, piece: Domino) -> list[str]:
        """The playable ends at which the domino can be laid."""
        return [end for end, place in zip(ENDS, self.places, strict=False) if FITS[place] >> piece & 1]

    def takes(self, piece: Domino, end: str) -> bool:
        """True if the end can be played on and the domino fits there (LB-11, LB-12, DD-21)."""
        place = _PLACES.get(end, 4)
        places = self.places
        return place < len(places) and FITS[places[place]] & BIT[piece] != 0

    def lay(self, piece: Domino, end: str) -> "Line":
        """The line with one more domino at this end. Raises ValueError if the domino does not fit there."""
        places = self.places
        place = _PLACES.get(end, 4)
        if place >= len(places) or (new := AFTER[places[place]][piece]) == _NONE:
            raise ValueError(f"{piece} does not fit {end}")
        old = places[place]
        pips = self.pips_at_ends + COUNTS[new] - COUNTS[old] if self.spinner else 0
        if len(places) == 4:
            a, b, c, d = places
            if place == 0:
                a = new
            elif place == 1:
                b = new
            elif place == 2:
                c = new
            else:
                d = new
            places = (a, b, c, d)
            wanted = FITS[a] | FITS[b] | FITS[c] | FITS[d]
        else:
            other = places[1 - place]
            places = (other, new) if place else (new, other)
            wanted = FITS[new] | FITS[other]
            if self.spinner and old >= BARE > other:  # LB-11
                places = (*places, old, old)
                pips -= 2 * (old - BARE)
                wanted |= FITS[old]
        return Line(
            self.first, self.spinner, places, self.on_table | BIT[piece], wanted, pips, (self.steps, place, piece)
        )

    def sum_ends(self, bare_spinner_ends_count: bool = False) -> int:
        """The sum of the ends of a line with a spinner (LB-15): the number at each arm's end, twice for a double there,
        plus both halves of a spinner that has not opened. With `bare_spinner_ends_count`, the bare ends of an open
        spinner count too."""
        if bare_spinner_ends_count and self.open:
            return self.pips_at_ends + sum(place - BARE for place in self.places[2:] if place >= BARE)
        return self.pips_at_ends


def read_line(codes: Sequence[str]) -> Line | None:
    """Parse a line as a guide writes it; None for dominoes that lie apart. Raises KeyError for an unknown code, and
    ValueError for a domino that does not fit."""
    laid = [code.partition("@") for code in codes]
    if not laid or not laid[0][1]:
        return None
    line = Line.begin(from_code(laid[0][0]), spinner=laid[0][2] == "".join(ENDS))
    for piece, _, end in laid[1:]:
        line = line.lay(from_code(piece), end)
    return line
