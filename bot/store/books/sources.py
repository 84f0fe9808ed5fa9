"""Queries for transfers by their source: the text that names the origin of an entry, such as a line of a paper.

A function with the parameter `beginning` considers only transfers whose sources begin with that text.
"""

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import ColumnElement, and_, func, select, update

from bot.store.books import batches
from bot.store.database.engine import Connection
from bot.store.database.schema import seasons, transfers


class SourcedTransfer(NamedTuple):
    """A transfer with its source."""

    id: int
    source: str
    is_reversed: bool
    """True if another transfer reverses this one, even if a batch hides that other transfer."""
    is_reversal: bool
    """True if this one reverses another transfer."""
    season: int | None


def _has_beginning(crew: int, beginning: str) -> ColumnElement[bool]:
    """The condition that a transfer of a crew has a source with this beginning."""
    return and_(transfers.c.crew_id == crew, transfers.c.source.startswith(beginning, autoescape=True))


def find_newest_id(connection: Connection) -> int:
    """The id of the newest transfer of all crews; 0 if there is none."""
    return int(connection.execute(select(func.coalesce(func.max(transfers.c.id), 0))).scalar_one())


def has_source_since(connection: Connection, crew: int, beginning: str, id: int) -> bool:
    """True if a transfer with this beginning has an id above `id`, in any state."""
    found = select(transfers.c.id).where(transfers.c.id > id, _has_beginning(crew, beginning))
    return connection.execute(found.limit(1)).first() is not None


def list_seen(connection: Connection, crew: int, beginning: str, *wanted: ColumnElement[bool]) -> list[SourcedTransfer]:
    """The transfers with this beginning that meet all conditions `wanted`, the oldest first.

    Void transfers are left out, and so are those that a batch hides.
    """
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
        .where(_has_beginning(crew, beginning), transfers.c.state != "void", batches.make_seen_condition(), *wanted)
        .order_by(transfers.c.id)
    )
    return [SourcedTransfer(row[0], row[1], bool(row[2]), bool(row[3]), row[4]) for row in rows]


def find_by_source(connection: Connection, crew: int, sources: Sequence[str]) -> dict[str, int]:
    """By source, the ids of the transfers with these sources (at most a few hundred), hidden ones included."""
    own = (transfers.c.crew_id == crew, transfers.c.source.in_(sources))
    found = connection.execute(select(transfers.c.source, transfers.c.id).where(*own))
    return {row.source: row.id for row in found}


def find_reversed(connection: Connection, ids: Sequence[int]) -> frozenset[int]:
    """Find which of these transfers (at most a few hundred) are reversed, even by a hidden transfer."""
    found = select(transfers.c.reverses_id).where(transfers.c.reverses_id.in_(ids))
    return frozenset(number for number in connection.execute(found).scalars() if number is not None)


def is_of_lines(connection: Connection, season: int, mark: str) -> bool:
    """True if a season has entries, and all of them are lines of papers or reversals.

    The source of a line begins with `mark`. A line that came with moved books has its number in its data instead.
    """
    own = select(transfers.c.source, transfers.c.reverses_id, transfers.c.data).where(transfers.c.season_id == season)
    rows = connection.execute(own.order_by(transfers.c.id)).all()
    return bool(rows) and all(
        source.startswith(mark) or reverses is not None or "line" in (data or {}) for source, reverses, data in rows
    )


def find_spans(connection: Connection, batch: int, mark: str) -> dict[int, tuple[int, int]]:
    """The times of the first and the last line of each sheet that a batch changes, by the id of the sheet.

    Lines that will not stand once the batch counts are ignored. A sheet is a season with a number of 0 or below, in
    which all entries are lines (`is_of_lines`).
    """
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
    """The lowest number of a hand in a crew's books, or 0 if all are positive.

    Hands from moved books have no table here, so each new one gets a number below this number.
    """
    lowest = select(func.coalesce(func.min(transfers.c.hand), 0)).where(transfers.c.crew_id == crew)
    return min(0, int(connection.execute(lowest).scalar_one()))


def list_apart(connection: Connection, crew: int, beginning: str) -> list[int]:
    """The ids of a crew's transfers that have this beginning and stand apart."""
    own = select(transfers.c.id).where(_has_beginning(crew, beginning), transfers.c.state == "apart")
    return list(connection.execute(own.order_by(transfers.c.id)).scalars())


def void_apart(connection: Connection, ids: Sequence[int]) -> None:
    """Make these transfers (at most a few hundred) void if they stand apart."""
    own = transfers.c.id.in_(ids) & (transfers.c.state == "apart")
    connection.execute(update(transfers).where(own).values(state="void"))
