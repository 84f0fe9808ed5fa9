"""Players who keep a table waiting: their reminders, and the votes to let a robot play."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Absences:
    """Reminders and votes by seat. All but `reminded` are emptied when the table waits for something else."""

    nudged: Mapping[Seat, int] = field(default_factory=dict)
    """The number of reminders of each seat."""
    votes: Mapping[Seat, tuple[Seat, ...]] = field(default_factory=dict)
    """The seats that voted to let a robot play, by the seat that they voted about."""
    reminded: frozenset[Seat] = frozenset()
    """The seats that were ever reminded. Their reminders in the channel may have to be brought up to date."""

    def after(self, step: Step) -> Self:
        """Fold reminders, votes, and changes of who plays a seat."""
        nudged, votes, reminded = dict(self.nudged), dict(self.votes), self.reminded
        for entry in step.entries:
            match entry.event:
                case events.Nudged(seat=seat, times=times):
                    nudged[seat] = times
                    reminded |= {seat}
                case events.Voted(by=by, seat=seat):
                    votes[seat] = (*votes.get(seat, ()), by)
                case events.StoodIn(seat=seat) | events.Returned(seat=seat) | events.Substituted(seat=seat):
                    nudged.pop(seat, None)
                    votes.pop(seat, None)
        if step.changes_subject:
            nudged, votes = {}, {}
        return replace(self, nudged=nudged, votes=votes, reminded=reminded)
