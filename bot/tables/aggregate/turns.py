"""Turns: whose turn it is, as everybody sees it, and who stays silent in their turn."""

from typing import Final

from bot.store import Pace
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from games.core import Seat, SecretChance
from games.core.robots import EVEN, TEMPERS, Temper

NUDGES_BEFORE_VOTE = 3
"""The number of reminders after which the others may vote for a robot."""
NUDGES_OF_SILENT = 2
"""The number of reminders after which one of the others may play on without a silent player."""

_TEMPER_KEY: Final = b"temper"
"""The key of the chance for tempers. It need not be secret: everybody may know a robot's temper."""


def is_waiting_for_calls(table: Table) -> bool:
    """True in a call window: players may call, or use a verb that declines to call (`Verb.declines_in`)."""
    return find_passing_verb(table.game, table.public_view) is not None


def has_turn(table: Table, seat: Seat) -> bool:
    """True if it is the turn of this seat alone, as everybody can see. A call window is nobody's turn (PB-47)."""
    return table.is_present(seat) and table.public_view.to_act == (seat,) and not is_waiting_for_calls(table)


def is_silent(table: Table, seat: Seat) -> bool:
    """True if it is the turn of a seat at a live table, and its player has pressed nothing in it."""
    pressed = table.absences.stirred | table.turns.moved
    return table.row.pace == Pace.LIVE and has_turn(table, seat) and seat not in pressed


def count_nudges_before_vote(table: Table, seat: Seat) -> int:
    """The number of reminders after which the others may let a robot play for a seat."""
    return NUDGES_OF_SILENT if is_silent(table, seat) else NUDGES_BEFORE_VOTE


def follows_robot(table: Table) -> bool:
    """True if the last move that robots would leave alone for a while is a robot's: no person has to be waited for."""
    courteous = table.public_view.courtesy_to
    return courteous is not None and not table.is_present(courteous)


def draw_temper(table: Table, seat: Seat) -> Temper:
    """The temper of a seat's robot, which follows from the table's number alone.

    There is none for stand-ins, for tables that opened before there were tempers, and where the same moves must always
    lead to the same hand.
    """
    settings, taken = table.settings, table.occupant(seat)
    if not settings.tempers or taken.user_id is not None or table.kind.follows_moves_alone:
        return EVEN
    return TEMPERS[SecretChance(_TEMPER_KEY, (str(table.id),), int(seat)).below(len(TEMPERS))]
