"""A lobby's calls for players."""

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step


@dataclass(frozen=True, slots=True)
class Calls:
    """The last call for players."""

    called: int | None = None
    """The sequence of the last call; None if there was no call."""
    role: str = ""
    """The id of the server role that was called."""

    def after(self, step: Step) -> Self:
        """Fold calls for players."""
        calls = self
        for entry in step.entries:
            if isinstance(entry.event, events.Called):
                calls = replace(calls, called=entry.sequence, role=entry.event.role)
        return calls
