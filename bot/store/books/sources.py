"""Transfers by their source: a short text that says where an entry of the books comes from, such as a line of a paper.

The functions find a source as a whole, or all sources of a crew that have the same `beginning`.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import func, select, update

from bot.store.books import batches
from bot.store.database.engine import Connection
from bot.store.database.schema import seasons, transfers


class SourcedTransfer(NamedTuple):
    """A transfer with its source."""

    id: int
    source: str
    reversed: bool
    """True if another transfer takes it back, even a hidden one."""
    reverses: bool
    """True if it takes another transfer back."""
    season: int | None


def list_counted(connection: Connection, crew: int, beginning: str) -> dict[int, bool]:
    """The transfers with such a source that count and take no other back, the oldest first.

    The value is true if another transfer takes it back, even a hidden one.
    """
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


def find_newest_id(connection: Connection) -> int:
    """The id of the newest transfer of all crews; 0 if there is none."""
    return int(connection.execute(select(func.coalesce(func.max(transfers.c.id), 0))).scalar_one())


def has_source_since(connection: Connection, crew: int, beginning: str, id: int) -> bool:
    """True if there is a transfer with such a source, in any state, that is newer than the one with this id."""
    found = select(transfers.c.id).where(
        transfers.c.id > id,
        transfers.c.crew_id == crew,
        transfers.c.source.startswith(beginning, autoescape=True),
    )
    return connection.execute(found.limit(1)).first() is not None


def list_seen(connection: Connection, crew: int, beginning: str) -> list[SourcedTransfer]:
    """The transfers with such a source that readers see and that are not void, the oldest first."""
    reversal = transfers.alias()
    rows = connection.execute(
        select(
            transfers.c.id,
            transfers.c.source,
            reversal.c.id.is_not(None),
            transfers.c.reverses_id.is_not(None),
            transfers.c.season_id,
        )
        .outerjoin(reversal, reversal.c.reverses_id == transfers.c.id)
        .where(
            transfers.c.crew_id == crew,
            transfers.c.source.startswith(beginning, autoescape=True),
            transfers.c.state != "void",
            batches.is_seen(),
        )
        .order_by(transfers.c.id)
    )
    return [SourcedTransfer(row[0], row[1], bool(row[2]), bool(row[3]), row[4]) for row in rows]


def find_by_source(connection: Connection, crew: int, sources: Sequence[str]) -> dict[str, int]:
    """By source, the ids of the transfers with these sources (at most some hundreds), even of hidden ones."""
    found = select(transfers.c.source, transfers.c.id).where(
        transfers.c.crew_id == crew, transfers.c.source.in_(sources)
    )
    return {row.source: row.id for row in connection.execute(found)}


def find_reversed(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Those of these transfers (at most some hundreds) that others take back, even hidden ones."""
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


def find_spans(connection: Connection, batch: int, mark: str) -> dict[int, tuple[int, int]]:
    """By sheet that a batch changes, the times of its first and last line that stands once the batch counts. A sheet is
    a closed season before the first, all of whose entries are lines (`is_of_lines`)."""
    changed = select(transfers.c.season_id).where(transfers.c.state == batches.name_state(batch))
    sheets = select(seasons.c.id).where(
        seasons.c.id.in_(changed), seasons.c.number <= 0, seasons.c.number > batches.HIDDEN
    )
    spans = {}
    reversal = transfers.alias()
    for sheet in connection.execute(sheets).scalars().all():
        if is_of_lines(connection, sheet, mark):
            stands = (transfers.c.season_id == sheet, transfers.c.reverses_id.is_(None), reversal.c.id.is_(None))
            first, last = connection.execute(
                select(func.min(transfers.c.at), func.max(transfers.c.at))
                .outerjoin(reversal, reversal.c.reverses_id == transfers.c.id)
                .where(*stands)
            ).one()
            if first is not None:
                spans[sheet] = (int(first), int(last))
    return spans


def find_lowest_hand(connection: Connection, crew: int) -> int:
    """The lowest number of a hand in a crew's books, at most 0.

    Hands that come from other books get numbers below it, since their tables are not here.
    """
    lowest = select(func.coalesce(func.min(transfers.c.hand), 0)).where(transfers.c.crew_id == crew)
    return min(0, int(connection.execute(lowest).scalar_one()))


def list_apart(connection: Connection, crew: int, beginning: str) -> list[int]:
    """The transfers of a crew that have such a source and stand apart."""
    own = select(transfers.c.id).where(
        transfers.c.crew_id == crew,
        transfers.c.source.startswith(beginning, autoescape=True),
        transfers.c.state == "apart",
    )
    return list(connection.execute(own.order_by(transfers.c.id)).scalars())


def void_apart(connection: Connection, ids: Sequence[int]) -> None:
    """Make those of these transfers void that stand apart; at most some hundreds."""
    own = transfers.c.id.in_(ids) & (transfers.c.state == "apart")
    connection.execute(update(transfers).where(own).values(state="void"))
