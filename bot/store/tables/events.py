"""Stored events, read by table. Only `writer.Writer.commit` adds events."""

from dataclasses import dataclass, field

from sqlalchemy import bindparam, select

from bot.store.database.engine import Connection
from bot.store.database.errors import RecordDamaged
from bot.store.database.schema import HIGHEST, Json, causes, events, seats, tables
from bot.store.tables.commits import Committed
from bot.store.tables.rows import IS_OPEN, is_whole


@dataclass(frozen=True, slots=True)
class StoredEvent:
    """A stored event. Its fields are the columns of its row, in order."""

    table: int
    sequence: int
    kind: str
    version: int
    body: dict[str, Json] = field(repr=False)
    at: int
    cause: str | None
    part: int
    """The position of the event in its commit, from 0."""


_OF_TABLE = (
    select(events)
    .where(events.c.table_id == bindparam("of_table"), events.c.sequence > bindparam("after"))
    .where(events.c.sequence <= bindparam("until"))
    .order_by(events.c.sequence)
)
_OF_CAUSE = select(causes.c.first, causes.c.last, causes.c.outcome).where(
    causes.c.table_id == bindparam("of_table"), causes.c.cause == bindparam("of_cause")
)
# The statements above are built once, since SQLAlchemy takes longer to build a statement than SQLite to run it.


def read(connection: Connection, table: int, after: int = 0, until: int = HIGHEST) -> list[StoredEvent]:
    """The events of a table with `after` < sequence <= `until`, in order. An unknown table has none.

    Raises `RecordDamaged` if an event is missing, or if its time or its version is no whole number.
    """
    bounds = {"of_table": table, "after": after, "until": until}
    found = [StoredEvent(*row) for row in connection.execute(_OF_TABLE, bounds)]
    for sequence, event in enumerate(found, after + 1):
        if event.sequence != sequence or not is_whole(event.at) or not is_whole(event.version):
            raise RecordDamaged(table)
    return found


def read_last(connection: Connection, table: int, count: int) -> list[StoredEvent]:
    """The last `count` events of a table, in order."""
    query = select(events).where(events.c.table_id == table).order_by(events.c.sequence.desc()).limit(count)
    return [StoredEvent(*row) for row in connection.execute(query)][::-1]


def find_commit(connection: Connection, table: int, cause: str) -> Committed | None:
    """The result of the commit with this cause, or None if there was none."""
    row = connection.execute(_OF_CAUSE, {"of_table": table, "of_cause": cause}).one_or_none()
    return None if row is None else Committed(row.first, row.last, True, row.outcome)


def is_known_somewhere(connection: Connection, cause: str, place: int, user: int) -> bool:
    """True if this cause changed the open table of a channel or thread, or a table where the user has a seat."""
    at_place = select(tables.c.id).where(tables.c.place_id == place, IS_OPEN)
    seated = select(seats.c.table_id).where(seats.c.user_id == user)
    found = select(causes.c.table_id).where(causes.c.cause == cause, causes.c.table_id.in_(at_place.union(seated)))
    return connection.execute(found).first() is not None
