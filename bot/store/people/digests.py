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

    DAILY = "digest:"
    """The digest that a person wants every day. The stored value is its time (milliseconds)."""
    MORNING = "morning:"
    """Everything that was held back in their quiet hours. The stored value is its time."""
    AWAY = "away:"
    """Robots play for them. The stored value is the time of the next digest, and the number of digests left."""

    def key_of(self, user: int) -> str:
        """The key of a person's next digest of this kind."""
        return f"{self}{user}"


def find_time(stored: Json) -> int:
    """The time (milliseconds) of a digest, from its stored value."""
    return int(stored[0] if isinstance(stored, list) else stored)


def plan_morning_digest(connection: Connection, user: int, morning: int, now: int) -> None:
    """Plan the digest at the end of a person's quiet hours, unless it is planned already."""
    key = DigestKind.MORNING.key_of(user)
    if key_values.get(connection, key) is None:
        key_values.put(connection, key, morning, now, morning)


def plan_robot_digests(connection: Connection, user: int, now: int) -> None:
    """Plan the digests to a person for whom a robot plays from now on: the first in a week, unless one is planned."""
    key = DigestKind.AWAY.key_of(user)
    if key_values.get(connection, key) is None:
        key_values.put(connection, key, [now + WEEK, AWAY_TIMES], now, now + WEEK)


def put_off(connection: Connection, kind: DigestKind, user: int, stored: Json, until: int, now: int) -> None:
    """Move a digest to a later time, unless another process has taken it."""
    key = kind.key_of(user)
    if key_values.get(connection, key) == stored:
        later: Json = [until, *stored[1:]] if isinstance(stored, list) else until
        key_values.put(connection, key, later, now, until)


def take(connection: Connection, kind: DigestKind, user: int, stored: Json, wanted: bool, now: int) -> bool:
    """Take a digest that is not a daily one, and plan the next of its kind. False if another process took it, or if no
    digest is `wanted`."""
    key = kind.key_of(user)
    if key_values.get(connection, key) != stored:
        return False
    left = int(stored[1]) - 1 if isinstance(stored, list) else 0
    if left and wanted:
        key_values.put(connection, key, [now + WEEK, left], now, now + WEEK)
    else:
        key_values.drop(connection, key)
    return wanted
