"""The seats that were offered or changed hands, whose messages may have to be settled or taken back."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Occupants:
    """Seats by what happened to them since the game began."""

    offered: frozenset[Seat] = frozenset()
    """The seats that were ever offered to somebody."""
    handed: frozenset[Seat] = frozenset()
    """The seats that ever changed hands."""

    def after(self, step: Step) -> Self:
        """Fold offers and handovers."""
        offered = [entry.event.seat for entry in step.entries if isinstance(entry.event, events.SeatOffered)]
        handed = [entry.event.seat for entry in step.entries if isinstance(entry.event, events.Substituted)]
        if not offered and not handed:
            return self
        return replace(self, offered=self.offered.union(offered), handed=self.handed.union(handed))
