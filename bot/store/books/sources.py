"""The sources of transfers: where an entry of the books comes from, such as a line of a paper."""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select, update

from bot.store.books import batches
from bot.store.database.engine import Connection
from bot.store.database.schema import transfers


class Written(NamedTuple):
    """A transfer that counts or stands apart."""

    id: int
    source: str
    reversed: bool
    reverses: bool
    """True if it takes another one back."""


def with_source(connection: Connection, crew: int, beginning: str) -> dict[int, bool]:
    """The transfers of a crew that count, reverse no other, and have a source that begins with `beginning`, and whether
    each is reversed, even by a hidden transfer; the oldest first."""
    reversal = transfers.alias()
    rows = connection.execute(
        select(transfers.c.id, reversal.c.id.is_not(None))
        .outerjoin(reversal, reversal.c.reverses_id == transfers.c.id)
        .where(
            transfers.c.crew_id == crew,
            transfers.c.source.startswith(beginning, autoescape=True),
            transfers.c.reverses_id.is_(None),
            batches.is_counted(),
        )
        .order_by(transfers.c.id)
    )
    return {transfer: bool(reversed_) for transfer, reversed_ in rows}


def find_newest(connection: Connection) -> int:
    """The highest id of a transfer; 0 without any."""
    return int(connection.execute(select(func.coalesce(func.max(transfers.c.id), 0))).scalar_one())


def has_source_since(connection: Connection, crew: int, beginning: str, newest: int) -> bool:
    """True if a crew has a transfer in any state that is newer than `newest`, and whose source begins so."""
    found = select(transfers.c.id).where(
        transfers.c.id > newest,
        transfers.c.crew_id == crew,
        transfers.c.source.startswith(beginning, autoescape=True),
    )
    return connection.execute(found.limit(1)).first() is not None


def list_written(connection: Connection, crew: int, beginning: str) -> list[Written]:
    """The transfers of a crew that readers see, that are not void, and whose source begins with `beginning`, the oldest
    first."""
    reversal = transfers.alias()
    rows = connection.execute(
        select(transfers.c.id, transfers.c.source, reversal.c.id.is_not(None), transfers.c.reverses_id.is_not(None))
        .outerjoin(reversal, reversal.c.reverses_id == transfers.c.id)
        .where(
            transfers.c.crew_id == crew,
            transfers.c.source.startswith(beginning, autoescape=True),
            transfers.c.state != "void",
            batches.is_seen(),
        )
        .order_by(transfers.c.id)
    )
    return [Written(row[0], row[1], bool(row[2]), bool(row[3])) for row in rows]


def find_sources(connection: Connection, crew: int, sources: Sequence[str]) -> dict[str, int]:
    """The transfers of a crew with these sources, also hidden ones; at most some hundreds."""
    found = select(transfers.c.source, transfers.c.id).where(
        transfers.c.crew_id == crew, transfers.c.source.in_(sources)
    )
    return {row.source: row.id for row in connection.execute(found)}


def find_reversed(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Those of these transfers that were reversed, also by a hidden one; at most some hundreds."""
    found = select(transfers.c.reverses_id).where(transfers.c.reverses_id.in_(ids))
    return frozenset(number for number in connection.execute(found).scalars() if number is not None)


def is_of_lines(connection: Connection, season: int, mark: str) -> bool:
    """True if a season has entries, and each is a line of a paper, or takes one back. The source of a line begins with
    `mark`, or its notes have its number, as those of moved books do."""
    own = select(transfers.c.source, transfers.c.reverses_id, transfers.c.data).where(transfers.c.season_id == season)
    rows = connection.execute(own.order_by(transfers.c.id)).all()
    return bool(rows) and all(
        source.startswith(mark) or reverses is not None or "line" in (data or {}) for source, reverses, data in rows
    )


def find_lowest_hand(connection: Connection, crew: int) -> int:
    """The lowest number of a hand in a crew's books, or 0. Hands of tables that are not here are numbered below it."""
    lowest = select(func.coalesce(func.min(transfers.c.hand), 0)).where(transfers.c.crew_id == crew)
    return min(0, int(connection.execute(lowest).scalar_one()))


def strike_apart(connection: Connection, crew: int, beginning: str, most: int) -> int:
    """Make up to `most` transfers void that stand apart and whose source begins so. Return their number."""
    own = (
        select(transfers.c.id)
        .where(transfers.c.crew_id == crew, transfers.c.source.startswith(beginning, autoescape=True),
               transfers.c.state == "apart")
        .limit(most)
    )  # fmt: skip
    return connection.execute(update(transfers).where(transfers.c.id.in_(own)).values(state="void")).rowcount
