"""The rows of seats, and of the standing orders of those who sit there, which change with a commit."""

from bot.store import Connection
from bot.store.people import standing_orders
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Proposal, RowWriter, Table
from bot.tables.history.events import HandOver, Revealed
from games.core import Seat


def plan_seats(proposal: Proposal) -> RowWriter | None:
    """The writer of the seats, which also drops the orders of everybody who lost theirs; None if all seats stay."""
    seats, table = proposal.change.seats, proposal.after.id
    if seats is None:
        return None
    reoccupied = _list_reoccupied(proposal.before, proposal.after)

    def write(connection: Connection) -> None:
        stored_tables.put_seats(connection, table, seats)
        standing_orders.drop_orders_of_seats(connection, table, reoccupied)

    return write


def plan_orders(proposal: Proposal) -> RowWriter | None:
    """The writer that drops the orders of hands that end; None if no hand ends."""
    ended = [event.number for event in proposal.events if isinstance(event, HandOver | Revealed)]
    if not ended:
        return None
    return lambda connection: standing_orders.drop_orders(connection, proposal.after.id, max(ended) + 1)


def _list_reoccupied(before: Table, after: Table) -> set[Seat]:
    """The seats that another person or robot plays now."""
    earlier, now = (
        {(taken.seat, taken.user_id, taken.stand_in is None) for taken in one.seats} for one in (before, after)
    )
    return {Seat(seat) for seat, _, _ in earlier - now}
