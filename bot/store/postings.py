"""The crew's books, in double entry: the postings of every transfer sum to zero, and nothing is edited.

A transfer is `pending` until the players confirm it, then `posted`; one that is disputed becomes `void`. Only posted
transfers count. A correction is a reversing transfer with a reason and a name.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, cast, func, insert, select, update

from bot.store.engine import Connection
from bot.store.errors import Conflict, Unbalanced
from bot.store.schema import accounts, events, postings, tables, transfers

__all__ = [
    "Entry", "NewTransfer", "StoredTransfer", "account", "account_keys", "audit", "balances", "post", "read",
    "reverse", "settle", "unconfirmed",
]  # fmt: skip


@dataclass(frozen=True, slots=True)
class Entry:
    """What one account gains (or loses, below zero), in whole units of the crew."""

    account: int
    amount: int
    note: str | None = None


@dataclass(frozen=True, slots=True)
class NewTransfer:
    """Entries that sum to zero, or `Unbalanced` is raised; `source` is unique in the crew ("t:7:h:3")."""

    crew: int
    source: str
    entries: Sequence[Entry]
    at: int
    season: int | None = None
    table: int | None = None
    game: str | None = None
    reason: str | None = None
    by: int | None = None
    reverses: int | None = None
    pending: bool = False
    confirm_at: int | None = None
    data: Any = field(default_factory=dict)

    def __post_init__(self) -> None:
        total = sum(entry.amount for entry in self.entries)
        if total != 0 or not self.entries:
            raise Unbalanced(f"the entries of {self.source} sum to {total}, and must be some and sum to 0")


@dataclass(frozen=True, slots=True)
class StoredTransfer:
    """A transfer as it was written, with its entries in order; `state` is pending, posted or void."""

    id: int
    crew: int
    season: int | None
    table: int | None
    game: str | None
    source: str
    state: str
    reason: str | None
    by: int | None
    reverses: int | None
    data: Any
    at: int
    confirm_at: int | None
    entries: tuple[Entry, ...]


def account(connection: Connection, crew: int, key: str, member: int | None = None) -> int:
    """The id of a crew's account, opened if it is new; `key` is "m:<member>", "robot:<name>" or the crew's own."""
    found: int | None = connection.execute(
        select(accounts.c.id).where(accounts.c.crew_id == crew, accounts.c.key == key)
    ).scalar_one_or_none()
    if found is not None:
        return found
    opened: int = connection.execute(
        insert(accounts).values(crew_id=crew, key=key, member_id=member).returning(accounts.c.id)
    ).scalar_one()
    return opened


def account_keys(connection: Connection, crew: int) -> dict[int, tuple[str, int | None]]:
    """Every account of a crew: id -> (key, member)."""
    rows = connection.execute(
        select(accounts.c.id, accounts.c.key, accounts.c.member_id).where(accounts.c.crew_id == crew)
    )
    return {row.id: (row.key, row.member_id) for row in rows}


def post(connection: Connection, transfer: NewTransfer) -> int:
    """Write a transfer and return its id; a known source with the same entries returns the id that it has.

    Raises `Conflict` if the source is known with other entries, or an account belongs to another crew.
    """
    _same_crew(connection, transfer)
    known: int | None = connection.execute(
        select(transfers.c.id).where(transfers.c.crew_id == transfer.crew, transfers.c.source == transfer.source)
    ).scalar_one_or_none()
    if known is not None:
        if _entries(connection, [known])[known] != tuple(transfer.entries):
            raise Conflict(f"the source {transfer.source} was posted with other entries")
        return known
    made: int = connection.execute(
        insert(transfers)
        .values(
            crew_id=transfer.crew,
            season_id=transfer.season,
            table_id=transfer.table,
            game=transfer.game,
            source=transfer.source,
            state="pending" if transfer.pending else "posted",
            reason=transfer.reason,
            by_id=transfer.by,
            reverses_id=transfer.reverses,
            data=transfer.data,
            at=transfer.at,
            confirm_at=transfer.confirm_at,
        )
        .returning(transfers.c.id)
    ).scalar_one()
    connection.execute(
        insert(postings),
        [
            {
                "transfer_id": made,
                "line": line,
                "account_id": entry.account,
                "amount": entry.amount,
                "note": entry.note,
            }
            for line, entry in enumerate(transfer.entries)
        ],
    )
    return made


def _same_crew(connection: Connection, transfer: NewTransfer) -> None:
    named = {entry.account for entry in transfer.entries}
    owned = connection.execute(
        select(func.count()).where(accounts.c.id.in_(named), accounts.c.crew_id == transfer.crew)
    ).scalar_one()
    if owned != len(named):
        raise Conflict(f"an entry of {transfer.source} names an account that the crew does not have")


def settle(connection: Connection, transfer: int, confirmed: bool) -> bool:
    """Post a pending transfer, or make it void; False if it was no longer pending."""
    done = connection.execute(
        update(transfers)
        .where(transfers.c.id == transfer, transfers.c.state == "pending")
        .values(state="posted" if confirmed else "void")
    )
    return done.rowcount == 1


def unconfirmed(connection: Connection, now: int) -> list[int]:
    """The pending transfers whose time for disputes is over at `now` (milliseconds), the oldest first."""
    rows = connection.execute(
        select(transfers.c.id)
        .where(transfers.c.state == "pending", transfers.c.confirm_at <= now)
        .order_by(transfers.c.confirm_at, transfers.c.id)
    )
    return list(rows.scalars())


def reverse(
    connection: Connection, transfer: int, at: int, reason: str, by: int | None, season: int | None = None
) -> int:
    """Post the opposite of a posted transfer, once; returns its id. `season` None keeps the transfer's season.

    Raises `Conflict` if there is no such posted transfer.
    """
    found = _stored(connection, transfers.c.id == transfer, transfers.c.state == "posted")
    if not found:
        raise Conflict(f"there is no posted transfer {transfer}")
    (old,) = found
    entries = [Entry(entry.account, -entry.amount, entry.note) for entry in old.entries]
    return post(
        connection,
        NewTransfer(
            crew=old.crew,
            source=f"reverses:{old.id}",
            entries=entries,
            at=at,
            season=old.season if season is None else season,
            table=old.table,
            game=old.game,
            reason=reason,
            by=by,
            reverses=old.id,
        ),
    )


def read(
    connection: Connection,
    crew: int,
    season: int | None = None,
    table: int | None = None,
    source: str | None = None,
    states: Sequence[str] = ("posted",),
) -> list[StoredTransfer]:
    """The transfers of a crew in the order they were written, narrowed by what is given."""
    wanted = [transfers.c.crew_id == crew, transfers.c.state.in_(states)]
    if season is not None:
        wanted.append(transfers.c.season_id == season)
    if table is not None:
        wanted.append(transfers.c.table_id == table)
    if source is not None:
        wanted.append(transfers.c.source == source)
    return _stored(connection, *wanted)


_COLUMNS: tuple[Any, ...] = (
    transfers.c.id,
    transfers.c.crew_id,
    transfers.c.season_id,
    transfers.c.table_id,
    transfers.c.game,
    transfers.c.source,
    transfers.c.state,
    transfers.c.reason,
    transfers.c.by_id,
    transfers.c.reverses_id,
    transfers.c.data,
    transfers.c.at,
    transfers.c.confirm_at,
)


def _stored(connection: Connection, *wanted: ColumnElement[bool]) -> list[StoredTransfer]:
    rows = connection.execute(select(*_COLUMNS).where(*wanted).order_by(transfers.c.id)).all()
    entries: dict[int, tuple[Entry, ...]] = {}
    for start in range(0, len(rows), 500):
        entries.update(_entries(connection, [row.id for row in rows[start : start + 500]]))
    return [StoredTransfer(*[*row, entries[row.id]]) for row in rows]


def _entries(connection: Connection, ids: Sequence[int]) -> dict[int, tuple[Entry, ...]]:
    rows = connection.execute(
        select(postings.c.transfer_id, postings.c.account_id, postings.c.amount, postings.c.note)
        .where(postings.c.transfer_id.in_(ids))
        .order_by(postings.c.transfer_id, postings.c.line)
    )
    found: dict[int, tuple[Entry, ...]] = dict.fromkeys(ids, ())
    for row in rows:
        found[row.transfer_id] += (Entry(row.account_id, row.amount, row.note),)
    return found


def balances(connection: Connection, crew: int, season: int | None = None) -> dict[int, int]:
    """What each account of a crew stands at, in one season or over all; the values sum to zero."""
    posted = (
        select(postings.c.account_id, cast(func.sum(postings.c.amount), BigInteger).label("balance"))
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .where(transfers.c.crew_id == crew, transfers.c.state == "posted")
        .group_by(postings.c.account_id)
    )
    if season is not None:
        posted = posted.where(transfers.c.season_id == season)
    found = dict.fromkeys(account_keys(connection, crew), 0)
    found.update({row.account_id: row.balance for row in connection.execute(posted)})
    return found


def audit(connection: Connection) -> list[str]:
    """What is wrong with the books and the logs, one sentence each; empty when all is well."""
    wrong = [
        f"transfer {row.id} sums to {row.total}"
        for row in connection.execute(
            select(transfers.c.id, func.coalesce(func.sum(postings.c.amount), 0).label("total"))
            .outerjoin(postings, postings.c.transfer_id == transfers.c.id)
            .group_by(transfers.c.id)
            .having((func.coalesce(func.sum(postings.c.amount), 0) != 0) | (func.count(postings.c.line) == 0))
            .order_by(transfers.c.id)
        )
    ]
    count, highest = func.count(events.c.sequence), func.coalesce(func.max(events.c.sequence), 0)
    wrong += [
        f"table {row.id} is at event {row.sequence}, but has {row.count} events up to {row.highest}"
        for row in connection.execute(
            select(tables.c.id, tables.c.sequence, count.label("count"), highest.label("highest"))
            .outerjoin(events, events.c.table_id == tables.c.id)
            .group_by(tables.c.id, tables.c.sequence)
            .having((tables.c.sequence != highest) | (tables.c.sequence != count))
            .order_by(tables.c.id)
        )
    ]
    return wrong
