"""The free seats of a game under way, in games that more players may join between two hands."""

from bot.store.tables.rows import Status
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.table import Table
from games.core.game import most_seats


def count_free_places(table: Table) -> int:
    """The number of seats that newcomers may still take at a game under way; 0 in games that nobody joins so.

    While a robot plays a seat that somebody left, there are none, because that seat has to be taken first. Otherwise
    players could get up, and come back to a new seat with a new buy-in. There are none in the last hand either.
    """
    if table.game.sit is None or table.playing is None or table.alone or table.status == Status.CLOSED:
        return 0
    if (table.closing.last and table.hand_open) or _is_seat_left(table):
        return 0
    return max(0, most_seats(table.game, table.row.options) - len(table.seats))


def may_sit_down_now(table: Table) -> bool:
    """True if a newcomer may take a free seat now: between two hands, before the deal of the next has begun."""
    dealing = table.hand_open or table.shuffle.closed_at is not None
    return table.status == Status.LIVE and not dealing and count_free_places(table) > 0


def _is_seat_left(table: Table) -> bool:
    """True if a robot plays a seat that somebody left, and that nobody has accepted yet."""
    taken = {offer.seat for offer in offers_of(table) if offer.accepted}
    return any(
        seat.user_id is None and seat.seat in table.occupants.handed and seat.seat not in taken for seat in table.seats
    )
