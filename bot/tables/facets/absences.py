"""Players who keep a table waiting: their reminders, and the votes to let a robot play for them."""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Absences:
    """Reminders and votes by seat. All except `reminded` are emptied when the table waits for something else."""

    nudged: Mapping[Seat, int] = field(default_factory=dict)
    """By seat, the number of its reminders."""
    votes: Mapping[Seat, tuple[Seat, ...]] = field(default_factory=dict)
    """By seat, the seats that voted to let a robot play for it."""
    reminded: frozenset[Seat] = frozenset()
    """The seats that were ever reminded. Their reminders in the channel may need an update."""

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
