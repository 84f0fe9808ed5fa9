"""The banks of time: once an hour, somebody whose time runs out on their turn gets a little more."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Banks:
    """The banks that were used."""

    used: Mapping[Seat, int] = field(default_factory=dict)
    """By seat, the time at which its player last used their bank (milliseconds)."""

    def after(self, step: Step) -> Self:
        """Fold the use of banks. A seat's new player has a bank of their own."""
        used = dict(self.used)
        for entry in step.entries:
            match entry.event:
                case events.BankUsed(seat=seat):
                    used[seat] = entry.at
                case events.Substituted(seat=seat):
                    used.pop(seat, None)
        return self if used == self.used else replace(self, used=used)
