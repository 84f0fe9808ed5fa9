"""A day in a crew's books: the entry with the largest gain, of hands or of papers."""

from sqlalchemy import and_, func, or_, select

from bot.store.books import batches
from bot.store.books.postings import StoredTransfer, list_transfers
from bot.store.database.engine import Connection
from bot.store.database.schema import keepsakes, postings, transfers


def find_first(connection: Connection, crew: int) -> int | None:
    """The time of the first entry, or of the first thing that the crew keeps, in milliseconds; None without any."""
    found = [
        connection.execute(select(func.min(transfers.c.at)).where(transfers.c.crew_id == crew)).scalar_one(),
        connection.execute(select(func.min(keepsakes.c.happened_at)).where(keepsakes.c.crew_id == crew)).scalar_one(),
    ]
    return min((int(at) for at in found if at is not None), default=None)


def find_biggest(connection: Connection, crew: int, since: int, until: int, of_hands: bool) -> StoredTransfer | None:
    """The entry with the largest gain between two times, of hands and sessions or else of papers; None without one.

    Entries that do not count, that were taken back, or that correct others are left out.
    """
    of_hand = or_(transfers.c.table_id.is_not(None), transfers.c.hand.is_not(None))
    undone = select(transfers.c.reverses_id).where(transfers.c.crew_id == crew, transfers.c.reverses_id.is_not(None))
    typed = transfers.c.source.like("adjust:%") | (transfers.c.reverses_id.is_not(None))
    own = and_(transfers.c.crew_id == crew, transfers.c.at >= since, transfers.c.at < until)
    wanted = (own, of_hand if of_hands else ~of_hand, batches.is_counted(), ~typed, transfers.c.id.not_in(undone))
    row = connection.execute(
        select(transfers.c.id)
        .join(postings, postings.c.transfer_id == transfers.c.id)
        .where(*wanted, postings.c.amount > 0)
        .group_by(transfers.c.id)
        .order_by(func.max(postings.c.amount).desc(), transfers.c.id)
        .limit(1)
    ).scalar_one_or_none()
    found = [] if row is None else list_transfers(connection, transfers.c.id == row)
    return found[0] if found else None
