"""Digests that are planned for a person: messages about all their tables at once, each at a stored time."""

from enum import StrEnum
from typing import Final

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json

WEEK: Final = 7 * 86_400_000
AWAY_TIMES: Final = 2
"""The number of digests to a person for whom robots play. After them the bot is silent."""


class DigestKind(StrEnum):
    """The kinds of digests. The values are prefixes of stored keys."""

    DAILY = key_values.DIGESTS
    """The one that a person wants every day. The stored value is its time (milliseconds)."""
    MORNING = key_values.MORNINGS
    """Everything that was held back in their quiet hours. The stored value is its time."""
    AWAY = key_values.AWAY
    """Robots play for them. The stored value is the time of the next digest, and the number of digests left."""


def find_time(stored: Json) -> int:
    """The time (milliseconds) of a digest, from its stored value."""
    return int(stored[0] if isinstance(stored, list) else stored)


def hold_until_morning(connection: Connection, user: int, morning: int, now: int) -> None:
    """Plan the digest at the end of a person's quiet hours, unless it is planned already."""
    if key_values.get(connection, key_values.morning_key(user)) is None:
        key_values.put(connection, key_values.morning_key(user), morning, now, morning)


def tell_of_robots(connection: Connection, user: int, now: int) -> None:
    """Plan the digests to a person for whom a robot plays from now on, the first in a week, unless one is planned."""
    if key_values.get(connection, key_values.away_key(user)) is None:
        key_values.put(connection, key_values.away_key(user), [now + WEEK, AWAY_TIMES], now, now + WEEK)


def put_off(connection: Connection, kind: DigestKind, user: int, stored: Json, until: int, now: int) -> None:
    """Move a digest to a later time, unless another process has taken it."""
    key = f"{kind}{user}"
    if key_values.get(connection, key) == stored:
        later: Json = [until, *stored[1:]] if isinstance(stored, list) else until
        key_values.put(connection, key, later, now, until)


def take(connection: Connection, kind: DigestKind, user: int, stored: Json, wanted: bool, now: int) -> bool:
    """Take a digest of a kind that is not repeated every day, and plan the next of its kind. False if another process
    took it, or if no digest is `wanted`."""
    key = f"{kind}{user}"
    if key_values.get(connection, key) != stored:
        return False
    left = int(stored[1]) - 1 if isinstance(stored, list) else 0
    if left and wanted:
        key_values.put(connection, key, [now + WEEK, left], now, now + WEEK)
    else:
        key_values.drop(connection, key)
    return wanted
