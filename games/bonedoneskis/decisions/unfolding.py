"""The events of one move at Bonedoneskis, while it is judged."""

from collections.abc import Sequence
from typing import Final

from games.bonedoneskis.evaluation.evaluate import Evaluator, find_evaluator
from games.bonedoneskis.events import Asked, Dealt, Event, HandEnded, PotShared, Replaced, Stolen, Traded, TurnedUp
from games.bonedoneskis.evolve import WRITERS
from games.bonedoneskis.shapes import has_both_red_sixes
from games.bonedoneskis.state import State
from games.core import folding
from games.core.chance import Chance
from games.core.refused import Refused
from games.core.seats import Seat

_MOVED: Final = frozenset((Dealt, Replaced, Stolen, Traded, TurnedUp))
"""The events after which both red 6s may be on one board (BD-6)."""


class Unfolding(folding.Unfolding[State, Event]):
    """A move while it is judged. As soon as both red 6s are on one board, the hand ends (R10)."""

    __slots__ = ("evaluator",)

    def __init__(self, state: State, at: int, chance: Chance) -> None:
        super().__init__(WRITERS, state, at, chance)
        self.evaluator: Evaluator = find_evaluator(state.house.reading_rules)

    def add(self, event: Event) -> None:
        """Apply the event. If it puts both red 6s on one board, end the hand."""
        state, kind = self.state, type(event)
        self.events.append(event)
        WRITERS[kind](state, event)  # type: ignore[arg-type]
        if kind in _MOVED:
            for seat in state.live_seats:
                if has_both_red_sixes(state.boards[seat]):
                    ended = make_end_by_sixes(state.paid, state.live_seats, state.fees, seat)
                    self.add(with_net(state, ended))
                    return

    def need_question(self, seat: Seat, *rules: str) -> Asked:
        """The question that the table waits for, if one of these rules asks it. Raises Refused for any other question,
        for none, or if another seat is asked."""
        asked = self.state.asked
        if asked is None or asked.rule not in rules:
            raise Refused("SM-1", "not_asked")
        if asked.seat != seat:
            raise Refused(asked.rule, "not_asked", seat=asked.seat)
        return asked

    def draw_below(self, n: int) -> int:
        """A random number from 0 to n - 1. Nothing is drawn if there is only one choice."""
        return self.chance.below(n) if n > 1 else 0


def sum_shares(ended: HandEnded) -> tuple[int, ...]:
    """Each seat's chips from all pots of an ended hand."""
    return tuple(map(sum, zip(*[pot.shares for pot in ended.pots], strict=True)))


def with_net(state: State, ended: HandEnded) -> HandEnded:
    """The ended hand with each seat's gain or loss in it."""
    parts = zip(state.stacks, sum_shares(ended), state.aside, state.stacks_before, strict=True)
    net = tuple([stack + share + aside - before for stack, share, aside, before in parts])
    return HandEnded(ended.how, ended.seat, ended.hands, ended.lines, ended.pots, net)


def make_end_by_sixes(paid: Sequence[int], live: Sequence[Seat], fees: int, seat: Seat) -> HandEnded:
    """Make the event that ends a hand with both red 6s on the seat's board (R10). Its `net` is still empty.

    From each player, the seat wins as much as it paid in itself; the rest goes back to that player.
    """
    back = [max(0, put_in - paid[seat]) for put_in in paid]
    won = sum(paid) - sum(back) + fees
    shares = tuple(won if other == seat else 0 for other in range(len(paid)))
    pots = [PotShared("pot", won, shares, tuple(live))]
    if any(back):
        pots.append(PotShared("returned", sum(back), tuple(back), tuple(live)))
    return HandEnded("bonedoneskis", seat, (), ((),) * len(paid), tuple(pots), ())
