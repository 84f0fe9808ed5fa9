"""Queries for transfers by their source: the text that names the origin of an entry, such as a line of a paper.

A function with the parameter `beginning` considers only transfers whose sources begin with that text.
"""

from typing import Final

from sqlalchemy import ColumnElement, and_, func, select, update

from bot.store.database.engine import Connection
from bot.store.database.queries import has_row
from bot.store.database.schema import payments, transfers

PAPER: Final = "paper:"
"""The prefix of a paper's mark ("paper:3fa4…"). The sources of the paper's entries begin with its mark."""
UNMARKED: Final = "file"
"""The key, in a transfer's data, that says that it came with books without this host's mark."""


def _has_beginning(crew: int, beginning: str) -> ColumnElement[bool]:
    """The condition that a transfer of a crew has a source with this beginning."""
    return and_(transfers.c.crew_id == crew, transfers.c.source.startswith(beginning, autoescape=True))


def is_used(connection: Connection, crew: int, beginning: str) -> bool:
    """True if a transfer or a payment has a source with this beginning, in any state."""
    own = payments.c.cause.startswith(beginning, autoescape=True)
    paid = select(payments.c.id).where(payments.c.crew_id == crew, own)
    written = select(transfers.c.id).where(_has_beginning(crew, beginning))
    return has_row(connection, written) or has_row(connection, paid)


def list_sources(connection: Connection, crew: int, beginning: str) -> list[str]:
    """The sources with this beginning."""
    return list(connection.scalars(select(transfers.c.source).where(_has_beginning(crew, beginning))))


def is_of_lines(connection: Connection, season: int, mark: str) -> bool:
    """True if a season has entries, and all of them are lines of papers or reversals.

    The source of a line begins with `mark`. A line that came with moved books has its number in its data instead.
    """
    own = select(transfers.c.source, transfers.c.reverses_id, transfers.c.data).where(transfers.c.season_id == season)
    rows = connection.execute(own.order_by(transfers.c.id)).all()
    return bool(rows) and all(
        source.startswith(mark) or reverses is not None or "line" in (data or {}) for source, reverses, data in rows
    )


def find_lowest_hand(connection: Connection, crew: int) -> int:
    """The lowest number of a hand in a crew's books, or 0 if all are positive.

    Hands from moved books have no table here, so each new one gets a number below this number.
    """
    lowest = select(func.coalesce(func.min(transfers.c.hand), 0)).where(transfers.c.crew_id == crew)
    return min(0, int(connection.execute(lowest).scalar_one()))


def void_apart(connection: Connection, crew: int, beginning: str) -> None:
    """Make the transfers of a crew that have this beginning and stand apart void."""
    own = _has_beginning(crew, beginning) & (transfers.c.state == "apart")
    connection.execute(update(transfers).where(own).values(state="void"))
