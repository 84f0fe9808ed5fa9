"""Players who are away: votes to let a robot play for them, stand-ins, and the return to their seats."""

from dataclasses import replace

from bot.ports.requests import Requester
from bot.store.database.engine import Connection
from bot.store.people.digests import plan_robot_digests
from bot.store.tables.rows import Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.permissions import must_not_be_closed, must_sit
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from games.core.refused import Refused
from games.core.seats import Seat

NUDGES_BEFORE_VOTE = 3
"""The number of reminders after which the others may vote for a robot."""


def list_open_votes(table: Table) -> tuple[Seat, ...]:
    """The seats for which the others may vote now to let a robot play.

    The table must wait for such a seat alone. Otherwise a vote would reveal which of several seats have answered.
    """
    return tuple(
        seat
        for seat, times in sorted(table.absences.nudged.items())
        if times >= NUDGES_BEFORE_VOTE
        and table.is_present(seat)
        and table.public_view.to_act == (seat,)
        and table.people != (seat,)
    )


def count_votes_needed(table: Table, seat: Seat) -> int:
    """The number of votes needed to let a robot play for a seat: more than half of the other people present."""
    return len([other for other in table.people if other != seat]) // 2 + 1


def vote(table: Table, requester: Requester, seat: Seat, at: int) -> Change:
    """Vote to let a robot play for a seat. As soon as there are enough votes, the robot plays. Raises Refused."""
    by = must_sit(table, requester.user)
    must_not_be_closed(table)
    if seat not in list_open_votes(table):
        raise Refused("TABLE", "no_vote")
    if by == seat:
        raise Refused("TABLE", "own_vote")
    if by in table.absences.votes.get(seat, ()):
        raise Refused("TABLE", "voted")
    voted = events.Voted(by, seat)
    if len(table.absences.votes.get(seat, ())) + 1 < count_votes_needed(table, seat):
        return Change((voted,))
    taken = stand_in(table, seat, at)
    return replace(taken, events=(voted, *taken.events))


def step_away(table: Table, requester: Requester, at: int) -> Change:
    """Let a robot play for the requester until they are back. Raises Refused: closed, not seated, not started, away
    already."""
    must_not_be_closed(table)
    seat = must_sit(table, requester.user)
    if table.playing is None:
        raise Refused("TABLE", "not_started")
    if table.day is not None:
        raise Refused("TABLE", "day_alone")
    if not table.is_present(seat):
        raise Refused("TABLE", "away_already")
    return stand_in(table, seat, at)


def stand_in_for_absentee(table: Table, user: int, at: int) -> Change | None:
    """Let a robot play for a user who has left the server; None if the user does not play here."""
    seat = table.seat_of(user)
    if seat is None or table.playing is None or table.status == Status.CLOSED or not table.is_present(seat):
        return None
    if table.lost:
        return None  # the bot has left the server, not the user
    return replace(stand_in(table, seat, at), write_also=None)  # no digests for somebody who has left the server


def stand_in(table: Table, seat: Seat, at: int) -> Change:
    """Let a robot play for a player who is away, and plan the digests that tell the player so."""
    user = table.occupant(seat).user_id

    def plan_digests(connection: Connection) -> None:
        if user is not None:
            plan_robot_digests(connection, user, at)

    return Change((events.StoodIn(seat),), seats=table.with_stand_in(seat, {"since": at}), write_also=plan_digests)
