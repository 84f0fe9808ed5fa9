"""Tables that need work although nobody has asked for them, and the notes about tables that are put away.

A process holds only the tables in use. It finds the others here: by their stored deadline, and by the mark
`settled_sequence`, the last event that all messages of a table show.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import NamedTuple

from sqlalchemy import BigInteger, bindparam, func, or_, select, update

from bot.store.database.engine import Connection
from bot.store.database.schema import seats, secrets, standing_orders, tables
from bot.store.tables.rows import Status

__all__ = ["PutAway", "Wanted", "list_due", "put_away", "server_of", "unsettle", "unsettle_tables_of", "list_unsettled"]


class PutAway(NamedTuple):
    """A table that a process drops from memory: its messages show event `sequence`, and its next deadline is
    `deadline`."""

    table: int
    sequence: int
    deadline: int | None


Wanted = Callable[[int, int], bool]
"""A function that chooses tables by the id of their server and the id of the table."""


def list_due(connection: Connection, until: int, wanted: Wanted, most: int) -> list[tuple[int, int]]:
    """The deadlines of wanted tables up to `until` as (time, table), soonest first, at most `most`."""
    query = (
        select(tables.c.deadline_at, tables.c.id, tables.c.guild_id)
        .where(tables.c.deadline_at <= until)
        .order_by(tables.c.deadline_at, tables.c.id)
    )
    found: list[tuple[int, int]] = []
    for at, table, guild in connection.execute(query):
        if wanted(guild, table):
            found.append((at, table))
            if len(found) == most:
                break
    return found


def list_unsettled(connection: Connection, after: int, wanted: Wanted, most: int) -> list[int]:
    """The wanted tables whose messages may be out of date, or whose standing orders may play now.

    In the order of their ids, only ids above `after`, at most `most` tables.
    """
    hand = select(func.max(secrets.c.hand)).where(secrets.c.table_id == tables.c.id).scalar_subquery()
    ordered = select(standing_orders.c.table_id).where(
        standing_orders.c.table_id == tables.c.id, standing_orders.c.hand == hand, tables.c.status == Status.LIVE.value
    )
    query = (
        select(tables.c.id, tables.c.guild_id)
        .where(tables.c.id > after, or_(tables.c.sequence > tables.c.settled_sequence, ordered.exists()))
        .order_by(tables.c.id)
    )
    found: list[int] = []
    for table, guild in connection.execute(query):
        if wanted(guild, table):
            found.append(table)
            if len(found) == most:
                break
    return found


_PUT_AWAY = (
    update(tables)
    .where(tables.c.id == bindparam("of"), tables.c.sequence == bindparam("at_sequence"))
    .values(
        settled_sequence=bindparam("at_sequence"),
        deadline_at=bindparam("deadline", type_=BigInteger),
        deadline_sequence=bindparam("deadline_from", type_=BigInteger),
    )
)


def put_away(connection: Connection, dropped: Sequence[PutAway]) -> None:
    """Store the notes about tables that are dropped from memory. The row of a table that has moved on stays as it
    is."""
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
    """Note that the messages of a table may be out of date although it has no new event."""
    connection.execute(update(tables).where(tables.c.id == table).values(settled_sequence=0))


def unsettle_tables_of(connection: Connection, user: int) -> None:
    """Note that a user's own messages at open tables may be out of date."""
    own = select(seats.c.table_id).where(seats.c.user_id == user)
    connection.execute(
        update(tables).where(tables.c.id.in_(own), tables.c.status != Status.CLOSED.value).values(settled_sequence=0)
    )
