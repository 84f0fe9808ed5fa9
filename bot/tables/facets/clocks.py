"""The facets of time: the game's clock, and the times from which waits are counted."""

from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.history import events
from bot.tables.history.entries import Step, hides_nothing
from games.core import Seat


class GameClock(Struct, frozen=True):
    """The game's clock and the public deadline. The clock stands still during pauses and outages, without the table's
    server, for players in their quiet hours, and while a player uses their bank of time. All times are milliseconds."""

    offset: int = 0
    """The total time that the clock has stood still. Game time is real time minus this."""
    paused_at: int | None = None
    """The real time at which the table was paused; None if it is not paused."""
    deadline: int | None = None
    """The public deadline, in game time."""
    window_at: int = 0
    """The real time at which the public deadline was set, plus pauses, outages and used banks since then."""
    window_stood: int = 0
    """The time that the clock has stood still for quiet hours since the deadline was set."""
    extended_until: int | None = None
    """The real time to which quiet hours put off the deadline; None if they do not."""
    lost_at: int | None = None
    """The real time at which the bot was removed from the table's server; None while the table has its server."""
    kept_until: int = 0
    """The real time until which a table without its server is kept."""
    loss_paused: bool = False
    """True if the loss of its server paused the table, so that it goes on once the bot is back."""

    def after(self, step: Step) -> Self:
        clock = self
        for entry in step.entries:
            match entry.event:
                case events.Paused():
                    clock = replace(clock, paused_at=entry.at)
                case events.ServerLost(until=until, paused=paused):
                    paused_at = entry.at if paused else clock.paused_at
                    clock = replace(clock, lost_at=entry.at, kept_until=until, paused_at=paused_at, loss_paused=paused)
                case events.ServerFound(resumed=False):
                    clock = replace(clock, lost_at=None, kept_until=0)
                case events.Resumed(stood=stood) | events.GivenBack(away=stood) | events.ServerFound(stood=stood):
                    clock = replace(clock, offset=clock.offset + stood, window_at=clock.window_at + stood,
                                    paused_at=None, lost_at=None, kept_until=0, loss_paused=False)  # fmt: skip
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

    def to_game_time(self, at: int) -> int:
        """Convert real time to game time."""
        return at - self.offset

    def to_real_time(self, at: int | None) -> int | None:
        """Convert game time to real time. For a deadline that was put off, this is the later time."""
        if self.extended_until is not None and at == self.deadline:
            return self.extended_until
        return None if at is None else at + self.offset

    def measure_standstill(self, at: int) -> int:
        """The time for which quiet hours have stopped the clock, up to the real time `at`."""
        if self.due is None or self.extended_until is None:
            return 0
        return max(0, min(at - self.due + 1, self.extended_until - self.due))


class Waiting(Struct, frozen=True):
    """The times and moves from which a table's waits are counted. All times are real milliseconds.

    Here the subject of a table means its hand, its phase and the seats that it waits for.
    """

    since: int = 0
    """The time at which the subject last changed."""
    since_event: int = 0
    """The event with which the subject last changed."""
    asked_at: int = 0
    """The time at which the hand or its phase last changed, or a seat was asked anew."""
    view_changed_at: int = 0
    """The time at which everybody last saw something new, plus the length of pauses and outages since then."""
    last_move_at: int = 0
    """The time of the game's last event, public or not, plus the length of pauses and outages since then."""
    last_event_at: int = 0
    """The time of the latest event of any kind."""
    moved: frozenset[Seat] = frozenset()
    """The seats that have moved since the subject changed."""
    moved_unseen: frozenset[Seat] = frozenset()
    """The seats that have moved since everybody last saw something new."""
    mover: Seat | None = None
    """The seat that made the last move that everybody saw. None if no seat made it, or if the table had also waited for
    other seats."""
    round: tuple[Seat, ...] = ()
    """The seats that moved one after the other, up to `mover`. The table waited for each of them alone. No seat occurs
    twice."""

    def after(self, step: Step) -> Self:
        stood = sum(measure_stop(entry.event) for entry in step.entries)
        waiting = replace(
            self,
            view_changed_at=self.view_changed_at + stood,
            last_move_at=self.last_move_at + stood,
            last_event_at=max(self.last_event_at, *(entry.at for entry in step.entries)),
        )
        return waiting if step.view is None else waiting._with_moves(step)

    def _with_moves(self, step: Step) -> Self:
        movers = frozenset(seat for seat, _ in step.movers)
        new_view, new_subject = step.changes_view, step.changes_subject
        mover = _find_lone_mover(step) if new_view else self.mover
        seen = new_view and (new_subject or bool(movers))
        # Eddie may turn up the same kind of bone twice: everybody sees the move, though the table looks as before.
        seen = seen or any(hides_nothing(event) for _, event in step.movers)
        return replace(
            self,
            since=step.at if new_subject else self.since,
            since_event=step.entries[-1].sequence if new_subject else self.since_event,
            asked_at=step.at if step.changes_controls else self.asked_at,
            view_changed_at=step.at if seen else self.view_changed_at,
            last_move_at=max(entry.at for entry in step.entries) if any(step.moves) else self.last_move_at,
            moved=frozenset() if new_subject else self.moved | movers,
            moved_unseen=frozenset() if new_view else self.moved_unseen | movers,
            mover=mover,
            round=self._round_with(mover) if new_view else self.round,
        )

    def _round_with(self, mover: Seat | None) -> tuple[Seat, ...]:
        """The round after this seat has moved: the present round with the seat added, or a new round."""
        if mover is None:
            return ()
        if mover == self.mover:
            return self.round
        return (mover,) if mover in self.round else (*self.round, mover)


def _find_lone_mover(step: Step) -> Seat | None:
    """The seat that moved in a step, if the table had waited for that seat alone; otherwise None."""
    asked = step.before.to_act if step.before is not None else ()
    return asked[0] if len(asked) == 1 and any(seat in asked for seat, _ in step.movers) else None


def measure_stop(event: object) -> int:
    """The milliseconds for which all clocks stood still, if an event reports that; otherwise 0."""
    match event:
        case events.Resumed(stood=stood) | events.GivenBack(away=stood) | events.ServerFound(stood=stood):
            return stood
        case _:
            return 0
