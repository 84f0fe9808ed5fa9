"""The rows of standing orders: moves that a player gave in advance."""

from collections.abc import Collection
from dataclasses import dataclass, field

from sqlalchemy import delete, select

from bot.store.database.engine import Connection
from bot.store.database.queries import add_row, make_row
from bot.store.database.schema import Json, standing_orders as order_rows


@dataclass(frozen=True, slots=True)
class StoredOrder:
    """A standing order of a seat, for one hand. Its fields are the columns of its row, in order."""

    id: int
    table: int
    seat: int
    user_id: int
    hand: int
    order: Json = field(repr=False)
    """The order as JSON; only the game and `bot.automation` read it."""
    created_at: int


def add_order(connection: Connection, new: StoredOrder) -> int:
    """Add a standing order, and return the id that it gets. `new.id` is ignored."""
    return add_row(connection, order_rows, make_row(order_rows, new))


def list_orders(connection: Connection, table: int, hand: int | None = None) -> list[StoredOrder]:
    """The standing orders at a table, the oldest first. With `hand`, only those for this hand."""
    query = select(order_rows).where(order_rows.c.table_id == table)
    if hand is not None:
        query = query.where(order_rows.c.hand == hand)
    found = [StoredOrder(*row) for row in connection.execute(query.order_by(order_rows.c.id))]
    return [order for order in found if order.order is not None]  # None for a damaged one


def drop(connection: Connection, orders: Collection[int]) -> None:
    """Delete the standing orders with these ids."""
    connection.execute(delete(order_rows).where(order_rows.c.id.in_(orders)))


def drop_orders(connection: Connection, table: int, before_hand: int) -> None:
    """Delete the standing orders for hands before `before_hand`."""
    connection.execute(delete(order_rows).where(order_rows.c.table_id == table, order_rows.c.hand < before_hand))


def drop_orders_of_seats(connection: Connection, table: int, changed_seats: Collection[int]) -> None:
    """Delete the standing orders of these seats, whose players have changed."""
    at_seats = order_rows.c.seat.in_(changed_seats)
    connection.execute(delete(order_rows).where(order_rows.c.table_id == table, at_seats))
