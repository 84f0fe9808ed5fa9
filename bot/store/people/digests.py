"""The planned digests of a person. A digest is one message about all their tables, sent at a stored time."""

from enum import StrEnum
from typing import Final

from bot.ports.times import WEEK
from bot.store.database import key_values
from bot.store.database.engine import Connection

AWAY_TIMES: Final = 2
"""The number of digests that a person gets while robots play for them. After these the bot is silent."""


class DigestKind(StrEnum):
    """The kinds of digests. The values are prefixes of stored keys."""

    DAILY = "digest:"
    """The digest that a person wants every day. The stored value is its time (milliseconds)."""
    MORNING = "morning:"
    """The digest of all that was held back in a person's quiet hours. The stored value is its time (milliseconds)."""
    AWAY = "away:"
    """The digests while robots play for a person. The stored value is (time of the next digest, digests left)."""

    def key_of(self, user: int) -> str:
        """The key of a person's next digest of this kind."""
        return f"{self}{user}"


def plan_morning_digest(connection: Connection, user: int, morning: int, now: int) -> None:
    """Plan the digest at the end of a person's quiet hours, unless it is planned already."""
    key = DigestKind.MORNING.key_of(user)
    if key_values.get(connection, key) is None:
        key_values.put(connection, key, morning, now, morning)


def plan_robot_digests(connection: Connection, user: int, now: int) -> None:
    """Plan the digests to a person for whom a robot now plays, unless one is planned. The first comes in a week."""
    key = DigestKind.AWAY.key_of(user)
    if key_values.get(connection, key) is None:
        key_values.put(connection, key, [now + WEEK, AWAY_TIMES], now, now + WEEK)
