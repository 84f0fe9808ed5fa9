"""What a move writes, and how: the events, the cause, the table's row, and what belongs to the same moment."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from sqlalchemy import BigInteger, Text, bindparam, func, insert, select, update

from bot.store import notifications, outbox, postings
from bot.store.engine import Connection
from bot.store.errors import SequenceTaken, StoreError, UnknownTable
from bot.store.notifications import Notice, NoticeKind
from bot.store.outbox import NewMessage
from bot.store.postings import NewTransfer
from bot.store.schema import causes, events, tables

__all__ = ["Commit", "Committed", "NewEvent", "append", "complete"]


@dataclass(frozen=True, slots=True)
class NewEvent:
    """One fact as its codec wrote it: `body` is a JSON object."""

    kind: str
    version: int
    body: Mapping[str, Any] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Commit:
    """One move's outcome for one table.

    `expected` is the sequence that the move was judged against; the events follow it. `at` and `deadline` are
    milliseconds since 1970; `deadline` is the table's whole clock after this commit: None stops it. `status` None
    keeps the table's status. `transfers` and `messages` are written in the same transaction, and so is what `also`
    writes with the connection that it is given. `outcome` (JSON) is handed back when the cause is played again.
    """

    table: int
    expected: int
    events: Sequence[NewEvent]
    at: int
    cause: str | None = None
    deadline: int | None = None
    status: str | None = None
    outcome: Any = field(default=None, repr=False)
    transfers: Sequence[NewTransfer] = ()
    messages: Sequence[NewMessage] = ()
    also: Callable[[Connection], object] | None = None

    @property
    def plain(self) -> bool:
        """Whether it adds nothing but events, so that it can share one bulk insert with others."""
        return not (self.transfers or self.messages or self.also)


@dataclass(frozen=True, slots=True)
class Committed:
    """The sequences of the first and last event; `last` = `first` - 1 when there were none."""

    first: int
    last: int
    repeated: bool = False
    outcome: Any = field(default=None, repr=False)


_SEQUENCES = (
    select(tables.c.id, tables.c.sequence)
    .where(tables.c.id.in_(bindparam("ids", expanding=True)))
    .order_by(tables.c.id)
    .with_for_update()
)
_KNOWN = select(causes.c.table_id, causes.c.cause, causes.c.first, causes.c.last, causes.c.outcome).where(
    causes.c.table_id.in_(bindparam("ids", expanding=True)),
    causes.c.cause.in_(bindparam("names", expanding=True)),
)
_ADVANCE = (
    update(tables)
    .where(tables.c.id == bindparam("table"))
    .values(
        sequence=bindparam("last"),
        deadline_at=bindparam("deadline", type_=BigInteger),
        deadline_sequence=bindparam("deadline_from", type_=BigInteger),
        status=func.coalesce(bindparam("new_status", type_=Text), tables.c.status),
        closed_at=func.coalesce(bindparam("closed", type_=BigInteger), tables.c.closed_at),
    )
)
_ADD_EVENTS = insert(events)
_ADD_CAUSES = insert(causes)


def append(connection: Connection, commits: Sequence[Commit]) -> list[Committed | StoreError]:
    """Write events, causes and table rows of all commits; each is judged by itself, in the order given."""
    if not commits:
        return []
    ids = sorted({commit.table for commit in commits})
    sequences = {row.id: row.sequence for row in connection.execute(_SEQUENCES, {"ids": ids})}
    names = sorted({commit.cause for commit in commits if commit.cause is not None})
    known: dict[tuple[int, str], Committed] = {}
    if names:
        for row in connection.execute(_KNOWN, {"ids": ids, "names": names}):
            known[row.table_id, row.cause] = Committed(row.first, row.last, True, row.outcome)
    results: list[Committed | StoreError] = []
    accepted: list[tuple[Commit, Committed]] = []
    for commit in commits:
        result = _judge(commit, sequences, known)
        results.append(result)
        if isinstance(result, Committed) and not result.repeated:
            accepted.append((commit, result))
            sequences[commit.table] = result.last
            if commit.cause is not None:
                known[commit.table, commit.cause] = replace(result, repeated=True)
    _insert(connection, accepted)
    return results


def _judge(
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


def _insert(connection: Connection, accepted: Sequence[tuple[Commit, Committed]]) -> None:
    rows = [
        {
            "table_id": commit.table,
            "sequence": done.first + part,
            "kind": event.kind,
            "version": event.version,
            "body": event.body,
            "at": commit.at,
            "cause": commit.cause,
            "part": part,
        }
        for commit, done in accepted
        for part, event in enumerate(commit.events)
    ]
    if rows:
        connection.execute(_ADD_EVENTS, rows)
    caused = [
        {
            "table_id": commit.table,
            "cause": commit.cause,
            "first": done.first,
            "last": done.last,
            "outcome": done.outcome,
            "at": commit.at,
        }
        for commit, done in accepted
        if commit.cause is not None
    ]
    if caused:
        connection.execute(_ADD_CAUSES, caused)
    advanced = [
        {
            "table": commit.table,
            "last": done.last,
            "deadline": commit.deadline,
            "deadline_from": done.last if commit.deadline is not None else None,
            "new_status": commit.status,
            "closed": commit.at if commit.status == "closed" else None,
        }
        for commit, done in accepted
    ]
    if advanced:
        connection.execute(_ADVANCE, advanced)
        come = {commit.table: done.last for commit, done in accepted}
        notifications.tell(connection, *(Notice(NoticeKind.TABLE_MOVED, table, last) for table, last in come.items()))


def complete(connection: Connection, commit: Commit) -> None:
    """Write what comes with the events: transfers, messages, and whatever `also` writes."""
    for transfer in commit.transfers:
        postings.post(connection, transfer)
    for message in commit.messages:
        outbox.add(connection, message)
    if commit.also is not None:
        commit.also(connection)
