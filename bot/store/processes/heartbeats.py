"""Heartbeats, which say when each part of the servers was last served, and the outages that follow from them.

Table clocks do not count an outage. A start writes only one row for the outage, not one for each table: the process
that later loads a table reads the outages here, and gives the table its lost time back (`bot.tables.timing.outages`).
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import events, tables
from bot.store.processes.shards import WHOLE, ShardSet
from bot.store.tables.rows import Status

__all__ = ["Outage", "come_back", "list_last_seen", "find_last_seen", "note", "outages"]

_KEY: Final = "tables:alive"
"""The key of a process that serves all servers; others have a key for each of their shards, such as
"tables:alive:2/8"."""
_OUTAGE_KEY: Final = "tables:away"
"""Outages have keys such as "tables:away:1700000000000", and ":2/8" after it for a process with a part of the
servers."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody served some servers. It begins at the last sign of life, which may differ for each
    shard."""

    shards: ShardSet
    """The servers that were not served."""
    until: int
    """The time (milliseconds) at which they were served again."""
    seen: dict[ShardSet, int]
    """The time at which each set of shards was last served before."""

    def since(self, guild: int) -> int | None:
        """The beginning of the outage for a server; None if the outage did not affect that server."""
        return find_last_seen(self.seen, guild) if self.shards.has(guild) else None


@dataclass(frozen=True, slots=True)
class _Last:
    """The last event of an open table."""

    guild: int
    is_live: bool
    at: int
    cause: str


def note(connection: Connection, shards: ShardSet, at: int) -> None:
    """Write down that a process serving `shards` was running at the time `at` (milliseconds)."""
    for part in _parts(shards):
        key_values.put(connection, _KEY + _suffix(part), at, at)


def list_last_seen(connection: Connection) -> dict[ShardSet, int]:
    """The time (milliseconds) when each set of shards was last served, including sets of earlier shard counts."""
    stored = key_values.get_by_prefix(connection, _KEY)
    return {_shards(key.removeprefix(_KEY)): int(at) for key, at in stored.items()}


def find_last_seen(seen: dict[ShardSet, int], guild: int) -> int | None:
    """The time when a server was last served, under any shard count; None if it never was."""
    return max((at for shards, at in seen.items() if shards.has(guild)), default=None)


def come_back(connection: Connection, shards: ShardSet, now: int, shortest: int) -> bool:
    """Note that `shards` are served from now on, and record the outage that ends if it is longer than `shortest` (ms).

    The outage counts from the last sign of life in the database: a heartbeat, or the last event of a table. Returns
    True if there was such an outage. Outages that end before the last event of every live table are deleted.
    """
    last = _last_events(connection)
    seen = _signs_of_life(list_last_seen(connection), last, shards, now)
    live = [beat for beat in last if beat.is_live]
    ours = {
        since for beat in live if shards.has(beat.guild) and (since := find_last_seen(seen, beat.guild)) is not None
    }
    for key, old in _stored_outages(connection).items():
        if not any(old.shards.has(beat.guild) and beat.at < old.until for beat in live):
            key_values.drop(connection, key)
    note(connection, shards, now)
    if not any(now - since > shortest for since in ours):
        return False
    for part in _parts(shards):
        key = f"{_OUTAGE_KEY}:{now}{_suffix(part)}"
        key_values.put(connection, key, {_suffix(of): at for of, at in seen.items()}, now)
    return True


def outages(connection: Connection) -> list[Outage]:
    """The stored outages, the earliest first. Some tables may still have to get this lost time back."""
    return sorted(_stored_outages(connection).values(), key=lambda outage: outage.until)


def _signs_of_life(seen: dict[ShardSet, int], last: list[_Last], shards: ShardSet, now: int) -> dict[ShardSet, int]:
    """The heartbeats; for parts of `shards`, the time of a table's last event where that is later."""
    if not seen:
        return {}
    signs = dict(seen)
    for part in _parts(shards):
        for beat in last if part in seen else ():
            # Where several processes share the servers, a person's move ("i:") may have come through another process.
            if part.has(beat.guild) and (shards.whole or not beat.cause.startswith("i:")):
                signs[part] = max(signs.get(part, 0), min(beat.at, now))
    return signs


def _last_events(connection: Connection) -> list[_Last]:
    query = (
        select(tables.c.guild_id, tables.c.status, events.c.at, events.c.cause)
        .join(events, (events.c.table_id == tables.c.id) & (events.c.sequence == tables.c.sequence))
        .where(tables.c.status != Status.CLOSED.value)
    )
    return [
        _Last(guild, status == Status.LIVE, at, cause or "") for guild, status, at, cause in connection.execute(query)
    ]


def _stored_outages(connection: Connection) -> dict[str, Outage]:
    found = {}
    for key, seen in key_values.get_by_prefix(connection, _OUTAGE_KEY).items():
        until, _, part = key.removeprefix(f"{_OUTAGE_KEY}:").partition(":")
        found[key] = Outage(_shards(part), int(until), {_shards(of): int(at) for of, at in seen.items()})
    return found


def _parts(shards: ShardSet) -> list[ShardSet]:
    """The sets of shards that have a key each: one set of all servers, or one set for each shard."""
    if shards.whole:
        return [WHOLE]
    return [ShardSet(frozenset({number}), shards.count) for number in sorted(shards.ids)]


def _suffix(part: ShardSet) -> str:
    """The end of a key: "" for all servers, ":2/8" for a shard."""
    return "" if part.whole else f":{min(part.ids)}/{part.count}"


def _shards(suffix: str) -> ShardSet:
    """Read the end of a key, as `_suffix` makes it."""
    number, _, count = suffix.removeprefix(":").partition("/")
    return ShardSet(frozenset({int(number)}), int(count)) if number else WHOLE
