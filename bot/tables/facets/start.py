"""The time that is set for the start of a game."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step


@dataclass(frozen=True, slots=True)
class Start:
    """A start by the clock."""

    at: int | None = None
    """The time at which the game is to start by itself (real milliseconds), if one is set."""
    came: int | None = None
    """The sequence of the event which records that this time came; None before."""
    came_at: int | None = None
    """The time of that event (real milliseconds)."""
    enough: bool = False
    """True if there were enough players at that time."""
    agreed: bool = True
    """False if the game did not begin because somebody had not agreed to the house rules."""

    def after(self, step: Step) -> Self:
        """Fold a start time being set, and the time coming."""
        start = self
        for entry in step.entries:
            match entry.event:
                case events.StartSet(at=at):
                    start = replace(start, at=at)
                case events.StartCame(enough=enough, agreed=agreed):
                    start = replace(start, at=None, came=entry.sequence, came_at=entry.at, enough=enough, agreed=agreed)
        return start
