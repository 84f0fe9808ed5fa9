"""Chance that anyone can check afterwards: every shuffle follows from a secret that was committed before the hand.

Each decision reads a stream of bytes: HMAC-SHA-256 keyed by the hand's 32-byte secret over
``salts NUL counter NUL block`` (text in UTF-8, salts joined by newlines in seat order, numbers in decimal), for blocks
0, 1, 2 and so on. The stream is read as big-endian 32-bit numbers. To draw a number below n, skip the numbers at or
above the largest multiple of n that is at most 2**32. Take the first other number, modulo n. A shuffle is Fisher-Yates
from the last place down.
``docs/fairness.md`` has worked vectors.
"""

import hashlib
import hmac
import struct
from collections.abc import Iterable, Sequence
from typing import Final, Protocol, TypeVar

T = TypeVar("T")
_BLOCK: Final = struct.Struct(">8I")
"""The eight 32-bit numbers of a block."""


class Chance(Protocol):
    """The source of all random numbers and shuffles of a game."""

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1, every one equally likely."""

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Put the items into an order, every order equally likely."""


def make_commitment(secret: bytes) -> str:
    """The SHA-256 of the secret in hexadecimal, published before the hand."""
    return hashlib.sha256(secret).hexdigest()


class SecretChance:
    """Chance derived from a committed secret (32 bytes), the players' salts and the counter of this decision."""

    def __init__(self, secret: bytes, salts: Sequence[str], counter: int | str) -> None:
        self._key = secret
        self._prefix = "\n".join(salts).encode() + b"\0" + str(counter).encode() + b"\0"
        self._block = 0
        self._buffer: list[int] = []

    def _refill(self) -> list[int]:
        """Put the next block of the stream into the buffer."""
        digest = hmac.digest(self._key, self._prefix + str(self._block).encode(), "sha256")
        self._block += 1
        self._buffer = list(reversed(_BLOCK.unpack(digest)))
        return self._buffer

    def below(self, n: int) -> int:
        """Draw a number from 0 to n - 1 (n at most 2**32), every one equally likely."""
        limit = (1 << 32) - (1 << 32) % n
        while (number := (self._buffer or self._refill()).pop()) >= limit:
            pass
        return number % n

    def shuffle(self, items: Iterable[T]) -> tuple[T, ...]:
        """Put the items into an order, every order equally likely."""
        order = list(items)
        below = self.below
        for last in range(len(order) - 1, 0, -1):
            other = below(last + 1)
            order[last], order[other] = order[other], order[last]
        return tuple(order)


UNUSED_CHANCE: Final = SecretChance(bytes(32), (), 0)
"""The chance for functions that ask for one where nothing is drawn."""
