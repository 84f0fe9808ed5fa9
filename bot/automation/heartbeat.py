"""When a table was last spoken for: clocks do not count the time in which no process was there."""

from __future__ import annotations

from typing import Final

from bot.store import key_values
from bot.store.engine import Connection
from bot.store.shards import WHOLE, ShardSet

_ALIVE: Final = "tables:alive"
"""The memo of a process that speaks for the whole; others have one for each of their connections, "<this>:2/8"."""


def note(connection: Connection, share: ShardSet, at: int) -> None:
    """Write down that this process is running at the moment `at` (milliseconds)."""
    for key in [_ALIVE] if share.whole else [f"{_ALIVE}:{one}/{share.count}" for one in sorted(share.ids)]:
        key_values.put(connection, key, at, at)


def last_seen(connection: Connection) -> dict[ShardSet, int]:
    """When a process that spoke for such a part was last running (milliseconds), also for parts of old divisions."""
    seen: dict[ShardSet, int] = {}
    for key, at in key_values.beginning(connection, _ALIVE).items():
        part, _, count = key.removeprefix(_ALIVE).removeprefix(":").partition("/")
        seen[ShardSet(frozenset({int(part)}), int(count)) if part else WHOLE] = int(at)
    return seen


def for_guild(seen: dict[ShardSet, int], guild: int) -> int | None:
    """When a process that spoke for a server was last running, however the servers were divided then."""
    return max((at for share, at in seen.items() if share.has(guild)), default=None)
