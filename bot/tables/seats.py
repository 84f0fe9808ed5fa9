"""Who plays a seat once the game is on: votes, stand-ins, handing a seat over, pausing, closing."""

from __future__ import annotations

from bot.ports.requests import Requester
from bot.store import crews
from bot.store.tables import StoredSeat
from bot.tables import events, tally_entries
from bot.tables.changes import Change
from bot.tables.lobby import free_name, may_rule, may_run
from bot.tables.table import Table
from games.core.refused import Refused
from games.core.robots import Level
from games.core.seats import Seat

NUDGES_BEFORE_VOTE = 3
"""Reminders after which the others may vote for a robot."""


def returned(table: Table, seat: Seat) -> Change | None:
    """The player of a seat is back; None if nobody stood in for him."""
    one = table.occupant(seat)
    if one.stand_in is None or table.status == "closed":
        return None
    return Change((events.Returned(seat),), seats=table.with_seat(seat, stand_in=None))


def open_votes(table: Table) -> tuple[Seat, ...]:
    """The seats for which the others, where there are any, may vote now that a robot plays: one that the table waits
    for alone. Where several are asked at once, a vote would tell who of them has answered."""
    return tuple(
        seat
        for seat, times in sorted(table.nudged.items())
        if times >= NUDGES_BEFORE_VOTE
        and table.present(seat)
        and table.crowd.to_act == (seat,)
        and table.people != (seat,)
    )


def vote(table: Table, who: Requester, seat: Seat, at: int) -> Change:
    """Vote that a robot plays for a seat; more than half of the other people present decide."""
    by = table.seat_of(who.user)
    if by is None:
        raise Refused("TABLE", "not_seated")
    if seat not in open_votes(table):
        raise Refused("TABLE", "no_vote")
    if by == seat:
        raise Refused("TABLE", "own_vote")
    if by in table.votes.get(seat, ()):
        raise Refused("TABLE", "voted")
    voted = events.Voted(by, seat)
    others = [one for one in table.people if one != seat]
    if 2 * (len(table.votes.get(seat, ())) + 1) <= len(others):
        return Change((voted,))
    taken = stand_in(table, seat, at)
    return Change((voted, *taken.events), seats=taken.seats)


def substitute(table: Table, who: Requester, user: int | None, new: Requester | None, at: int) -> Change:
    """Hand a person's seat with its hand to another person, or to a robot (`new` None); or the first robot's seat
    (`user` None) to a person.

    The player himself, the host and admins may; a robot's seat, anybody at the table. Raises Refused.
    """
    if user is None and new is None:
        raise Refused("TABLE", "nobody_named")
    robots = (Seat(one.seat) for one in table.seats if one.user_id is None)
    seat = next(robots, None) if user is None else table.seat_of(user)
    if seat is None or not table.playing or table.status == "closed":
        raise Refused("TABLE", "nobody_there" if user is not None else "no_robot")
    if user is None:
        may_run(table, who)
    elif who.user != user:
        may_rule(table, who)
    if new is None:
        one = StoredSeat(seat, free_name(table), at, robot=str(Level.OLD_HAND))
    elif table.seat_of(new.user) is not None:
        raise Refused("TABLE", "seated_other", name=new.name)
    else:
        one = StoredSeat(seat, new.name, at, user_id=new.user)
    seats = tuple(one if old.seat == seat else old for old in table.seats)
    crew, name = table.row.crew, table.occupant(seat).name
    by = None if who.user == user else table.seat_of(who.user)
    how = "robots" if user is None else "own" if who.user == user else "outside" if by is None else "other"
    return Change(
        (events.Substituted(seat, new is None, by, how),),
        seats=seats,
        row={"settings": tally_entries.handed(table, seat)},
        also=None if user is None else lambda connection: crews.member(connection, crew, user, name, at),
    )


def pause(table: Table, who: Requester) -> Change:
    """Stop all clocks. Anybody at the table may."""
    may_run(table, who)
    if table.status == "paused":
        raise Refused("TABLE", "paused_already")
    if table.status != "live":
        raise Refused("TABLE", "not_live")
    return Change((events.Paused(),), status="paused")


def resume(table: Table, who: Requester, at: int) -> Change:
    """Let the clocks go on from where they stood."""
    may_run(table, who)
    if table.status != "paused":
        raise Refused("TABLE", "not_paused")
    stood = max(0, at - (table.paused_at or at))
    return Change((events.Resumed(stood),), status="live")


def close(table: Table, who: Requester) -> Change:
    """Close a table for good. The host and admins may."""
    may_rule(table, who)
    if table.status == "closed":
        raise Refused("TABLE", "closed")
    return Change((events.Closed("asked"),), status="closed")


def stand_in(table: Table, seat: Seat, at: int) -> Change:
    """A robot takes the seat of a player who is away."""
    return Change((events.StoodIn(seat),), seats=table.with_seat(seat, stand_in={"since": at}))
