"""Heartbeats: when a running process last served each part of the servers. Table clocks do not count downtime."""

from __future__ import annotations

from typing import Final

from bot.store import key_values
from bot.store.engine import Connection
from bot.store.shards import WHOLE, ShardSet

__all__ = ["last_seen", "last_seen_for", "note"]

_KEY: Final = "tables:alive"
"""The key of a process that serves all servers; others have a key for each of their shards, such as
"tables:alive:2/8"."""


def note(connection: Connection, shards: ShardSet, at: int) -> None:
    """Write down that a process serving `shards` was running at the time `at` (milliseconds)."""
    keys = [_KEY] if shards.whole else [f"{_KEY}:{number}/{shards.count}" for number in sorted(shards.ids)]
    for key in keys:
        key_values.put(connection, key, at, at)


def last_seen(connection: Connection) -> dict[ShardSet, int]:
    """The time (milliseconds) when each set of shards was last served, including sets of earlier shard counts."""
    seen: dict[ShardSet, int] = {}
    for key, at in key_values.beginning(connection, _KEY).items():
        number, _, count = key.removeprefix(_KEY).removeprefix(":").partition("/")
        seen[ShardSet(frozenset({int(number)}), int(count)) if number else WHOLE] = int(at)
    return seen


def last_seen_for(seen: dict[ShardSet, int], guild: int) -> int | None:
    """The time when a server was last served, under any shard count; None if it never was."""
    return max((at for shards, at in seen.items() if shards.has(guild)), default=None)
