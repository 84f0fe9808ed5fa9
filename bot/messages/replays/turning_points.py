"""Finds the steps that turned a hand, and leaves out changes that only come from the luck of the guessed deals.

An outlook is counted in guessed deals, so it has a standard error. A change counts only if it is at least three times
its standard error (`_LEAST_ERRORS`) and at least `LEAST`. Of these changes, each of at least `CLEAR` counts. For
smaller ones, the limit lies in the widest gap between two neighbouring sizes. A fixed limit could fall between two
nearly equal changes, and other guessed deals would then name other steps.
"""

from collections.abc import Callable, Sequence
from itertools import pairwise
from math import ceil, floor, sqrt
from typing import Final, NamedTuple

from games.core import Seat

MOST: Final = 6
"""The most turning points of a hand."""
LEAST: Final = 0.15
"""The smallest change of a share that can be a turning point."""
CLEAR: Final = 0.25
"""The size from which a change is a turning point, whatever the sizes of the others."""
_DOUBTFUL_FRACTION: Final = 0.5
"""The fraction of `LEAST` from which a change in the first, quick count is counted again in more deals."""
_MOST_RECOUNTED: Final = 10
"""The most changes that are counted again."""
_LEAST_ERRORS: Final = 3.0
"""The least size of a turning point, in standard errors."""

Shares = tuple[float, ...]
"""By seat, the share of guessed deals in which the seat's side wins; () while no hand is played."""
Side = tuple[Seat, ...]


class Outlook(NamedTuple):
    """The shares of all seats, and how they were counted."""

    shares: Shares
    deals: int
    """The number of guessed deals in which the shares were counted."""


Pick = Callable[[Sequence[Outlook]], Sequence[int]]
"""Chooses the outlooks to count again in more deals, and returns their indexes."""


class StepOutlook(NamedTuple):
    """The outlook after one step of a hand."""

    step: int
    """The number of the step, from 1; in `pick_doubtful`, the index of the outlook."""
    outlook: Outlook


class TurningPoint(NamedTuple):
    """A change of a side's share from one step to the next."""

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
    """Return the indexes of the outlooks to count again in more deals: the first, the last, and those before and after
    each step that may be a turning point."""
    steps = [StepOutlook(place, outlook) for place, outlook in enumerate(outlooks) if outlook.shares]
    if not steps:
        return []
    changes = sorted(_list_changes(steps, sides), key=lambda pair: -pair[1].swing)[:_MOST_RECOUNTED]
    around = [(old.step, point.step) for old, point in changes if point.swing >= _DOUBTFUL_FRACTION * LEAST]
    return sorted({steps[0].step, steps[-1].step, *(place for pair in around for place in pair)})


def find_turning_points(steps: Sequence[StepOutlook], sides: Sequence[Side]) -> list[TurningPoint]:
    """Find the turning points of a hand, in the order of play."""
    points = [
        point for _, point in _list_changes(steps, sides) if point.swing >= max(LEAST, _LEAST_ERRORS * point.error)
    ]
    points.sort(key=lambda point: -point.swing)
    clear = sum(point.swing >= CLEAR for point in points)
    levels = [CLEAR, *(point.swing for point in points[clear:]), LEAST]
    gaps = [above - below for above, below in pairwise(levels)]
    return sorted(points[: min(MOST, clear + gaps.index(max(gaps)))])


def find_margin(deals: int) -> int:
    """The margin of error (95 %) of a share counted in `deals` deals, in whole percentage points."""
    return ceil(100 * 1.96 * sqrt(0.25 / deals))


def find_percentages(step: StepOutlook, sides: Sequence[Side]) -> dict[Side, int]:
    """The share of each side in whole percent, rounded by largest remainder, so shares that add up to 1 make 100."""
    exact = {side: 100 * step.outlook.shares[side[0]] for side in sides}
    whole = {side: floor(share) for side, share in exact.items()}
    missing = round(sum(exact.values())) - sum(whole.values())
    for side in sorted(sides, key=lambda side: whole[side] - exact[side])[:missing]:
        whole[side] += 1
    return whole


def _list_changes(steps: Sequence[StepOutlook], sides: Sequence[Side]) -> list[tuple[StepOutlook, TurningPoint]]:
    """For each pair of neighbouring outlooks, list the earlier one and the largest change of a side's share.

    If two sides changed equally, the change of the side that gained is listed.
    """
    return [
        (
            old,
            max(
                (_measure_change(old, new, side) for side in sides),
                key=lambda point: (round(point.swing, 9), point.after > point.before),
            ),
        )
        for old, new in pairwise(steps)
    ]


def _measure_change(old: StepOutlook, new: StepOutlook, side: Side) -> TurningPoint:
    before, after = (step.outlook.shares[side[0]] for step in (old, new))
    error = sqrt(before * (1.0 - before) / old.outlook.deals + after * (1.0 - after) / new.outlook.deals)
    return TurningPoint(new.step, side, before, after, error)
