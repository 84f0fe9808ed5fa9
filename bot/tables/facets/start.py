"""The time set for the start of a game."""

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step


@dataclass(frozen=True, slots=True)
class Start:
    """A start by the clock."""

    at: int | None = None
    """The time at which the game is to start by itself (real milliseconds); None if no time is set."""
    came: int | None = None
    """The sequence of the event that records that the time came; None before that."""
    came_at: int | None = None
    """The time of that event (real milliseconds)."""
    enough: bool = False
    """True if there were enough players at that time."""
    agreed: bool = True
    """False if the game did not begin because somebody had not agreed to the house rules."""

    def after(self, step: Step) -> Self:
        """Fold the setting and the coming of a start time."""
        start = self
        for entry in step.entries:
            match entry.event:
                case events.StartSet(at=at):
                    start = replace(start, at=at)
                case events.StartCame(enough=enough, agreed=agreed):
                    start = replace(start, at=None, came=entry.sequence, came_at=entry.at, enough=enough, agreed=agreed)
        return start
