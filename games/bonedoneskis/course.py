"""A move's consequences as they unfold: the events so far and the table after them."""

from typing import Final

from games.bonedoneskis.evaluate import Evaluator, evaluator
from games.bonedoneskis.events import Dealt, Event, HandEnded, PotShared, Replaced, Stolen, Traded, TurnedUp
from games.bonedoneskis.evolve import APPLY
from games.bonedoneskis.shapes import both_red_sixes
from games.bonedoneskis.state import Table
from games.core.chance import Chance
from games.core.seats import Seat
from games.pieces.cards import Card

_MOVED: Final = frozenset((Dealt, Replaced, Stolen, Traded, TurnedUp))
"""After these a board may show both red 6s (BD-6)."""


class Course:
    """Writes events and keeps the table in step with them. `table` is written on: hand in a copy."""

    __slots__ = ("at", "chance", "evaluator", "events", "table")

    def __init__(self, table: Table, at: int, chance: Chance) -> None:
        self.table = table
        self.at = at
        self.chance = chance
        self.events: list[Event] = []
        self.evaluator: Evaluator = evaluator(table.house.readings)

    def emit(self, happened: Event) -> None:
        """The event happens. A Bonedoneskis that it makes ends the hand in that instant (R10)."""
        self.events.append(happened)
        kind = type(happened)
        APPLY[kind](self.table, happened)
        if kind in _MOVED:
            for seat in self.table.order:
                if both_red_sixes(self.table.boards[seat]):
                    self.emit(bonedoneskis(self.table, seat))
                    return

    def below(self, n: int) -> int:
        """A number from 0 to n - 1 by chance; nothing is drawn where there is no choice."""
        return self.chance.below(n) if n > 1 else 0

    def shuffled(self, cards: tuple[Card, ...]) -> tuple[Card, ...]:
        """The cards in an order by chance."""
        return self.chance.shuffled(cards)


def net_of(table: Table, shares: list[int]) -> tuple[int, ...]:
    """What the hand brings to each seat when the pots are shared so."""
    return tuple(
        stack + share + aside - before
        for stack, share, aside, before in zip(table.stacks, shares, table.aside, table.before, strict=True)
    )


def bonedoneskis(table: Table, seat: Seat) -> HandEnded:
    """Both red 6s lie on one board: its owner has what he paid into, the rest goes back (R10)."""
    most = table.paid[seat]
    back = [max(0, paid - most) for paid in table.paid]
    won = sum(table.paid) - sum(back) + table.fees
    shares = back.copy()
    shares[seat] += won
    mine = tuple(won if other == seat else 0 for other in range(table.players))
    pots = [PotShared("pot", won, mine, table.order)]
    if any(back):
        pots.append(PotShared("returned", sum(back), tuple(back), table.order))
    return HandEnded("bonedoneskis", seat, (), ((),) * table.players, tuple(pots), net_of(table, shares))
