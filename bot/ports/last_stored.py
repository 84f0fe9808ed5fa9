"""A bounded memory that forgets the entries that were stored longest ago."""

from collections import OrderedDict
from typing import Generic, TypeVar

K = TypeVar("K")
V = TypeVar("V")


class LastStored(Generic[K, V]):
    """A mapping that keeps the `most` entries that were stored last."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._entries: OrderedDict[K, V] = OrderedDict()

    def __contains__(self, key: K) -> bool:
        return key in self._entries

    def put(self, key: K, value: V) -> None:
        """Store a value, and forget the oldest entry if there are more than `most`."""
        self._entries[key] = value
        self._entries.move_to_end(key)
        if len(self._entries) > self._most:
            self._entries.popitem(last=False)

    def find(self, key: K) -> V | None:
        """Return the value of a key, or None."""
        return self._entries.get(key)

    def take(self, key: K) -> V | None:
        """Forget a key and return its value, or None."""
        return self._entries.pop(key, None)
