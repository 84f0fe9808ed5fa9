"""The shards of a process: its part of Discord's servers, where several processes share a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WHOLE", "ShardSet"]


@dataclass(frozen=True, slots=True)
class ShardSet:
    """The connections `ids` out of `count`, among which Discord divides the servers; by default all of them.

    https://discord.com/developers/docs/events/gateway#sharding
    """

    ids: frozenset[int] = frozenset({0})
    count: int = 1

    @property
    def whole(self) -> bool:
        """True if no other process serves any server."""
        return len(self.ids) == self.count

    @property
    def first(self) -> bool:
        """True if the set has connection 0, which receives the direct messages."""
        return 0 in self.ids

    def has(self, guild: int) -> bool:
        """True if this process serves the server with this id."""
        return (guild >> 22) % self.count in self.ids


WHOLE = ShardSet()
"""All shards: one process serves every server."""
