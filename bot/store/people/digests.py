"""The planned digests of a person. A digest is one message about all their tables, sent at a stored time."""

from enum import StrEnum
from typing import Final, NamedTuple

from bot.ports.times import WEEK
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import Json

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


class PlannedDigest(NamedTuple):
    """A digest that is planned for a person."""

    kind: DigestKind
    user: int
    stored: Json
    """Its time, or a list of that and how many are left."""

    @property
    def key(self) -> str:
        """The key of its note."""
        return self.kind.key_of(self.user)

    @property
    def time(self) -> int:
        """Its time (milliseconds)."""
        return int(self.stored[0] if isinstance(self.stored, list) else self.stored)


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


def put_off(connection: Connection, planned: PlannedDigest, until: int, now: int) -> None:
    """Move a digest to a later time, unless another process has taken it."""
    stored = planned.stored
    if key_values.get(connection, planned.key) == stored:
        later: Json = [until, *stored[1:]] if isinstance(stored, list) else until
        key_values.put(connection, planned.key, later, now, until)


def take(connection: Connection, planned: PlannedDigest, wanted: bool, now: int) -> bool:
    """Take a morning or away digest that is about to be sent, and plan the next one of its kind if any are left.

    If the digest is not `wanted`, it is dropped, and so are those that would follow. Return False in that case, and if
    another process took the digest.
    """
    key, stored = planned.key, planned.stored
    if key_values.get(connection, key) != stored:
        return False
    remaining = int(stored[1]) - 1 if isinstance(stored, list) else 0
    if remaining and wanted:
        key_values.put(connection, key, [now + WEEK, remaining], now, now + WEEK)
    else:
        key_values.drop(connection, key)
    return wanted
