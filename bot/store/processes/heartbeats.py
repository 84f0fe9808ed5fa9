"""Heartbeats: they say when each part of the servers was last served. The outages are computed from them.

Table clocks do not count an outage. When a process starts, it writes one row for the outage, not one for each table.
Whoever loads a table later reads the outages here, and gives the lost time back to it (`bot.tables.timing.outages`).
"""

from typing import Final

from msgspec import Struct

from bot.ports.times import DAY
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.processes.shards import ShardSet

_KEY: Final = "tables:alive"
"""The key of the heartbeat if one process serves all servers. Otherwise each shard has a key, such as
"tables:alive:2/8"."""
_OUTAGE_KEY: Final = "tables:away"
"""The prefix of the keys of outages: "tables:away:1700000000000" for all servers, with ":2/8" added for a shard."""

KEPT_FOR: Final = 60 * DAY
"""Milliseconds for which an outage is known. No deadline is further ahead."""


class Outage(Struct, frozen=True):
    """A time in which nobody served some of the servers. For each shard, the outage begins at its last heartbeat."""

    shards: ShardSet
    """The servers that were not served."""
    until: int
    """The time (milliseconds) at which they were served again."""
    seen: dict[ShardSet, int]
    """The time (milliseconds) at which each set of shards was last served before the outage."""

    def since(self, guild: int, table: int) -> int | None:
        """The beginning of the outage for a table (milliseconds); None if it did not affect the table."""
        return find_last_seen(self.seen, guild, table) if self.shards.serves(guild, table) else None


def note(connection: Connection, shards: ShardSet, at: int) -> None:
    """Store that `shards` were served at the time `at` (milliseconds)."""
    for part in shards.split():
        key_values.put(connection, _KEY + _write_suffix(part), at, at)


def list_last_seen(connection: Connection) -> dict[ShardSet, int]:
    """The time (milliseconds) at which each set of shards was last served. Includes sets of other shard counts."""
    stored = key_values.get_by_prefix(connection, _KEY, int)
    return {_read_suffix(key.removeprefix(_KEY)): int(at) for key, at in stored.items()}


def find_last_seen(seen: dict[ShardSet, int], guild: int, table: int = 0) -> int | None:
    """The time (milliseconds) at which a table of a server was last served, under any shard count; None if it never
    was."""
    return max((at for shards, at in seen.items() if shards.serves(guild, table)), default=None)


def note_return(connection: Connection, shards: ShardSet, now: int, shortest: int) -> bool:
    """Store that `shards` are served again. Also store the outage, if any of their servers may have been without
    service for longer than `shortest` milliseconds.

    Returns True if there was such an outage. Deletes outages that ended more than `KEPT_FOR` ago.
    """
    seen = list_last_seen(connection)
    key_values.drop_all(connection, f"{_OUTAGE_KEY}:", now - KEPT_FOR)
    note(connection, shards, now)
    if not any(now - at > shortest for others, at in seen.items() if others.overlaps(shards)):
        return False
    for part in shards.split():
        key = f"{_OUTAGE_KEY}:{now}{_write_suffix(part)}"
        key_values.put(connection, key, {_write_suffix(shard): at for shard, at in seen.items()}, now)
    return True


def list_outages(connection: Connection) -> list[Outage]:
    """The outages that may still have to be given back to a table, the earliest first."""
    found = []
    for key, seen in key_values.get_by_prefix(connection, _OUTAGE_KEY, dict).items():
        until, _, part = key.removeprefix(f"{_OUTAGE_KEY}:").partition(":")
        last_seen = {_read_suffix(shard): int(at) for shard, at in seen.items()}
        found.append(Outage(_read_suffix(part), int(until), last_seen))
    return sorted(found, key=lambda outage: outage.until)


def _write_suffix(part: ShardSet) -> str:
    """The end of a key: "" for all servers, ":2/8" for a shard."""
    return f":{part.name}" if part.name else ""


def _read_suffix(suffix: str) -> ShardSet:
    """Read the end of a key, as `_write_suffix` writes it."""
    return ShardSet.parse(suffix.removeprefix(":"))
