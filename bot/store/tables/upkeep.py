"""Queries for tables that need work and are not in memory, and the notes about tables that are put away.

A process holds only the tables in use in memory. It finds other tables by their stored deadline, and by
`settled_sequence`, the last event that all messages of a table show.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import NamedTuple

from sqlalchemy import BigInteger, and_, bindparam, func, or_, select, update

from bot.store.database.engine import Connection
from bot.store.database.schema import seats, secrets, standing_orders, tables
from bot.store.tables.rows import IS_OPEN, Status


class PutAwayTable(NamedTuple):
    """A note about a table that is dropped from memory."""

    table: int
    sequence: int
    """The last event that its messages show."""
    deadline: int | None
    """The time of its next deadline (milliseconds)."""


TableFilter = Callable[[int, int], bool]
"""True for the tables that are wanted. It is called with the ids of the server and of the table."""


def list_due(connection: Connection, until: int, wanted: TableFilter, most: int) -> list[tuple[int, int]]:
    """Up to `most` deadlines of wanted tables until the time `until`, as (time, table), soonest first."""
    query = (
        select(tables.c.deadline_at, tables.c.id, tables.c.guild_id)
        .where(tables.c.deadline_at <= until)
        .order_by(tables.c.deadline_at, tables.c.id)
    )
    due = ((at, table) for at, table, guild in connection.execute(query) if wanted(guild, table))
    return list(islice(due, most))


def list_unsettled(connection: Connection, after: int, wanted: TableFilter, most: int) -> list[int]:
    """Up to `most` wanted tables with ids above `after` that a start has to look at, in the order of their ids.

    Those are tables whose messages may be out of date, tables with standing orders for the hand under way, and lobbies
    without a deadline, which come from an older release.
    """
    hand = select(func.max(secrets.c.hand)).where(secrets.c.table_id == tables.c.id).scalar_subquery()
    ordered = select(standing_orders.c.table_id).where(
        standing_orders.c.table_id == tables.c.id, standing_orders.c.hand == hand, tables.c.status == Status.LIVE.value
    )
    query = (
        select(tables.c.id, tables.c.guild_id)
        .where(
            tables.c.id > after,
            or_(
                tables.c.sequence > tables.c.settled_sequence,
                ordered.exists(),
                and_(tables.c.status == Status.LOBBY.value, tables.c.deadline_at.is_(None)),
            ),
        )
        .order_by(tables.c.id)
    )
    return list(islice((table for table, guild in connection.execute(query) if wanted(guild, table)), most))


_PUT_AWAY = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.sequence == bindparam("at_sequence"))
    .values(
        settled_sequence=bindparam("at_sequence"),
        deadline_at=bindparam("deadline", type_=BigInteger),
        deadline_sequence=bindparam("deadline_from", type_=BigInteger),
    )
)


def put_away(connection: Connection, dropped: Sequence[PutAwayTable]) -> None:
    """Store the notes about tables that are dropped from memory, except for tables that have moved on."""
    rows = [
        {
            "of": table.table,
            "at_sequence": table.sequence,
            "deadline": table.deadline,
            "deadline_from": None if table.deadline is None else table.sequence,
        }
        for table in dropped
    ]
    if rows:
        connection.execute(_PUT_AWAY, rows)


def server_of(connection: Connection, table: int) -> int | None:
    """The id of a table's server; None if there is no such table."""
    return connection.execute(select(tables.c.guild_id).where(tables.c.id == table)).scalar_one_or_none()


def unsettle(connection: Connection, table: int) -> None:
    """Note that the messages of a table may be out of date, although there is no new event."""
    connection.execute(update(tables).where(tables.c.id == table).values(settled_sequence=0))


def unsettle_tables_of(connection: Connection, user: int) -> None:
    """Note that the messages of a user's open tables may be out of date."""
    own = select(seats.c.table_id).where(seats.c.user_id == user)
    connection.execute(update(tables).where(tables.c.id.in_(own), IS_OPEN).values(settled_sequence=0))
