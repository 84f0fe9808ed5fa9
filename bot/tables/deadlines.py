"""When a table does something by itself: silence becomes a move, a robot or a standing order speaks, the next hand
is dealt, a player who is away is reminded, and a robot stands in for him.

Everything follows from the table alone, so that a restart or another process finds the same. Pauses are counted from
the moment at which everybody last saw something new, and never depend on what anybody holds.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from typing import NamedTuple

from bot.people.quiet_hours import QuietHours, add_waking_time
from bot.tables.pacing import HOUR, Pace, TableSettings
from bot.tables.table import Table
from games.core.seats import Seat

LATEST = 2**53
"""The latest time of a clock (milliseconds): the database has room for it, and a calendar never gets there."""
NEXT = "next"
"""The verb that deals the next hand, in games that have it."""


class DeadlineKind(StrEnum):
    """Kinds of deadlines. The values are part of stored causes."""

    START = "start"
    """The time set for the start comes."""
    LAPSE = "lapse"
    """Silence becomes a move of the game."""
    ORDER = "order"
    """A standing order speaks for a seat."""
    ROBOT = "robot"
    """A robot moves for a seat."""
    NEXT = "next"
    """The next hand is dealt without being asked for."""
    NUDGE = "nudge"
    """A player is reminded."""
    STAND_IN = "stand_in"
    """A robot takes the seat of a player who is away."""
    CLOSE = "close"
    """A table without players is closed."""


class Deadline(NamedTuple):
    """Something that happens at `at` (real milliseconds) unless the table moves on."""

    at: int
    kind: DeadlineKind
    seat: Seat | None = None


def extended_until(table: Table, quiet: Callable[[int], QuietHours | None]) -> int | None:
    """Until when the game's deadline is put off, in correspondence play, so that each player who is publicly asked has
    the whole length outside his quiet hours, whoever has spoken already; None if it need not be.

    Only lengths of an hour and more are stretched: shorter ones are about who is there. The deadlines of a game in
    which words are judged a moment after they were said (`WORDS_WAIT`) stay as they are: its clock cannot stand.
    """
    if table.row.pace != "correspondence" or not table.playing or table.crowd.deadline is None:
        return None
    if table.game.WORDS_WAIT:
        return None
    due = int(table.crowd.deadline) + table.offset
    length = due - table.window_at - table.window_stood
    if length < HOUR:
        return None
    asked = [seat for seat in table.crowd.to_act or table.people if table.present(seat)]
    users = (table.occupant(seat).user_id for seat in asked)
    latest = max(
        (add_waking_time(table.window_at, length, quiet(user)) for user in users if user is not None), default=0
    )
    return latest if latest > due else None


def waits_for(table: Table) -> tuple[Seat, ...]:
    """The seats that the table waits for: publicly, by their own view able to do something, and, where several are
    asked, not yet heard of."""
    if not table.playing or table.crowd is None:
        return ()
    asked: tuple[Seat, ...] = table.crowd.to_act
    unheard = tuple(seat for seat in asked if seat not in table.spoken) if len(asked) > 1 else ()
    return tuple(seat for seat in unheard or asked if table.game.choices(table.view(seat)))


def resting(table: Table) -> bool:
    """Whether the table waits for somebody to ask for the next hand."""
    return any(choice.verb == NEXT for choice in table.game.choices(table.crowd))


def undealt(table: Table) -> bool:
    """Whether the first hand is about to be dealt, without anybody's asking."""
    return table.status == "live" and table.playing and table.crowd.hand == 0 and resting(table)


def plays_itself(table: Table, seat: Seat) -> bool:
    """Whether a robot moves for the seat."""
    return not table.present(seat)


def deadlines(
    table: Table,
    settings: TableSettings,
    silent: Collection[Seat] = (),
    ordered: Collection[Seat] = (),
    quiet: Callable[[int], QuietHours | None] = lambda user: None,
) -> Iterator[Deadline]:
    """Everything that is to come at a table as it stands.

    `silent` are seats whose robot or order has nothing to say to the present state; `ordered` those with standing
    orders; `quiet` gives the quiet hours of a user.
    """
    pace = settings.pace(table.row.pace)
    if table.status == "lobby" and table.start_at is not None:
        yield Deadline(table.start_at, DeadlineKind.START)
    if table.status != "live" or not table.playing or table.crowd is None:
        return
    lapse = table.real_time(table.game.deadline(table.state))
    if lapse is not None:
        yield Deadline(lapse, DeadlineKind.LAPSE)
    if resting(table):
        yield from _next_hand(table, settings, pace)
    for one in table.seats:
        seat = Seat(one.seat)
        if seat in silent:
            continue
        if plays_itself(table, seat):
            yield Deadline(table.crowd_at + pace.robot, DeadlineKind.ROBOT, seat)
        elif seat in ordered:
            yield Deadline(table.crowd_at + pace.order, DeadlineKind.ORDER, seat)
    if not table.people:
        yield Deadline(table.moved_at + pace.close, DeadlineKind.CLOSE)
    for seat in waits_for(table):
        if table.present(seat):
            yield from _patience(table, pace, seat, quiet)


def next_deadline(table: Table, settings: TableSettings) -> int | None:
    """The time that is kept in the table's row, by which any process knows when to look at it."""
    found = min((due.at for due in deadlines(table, settings)), default=None)
    return None if found is None else min(found, LATEST)


def _next_hand(table: Table, settings: TableSettings, pace: Pace) -> Iterator[Deadline]:
    if table.crowd.hand == 0:
        yield Deadline(table.subject_at, DeadlineKind.NEXT)
    elif not table.people:
        if settings.robots_go_on:
            yield Deadline(table.subject_at + pace.robot, DeadlineKind.NEXT)
    elif pace.between is not None:
        yield Deadline(table.subject_at + pace.between, DeadlineKind.NEXT)


def _patience(table: Table, pace: Pace, seat: Seat, quiet: Callable[[int], QuietHours | None]) -> Iterator[Deadline]:
    times = table.nudged.get(seat, 0)
    if times < len(pace.nudges):
        yield Deadline(_waited(table, pace.nudges[times], seat, quiet), DeadlineKind.NUDGE, seat)
    else:
        yield Deadline(_waited(table, pace.stand_in, seat, quiet), DeadlineKind.STAND_IN, seat)


def patience(table: Table, pace: Pace, seat: Seat, quiet: Callable[[int], QuietHours | None]) -> tuple[int, int]:
    """From when on the others may vote that a robot plays for a seat, and when one does without a vote."""
    return _waited(table, pace.nudges[-1], seat, quiet), _waited(table, pace.stand_in, seat, quiet)


def _waited(table: Table, length: int, seat: Seat, quiet: Callable[[int], QuietHours | None]) -> int:
    """When the table has waited so long for a seat; a player's quiet hours do not count by correspondence."""
    user = table.occupant(seat).user_id
    hours = quiet(user) if user is not None and table.row.pace == "correspondence" else None
    return add_waking_time(table.crowd_at, length, hours)
