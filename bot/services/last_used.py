"""A bounded memory that forgets the least recently stored entries."""

from __future__ import annotations

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LastUsed(Generic[K, V]):
    """The `most` entries that were put last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def put(self, key: K, value: V) -> None:
        """Remember a value, and forget the oldest entry if there are too many."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def find(self, key: K) -> V | None:
        """Return a value; None if there is none."""
        return self._entries.get(key)

    def take(self, key: K) -> V | None:
        """Return a value and forget it; None if there is none."""
        return self._entries.pop(key, None)
