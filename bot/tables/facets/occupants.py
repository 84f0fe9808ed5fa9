"""The seats that were offered or changed hands. Their messages may have to be updated or deleted."""

from __future__ import annotations

from dataclasses import dataclass, replace
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

    def after(self, step: Step) -> Self:
        """Fold offers and handovers."""
        offered = [entry.event.seat for entry in step.entries if isinstance(entry.event, events.SeatOffered)]
        handed = [entry.event.seat for entry in step.entries if isinstance(entry.event, events.Substituted)]
        if not offered and not handed:
            return self
        return replace(self, offered=self.offered.union(offered), handed=self.handed.union(handed))
