"""Finding the requester's own seat, and giving it back to them."""

from bot.ports.requests import Request
from bot.tables.aggregate.table import Table
from bot.tables.seats import absentees
from bot.tables.service import TableService
from games.core.refused import Refused
from games.core.seats import Seat


def own_seat(table: Table, request: Request) -> Seat:
    """Return the requester's seat. Raises Refused("TABLE", "not_seated")."""
    seat = table.seat_of(request.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    return seat


async def take_seat_back(tables: TableService, table: Table, request: Request) -> Table:
    """If a robot stands in for the requester, give them their seat back. Return the present table."""
    seat = table.seat_of(request.user)
    if seat is None or table.occupant(seat).stand_in is None:
        return table
    cause = f"{request.cause}:back"
    return (await tables.change(table.id, cause, request.at, lambda now: absentees.give_seat_back(now, seat))).table
