"""Notes about members of a crew: who has crossed the bar, who is known as a player, whose name the scorer chose."""

from enum import StrEnum

from sqlalchemy import select

from bot.store.books import revisions
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json, members


class MemberNote(StrEnum):
    """The kinds of notes. The values begin their keys, and are stored."""

    CROSSED = "tally:crossed:"
    """They have died, and stay in the books with honour."""
    VOUCHED = "tally:vouched:"
    """The scorer's word that they are a player of the crew."""
    CHOSEN = "tally:named:"
    """The scorer has chosen their name."""
    ADDED_BY = "guest:"
    """The user who added a guest."""


def put(connection: Connection, note: MemberNote, crew: int, member: int, at: int, value: Json = True) -> None:
    """Note this about a member."""
    revisions.advance(connection, crew)
    key_values.put(connection, f"{note}{crew}:{member}", value, at)


def get(connection: Connection, note: MemberNote, crew: int, member: int) -> Json:
    """The note about a member, or None."""
    return key_values.get(connection, f"{note}{crew}:{member}")


def drop(connection: Connection, note: MemberNote, crew: int, member: int) -> None:
    """Take a note about a member away."""
    revisions.advance(connection, crew)
    key_values.drop(connection, f"{note}{crew}:{member}")


def drop_all(connection: Connection, crew: int, member: int) -> None:
    """Take all notes about a member away."""
    revisions.advance(connection, crew)
    for note in MemberNote:
        key_values.drop(connection, f"{note}{crew}:{member}")


def list_noted(connection: Connection, note: MemberNote, crew: int) -> frozenset[int]:
    """The members of a crew about whom this is noted."""
    return frozenset(int(key.rpartition(":")[2]) for key in key_values.list_keys(connection, f"{note}{crew}:"))


def list_names(connection: Connection, note: MemberNote, crew: int) -> list[str]:
    """All names of the members of a crew about whom this is noted."""
    found = list_noted(connection, note, crew)
    rows = connection.execute(select(members.c.name, members.c.aliases).where(members.c.id.in_(found))) if found else ()
    return [name for row in rows for name in (row.name, *row.aliases)]
