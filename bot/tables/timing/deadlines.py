"""The times at which a table does something by itself: silence becomes a move, a robot or a standing order moves, the
next hand is dealt, a player who is away is reminded, and a robot stands in.

Deadlines depend only on the table, so that after a restart, or in another process, they are the same. Waits are counted
from the time at which everybody last saw something new, and never depend on anyone's hand.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator
from enum import StrEnum
from typing import NamedTuple

from bot.people.quiet_hours import QuietHours, add_waking_time
from bot.store.tables.rows import Pace, Status
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.pacing import HOUR, Pacing, TableSettings
from bot.tables.aggregate.table import Table
from bot.tables.timing import tempo
from bot.tables.timing.patience import pace_of
from games.core.game import find_dealing_verb
from games.core.seats import Seat

LATEST = 2**53
"""The latest time of a deadline (milliseconds): the database has room for it, and no calendar gets there."""


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
    OFFER = "offer"
    """The time for which a free seat is held for somebody from the queue is over."""


class Deadline(NamedTuple):
    """Something that happens at `at` (real milliseconds) unless the table moves on."""

    at: int
    kind: DeadlineKind
    seat: Seat | None = None


def find_extension(table: Table, quiet: Callable[[int], QuietHours | None]) -> int | None:
    """The real time to which quiet hours put off the game's deadline in correspondence play; None if they do not.

    Each player who is publicly asked gets the whole length outside their quiet hours, even if they have moved already.
    Only lengths of an hour and more are stretched: a shorter deadline is meant for people who are present. If a game
    judges words a moment after they were said (`WORDS_WAIT`), its deadlines stay as they are, because its clock must
    not be stopped.
    """
    clock = table.clock
    if table.row.pace != Pace.CORRESPONDENCE or table.playing is None or clock.due is None:
        return None
    if table.game.WORDS_WAIT:
        return None
    length = clock.due - clock.window_at - clock.window_stood
    if length < HOUR:
        return None
    asked = [seat for seat in table.playing.view.to_act or table.people if table.present(seat)]
    users = [user for seat in asked if (user := table.occupant(seat).user_id) is not None]
    latest = max((add_waking_time(clock.window_at, length, quiet(user)) for user in users), default=0)
    return latest if latest > clock.due else None


def waits_for(table: Table) -> tuple[Seat, ...]:
    """The seats that the table waits for: they are publicly asked and have a choice. If several seats are asked,
    seats that have moved are left out."""
    if table.playing is None:
        return ()
    asked = table.playing.view.to_act
    unheard = tuple(seat for seat in asked if seat not in table.waiting.moved) if len(asked) > 1 else ()
    return tuple(seat for seat in unheard or asked if table.game.choices(table.view(seat)))


def is_resting(table: Table) -> bool:
    """True if the table waits for somebody to ask for the next hand."""
    deal = find_dealing_verb(table.game).name
    return any(choice.verb == deal for choice in table.game.choices(table.public_view))


def is_undealt(table: Table) -> bool:
    """True if the first hand is about to be dealt without being asked for."""
    return (
        table.status == Status.LIVE and table.playing is not None and table.playing.view.hand == 0 and is_resting(table)
    )


def plays_itself(table: Table, seat: Seat) -> bool:
    """True if a robot moves for the seat."""
    return not table.present(seat)


def deadlines(
    table: Table,
    settings: TableSettings,
    silent: Collection[Seat] = (),
    ordered: Collection[Seat] = (),
    quiet: Callable[[int], QuietHours | None] = lambda user: None,
    notice_after: Callable[[int], int | None] = lambda user: None,
) -> Iterator[Deadline]:
    """All deadlines of a table as it stands.

    `silent` are seats whose robot or order has nothing to say to the present state; `ordered` those with standing
    orders; `quiet` gives the quiet hours of a user, `notice_after` the wait after which they want to be told of a turn.
    """
    pace = pace_of(table, settings)
    if table.status == Status.LOBBY and table.start.at is not None:
        yield Deadline(table.start.at, DeadlineKind.START)
    for offer in offers_of(table):
        if offer.lapses_at is not None:
            yield Deadline(offer.lapses_at, DeadlineKind.OFFER)
    if table.status != Status.LIVE or table.playing is None:
        return
    lapse = table.clock.real_time(table.game.deadline(table.playing.state))
    if lapse is not None:
        yield Deadline(lapse, DeadlineKind.LAPSE)
    if is_resting(table):
        yield from _next_hand(table, table.playing.view.hand, settings, pace)
    for taken in table.seats:
        seat = Seat(taken.seat)
        if seat in silent:
            continue
        if plays_itself(table, seat):
            pause = tempo.pause(table, seat, pace)
            yield Deadline(table.waiting.view_changed_at + pause, DeadlineKind.ROBOT, seat)
        elif seat in ordered:
            pause = pace.alone if pace.alone is not None and len(table.people) == 1 else pace.order
            yield Deadline(table.waiting.view_changed_at + pause, DeadlineKind.ORDER, seat)
    if not table.people or table.practice:
        yield Deadline(table.waiting.last_move_at + pace.close, DeadlineKind.CLOSE)
    if table.practice:
        return  # a practice table has no other deadlines
    for seat in waits_for(table):
        if table.present(seat):
            yield from _patience(table, pace, seat, quiet, notice_after)


def next_deadline(table: Table, settings: TableSettings) -> int | None:
    """The earliest deadline. It is kept in the table's row, so that any process knows when to look at the table."""
    found = min((deadline.at for deadline in deadlines(table, settings)), default=None)
    return None if found is None else min(found, LATEST)


def _next_hand(table: Table, hand: int, settings: TableSettings, pace: Pacing) -> Iterator[Deadline]:
    if hand == 0:
        yield Deadline(table.waiting.since, DeadlineKind.NEXT)
    elif not table.people:
        if settings.robots_go_on:
            yield Deadline(table.waiting.since + pace.robot, DeadlineKind.NEXT)
    elif pace.between is not None and not table.practice:
        yield Deadline(table.waiting.since + pace.between, DeadlineKind.NEXT)


def _patience(
    table: Table,
    pace: Pacing,
    seat: Seat,
    quiet: Callable[[int], QuietHours | None],
    notice_after: Callable[[int], int | None],
) -> Iterator[Deadline]:
    times = table.absences.nudged.get(seat, 0)
    if times < len(pace.nudges):
        user = table.occupant(seat).user_id
        wanted = notice_after(user) if user is not None and not times else None
        # The first reminder is private, so it may come when its reader wants it, though not after the second.
        wait = pace.nudges[times] if wanted is None else min(wanted, pace.nudges[1])
        yield Deadline(_waited(table, wait, seat, quiet), DeadlineKind.NUDGE, seat)
    else:
        yield Deadline(_waited(table, pace.stand_in, seat, quiet), DeadlineKind.STAND_IN, seat)


def patience(table: Table, pace: Pacing, seat: Seat, quiet: Callable[[int], QuietHours | None]) -> tuple[int, int]:
    """The times from which the others may vote for a robot in a seat, and at which one plays without a vote."""
    return _waited(table, pace.nudges[-1], seat, quiet), _waited(table, pace.stand_in, seat, quiet)


def _waited(table: Table, length: int, seat: Seat, quiet: Callable[[int], QuietHours | None]) -> int:
    """The time at which the table has waited `length` for a seat; in correspondence play quiet hours do not count."""
    user = table.occupant(seat).user_id
    hours = quiet(user) if user is not None and table.row.pace == Pace.CORRESPONDENCE else None
    return add_waking_time(table.waiting.view_changed_at, length, hours)
