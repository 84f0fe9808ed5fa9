"""The `INSERT ... ON CONFLICT` of each dialect."""

from importlib import import_module
from typing import Any

from bot.store.database.engine import Connection


def insert_for(connection: Connection) -> Any:
    """The `insert` function of the connection's dialect. Only that dialect is loaded."""
    return import_module(f"sqlalchemy.dialects.{connection.dialect.name}").insert
