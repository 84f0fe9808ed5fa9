"""Queries for tables that need work but are not in memory, and the notes about tables that are put away.

A process keeps in memory only the tables that are in use. It finds the others by their stored deadline, and by
`settled_sequence`: the last event that all messages of a table show.
"""

from collections.abc import Callable, Sequence
from itertools import islice
from typing import Final, NamedTuple

from sqlalchemy import BigInteger, and_, bindparam, func, or_, select, update

from bot.store.database.engine import Connection
from bot.store.database.schema import projections, seats, secrets, standing_orders, tables
from bot.store.tables.rows import IS_OPEN, Status

POSTING: Final = "posting"
"""The state of a message whose posting was begun. Before it is posted again, Discord is searched for it."""


class PutAwayTable(NamedTuple):
    """The note about a table that is put away: dropped from memory."""

    table: int
    sequence: int
    """The last event that all messages of the table show."""
    deadline: int | None
    """The time of the table's next deadline (milliseconds); None if it has none."""


TableFilter = Callable[[int, int], bool]
"""A function that returns True for wanted tables. It gets the id of the server and the id of the table."""


def list_due(connection: Connection, until: int, wanted: TableFilter, most: int) -> list[tuple[int, int]]:
    """Up to `most` deadlines of wanted tables, up to the time `until`, as (time, table), the soonest first."""
    query = (
        select(tables.c.deadline_at, tables.c.id, tables.c.guild_id)
        .where(tables.c.deadline_at <= until)
        .order_by(tables.c.deadline_at, tables.c.id)
    )
    due = ((at, table) for at, table, guild in connection.execute(query) if wanted(guild, table))
    return list(islice(due, most))


def list_unsettled(connection: Connection, after: int, wanted: TableFilter, most: int) -> list[int]:
    """Up to `most` wanted tables with ids above `after` that the bot must look at when it starts, by id.

    These are tables whose messages may be out of date or were begun and not finished, tables with standing orders for
    the hand under way, and lobbies without a deadline. Such lobbies come from an older release.
    """
    hand = select(func.max(secrets.c.hand)).where(secrets.c.table_id == tables.c.id).scalar_subquery()
    orders = select(standing_orders.c.table_id).where(
        standing_orders.c.table_id == tables.c.id, standing_orders.c.hand == hand, tables.c.status == Status.LIVE.value
    )
    query = (
        select(tables.c.id, tables.c.guild_id)
        .where(
            tables.c.id > after,
            or_(
                tables.c.sequence > tables.c.settled_sequence,
                orders.exists(),
                select(projections.c.table_id)
                .where(projections.c.table_id == tables.c.id, projections.c.state == POSTING)
                .exists(),
                and_(tables.c.status == Status.LOBBY.value, tables.c.deadline_at.is_(None)),
            ),
        )
        .order_by(tables.c.id)
    )
    return list(islice((table for table, guild in connection.execute(query) if wanted(guild, table)), most))


_PUT_AWAY = (
    update(tables)
    .where(tables.c.id == bindparam("of_table"), tables.c.sequence == bindparam("at_sequence"))
    .values(
        settled_sequence=bindparam("at_sequence"),
        deadline_at=bindparam("deadline", type_=BigInteger),
    )
)


def put_away(connection: Connection, dropped: Sequence[PutAwayTable]) -> None:
    """Store the notes about tables that are dropped from memory. A table with a newer event gets no note."""
    rows = [{"of_table": note.table, "at_sequence": note.sequence, "deadline": note.deadline} for note in dropped]
    if rows:
        connection.execute(_PUT_AWAY, rows)


def server_of(connection: Connection, table: int) -> int | None:
    """The id of a table's server; None if there is no such table."""
    return connection.scalar(select(tables.c.guild_id).where(tables.c.id == table))


def unsettle(connection: Connection, table: int) -> None:
    """Note that the messages of a table may be out of date, although there is no new event."""
    connection.execute(update(tables).where(tables.c.id == table).values(settled_sequence=0))


def unsettle_tables_of(connection: Connection, user: int) -> None:
    """Note that the messages of a user's open tables may be out of date."""
    own = select(seats.c.table_id).where(seats.c.user_id == user)
    connection.execute(update(tables).where(tables.c.id.in_(own), IS_OPEN).values(settled_sequence=0))
