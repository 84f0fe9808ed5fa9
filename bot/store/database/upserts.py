"""The `INSERT` of a connection's own dialect, with `ON CONFLICT`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.store.database.engine import Connection

__all__ = ["insert_for"]


def insert_for(connection: Connection) -> Any:
    """The `insert` of the connection's dialect. It is loaded by name, so that the other dialect is not loaded."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
