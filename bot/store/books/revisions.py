"""The revision of a crew's books: a number that grows with every change of members, accounts, seasons and payments.

A function that reads the books first and writes later compares the revisions at both times. If they are equal, the
books have not changed, and the function need not read them again.
"""

from sqlalchemy import select, update

from bot.store.database.engine import Connection
from bot.store.database.schema import crews


def read(connection: Connection, crew: int) -> int:
    """The present revision of a crew's books; 0 for a crew that does not exist yet."""
    return connection.scalar(select(crews.c.revision).where(crews.c.id == crew)) or 0


def lock(connection: Connection, crew: int) -> int:
    """Lock a crew's books against other writers until this transaction ends, and return their revision."""
    locked = select(crews.c.revision).where(crews.c.id == crew).with_for_update()
    return connection.scalar(locked) or 0


def advance(connection: Connection, crew: int) -> None:
    """Raise the revision before members, accounts, seasons or payments change. This locks the books like `lock`."""
    connection.execute(update(crews).where(crews.c.id == crew).values(revision=crews.c.revision + 1))
