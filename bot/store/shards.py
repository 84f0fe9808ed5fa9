"""Which part of Discord's servers a process speaks for, where several share a PostgreSQL database."""

from __future__ import annotations

from dataclasses import dataclass

__all__ = ["WHOLE", "ShardSet"]


@dataclass(frozen=True, slots=True)
class ShardSet:
    """The connections `ids` of `count` among which Discord divides the servers; by default the whole.

    https://discord.com/developers/docs/events/gateway#sharding
    """

    ids: frozenset[int] = frozenset({0})
    count: int = 1

    @property
    def whole(self) -> bool:
        """Whether nobody else speaks for any server."""
        return len(self.ids) == self.count

    @property
    def first(self) -> bool:
        """Whether it has the connection that is not about a server: private messages come to it."""
        return 0 in self.ids

    def has(self, guild: int) -> bool:
        """Whether this process speaks for a server, by its id."""
        return (guild >> 22) % self.count in self.ids


WHOLE = ShardSet()
"""Nobody else speaks for any server."""
