"""The `INSERT` of a connection's own dialect, with `ON CONFLICT`."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from bot.store.database.engine import Connection

__all__ = ["insert_for"]


def insert_for(connection: Connection) -> Any:
    """The dialect's own `insert`. Loading it by name spares us the other dialect."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
