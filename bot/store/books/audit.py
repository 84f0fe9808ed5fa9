"""The audit of the books and of the tables' logs."""

from collections.abc import Iterator

from sqlalchemy import func, select

from bot.store.database.engine import Connection
from bot.store.database.schema import accounts, events, postings, tables, transfers


def audit(connection: Connection) -> list[str]:
    """List the faults in the books and the logs, one sentence for each."""
    return [
        *_list_wrong_sums(connection),
        *_list_wrong_owners(connection),
        *_list_wrong_reversals(connection),
        *_list_wrong_logs(connection),
    ]


def _list_wrong_sums(connection: Connection) -> Iterator[str]:
    total, lines = func.coalesce(func.sum(postings.c.amount), 0), func.count(postings.c.line)
    for row in connection.execute(
        select(transfers.c.id, total.label("total"))
        .outerjoin(postings, postings.c.transfer_id == transfers.c.id)
        .group_by(transfers.c.id)
        .having((total != 0) | (lines == 0))
        .order_by(transfers.c.id)
    ):
        yield f"transfer {row.id} sums to {row.total}"


def _list_wrong_owners(connection: Connection) -> Iterator[str]:
    for row in connection.execute(
        select(postings.c.transfer_id, postings.c.account_id)
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(transfers.c.crew_id != accounts.c.crew_id)
        .order_by(postings.c.transfer_id, postings.c.line)
    ):
        yield f"transfer {row.transfer_id} names account {row.account_id} of another crew"


def _list_wrong_reversals(connection: Connection) -> Iterator[str]:
    """Find reversals that are not, line by line, the exact opposite of the posted transfer that they reverse."""
    reversal, target = transfers.alias(), transfers.alias()
    opposite, original = postings.alias(), postings.alias()
    rows = connection.execute(
        select(reversal.c.id, reversal.c.reverses_id)
        .join(target, target.c.id == reversal.c.reverses_id)
        .join(opposite, opposite.c.transfer_id == reversal.c.id)
        .outerjoin(
            original,
            (original.c.transfer_id == target.c.id)
            & (original.c.line == opposite.c.line)
            & (original.c.account_id == opposite.c.account_id)
            & (original.c.amount == -opposite.c.amount),
        )
        .where(original.c.line.is_(None) | (target.c.state != "posted"))
        .group_by(reversal.c.id, reversal.c.reverses_id)
        .order_by(reversal.c.id)
    )
    for row in rows:
        yield f"transfer {row.id} is not the opposite of transfer {row.reverses_id}"


def _list_wrong_logs(connection: Connection) -> Iterator[str]:
    count, highest = func.count(events.c.sequence), func.coalesce(func.max(events.c.sequence), 0)
    for row in connection.execute(
        select(tables.c.id, tables.c.sequence, count.label("count"), highest.label("highest"))
        .outerjoin(events, events.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.sequence)
        .having((tables.c.sequence != highest) | (tables.c.sequence != count))
        .order_by(tables.c.id)
    ):
        yield f"table {row.id} is at event {row.sequence}, but has {row.count} events up to {row.highest}"
