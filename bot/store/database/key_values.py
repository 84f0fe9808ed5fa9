"""A key-value table for small facts that outlast a restart, such as the hash of the command tree."""

import logging
from functools import lru_cache
from typing import TypeAlias

from sqlalchemy import ColumnElement, delete, select

from bot.store.database.engine import Connection, find_insert
from bot.store.database.named_people import note_memo
from bot.store.database.queries import put_row
from bot.store.database.schema import HIGHEST, Json, memos

log = logging.getLogger(__name__)

Shape: TypeAlias = type | tuple[type, ...]
"""The types that a JSON value may have."""


LOST = "lost:"
"""The prefix of the keys from `make_lost_table_key`."""


def make_lost_table_key(table: int) -> str:
    """The key for a table that waits until the bot is back in its server. The value is the time of the removal."""
    return f"{LOST}{table}"


def get(connection: Connection, key: str) -> Json:
    """The JSON value under `key`, or None."""
    return connection.scalar(select(memos.c.value).where(memos.c.key == key))


def get_by_prefix(
    connection: Connection, prefix: str, shape: Shape = object, *conditions: ColumnElement[bool]
) -> dict[str, Json]:
    """The JSON values whose keys begin with `prefix` and whose rows match `conditions`, by key.

    Values that are damaged, or have another type than `shape`, are logged and left out.
    """
    wanted = select(memos.c.key, memos.c.value).where(memos.c.key.startswith(prefix, autoescape=True), *conditions)
    found = {}
    for key, value in connection.execute(wanted):
        if value is None or not isinstance(value, shape):
            _log_damaged(key)
        else:
            found[key] = value
    return found


def get_numbered(
    connection: Connection, prefix: str, shape: Shape = object, *conditions: ColumnElement[bool]
) -> dict[int, Json]:
    """The values of `get_by_prefix`, by the number after `prefix`.

    Keys that have no number there are logged and left out.
    """
    found = {}
    for key, value in get_by_prefix(connection, prefix, shape, *conditions).items():
        number = key.removeprefix(prefix)
        if number.isascii() and number.isdigit():
            found[int(number)] = value
        else:
            _log_damaged(key)
    return found


def get_due(connection: Connection, prefix: str, now: int, shape: Shape = object) -> dict[int, Json]:
    """The values that are due now (see `put`), by the number after `prefix`."""
    return get_numbered(connection, prefix, shape, memos.c.due_at <= now)


@lru_cache(maxsize=256)
def _log_damaged(key: str) -> None:
    """Log once that a memo is damaged. The cache prevents repetition, since loops read the memo again and again."""
    log.error("the memo %s is damaged, and left out", key)


def list_keys(connection: Connection, prefix: str) -> list[str]:
    """All keys that begin with `prefix`, in order."""
    found = select(memos.c.key).where(memos.c.key.startswith(prefix, autoescape=True)).order_by(memos.c.key)
    return list(connection.scalars(found))


def drop_all(connection: Connection, prefix: str, before: int = HIGHEST) -> None:
    """Delete the values whose keys begin with `prefix`, and which were stored before the time `before`."""
    own = memos.c.key.startswith(prefix, autoescape=True) & (memos.c.updated_at < before)
    connection.execute(delete(memos).where(own))


def put(connection: Connection, key: str, value: Json, at: int, due: int | None = None) -> None:
    """Store a JSON value under `key`, in place of any old value. From the time `due` on, `get_due` finds it."""
    put_row(connection, memos, {"key": key}, {"value": value, "updated_at": at, "due_at": due})
    note_memo(connection, key, value)


def put_first(connection: Connection, key: str, value: Json) -> None:
    """Store a JSON value under `key`, unless there is one already. Of two processes at once, the first one stores
    its own."""
    new = find_insert(connection)(memos).values(key=key, value=value, updated_at=0)
    connection.execute(new.on_conflict_do_nothing(index_elements=["key"]))


def drop(connection: Connection, key: str) -> None:
    """Delete the value under `key`."""
    connection.execute(delete(memos).where(memos.c.key == key))
