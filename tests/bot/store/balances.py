"""The balances of a crew's accounts, as the tests compare them; the bot reads them through its reports."""

from sqlalchemy import func, select

from bot.store.books.postings import list_account_keys
from bot.store.database.engine import Connection
from bot.store.database.schema import accounts
from bot.store.database.schema import balances as stored


def read_balances(connection: Connection, crew: int) -> dict[int, int]:
    """The balance of each account of a crew. They sum to zero."""
    standing = (
        select(stored.c.account_id, func.sum(stored.c.amount).label("balance"))
        .join(accounts, accounts.c.id == stored.c.account_id)
        .where(accounts.c.crew_id == crew)
        .group_by(stored.c.account_id)
    )
    found = dict.fromkeys(list_account_keys(connection, crew), 0)
    found.update({row.account_id: int(row.balance) for row in connection.execute(standing)})
    return found
