"""Commits, and the stored events of a table. A commit writes a change: its events, its cause, the table's row, and
further rows, in one transaction. Only `writer.Writer.commit` adds events."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from sqlalchemy import BigInteger, Text, bindparam, func, insert, select, update

from bot.store.database import notifications
from bot.store.database.engine import Connection
from bot.store.database.errors import RecordDamaged, SequenceTaken, StoreError, UnknownTable
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.queries import has_row
from bot.store.database.schema import HIGHEST, Json, causes, events, seats, tables
from bot.store.tables.rows import IS_OPEN, Status, is_whole


@dataclass(frozen=True, slots=True)
class NewEvent:
    """An encoded event. `body` is a JSON object."""

    kind: str
    version: int
    body: Mapping[str, Json] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Commit:
    """One change of one table. Times are milliseconds since 1970."""

    table: int
    expected: int
    """The sequence of the table when the change was decided. The new events follow it."""
    events: Sequence[NewEvent]
    at: int
    cause: str | None = None
    """The cause of the change. Each cause is committed only once."""
    deadline: int | None = None
    """The table's next deadline after this commit, or None."""
    status: Status | None = None
    """The table's new status; None keeps it."""
    outcome: Json = field(default=None, repr=False)
    """JSON that is stored with the cause, and returned if the same cause comes again."""
    also: Callable[[Connection], object] | None = None
    """A function that writes further rows in the same transaction. Commits without one share a bulk insert."""


@dataclass(frozen=True, slots=True)
class Committed:
    """The result of a commit: the sequences of its first and last events. Without events, `last` is `first` - 1."""

    first: int
    last: int
    repeated: bool = False
    """True if nothing was written this time, since the cause was committed before."""
    outcome: Json = field(default=None, repr=False)


_SEQUENCES = (
    select(tables.c.id, tables.c.sequence)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()
)
_KNOWN_CAUSES = select(causes.c.table_id, causes.c.cause, causes.c.first, causes.c.last, causes.c.outcome).where(
    causes.c.table_id.in_(bindparam("ids", expanding=True)), causes.c.cause.in_(bindparam("names", expanding=True))
)
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        sequence=bindparam("last"),
        deadline_at=bindparam("deadline", type_=BigInteger),
        status=func.coalesce(bindparam("new_status", type_=Text), tables.c.status),
        closed_at=func.coalesce(bindparam("closed", type_=BigInteger), tables.c.closed_at),
    )
)
_ADD_EVENTS = insert(events)
_ADD_CAUSES = insert(causes)


def append(connection: Connection, commits: Sequence[Commit]) -> list[Committed | StoreError]:
    """Write the events, causes and table rows of all commits, in order. Each commit succeeds or fails by itself."""
    if not commits:
        return []
    ids = sorted({commit.table for commit in commits})
    sequences = {row.id: row.sequence for row in connection.execute(_SEQUENCES, {"ids": ids})}
    names = sorted({commit.cause for commit in commits if commit.cause is not None})
    known: dict[tuple[int, str], Committed] = {}
    if names:
        for row in connection.execute(_KNOWN_CAUSES, {"ids": ids, "names": names}):
            known[row.table_id, row.cause] = Committed(row.first, row.last, True, row.outcome)
    results: list[Committed | StoreError] = []
    accepted: list[tuple[Commit, Committed]] = []
    for commit in commits:
        result = _find_result(commit, sequences, known)
        results.append(result)
        if isinstance(result, Committed) and not result.repeated:
            accepted.append((commit, result))
            sequences[commit.table] = result.last
            if commit.cause is not None:
                known[commit.table, commit.cause] = replace(result, repeated=True)
    _write_accepted(connection, accepted)
    return results


def _find_result(
    commit: Commit, sequences: Mapping[int, int], known: Mapping[tuple[int, str], Committed]
) -> Committed | StoreError:
    if commit.cause is not None and (commit.table, commit.cause) in known:
        return known[commit.table, commit.cause]
    actual = sequences.get(commit.table)
    if actual is None:
        return UnknownTable(commit.table)
    if actual != commit.expected:
        return SequenceTaken(commit.table, commit.expected, actual)
    return Committed(actual + 1, actual + len(commit.events), False, commit.outcome)


def _write_accepted(connection: Connection, accepted: Sequence[tuple[Commit, Committed]]) -> None:
    rows = [
        {
            "table_id": commit.table,
            "sequence": result.first + part,
            "kind": event.kind,
            "version": event.version,
            "body": event.body,
            "at": commit.at,
            "cause": commit.cause,
            "part": part,
        }
        for commit, result in accepted
        for part, event in enumerate(commit.events)
    ]
    if rows:
        connection.execute(_ADD_EVENTS, rows)
    cause_rows = [
        {
            "table_id": commit.table,
            "cause": commit.cause,
            "first": result.first,
            "last": result.last,
            "outcome": result.outcome,
            "at": commit.at,
        }
        for commit, result in accepted
        if commit.cause is not None
    ]
    if cause_rows:
        connection.execute(_ADD_CAUSES, cause_rows)
    advances = [
        {
            "table": commit.table,
            "last": result.last,
            "deadline": commit.deadline,
            "new_status": None if commit.status is None else str(commit.status),
            "closed": commit.at if commit.status == Status.CLOSED else None,
        }
        for commit, result in accepted
    ]
    if advances:
        connection.execute(_ADVANCE, advances)
        last_sequences = {commit.table: result.last for commit, result in accepted}
        notifications.tell(
            connection, *(Notice(NoticeKind.TABLE_MOVED, table, last) for table, last in last_sequences.items())
        )


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
    return has_row(connection, found)
