"""The shards of a process: its part of Discord's servers, if several processes share a PostgreSQL database."""

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class ShardSet:
    """The Discord connections `ids` out of `count`. Discord divides the servers among all `count` connections.

    https://discord.com/developers/docs/events/gateway#sharding
    """

    ids: frozenset[int] = frozenset({0})
    count: int = 1

    @property
    def is_whole(self) -> bool:
        """True if this process serves all servers."""
        return len(self.ids) == self.count

    @property
    def has_first(self) -> bool:
        """True if the set has connection 0, which receives the direct messages."""
        return 0 in self.ids

    def serves(self, guild: object) -> bool:
        """True if this process serves the server with this id. False for a damaged id."""
        return isinstance(guild, int) and (guild >> 22) % self.count in self.ids


WHOLE = ShardSet()
"""The shards of a process that serves all servers."""
