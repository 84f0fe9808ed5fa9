"""The clock of a table's game. It stands still during pauses and outages, and for players in their quiet hours."""

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step


@dataclass(frozen=True, slots=True)
class GameClock:
    """Game time and the public deadline. All times are milliseconds."""

    offset: int = 0
    """The total time that the clock has stood still. Game time is real time minus this."""
    paused_at: int | None = None
    """The real time at which the table was paused; None if it is not paused."""
    deadline: int | None = None
    """The public deadline, in game time."""
    window_at: int = 0
    """The real time at which the public deadline was set, plus the length of pauses and outages since then."""
    window_stood: int = 0
    """The time that the clock has stood still for quiet hours since the deadline was set."""
    extended_until: int | None = None
    """The real time to which quiet hours put off the deadline; None if they do not."""

    def after(self, step: Step) -> Self:
        """Fold pauses, outages, quiet hours and a new deadline."""
        clock = self
        for entry in step.entries:
            match entry.event:
                case events.Paused() | events.ServerLost(paused=True):
                    clock = replace(clock, paused_at=entry.at)
                case (
                    events.Resumed(stood=stood)
                    | events.GivenBack(away=stood)
                    | events.ServerFound(stood=stood, resumed=True)
                ):
                    offset, window_at = clock.offset + stood, clock.window_at + stood
                    clock = replace(clock, offset=offset, window_at=window_at, paused_at=None)
                case events.BankUsed(seconds=seconds):
                    length = 1_000 * seconds
                    clock = replace(clock, offset=clock.offset + length, window_at=clock.window_at + length)
                case events.Slept(stood=stood):
                    clock = replace(clock, offset=clock.offset + stood, window_stood=clock.window_stood + stood)
        if step.view is None or (step.before is not None and step.view.deadline == clock.deadline):
            return clock
        return replace(clock, deadline=step.view.deadline, window_at=step.at, window_stood=0, extended_until=None)

    def extend(self, until: int | None) -> Self:
        """Put off the deadline to a later real time; None undoes that."""
        return replace(self, extended_until=until)

    @property
    def due(self) -> int | None:
        """The real time of the public deadline, without its delay for quiet hours."""
        return None if self.deadline is None else self.deadline + self.offset

    def game_time(self, at: int) -> int:
        """Convert real time to game time."""
        return at - self.offset

    def real_time(self, at: int | None) -> int | None:
        """Convert game time to real time. For a deadline that was put off, this is the later time."""
        if self.extended_until is not None and at == self.deadline:
            return self.extended_until
        return None if at is None else at + self.offset

    def measure_standstill(self, at: int) -> int:
        """The time that the clock has stood still for quiet hours, just before its deadline, by the real time `at`."""
        if self.due is None or self.extended_until is None:
            return 0
        return max(0, min(at - self.due + 1, self.extended_until - self.due))
