"""The unfolding of a move at Bonedoneskis."""

from typing import Final

from games.bonedoneskis.evaluate import Evaluator, evaluator
from games.bonedoneskis.events import Dealt, Event, HandEnded, PotShared, Replaced, Stolen, Traded, TurnedUp
from games.bonedoneskis.evolve import WRITERS
from games.bonedoneskis.shapes import both_red_sixes
from games.bonedoneskis.state import State
from games.core import folding
from games.core.chance import Chance
from games.core.seats import Seat

_MOVED: Final = frozenset((Dealt, Replaced, Stolen, Traded, TurnedUp))
"""After these a board may show both red 6s (BD-6)."""


class Unfolding(folding.Unfolding[State, Event]):
    """A move being judged, as in games.core; both red 6s on one board end the hand in that instant (R10)."""

    __slots__ = ("evaluator",)

    def __init__(self, state: State, at: int, chance: Chance) -> None:
        super().__init__(WRITERS, state, at, chance)
        self.evaluator: Evaluator = evaluator(state.house.readings)

    def add(self, event: Event) -> None:
        """Let this happen next, and the end of the hand that it may bring."""
        state, kind = self.state, type(event)
        self.events.append(event)
        WRITERS[kind](state, event)  # type: ignore[arg-type]
        if kind in _MOVED:
            for seat in state.order:
                if both_red_sixes(state.boards[seat]):
                    self.add(bonedoneskis(state, seat))
                    return

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 by chance; nothing is drawn where there is no choice."""
        return self.chance.below(n) if n > 1 else 0


def net_of(state: State, shares: list[int]) -> tuple[int, ...]:
    """The gain of each seat in this hand when the pots are shared so."""
    return tuple(
        stack + share + aside - before
        for stack, share, aside, before in zip(state.stacks, shares, state.aside, state.before, strict=True)
    )


def bonedoneskis(state: State, seat: Seat) -> HandEnded:
    """Both red 6s lie on one board: its owner wins what the owner's stake covered, the rest goes back (R10)."""
    most = state.paid[seat]
    back = [max(0, paid - most) for paid in state.paid]
    won = sum(state.paid) - sum(back) + state.fees
    shares = back.copy()
    shares[seat] += won
    mine = tuple(won if other == seat else 0 for other in range(state.players))
    pots = [PotShared("pot", won, mine, state.order)]
    if any(back):
        pots.append(PotShared("returned", sum(back), tuple(back), state.order))
    return HandEnded("bonedoneskis", seat, (), ((),) * state.players, tuple(pots), net_of(state, shares))
