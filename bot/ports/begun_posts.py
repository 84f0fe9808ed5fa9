"""Marks of posts. A mark is stored before each post, to find the post if a crash loses Discord's answer."""

import hashlib
from typing import Any, Final

from bot.ports.messenger import Messenger, Place, Sought, text_digest
from bot.ports.ui import Message

__all__ = ["BEGUN", "find_post", "mark", "nonce_of", "nonce_of_try"]

BEGUN: Final = "begun"
"""The key of a mark in the payload of an outbox message."""
_CLOCKS_DIFFER: Final = 3_600_000
"""The most milliseconds by which this machine's clock may be ahead of Discord's."""


def mark(place: Place, message: Message, now: int) -> list[Any]:
    """The mark to store before a post: its channel, its server, the digest of its text, and its time."""
    return [place.channel, place.guild, text_digest(message.text), now]


async def find_post(messenger: Messenger, begun: list[Any], table: int) -> tuple[Place, int] | None:
    """Find the message of a marked post: its place and id, or None if it did not arrive."""
    channel, guild, text, at = begun
    place = Place(channel, guild)
    number = await messenger.find(place, Sought(table, text, 0, at - _CLOCKS_DIFFER))
    return None if number is None else (place, number)


def nonce_of(what: str) -> str:
    """Make a nonce from the name of a post."""
    return hashlib.sha256(what.encode()).hexdigest()[:25]


def nonce_of_try(nonce: str, attempts: int) -> str:
    """The nonce of the next try after `attempts` tries. Each try has its own, since the text may have changed."""
    return nonce_of(f"{nonce}:{attempts}") if attempts else nonce
