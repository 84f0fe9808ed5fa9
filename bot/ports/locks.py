"""Locks by number, such as one for each person or channel."""

import asyncio
from weakref import WeakValueDictionary


class Locks(WeakValueDictionary[int, asyncio.Lock]):
    """The locks that somebody holds or waits for, by number."""

    def of(self, number: int) -> asyncio.Lock:
        """The lock of this number, made if need be."""
        return self.setdefault(number, asyncio.Lock())
