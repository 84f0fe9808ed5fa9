"""The times from which a table's waits are counted. All of them are public."""

from dataclasses import dataclass, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step, hides_nothing
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Waiting:
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
    """The time at which everybody last saw something new, plus the length of pauses and outages since then.

    If a wait of the game ends and the table then waits for the same seats as before, nobody sees anything new.
    """
    last_move_at: int = 0
    """The time of the game's last event, public or not, plus the length of pauses and outages since then."""
    last_event_at: int = 0
    """The time of the latest event of any kind."""
    moved: frozenset[Seat] = frozenset()
    """The seats that have moved since the subject changed."""
    moved_unseen: frozenset[Seat] = frozenset()
    """The seats that have moved since everybody last saw something new."""
    mover: Seat | None = None
    """The seat whose move everybody saw last, if the table had waited for that seat alone; otherwise None."""
    round: tuple[Seat, ...] = ()
    """The seats that moved one after the other, up to `mover`, each when the table waited for it alone. No seat occurs
    twice."""

    def after(self, step: Step) -> Self:
        """Fold the times at which a step changed something."""
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
        # Eddie may turn up the same kind of bone twice: all see the move, though the table looks as before.
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
    """The seat that moved in a step, if the table had waited for it alone; otherwise None."""
    asked = step.before.to_act if step.before is not None else ()
    return asked[0] if len(asked) == 1 and any(seat in asked for seat, _ in step.movers) else None


def measure_stop(event: object) -> int:
    """The milliseconds for which all clocks stood still, if an event records that; otherwise 0."""
    match event:
        case events.Resumed(stood=stood) | events.GivenBack(away=stood) | events.ServerFound(stood=stood):
            return stood
        case _:
            return 0
