"""Members who have crossed the bar: they have died, and stay in the books with honour. A note marks each of them."""

from sqlalchemy import select

from bot.store.books import revisions
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import members


def _make_key(crew: int, member: int | str = "") -> str:
    return f"tally:crossed:{crew}:{member}"


def note(connection: Connection, crew: int, member: int, at: int) -> None:
    """Note that a member has crossed the bar."""
    revisions.advance(connection, crew)
    key_values.put(connection, _make_key(crew, member), True, at)


def forget(connection: Connection, crew: int, member: int) -> None:
    """Take the mark of a member away."""
    revisions.advance(connection, crew)
    key_values.drop(connection, _make_key(crew, member))


def move(connection: Connection, crew: int, member: int, into: int) -> None:
    """Move the mark of a member to `into`, the member with whom they are merged."""
    if has_crossed(connection, crew, member):
        forget(connection, crew, member)
        note(connection, crew, into, 0)


def has_crossed(connection: Connection, crew: int, member: int) -> bool:
    """True if a member of a crew has crossed the bar."""
    return key_values.get(connection, _make_key(crew, member)) is not None


def list_crossed(connection: Connection, crew: int) -> frozenset[int]:
    """The members of a crew who have crossed the bar."""
    return frozenset(int(key.rpartition(":")[2]) for key in key_values.list_keys(connection, _make_key(crew)))


def list_names(connection: Connection, crew: int) -> list[str]:
    """All names of the members of a crew who have crossed the bar."""
    found = list_crossed(connection, crew)
    rows = connection.execute(select(members.c.name, members.c.aliases).where(members.c.id.in_(found))) if found else ()
    return [name for row in rows for name in (row.name, *row.aliases)]
