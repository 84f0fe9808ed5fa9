"""The people who erased their data: a keyed hash of each id, so that no file brings them back. Nothing leads from the
hash to the person, and nothing of a name is kept."""

import hmac
import secrets
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.queries import has_row
from bot.store.database.schema import Json, members

_KEY: Final = "books:key"
_NOTES: Final = "erased:"


class KnownErasures(NamedTuple):
    """The notes of one database about everybody who was erased."""

    key: str
    """The secret key of that database; "" if it has none, and so no notes."""
    notes: dict[str, Json]
    """The member who each was, by crew, under the hash of their id."""

    def find(self, user: int) -> dict[str, int] | None:
        """The member who an erased user was, by crew; None if they were not erased."""
        return self.notes.get(_make_key(self.key, user))


def list_known(connection: Connection) -> KnownErasures:
    """The notes of this database."""
    return KnownErasures(find_host_key(connection), key_values.get_by_prefix(connection, _NOTES, dict))


def take_over(connection: Connection, known: KnownErasures) -> None:
    """Take the key and the notes of a later copy of this database over."""
    for name, value in {_KEY: known.key, **known.notes}.items():
        key_values.put(connection, name, value, 0)


def find_host_key(connection: Connection) -> str:
    """The secret key of this database; "" before its first use."""
    return key_values.get(connection, _KEY) or ""


def ensure_host_key(connection: Connection) -> str:
    """The secret key of this database, which is made at its first use. Of two first uses at once, one makes it."""
    key_values.put_first(connection, _KEY, secrets.token_hex(32))
    return find_host_key(connection)


def note(connection: Connection, user: int, rows: Mapping[int, int]) -> None:
    """Note that a user was erased. `rows` has the member who they were, by crew."""
    key = _make_key(ensure_host_key(connection), user)
    known = key_values.get(connection, key) or {}
    key_values.put(connection, key, {**known, **{str(crew): member for crew, member in rows.items()}}, 0)


def find(connection: Connection, crew: int, users: Iterable[int]) -> dict[int, int | None]:
    """Those of the users who were erased and have not come back to any books, each with the member who they were in
    this crew, or None."""
    key, found = find_host_key(connection), dict[int, int | None]()
    for user in users:
        rows = key_values.get(connection, _make_key(key, user))
        if rows is not None and not has_row(connection, select(members.c.id).where(members.c.user_id == user)):
            found[user] = rows.get(str(crew))
    return found


def _make_key(key: str, user: int) -> str:
    return f"{_NOTES}{hmac.digest(key.encode(), str(user).encode(), 'sha256').hex()[:32]}"
