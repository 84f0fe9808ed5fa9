"""The marks of this database: the words by which its processes show at Discord that they serve the bot."""

from typing import Final

from bot.ports.times import HOUR
from bot.store.database import key_values
from bot.store.database.engine import Connection

_PREFIX: Final = "mark "
KEPT_FOR: Final = HOUR
"""Milliseconds for which a mark is known. A process draws a new one every minute."""


def note(connection: Connection, word: str, now: int) -> None:
    """Note a mark before it is shown, and forget old ones."""
    key_values.drop_all(connection, _PREFIX, now - KEPT_FOR)
    key_values.put(connection, f"{_PREFIX}{word}", True, now)


def list_known(connection: Connection) -> set[str]:
    """The marks that processes of this database have drawn lately."""
    return {key.removeprefix(_PREFIX) for key in key_values.list_keys(connection, _PREFIX)}
