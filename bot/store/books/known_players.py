"""The users whom a crew knows as players: they have played with others there, or the scorer vouches for them."""

from collections.abc import Collection

from sqlalchemy import exists, or_, select

from bot.store.books.member_notes import MemberNote, list_noted
from bot.store.books.postings import VOID
from bot.store.database.engine import Connection
from bot.store.database.schema import accounts, members, postings, transfers


def find_known(connection: Connection, crew: int, users: Collection[int]) -> frozenset[int]:
    """Those of the users whom the crew knows as players.

    A hand counts if another person had a part in its result, and if its table belonged to the crew, here or in the
    books from which the crew moved.
    """
    with_word = list_noted(connection, MemberNote.VOUCHED, crew)
    other_line, other_account = postings.alias(), accounts.alias()
    with_another = (
        exists()
        .where(other_line.c.transfer_id == transfers.c.id, other_account.c.id == other_line.c.account_id)
        .where(other_account.c.member_id.is_not(None), other_account.c.member_id != members.c.id)
    )
    played = (
        exists()
        .where(accounts.c.member_id == members.c.id, postings.c.account_id == accounts.c.id)
        .where(transfers.c.id == postings.c.transfer_id, transfers.c.state != VOID)
        .where(or_(transfers.c.table_id.is_not(None), transfers.c.hand.is_not(None)), with_another)
    )
    known = or_(members.c.id.in_(with_word), played)
    wanted = select(members.c.user_id).where(members.c.crew_id == crew, members.c.user_id.in_(users), known)
    return frozenset(connection.scalars(wanted))
