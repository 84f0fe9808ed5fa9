"""The layout of a line of dominoes that turns corners and crosses at the spinner.

Positions are in halves of a domino, x to the right and y downwards from the middle of the first domino. Arms A and B
run left and right, C and D up and down (games/pieces/line.py). An arm turns when it reaches the edge and stays in its
own quarter. Where it runs back, it keeps so far from its first stretch that doubles laid across do not touch.
"""

from collections.abc import Sequence
from copy import copy
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, Self

from games.pieces.dominoes import HALVES, Domino, is_double, other_half
from games.pieces.line import ENDS, Line

_APART: Final = 3.0
"""The length that an arm goes down or up before it turns back."""
_CLEAR: Final = 2.1
"""The distance that an arm on its way back keeps from the middle, where other arms run."""
_LEAST: Final = 5.0
"""The least room that is kept to the left and to the right of the middle."""
_LEFT, _RIGHT, _UP, _DOWN = (-1, 0), (1, 0), (0, -1), (0, 1)
_ROUTES: Final = (
    (_LEFT, _DOWN, _RIGHT, _DOWN),
    (_RIGHT, _UP, _LEFT, _UP),
    (_UP, _LEFT, _UP, _RIGHT),
    (_DOWN, _RIGHT, _DOWN, _LEFT),
)
"""The directions that each arm takes in turn, repeated."""


@dataclass(frozen=True, slots=True)
class Placed:
    """A domino in its place; (x, y) is its middle."""

    first: int
    """The left or upper number."""
    second: int
    lying: bool
    """True if it lies flat, False if it stands upright."""
    x: float
    y: float

    @property
    def half_size(self) -> tuple[float, float]:
        """Half its width and half its height."""
        return (1.0, 0.5) if self.lying else (0.5, 1.0)


@dataclass(frozen=True, slots=True)
class End:
    """An end that can be played on; (x, y) is just beyond it."""

    letter: str
    x: float
    y: float


@dataclass(frozen=True, slots=True)
class LaidLine:
    """All dominoes of a line, and its ends."""

    placed: tuple[Placed, ...]
    ends: tuple[End, ...]

    @property
    def is_clear(self) -> bool:
        """True if no domino lies on another."""
        return all(_is_clear(one, self.placed[:place]) for place, one in enumerate(self.placed))

    @property
    def box(self) -> tuple[float, float, float, float]:
        """The left, upper, right and lower edges of the line, with the letters at its ends."""
        xs = [(p.x, p.half_size[0]) for p in self.placed] + [(e.x, 0.5) for e in self.ends] or [(0, 0)]
        ys = [(p.y, p.half_size[1]) for p in self.placed] + [(e.y, 0.5) for e in self.ends] or [(0, 0)]
        lefts, rights = [x - size for x, size in xs], [x + size for x, size in xs]
        return min(lefts), min(y - size for y, size in ys), max(rights), max(y + size for y, size in ys)


class _OpenEnd:
    """The open end of one arm while its dominoes are laid."""

    def __init__(self, place: int, half_size: tuple[float, float], shown: int) -> None:
        self.route = _ROUTES[place]
        self.turns = 0
        """The number of turns so far."""
        self.shown = shown
        heading = self.route[0]
        self.x, self.y = heading[0] * half_size[0], heading[1] * half_size[1]
        self.half_breadth = half_size[1] if heading[0] else half_size[0]
        self.leg_length = abs(self.y)  # C and D begin above and below the spinner, so far from A and B already

    @property
    def heading(self) -> tuple[int, int]:
        """The direction of the next domino."""
        return self.route[self.turns % 4]

    def _must_turn(self, length: float, room: tuple[float, float]) -> bool:
        dx, dy = self.heading
        if dy:
            return length > 1.0 and self.leg_length >= _APART
        return dx * self.x + length > room[dx > 0]

    def lay(self, piece: Domino, room: tuple[float, float], placed: Sequence[Placed]) -> tuple[Self, Placed]:
        """Lay a domino at the open end, in a room that reaches so far to the left and to the right of the middle.
        Returns the end after that. It turns where the room ends, and where its place would not be free otherwise."""
        turns = self.leg_length > 0 and self._must_turn(1.0 if is_double(piece) else 2.0, room)
        first = self._put(piece, turns)
        if not self.leg_length or _is_clear(first[1], placed):
            return first
        second = self._put(piece, not turns)
        return second if _is_clear(second[1], placed) else first

    def _put(self, piece: Domino, turns: bool) -> tuple[Self, Placed]:
        end, inner = copy(self), self.shown
        dx, dy = end.heading
        if turns:
            end.x -= dx * 0.5
            end.y -= dy * 0.5
            end.turns += 1
            dx, dy = end.heading
            end.x += dx * end.half_breadth
            end.y += dy * end.half_breadth
            end.leg_length = 0.0
        double = is_double(piece)
        length, end.half_breadth = (1.0, 1.0) if double else (2.0, 0.5)
        x, y = end.x + dx * length / 2, end.y + dy * length / 2
        end.x, end.y = end.x + dx * length, end.y + dy * length
        end.leg_length += length
        end.shown = other_half(piece, inner)
        first, second = (inner, end.shown) if dx + dy > 0 else (end.shown, inner)
        return end, Placed(first, second, bool(dx) != double, x, y)


def _is_clear(one: Placed, others: Sequence[Placed]) -> bool:
    """True if a domino lies on none of the others."""
    for other in others:
        lying = (one.lying + other.lying) / 2
        if abs(one.x - other.x) < 0.99 + lying and abs(one.y - other.y) < 1.99 - lying:
            return False
    return True


@lru_cache(maxsize=256)
def lay_out(line: Line, width: float) -> LaidLine:
    """Lay out a line in a width of `width` halves of a domino (at least 12), one domino after the other: those that lie
    stay where they are."""
    if line.first is None:
        return LaidLine((), ())
    high, low = HALVES[line.first]
    double = high == low
    placed = [Placed(high, low, not double, 0, 0)]
    half_size = (0.5, 1.0) if double else (1.0, 0.5)
    arms = [_OpenEnd(place, half_size, (high, low)[place % 2]) for place in range(4)]
    for place, piece in line.list_steps():
        left = max(_LEAST, *(lies.half_size[0] - lies.x for lies in placed))
        right = max(_LEAST, *(lies.half_size[0] + lies.x for lies in placed))
        room = [width - right, width - left]
        if line.spinner:
            room[1 - place % 2] = -_CLEAR
        arms[place], tile = arms[place].lay(piece, (room[0], room[1]), placed)
        placed.append(tile)
    ends = [
        End(letter, arm.x + arm.heading[0] * 0.6, arm.y + arm.heading[1] * 0.6)
        for letter, arm, _ in zip(ENDS, arms, line.places, strict=False)
    ]
    return LaidLine(tuple(placed), tuple(ends))
