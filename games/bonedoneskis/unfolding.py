"""The events of one move at Bonedoneskis, while it is judged."""

from collections.abc import Callable, Sequence
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
"""Events that may leave both red 6s on one board (BD-6)."""


class Unfolding(folding.Unfolding[State, Event]):
    """A move being judged, as in games.core. As soon as both red 6s are on one board, the hand ends (R10)."""

    __slots__ = ("evaluator",)

    def __init__(self, state: State, at: int, chance: Chance) -> None:
        super().__init__(WRITERS, state, at, chance)
        self.evaluator: Evaluator = evaluator(state.house.readings)

    def add(self, event: Event) -> None:
        """Apply the event. If it puts both red 6s on one board, end the hand."""
        state, kind = self.state, type(event)
        self.events.append(event)
        WRITERS[kind](state, event)  # type: ignore[arg-type]
        if kind in _MOVED:
            for seat in state.order:
                if both_red_sixes(state.boards[seat]):
                    self.add(bonedoneskis(state, seat))
                    return

    def below(self, n: int) -> int:
        """A random number from 0 to n - 1. Nothing is drawn if there is only one choice."""
        return self.chance.below(n) if n > 1 else 0


def net_of(state: State, shares: list[int]) -> tuple[int, ...]:
    """Each seat's gain or loss in the hand, if it gets these shares of the pots."""
    return tuple([
        stack + share + aside - before
        for stack, share, aside, before in zip(state.stacks, shares, state.aside, state.before, strict=True)
    ])  # fmt: skip


def bonedoneskis(state: State, seat: Seat) -> HandEnded:
    """The end of a hand with both red 6s on the seat's board (R10). The seat wins from each player as much as it paid
    itself; the rest goes back."""
    ended, shares = end_by_sixes(state.paid, state.order, state.fees, seat)
    return ended(net_of(state, shares))


def end_by_sixes(
    paid: Sequence[int], live: Sequence[Seat], fees: int, seat: Seat
) -> tuple[Callable[[tuple[int, ...]], HandEnded], list[int]]:
    """End a hand by Bonedoneskis (R10): return the event, which still needs each seat's result, and each seat's share
    of the chips."""
    back = [max(0, mine - paid[seat]) for mine in paid]
    won = sum(paid) - sum(back) + fees
    shares = back.copy()
    shares[seat] += won
    mine = tuple(won if other == seat else 0 for other in range(len(paid)))
    pots = [PotShared("pot", won, mine, tuple(live))]
    if any(back):
        pots.append(PotShared("returned", sum(back), tuple(back), tuple(live)))
    return lambda net: HandEnded("bonedoneskis", seat, (), ((),) * len(paid), tuple(pots), net), shares
