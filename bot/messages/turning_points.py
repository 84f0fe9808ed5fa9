"""The steps that turned a hand, told apart from what is mere luck of the guessed deals.

An outlook is a count in deals that were guessed, so it has a standard error. A change counts if it is three times as
large as its own, and large enough to matter. Hands have many changes of middling size; where the line between them
and the turning points would part two that are nearly equal, other deals would name other steps. So it is drawn through
the widest gap between them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, sqrt
from typing import Final, NamedTuple

from games.core.seats import Seat

MOST: Final = 6
"""The most turning points that are told."""
LEAST: Final = 0.15
"""The smallest change of a share that can be a turning point."""
PLAIN: Final = 0.25
"""A change that is a turning point, whatever the others are."""
_DOUBT: Final = 0.5
"""The part of the smallest change that a quick look must find before a step is looked at again."""
_AGAIN: Final = 10
"""The most steps that are looked at again."""
_ERRORS: Final = 3.0
"""The standard errors that a change must be larger than."""

Shares = tuple[float, ...]
"""By seat, the share of deals in which the seat's side wins; () while no hand is played."""
Side = tuple[Seat, ...]


class Outlook(NamedTuple):
    """The shares of a hand as a step left it."""

    shares: Shares
    deals: int
    """The deals that they were counted in."""


Pick = Callable[[Sequence[Outlook]], Sequence[int]]
"""Choose the outlooks to be found again in more deals, by their places."""


class Look(NamedTuple):
    """The outlook of a hand after a step."""

    step: int
    """The number of the step, from 1."""
    outlook: Outlook


class Turn(NamedTuple):
    """A change of a side's share from one look to the next."""

    step: int
    side: Side
    before: float
    after: float
    error: float
    """The standard error of the change."""

    @property
    def swing(self) -> float:
        """The size of the change."""
        return abs(self.after - self.before)


def pick_doubtful(outlooks: Sequence[Outlook], sides: Sequence[Side]) -> list[int]:
    """The places of the outlooks to be found again in more deals: the first, the last, and those around each step that
    may be a turning point."""
    looks = [Look(place, outlook) for place, outlook in enumerate(outlooks) if outlook.shares]
    if not looks:
        return []
    steps = sorted(_changes(looks, sides), key=lambda pair: -pair[1].swing)[:_AGAIN]
    around = [(old.step, turn.step) for old, turn in steps if turn.swing >= _DOUBT * LEAST]
    return sorted({looks[0].step, looks[-1].step, *(place for pair in around for place in pair)})


def find_turns(looks: Sequence[Look], sides: Sequence[Side]) -> list[Turn]:
    """The steps that turned the hand, in the order of play."""
    turns = [turn for _, turn in _changes(looks, sides) if turn.swing >= max(LEAST, _ERRORS * turn.error)]
    turns.sort(key=lambda turn: -turn.swing)
    plain = sum(turn.swing >= PLAIN for turn in turns)
    levels = [PLAIN, *(turn.swing for turn in turns[plain:]), LEAST]
    gaps = [above - below for above, below in pairwise(levels)]
    return sorted(turns[: min(MOST, plain + gaps.index(max(gaps)))])


def count_deals(looks: Sequence[Look]) -> int:
    """The deals of the first and the last look, and of all around a turning point."""
    return min(looks[0].outlook.deals, looks[-1].outlook.deals)


def find_margin(deals: int) -> int:
    """The most that a share of 100 is off in 19 of 20 cases, when it was counted in so many deals."""
    return ceil(100 * 1.96 * sqrt(0.25 / deals))


def _changes(looks: Sequence[Look], sides: Sequence[Side]) -> list[tuple[Look, Turn]]:
    """The largest change of a side's share at each look, with the look before it."""
    return [
        (old, max((_turn(old, new, side) for side in sides), key=lambda turn: turn.swing))
        for old, new in pairwise(looks)
    ]


def _turn(old: Look, new: Look, side: Side) -> Turn:
    before, after = (look.outlook.shares[side[0]] for look in (old, new))
    error = sqrt(before * (1.0 - before) / old.outlook.deals + after * (1.0 - after) / new.outlook.deals)
    return Turn(new.step, side, before, after, error)
