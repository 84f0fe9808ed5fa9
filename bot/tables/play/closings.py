"""Decisions on the end of a table: its last hand, and closing it at once.

In the middle of play everyone present must agree, so that nobody escapes a loss. If closing breaks off no hand or game,
the host or an admin may close the table alone. Anybody else has to ask, and silence counts as a yes (see `deadlines`).
"""

from enum import StrEnum
from typing import Final

from bot.ports import MINUTE, Request
from bot.store import Status
from bot.tables.aggregate import (
    Change,
    Table,
    Wish,
    may_host,
    must_allow,
    must_host,
    must_not_be_closed,
    must_run,
    must_sit,
)
from bot.tables.aggregate.outsiders import with_outsider
from bot.tables.history import events
from bot.tables.seats import handovers
from bot.tables.seats.handover_notes import list_former_users
from games.core import Refused, Seat

WAIT: Final = 600_000
"""Milliseconds after a refusal until somebody may ask again."""


def is_in_play(table: Table) -> bool:
    """True if closing the table would break off a hand, or a game that is decided by points over several hands."""
    if table.playing is None or table.public_view.over:
        return False
    return table.hand_open or table.public_view.game_open


def close(table: Table, request: Request) -> Change:
    """Close a table for good, or ask everyone present first (the module says when).

    Anyone at the table, the host and admins may do this; in a lobby, only the host and admins. An admin who is not
    involved need not ask. If the question is open already, a player who asks again agrees to it. Raises Refused.
    """
    seat = table.seat_of(request.user)
    if table.closing.asked is not None and seat is not None and seat not in table.closing.agreed:
        return answer(table, request, True)
    check = must_run if table.playing else must_host
    check(table, request.requester)
    must_not_be_closed(table)
    must_allow(table, Wish.CLOSE)
    by = seat if seat is not None and table.is_present(seat) else None
    agreed = (*table.closing.agreed, *(() if by is None else (by,)))
    harmless = not is_in_play(table) and may_host(table, request.requester)
    if harmless or _is_neutral(table, request):
        return _close()
    if _counts_for_another(table, request):
        raise Refused("TABLE", "close_counts")
    if not _list_missing(table, agreed):
        return _close()
    if table.closing.asked is not None:
        raise Refused("TABLE", "close_waits", names=list_missing_names(table))
    refused_at = table.closing.refused_at
    if refused_at is not None and request.at < refused_at + WAIT:
        raise Refused("TABLE", "close_again", minutes=-(-(refused_at + WAIT - request.at) // MINUTE))
    if by is not None:
        return Change((events.CloseAsked(by),))
    outsider, settings = with_outsider(table, table.settings, request.user)
    return Change((events.CloseAsked(None, outsider),), settings=settings)


def answer(table: Table, request: Request, yes: bool, number: int | None = None) -> Change:
    """Agree to question `number` or refuse it; None means the open question. Raises Refused if it is no longer open,
    or the seat has agreed already."""
    seat = must_sit(table, request.user)
    must_not_be_closed(table)
    if table.closing.asked is None or number not in (None, table.closing.number):
        raise Refused("TABLE", "close_not_asked")
    if not yes:
        return Change((events.CloseRefused(seat),))
    if seat in table.closing.agreed:
        raise Refused("TABLE", "undo_said")
    agreed = events.CloseAgreed(seat)
    if _list_missing(table, (*table.closing.agreed, seat)):
        return Change((agreed,))
    return _close(agreed)


def list_missing_names(table: Table) -> tuple[str, ...]:
    """The names of the people present who have not agreed."""
    return tuple(table.names[seat] for seat in _list_missing(table, table.closing.agreed))


def call_last_hand(table: Table, request: Request) -> Change:
    """Let the table close by itself at the end of this hand, or of this game of several hands. Between hands, the next
    hand is the last. Raises Refused: not of this table, closed, said already."""
    _must_be_playing(table, request)
    if table.closing.is_last_hand:
        raise Refused("TABLE", "last_said")
    return Change((events.LastHandCalled(table.seat_of(request.user)),))


def drop_last_hand(table: Table, request: Request) -> Change:
    """Let the table play on after this hand. Raises Refused: not of this table, closed, nobody said it is the last."""
    _must_be_playing(table, request)
    if not table.closing.is_last_hand:
        raise Refused("TABLE", "last_not_said")
    return Change((events.LastHandDropped(table.seat_of(request.user)),))


def _must_be_playing(table: Table, request: Request) -> None:
    must_run(table, request.requester)
    must_not_be_closed(table)
    if table.playing is None:
        raise Refused("TABLE", "not_started")


def leave(table: Table, request: Request) -> Change:
    """Get up for good in the middle of the game: a robot takes over the seat and its hand. If no other people are left,
    the table is closed, unless its hand or game still counts for somebody who has left. Raises Refused: closed, not
    seated."""
    must_not_be_closed(table)
    must_sit(table, request.user)
    must_allow(table, Wish.LEAVE)
    if len(table.users) > 1 or _counts_for_another(table, request):
        return handovers.offer_seat(table, request, request.user, None)
    return _close()


def leave_day(table: Table, request: Request) -> Change:
    """End the requester's hand of the day, which counts as their attempt. Raises Refused: no such hand, closed."""
    if table.row.day is None or table.seat_of(request.user) is None:
        raise Refused("TABLE", "no_button")
    must_not_be_closed(table)
    return _close()


def _counts_for_another(table: Table, request: Request) -> bool:
    """True if the hand or game that closing would break off counts for somebody else, who has given up their seat."""
    return is_in_play(table) and bool(list_former_users(table) - {request.user})


def _list_missing(table: Table, agreed: tuple[Seat, ...]) -> tuple[Seat, ...]:
    return tuple(seat for seat in table.people if seat not in agreed)


def _is_neutral(table: Table, request: Request) -> bool:
    """True for an admin or moderator who did not open the table, does not sit at it, and gave up no seat in the hand
    under way."""
    involved = (
        request.user == table.row.host
        or table.seat_of(request.user) is not None
        or request.user in list_former_users(table)
    )
    return (request.requester.admin or request.requester.moderator) and not involved


def _close(*before: object) -> Change:
    return Change((*before, events.Closed("asked")), status=Status.CLOSED)


class LostPlace(StrEnum):
    """The place that a table has lost. The values are stored, and are part of keys of sentences."""

    CHANNEL = "channel"
    THREAD = "thread"
    SERVER = "server"


def close_without_place(table: Table, gone: LostPlace) -> Change | None:
    """Close a table whose channel, thread or server is gone; None if it is closed already."""
    if table.is_closed:
        return None
    return Change((events.Closed(gone.value),), status=Status.CLOSED)
