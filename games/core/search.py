"""A search for the best move: hidden pieces are dealt many times, and each move is played out in the same deals."""

from collections.abc import Callable, Mapping, Sequence
from typing import Final, NamedTuple, TypeVar

M = TypeVar("M")
S = TypeVar("S")

_ROUNDS: Final = 4
"""The number of rounds in a search; after each, moves that are far behind are dropped."""
_FAR: Final = 2.0
"""A move is dropped if it lags behind the best by more than this many standard errors."""

REASONS: Final = ("best_in_deals", "best_at_first", "none_did_better", "liked_better")
"""The wording keys of the reasons for a found move."""


class Found(NamedTuple):
    """The outcome of a search."""

    place: int
    """The place of the best move among those searched."""
    mean: float
    """Its mean worth."""
    deals: int
    """The deals in which it was played out."""
    compared: int
    """The number of deals before the first move was dropped; every move was played out in these."""
    best_in: int
    """The number of the compared deals in which no move was worth more."""
    better: bool
    """True if another move was worth more on average, in the deals in which both were played out."""
    equal: bool
    """True if no other move was worth more in this way, but at least one was worth as much."""

    @property
    def reason(self) -> tuple[str, Mapping[str, int]]:
        """The wording key of the reason for this move, and the facts that it mentions."""
        if self.better:
            return "liked_better", {}
        if self.equal:
            return "none_did_better", {"deals": self.deals}
        if self.compared == self.deals:
            return "best_in_deals", {"best": self.best_in, "deals": self.deals}
        return "best_at_first", {"best": self.best_in, "compared": self.compared, "deals": self.deals}


def search(
    moves: Sequence[M], deals: Sequence[S], worth: Callable[[S, M], float], first_worth: Sequence[float] = ()
) -> Found:
    """Find the move that is worth most on average over the deals; the first of equals.

    Every move is played out in the same deals, so the luck of the deal cancels out. A move that falls far behind is
    dropped on the way. `first_worth`, an estimate for each move before any is played out, is added to its mean.
    """
    first = first_worth or [0.0] * len(moves)

    def total(place: int) -> float:
        return sum(found[place]) + first[place] * len(found[place])

    left = list(range(len(moves)))
    found: list[list[float]] = [[] for _ in moves]
    size = max(1, -(-len(deals) // _ROUNDS))
    for start in range(0, len(deals), size):
        for deal in deals[start : start + size]:
            for place in left:
                found[place].append(worth(deal, moves[place]))
        best = max(left, key=total)
        left = [place for place in left if not _far_behind(found[place], found[best], first[best] - first[place])]
    best = max(left, key=total)
    mine = found[best]
    compared = min(map(len, found))
    best_in = sum(mine[number] >= max(worths[number] for worths in found) for number in range(compared))
    ahead = [sum(mine[: len(others)]) - sum(others) for place, others in enumerate(found) if place != best]
    lead = min(ahead, default=1.0)
    return Found(best, sum(mine) / len(deals), len(deals), compared, best_in, lead < 0, lead == 0)


def _far_behind(mine: Sequence[float], best: Sequence[float], at_first: float) -> bool:
    """True if a move lags so far behind the best that chance can hardly explain it.

    The mean of their differences in the same deals, plus `at_first`, must exceed `_FAR` standard errors.
    """
    count = len(mine)
    apart = [theirs - own for own, theirs in zip(mine, best, strict=True)]
    mean = sum(apart) / count
    variance = sum((difference - mean) ** 2 for difference in apart) / max(1, count - 1)
    return mean + at_first > _FAR * (variance / count) ** 0.5 and count > 1
