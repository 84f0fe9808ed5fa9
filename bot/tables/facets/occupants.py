"""The seats that were offered or changed hands, and since which shuffle their players have them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Occupants:
    """The seats that were offered, and the seats that changed hands."""

    offered: frozenset[Seat] = frozenset()
    """The seats that were ever offered to somebody."""
    handed: frozenset[Seat] = frozenset()
    """The seats that ever changed hands."""
    came: Mapping[Seat, int] = field(default_factory=dict)
    """By seat, the number of the last hand whose beginning its player missed. The players of the first hand are not
    named."""
    shuffle: int = 0
    """The number of the present shuffle."""
    over: int = 0
    """The number of the last hand that is over."""

    def after(self, step: Step) -> Self:
        """Fold offers, handovers, and players who sit down later."""
        occupants = self
        for entry in step.entries:
            match entry.event:
                case events.CommittedTo(number=number):
                    occupants = replace(occupants, shuffle=number)
                case events.HandOver(number=number) | events.Revealed(number=number):
                    occupants = replace(occupants, over=number)
                case events.Started():
                    occupants = replace(occupants, came={})
                case events.SeatOffered(seat=seat):
                    occupants = replace(occupants, offered=occupants.offered | {seat})
                case events.Substituted(seat=seat, how=how):
                    missed = occupants.over if how.endswith(events.NEXT) else occupants.shuffle
                    occupants = replace(
                        occupants, handed=occupants.handed | {seat}, came={**occupants.came, seat: missed}
                    )
                case events.Seated(seat=seat):
                    occupants = replace(occupants, came={**occupants.came, seat: occupants.over})
        return occupants
