"""The balances of a crew's accounts, as the tests compare them."""

from bot.store.books import reports
from bot.store.books.postings import list_account_keys
from bot.store.books.reports import Scope
from bot.store.database.engine import Connection


def read_balances(connection: Connection, crew: int) -> dict[int, int]:
    """The balance of each account of a crew. They sum to zero."""
    found = dict.fromkeys(list_account_keys(connection, crew), 0)
    for total in reports.sum_by_account(connection, Scope(crew)):
        found[total.account] += total.amount
    return found
