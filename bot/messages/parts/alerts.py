"""Numbers of alerts. Thanks to them, the bot tells a player only once about each turn, reminder and question."""

from typing import Final, NamedTuple

from bot.people.loudness import Topic
from bot.store import Pace
from bot.tables.aggregate import Table
from bot.tables.facets.seats import find_passing_verb
from bot.tables.timing.deadlines import list_awaited_seats
from games.core import Seat

_ALERTS_OF_A_TURN: Final = 10
"""The number of alerts that a turn may have: one for the turn itself, the others for its reminders."""
LAST_LOUD: Final = {Pace.LIVE: 1, Pace.CORRESPONDENCE: 2}
"""The number of the last reminder that makes a sound. Later ones tell the other players what they may do."""


class Alert(NamedTuple):
    """Something that a player is told about once."""

    topic: Topic
    number: int


def number_alert(table: Table, seat: Seat) -> int:
    """The number of a seat's present alert. It grows with each turn, and with each reminder within a turn.

    A turn lasts until the seat moves. If others who are asked at the same time move first, no new alert follows.
    """
    since = table.turns.waited.get(seat, table.waiting.since_event)
    return since * _ALERTS_OF_A_TURN + table.absences.nudged.get(seat, 0)


def are_of_one_turn(alert: int, other: int) -> bool:
    """True if two alerts of a seat belong to the same turn."""
    return alert // _ALERTS_OF_A_TURN == other // _ALERTS_OF_A_TURN


def find_alert(table: Table, seat: Seat, last_told: int, has_order: bool) -> Alert | None:
    """Return the alert about a seat's turn that is due, or None. `last_told` is the number of the seat's last one.

    The alert at the beginning of a turn is due unless a standing order may play the turn. A call window is nobody's
    turn (PB-47), so there only a reminder is due. By correspondence, nobody is told again who has left so many
    reminders unanswered.
    """
    if not table.is_present(seat) or seat not in list_awaited_seats(table):
        return None
    nudged, most = table.absences.nudged.get(seat, 0), LAST_LOUD[table.row.pace]
    unanswered = table.absences.unanswered.get(seat)
    if table.row.pace == Pace.CORRESPONDENCE and unanswered is not None and unanswered.times - (nudged > 0) >= most:
        return None
    if nudged > most or (not nudged and (has_order or find_passing_verb(table.game, table.public_view) is not None)):
        return None
    number = number_alert(table, seat)
    return Alert(Topic.REMINDER if nudged else Topic.TURN, number) if number > last_told else None
