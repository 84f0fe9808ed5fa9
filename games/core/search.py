"""A search for the best move: hidden pieces are dealt many times, and each move is played out in the same deals."""

from collections.abc import Callable, Sequence
from math import sqrt
from typing import Final, NamedTuple, TypeVar

from games.core.robots import Thought

M = TypeVar("M")
S = TypeVar("S")

_ROUNDS: Final = 4
"""The number of rounds in a search; after each, moves that are far behind are dropped."""
_FAR: Final = 2.0
"""A move is dropped if it lags behind the best by more than this many standard errors."""

Tried = tuple[float, ...]
"""The outcome of a move in a deal: its worth, then counts of what happened, from which its cause is told."""


class Found(NamedTuple):
    """The outcome of a search: the best move, and its rival, the one that it is least ahead of."""

    place: int
    """The place of the best move among those searched."""
    rival: int
    """The place of its rival."""
    lead: float
    """Its mean lead over its rival in the deals in which both were played out. If it is below 0, the first estimate has
    decided between them."""
    standard_error: float
    """The standard error of that lead."""
    causes: tuple[tuple[float, float], ...] = ()
    """The mean of each count of what happened in these deals: after the move, and after its rival."""

    def count_gain(self, unit: float, errors: float = _FAR) -> int:
        """The least lead over the rival, in whole units: so many standard `errors` below the mean, since chance can
        explain the rest. 0 if that is below a unit."""
        return max(0, int((self.lead - errors * self.standard_error) / unit))


def search(
    moves: Sequence[M],
    deals: Sequence[S],
    try_move: Callable[[S, M], Tried],
    first_worth: Sequence[float] = (),
    kept: int | None = None,
) -> Found:
    """Find the move (of two or more) that is worth most on average over the deals; the first of equals.

    Every move is played out in the same deals, so the luck of the deal cancels out. A move that falls far behind is
    dropped on the way. The one at the place `kept` never is, so that the lead over it is measured in every deal, but a
    move that falls behind it at all is.
    `first_worth`, an estimate for each move before any is played out, decides among those left: it is added to their
    means.
    """
    first = first_worth or [0.0] * len(moves)

    def total(place: int) -> float:
        return sum(worth[place]) + first[place] * len(worth[place])

    left = list(range(len(moves)))
    tried: list[list[Tried]] = [[] for _ in moves]
    worth: list[list[float]] = [[] for _ in moves]
    size = max(1, -(-len(deals) // _ROUNDS))
    for start in range(0, len(deals), size):
        for deal in deals[start : start + size]:
            for place in left:
                outcome = try_move(deal, moves[place])
                tried[place].append(outcome)
                worth[place].append(outcome[0])
        best = max(left, key=lambda place: sum(worth[place]))
        far = _FAR if kept is None else 0.0
        left = [place for place in left if place == kept or not _is_far_behind(worth[place], worth[best], far)]
        if len(left) == 1:
            break
    best = max(left, key=total)
    mine = worth[best]

    def lead(place: int) -> float:
        """The mean lead of the best move over another, in the deals in which both were played out."""
        count = len(worth[place])
        return (sum(mine[:count]) - sum(worth[place])) / count

    rival = min((place for place in range(len(moves)) if place != best), key=lead)
    gaps = [own - other for own, other in zip(mine, worth[rival], strict=False)]
    deals_of_both = len(gaps)
    means = [
        tuple(sum(counts) / deals_of_both for counts in zip(*tried[place][:deals_of_both], strict=True))
        for place in (best, rival)
    ]
    causes = tuple(zip(*(of_move[1:] for of_move in means), strict=True))
    return Found(best, rival, lead(rival), _find_standard_error(gaps), causes)


def tell_found(found: Found, moves: Sequence[M], unit: float, cause: str) -> Thought[M]:
    """The best of the moves as a robot's thought: its least gain, with the cause that adds most to it."""
    gain = found.count_gain(unit)
    best, rival = moves[found.place], moves[found.rival]
    if not gain:
        return Thought(best, "about_as_well", {}, rival)
    return Thought(best, "did_better", {"gain": gain, "cause": f"cause/{cause}"}, rival)


def _is_far_behind(mine: Sequence[float], best: Sequence[float], errors: float) -> bool:
    """True if a move lags behind the best in the same deals by more than so many standard errors."""
    gaps = [better - worse for worse, better in zip(mine, best, strict=True)]
    return sum(gaps) / len(gaps) > errors * _find_standard_error(gaps) and len(gaps) > 1


def _find_standard_error(gaps: Sequence[float]) -> float:
    """The standard error of the mean of these differences."""
    count = len(gaps)
    mean = sum(gaps) / count
    return sqrt(sum((gap - mean) ** 2 for gap in gaps) / max(1, count - 1) / count)
