"""The steps that turned a hand, as opposed to changes that only come from the luck of the guessed deals.

An outlook is counted in guessed deals, so it has a standard error. A change counts if it is at least three times its
standard error (`_ERRORS`) and at least `LEAST`. Many changes of a hand have a middling size. A fixed limit could fall
between two that are nearly equal, and then other deals would name other steps. So the limit lies in the widest gap
between two changes. A change of at least `PLAIN` counts in any case.
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
"""A change of this size is a turning point, whatever the other changes are."""
_DOUBT: Final = 0.5
"""The part of `LEAST` that a change must reach in the first, quick look for its step to be looked at again."""
_AGAIN: Final = 10
"""The most steps that are looked at again."""
_ERRORS: Final = 3.0
"""The least size of a change, in standard errors of the change."""

Shares = tuple[float, ...]
"""By seat, the share of deals in which the seat's side wins; () while no hand is played."""
Side = tuple[Seat, ...]


class Outlook(NamedTuple):
    """The shares of the seats after a step of a hand."""

    shares: Shares
    deals: int
    """The number of deals in which the shares were counted."""


Pick = Callable[[Sequence[Outlook]], Sequence[int]]
"""Choose the outlooks to be found again in more deals; returns their places in the sequence."""


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
    """The number of deals behind the first look, the last look, and every look around a turning point."""
    return min(looks[0].outlook.deals, looks[-1].outlook.deals)


def find_margin(deals: int) -> int:
    """The margin of error (95 %) of a share that was counted in `deals` deals, in percentage points."""
    return ceil(100 * 1.96 * sqrt(0.25 / deals))


def _changes(looks: Sequence[Look], sides: Sequence[Side]) -> list[tuple[Look, Turn]]:
    """For each look but the first: the look before it, and the largest change of a side's share between the two."""
    return [
        (old, max((_turn(old, new, side) for side in sides), key=lambda turn: turn.swing))
        for old, new in pairwise(looks)
    ]


def _turn(old: Look, new: Look, side: Side) -> Turn:
    before, after = (look.outlook.shares[side[0]] for look in (old, new))
    error = sqrt(before * (1.0 - before) / old.outlook.deals + after * (1.0 - after) / new.outlook.deals)
    return Turn(new.step, side, before, after, error)
