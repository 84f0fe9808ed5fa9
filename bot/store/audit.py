"""Whether the books and the logs are whole: every sum is made again from the postings alone."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import func, select

from bot.store.engine import Connection
from bot.store.schema import accounts, balances, events, postings, tables, transfers

__all__ = ["audit"]


def audit(connection: Connection) -> list[str]:
    """What is wrong with the books and the logs, one sentence each; empty when all is well."""
    return [*_sums(connection), *_owners(connection), *_reversals(connection), *_kept(connection), *_logs(connection)]


def _sums(connection: Connection) -> Iterator[str]:
    total, lines = func.coalesce(func.sum(postings.c.amount), 0), func.count(postings.c.line)
    for row in connection.execute(
        select(transfers.c.id, total.label("total"))
        .outerjoin(postings, postings.c.transfer_id == transfers.c.id)
        .group_by(transfers.c.id)
        .having((total != 0) | (lines == 0))
        .order_by(transfers.c.id)
    ):
        yield f"transfer {row.id} sums to {row.total}"


def _owners(connection: Connection) -> Iterator[str]:
    for row in connection.execute(
        select(postings.c.transfer_id, postings.c.account_id)
        .join(transfers, transfers.c.id == postings.c.transfer_id)
        .join(accounts, accounts.c.id == postings.c.account_id)
        .where(transfers.c.crew_id != accounts.c.crew_id)
        .order_by(postings.c.transfer_id, postings.c.line)
    ):
        yield f"transfer {row.transfer_id} names account {row.account_id} of another crew"


def _reversals(connection: Connection) -> Iterator[str]:
    """A reversing transfer is, line by line, the opposite of what it reverses."""
    back, first = transfers.alias(), transfers.alias()
    one, other = postings.alias(), postings.alias()
    rows = connection.execute(
        select(back.c.id, back.c.reverses_id)
        .join(first, first.c.id == back.c.reverses_id)
        .join(one, one.c.transfer_id == back.c.id)
        .outerjoin(
            other,
            (other.c.transfer_id == first.c.id)
            & (other.c.line == one.c.line)
            & (other.c.account_id == one.c.account_id)
            & (other.c.amount == -one.c.amount),
        )
        .where(other.c.line.is_(None) | (first.c.state != "posted"))
        .group_by(back.c.id, back.c.reverses_id)
        .order_by(back.c.id)
    )
    for row in rows:
        yield f"transfer {row.id} is not the opposite of transfer {row.reverses_id}"


def _kept(connection: Connection) -> Iterator[str]:
    """The balances that are kept are those that the postings come to."""
    made = {
        (row.account_id, row.season_id, row.game or ""): (int(row.amount), int(row.entries))
        for row in connection.execute(
            select(
                postings.c.account_id,
                transfers.c.season_id,
                transfers.c.game,
                func.sum(postings.c.amount).label("amount"),
                func.count(transfers.c.id.distinct()).label("entries"),
            )
            .join(transfers, transfers.c.id == postings.c.transfer_id)
            .where(transfers.c.state == "posted")
            .group_by(postings.c.account_id, transfers.c.season_id, transfers.c.game)
        )
    }
    kept = {
        (row.account_id, row.season_id, row.game): (int(row.amount), int(row.entries))
        for row in connection.execute(select(balances))
    }
    for key in sorted(made.keys() | kept.keys()):
        if made.get(key) != kept.get(key):
            account, season, game = key
            where = f"account {account}, season {season}, {game or 'no game'}"
            has, ought = kept.get(key, (0, 0)), made.get(key, (0, 0))
            yield f"{where}: {has[0]} in {has[1]} entries is kept, and the postings come to {ought[0]} in {ought[1]}"


def _logs(connection: Connection) -> Iterator[str]:
    count, highest = func.count(events.c.sequence), func.coalesce(func.max(events.c.sequence), 0)
    for row in connection.execute(
        select(tables.c.id, tables.c.sequence, count.label("count"), highest.label("highest"))
        .outerjoin(events, events.c.table_id == tables.c.id)
        .group_by(tables.c.id, tables.c.sequence)
        .having((tables.c.sequence != highest) | (tables.c.sequence != count))
        .order_by(tables.c.id)
    ):
        yield f"table {row.id} is at event {row.sequence}, but has {row.count} events up to {row.highest}"
