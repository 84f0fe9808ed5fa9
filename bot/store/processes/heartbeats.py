"""Heartbeats: they say when each part of the servers was last served. The outages are computed from them.

Table clocks do not count an outage. When a process starts, it writes one row for the outage, not one for each table.
Whoever loads a table later reads the outages here, and gives the lost time back to it (`bot.tables.timing.outages`).
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, Final

from sqlalchemy import select

from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.schema import events, tables
from bot.store.processes.shards import ShardSet
from bot.store.tables.rows import IS_OPEN, Status

_KEY: Final = "tables:alive"
"""The key of the heartbeat if one process serves all servers. Otherwise each shard has a key, such as
"tables:alive:2/8"."""
_OUTAGE_KEY: Final = "tables:away"
"""The prefix of the keys of outages: "tables:away:1700000000000" for all servers, with ":2/8" added for a shard."""


@dataclass(frozen=True, slots=True)
class Outage:
    """A time in which nobody served some of the servers. For each shard, the outage begins at its last sign of life."""

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
    """Store that `shards` are served again. Also store the outage, if it was longer than `shortest` milliseconds
    for a live table of theirs.

    The outage counts from the last sign of life in the database: a heartbeat, or the last event of a table. Returns
    True if there was such an outage. Deletes outages that ended before the last event of every live table.
    """
    last_events = _list_last_events(connection)
    seen = _find_signs_of_life(list_last_seen(connection), last_events, shards, now)
    live = [event for event in last_events if event.status == Status.LIVE]
    last_served = [
        find_last_seen(seen, event.guild_id, event.id) for event in live if shards.serves(event.guild_id, event.id)
    ]
    for key, old in _read_outages(connection).items():
        if not any(old.shards.serves(event.guild_id, event.id) and event.at < old.until for event in live):
            key_values.drop(connection, key)
    note(connection, shards, now)
    if not any(at is not None and now - at > shortest for at in last_served):
        return False
    for part in shards.split():
        key = f"{_OUTAGE_KEY}:{now}{_write_suffix(part)}"
        key_values.put(connection, key, {_write_suffix(shard): at for shard, at in seen.items()}, now)
    return True


def list_outages(connection: Connection) -> list[Outage]:
    """The outages that may still have to be given back to a table, the earliest first."""
    return sorted(_read_outages(connection).values(), key=lambda outage: outage.until)


def _find_signs_of_life(
    seen: dict[ShardSet, int], last_events: Sequence[Any], shards: ShardSet, now: int
) -> dict[ShardSet, int]:
    """The last signs of life: the heartbeats in `seen`. For `shards`, a later event of a table counts too."""
    signs = dict(seen)
    for part in shards.split():
        for event in last_events if part in seen else ():
            # If several processes share the servers, another process may have received a person's move ("i:").
            if part.serves(event.guild_id, event.id) and (shards.is_whole or not str(event.cause).startswith("i:")):
                signs[part] = max(signs[part], min(event.at, now))
    return signs


def _list_last_events(connection: Connection) -> Sequence[Any]:
    """The last event of each open table. Damaged events are left out, since they are no sign of life."""
    query = (
        select(tables.c.id, tables.c.guild_id, tables.c.status, events.c.at, events.c.cause)
        .join(events, (events.c.table_id == tables.c.id) & (events.c.sequence == tables.c.sequence))
        .where(IS_OPEN)
    )
    return [row for row in connection.execute(query) if type(row.at) is int]


def _read_outages(connection: Connection) -> dict[str, Outage]:
    found = {}
    for key, seen in key_values.get_by_prefix(connection, _OUTAGE_KEY, dict).items():
        until, _, part = key.removeprefix(f"{_OUTAGE_KEY}:").partition(":")
        found[key] = Outage(
            _read_suffix(part), int(until), {_read_suffix(shard): int(at) for shard, at in seen.items()}
        )
    return found


def _write_suffix(part: ShardSet) -> str:
    """The end of a key: "" for all servers, ":2/8" for a shard."""
    return f":{part.name}" if part.name else ""


def _read_suffix(suffix: str) -> ShardSet:
    """Read the end of a key, as `_write_suffix` writes it."""
    return ShardSet.parse(suffix.removeprefix(":"))
