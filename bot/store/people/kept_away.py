"""The people who are kept away: by the admins from a server, or by the bot's host from all servers.

A note about each of these people protects the others. So the note stays when the person's data is erased. It holds only
ids and a time.
"""

from collections.abc import Collection
from typing import Final, NamedTuple

from sqlalchemy import ColumnElement, bindparam, or_, select

from bot.store.books import crews
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json, memo_people, memos
from bot.store.tables import days, nights

EVERYWHERE: Final = 0
"""The number that stands for all servers in place of a server's id."""


class KeptAway(NamedTuple):
    """A user who is kept away from a server, or from `EVERYWHERE`, since the time `at`."""

    guild: int
    user: int
    cause: str
    """The cause with which the user leaves each table; "" once they have left all. A table takes a cause only once, so
    they leave it only once."""
    at: int


def keep_away(connection: Connection, leaving: KeptAway, by: int) -> None:
    """Keep a user away from a server, or from `EVERYWHERE`. Delete their answers to its game nights, and end their
    membership of its dailies. `list_leaving` returns `leaving` until `end` is called."""
    guild, user, cause, at = leaving
    key_values.put(connection, _make_key(guild, user), {"by": by, _CAUSE: cause}, at)
    nights.erase_answers(connection, user, None if guild == EVERYWHERE else guild)
    of_guild = {crew.id for crew in crews.list_crews(connection, guild)}
    for crew in days.crews_of(connection, user):
        if guild == EVERYWHERE or crew in of_guild:
            days.leave(connection, crew, user)


def list_leaving(connection: Connection) -> list[KeptAway]:
    """The users who have not yet left all tables of the server from which they are kept away."""
    return [kept for kept in _list(connection) if kept.cause]


def _list(connection: Connection, *wanted: ColumnElement[bool]) -> list[KeptAway]:
    """The users whose notes match, the latest first. Damaged notes are left out."""
    own = memos.c.key.startswith(PREFIX, autoescape=True)
    rows = connection.execute(select(memos).where(own, *wanted).order_by(memos.c.updated_at.desc(), memos.c.key))
    found = []
    for row in rows:
        if (ids := _read_key(row.key)) is not None:
            cause = row.value.get(_CAUSE, "") if isinstance(row.value, dict) else ""
            found.append(KeptAway(*ids, str(cause), row.updated_at))
    return found


def end(connection: Connection, leaving: KeptAway) -> None:
    """Note that a user has left all tables. Does nothing if they were welcomed back, or kept away anew, meanwhile."""
    key = _make_key(leaving.guild, leaving.user)
    note = key_values.get(connection, key)
    if isinstance(note, dict) and note.pop(_CAUSE, None) == leaving.cause:
        key_values.put(connection, key, note, leaving.at)


def welcome(connection: Connection, guild: int, user: int) -> None:
    """Let a user come back: delete the note that keeps them away."""
    key_values.drop(connection, _make_key(guild, user))


_FIND: Final = select(memos.c.key).where(memos.c.key.in_(bindparam("keys", expanding=True)))


def is_kept_away(connection: Connection, guild: int, user: int) -> bool:
    """True if a user is kept away from a server, or everywhere."""
    return bool(find_kept_away(connection, guild, (user,)))


def find_kept_away(connection: Connection, guild: int, users: Collection[int]) -> frozenset[int]:
    """Find which of these users are kept away from a server, or everywhere."""
    keys = {_make_key(place, user): user for user in users for place in (guild, EVERYWHERE)}
    found = connection.scalars(_FIND, {"keys": list(keys)})
    return frozenset(keys[key] for key in found)


def list_kept_away(connection: Connection, *guilds: int) -> list[KeptAway]:
    """The users who are kept away from any of these servers, the latest first. `EVERYWHERE` counts as a server."""
    return _list(connection, or_(*(memos.c.key.startswith(_make_key(guild, ""), autoescape=True) for guild in guilds)))


def export(connection: Connection, user: int) -> list[dict[str, Json]]:
    """The servers that keep a user away, and since when; 0 stands for all servers."""
    naming = select(memo_people.c.key).where(memo_people.c.user_id == user)
    found = _list(connection, memos.c.key.in_(naming))
    return [{"guild_id": kept.guild, "at": kept.at} for kept in found if kept.user == user]


def is_about(key: str, user: int) -> bool:
    """True if `key` belongs to a note that keeps this user away."""
    return key.startswith(PREFIX) and key.endswith(f":{user}")


PREFIX: Final = "kept away:"
"""The beginning of the keys of these notes."""
_CAUSE: Final = "cause"
"""A key in a note's value. It is removed once the user has left all tables."""


def _make_key(guild: int, user: int | str) -> str:
    return f"{PREFIX}{guild}:{user}"


def _read_key(key: str) -> tuple[int, int] | None:
    """Read the server and the user from the key of a note; None for a damaged key."""
    guild, _, user = key.removeprefix(PREFIX).partition(":")
    sound = all(part.isascii() and part.isdigit() and len(part) < 20 for part in (guild, user))
    return (int(guild), int(user)) if sound else None
