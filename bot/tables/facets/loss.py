"""The loss of a table's server, from which the bot was removed. The table waits until the bot is back."""

from dataclasses import dataclass
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step


@dataclass(frozen=True, slots=True)
class Loss:
    """The time without a server. All times are real milliseconds."""

    since: int | None = None
    """The time at which the server was lost; None while the table has one."""
    until: int = 0
    """The time until which the table is kept."""
    paused: bool = False
    """True if the loss paused the table, so that it goes on once the bot is back."""

    def after(self, step: Step) -> Self:
        """Fold the loss of a server, and the return to it."""
        loss = self
        for entry in step.entries:
            match entry.event:
                case events.ServerLost(until=until, paused=paused):
                    loss = type(self)(entry.at, until, paused)
                case events.ServerFound():
                    loss = type(self)()
        return loss
