"""Small things that the program remembers from one start to the next: the hash of the command tree, emoji ids."""

from __future__ import annotations

from typing import Any

from sqlalchemy import delete, insert, select, update

from bot.store.engine import Connection
from bot.store.schema import memos

__all__ = ["beginning", "drop", "get", "put"]


def get(connection: Connection, key: str) -> Any:
    """The JSON value kept under `key`, or None."""
    return connection.execute(select(memos.c.value).where(memos.c.key == key)).scalar_one_or_none()


def beginning(connection: Connection, prefix: str) -> dict[str, Any]:
    """The JSON values of all keys that begin with `prefix`."""
    found = select(memos.c.key, memos.c.value).where(memos.c.key.startswith(prefix, autoescape=True))
    return {row.key: row.value for row in connection.execute(found)}


def put(connection: Connection, key: str, value: Any, at: int) -> None:
    """Keep a JSON value under `key`, in place of the old one."""
    values = {"value": value, "updated_at": at}
    if connection.execute(update(memos).where(memos.c.key == key).values(values)).rowcount == 0:
        connection.execute(insert(memos).values(key=key, **values))


def drop(connection: Connection, key: str) -> None:
    """Forget what is kept under `key`."""
    connection.execute(delete(memos).where(memos.c.key == key))
