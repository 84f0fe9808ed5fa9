"""Decisions on take-backs. A seat's last move is undone if everybody agrees and nothing hidden was revealed since."""

from collections.abc import Sequence
from itertools import groupby

from bot.ports import Request
from bot.store import Connection
from bot.tables.aggregate import Change, Table, Wish, must_allow, must_not_be_closed, must_sit
from bot.tables.facets.questions import Refusals
from bot.tables.history import events as table_events
from bot.tables.history.entries import Entry, Moved, find_outcome, hides_nothing, read_entries, select_effective
from bot.tables.play.pauses import must_not_be_paused
from games.core import Refused, Seat, seat_of
from games.core.secret import is_unnoticed


def read_last_move(connection: Connection, table: int, seat: Seat, until: int) -> tuple[list[Entry], bool] | None:
    """The game's events from a seat's last move on, and True if any of them drew from chance. None if the seat's
    present player has made no move."""
    found = read_entries(connection, table, 0, until)
    handed_over_at = 0
    for entry in found:
        if isinstance(entry.event, table_events.Substituted) and entry.event.seat == seat:
            handed_over_at = entry.sequence
    later, drew = list[Entry](), False
    for cause, commit in groupby(reversed(select_effective(found)), lambda entry: entry.cause or ""):
        later += commit
        outcome = find_outcome(connection, table, cause)
        drew = drew or (outcome is not None and outcome.drew)
        if isinstance(outcome, Moved) and outcome.seat == seat:
            return (later[::-1], drew) if later[-1].sequence > handed_over_at else None
    return None


def ask_to_take_back(table: Table, seat: Seat, found: tuple[list[Entry], bool] | None, at: int, wait: int) -> Change:
    """Ask to take back a seat's last move. Raises Refused: nothing to take back, something was revealed, too soon."""
    must_not_be_paused(table)
    must_allow(table, Wish.UNDO)
    if not table.playing or not table.is_live:
        raise Refused("TABLE", "not_live")
    if table.takeback.asked is not None:
        raise Refused("TABLE", "undo_asked")
    if found is None:
        raise Refused("TABLE", "undo_nothing")
    events, drew = found
    # The refusal must not reveal events that the seat does not know of. Another seat's move reveals something about
    # that seat's hand, a robot's too, although robots agree to every take-back.
    noticed = (entry.event for entry in events if not is_unnoticed(entry.event) or seat_of(entry.event) == seat)
    if drew or any(not hides_nothing(event) or seat_of(event) not in (seat, None) for event in noticed):
        raise Refused("TABLE", "undo_revealed")
    if table.game.transfers([entry.event for entry in events]) or not table.hand_open:
        raise Refused("TABLE", "undo_scored")
    count, refused_at = table.takeback.refusals.get(seat, Refusals())
    if count and at < (again_at := refused_at + wait * 2 ** (count - 1)):
        raise Refused("TABLE", "undo_wait", seconds=-(-(again_at - at) // 1000))
    asked = table_events.UndoAsked(seat, events[0].sequence - 1)
    return _take_back_if_all_agree(table, (asked,), (seat,), asked.back_to)


def _take_back_if_all_agree(table: Table, events: Sequence[object], agreed: tuple[Seat, ...], back_to: int) -> Change:
    """The change with these events, and with the take-back itself if every person has agreed. Robots always agree."""
    if set(table.people) <= set(agreed):
        return Change((*events, table_events.Undone(back_to)))
    return Change(tuple(events))


def answer_question(table: Table, request: Request, yes: bool, number: int | None = None) -> Change:
    """Agree to take-back `number` or refuse it. None means the open take-back, as in buttons of older releases.

    Raises Refused if that take-back is no longer open, or if the seat has agreed to it already.
    """
    seat = must_sit(table, request.user)
    must_not_be_closed(table)
    if table.takeback.asked is None:
        raise Refused("TABLE", "undo_none")
    if number not in (None, table.takeback.number):
        raise Refused("TABLE", "undo_old")
    if seat in table.takeback.agreed:
        raise Refused("TABLE", "undo_said")
    if not yes:
        return Change((table_events.UndoRefused(seat),))
    return _take_back_if_all_agree(
        table, (table_events.UndoAgreed(seat),), (*table.takeback.agreed, seat), table.takeback.asked.back_to
    )
