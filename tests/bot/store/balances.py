"""Accounts of a crew, and their balances, as the tests compare them."""

from bot.store import Connection
from bot.store.books import Scope, crews, reports
from bot.store.books.postings import list_account_keys


def read_balances(connection: Connection, crew: int) -> dict[int, int]:
    """The balance of each account of a crew. They sum to zero."""
    found = dict.fromkeys(list_account_keys(connection, crew), 0)
    for total in reports.sum_by_account(connection, Scope(crew)):
        found[total.account] += total.amount
    return found


def open_accounts(connection: Connection, crew: int, count: int) -> list[int]:
    """Open the accounts of so many new members of a crew."""
    members = [crews.add_member(connection, crew, f"a{number}", 0).id for number in range(count)]
    return crews.open_accounts(connection, crew, members)
