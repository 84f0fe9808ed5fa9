"""The shards of a process: its part of Discord's servers, if several processes share a PostgreSQL database."""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import Self


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
    def fraction(self) -> float:
        """The part of all servers that this process serves: 1 for all."""
        return len(self.ids) / self.count

    def serves(self, guild: object, number: int = 0) -> bool:
        """True if this process serves the server with this id. False for a damaged id.

        What belongs to no server (0), such as a table in a DM, is divided by its own `number`.
        """
        return isinstance(guild, int) and (guild >> 22 if guild else number) % self.count in self.ids

    def overlaps(self, other: ShardSet) -> bool:
        """True if both sets have a server in common, whatever their counts."""
        common = math.gcd(self.count, other.count)
        return not {number % common for number in self.ids}.isdisjoint(number % common for number in other.ids)

    @property
    def name(self) -> str:
        """The name of a part as it is stored: "" for all servers, and "2/8" for connection 2 of 8."""
        return "" if self.is_whole else f"{min(self.ids)}/{self.count}"

    @classmethod
    def parse(cls, name: str) -> Self:
        """The part with a stored name."""
        number, _, count = name.partition("/")
        return cls(frozenset({int(number)}), int(count)) if number else cls()

    def split(self) -> list[ShardSet]:
        """The parts of the set: one with all servers, or one for each connection."""
        return [WHOLE] if self.is_whole else [ShardSet(frozenset({number}), self.count) for number in sorted(self.ids)]


WHOLE = ShardSet()
"""The shards of a process that serves all servers."""
