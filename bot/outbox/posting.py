"""Posts that arrive exactly once: each is noted as begun, searched for after a crash, and sent with a nonce."""

import hashlib
from collections.abc import Awaitable, Callable
from typing import Any, Final, NamedTuple

from bot.ports import HOUR, DeliveryError, ErrorKind, Message, Messenger, Place, SoughtMessage, digest_text

BEGUN: Final = "begun"
"""The key of the note in the payload of an outbox message."""
CLOCKS_DIFFER: Final = HOUR
"""The most milliseconds by which this machine's clock may be ahead of Discord's."""


class BegunPost(NamedTuple):
    """The note about a post that was begun. It is stored as a list before the post."""

    channel: int
    guild: int
    digest: str
    """The digest of its text."""
    at: int
    """The time of the try (milliseconds since 1970)."""
    after: int = 0
    """The id of a message that is older than the post; 0 if none is known. This is not stored."""

    def to_json(self) -> list[Any]:
        """The note as it is stored."""
        return [self.channel, self.guild, self.digest, self.at]


async def find_post(messenger: Messenger, begun: BegunPost, table: int) -> tuple[Place, int] | None:
    """Find the message of a begun post: its place and id, or None if it did not arrive.

    `table` is the id that its controls name, if it has controls.
    """
    place = Place(begun.channel, begun.guild)
    try:
        number = await messenger.find_message(
            place, SoughtMessage(table, begun.digest, begun.after, begun.at - CLOCKS_DIFFER)
        )
    except DeliveryError as trouble:
        if trouble.kind is not ErrorKind.NOWHERE:
            raise
        number = None  # the channel was deleted, and every message in it
    return None if number is None else (place, number)


class Post(NamedTuple):
    """A message to be posted."""

    place: Place
    message: Message
    nonce: str


async def post_once(
    messenger: Messenger, post: Post, now: int, earlier: list[Any] | None, begin: Callable[[BegunPost], Awaitable[None]]
) -> tuple[Place, int]:
    """Post a message, and return its place and id.

    `earlier` is the stored note of an earlier try. If the post of that try has arrived, it is edited instead. `begin`
    stores the note of the new try. If `begin` raises an error, nothing is posted.
    """
    place, message, nonce = post
    if earlier is not None:
        arrived = await find_post(messenger, BegunPost(*earlier), message.table)
        if arrived is not None:
            await messenger.edit(*arrived, message)
            return arrived
    await begin(BegunPost(place.channel, place.guild, digest_text(message.text), now))
    return place, await messenger.send(place, message, nonce)


def nonce_of(name: str) -> str:
    """Make a nonce from the name of a post, in 25 characters (Discord's limit)."""
    return hashlib.sha256(name.encode()).hexdigest()[:25]


def nonce_of_try(nonce: str, attempts: int) -> str:
    """The nonce of the next try after `attempts` tries. Each try has its own, since the text may have changed."""
    return nonce_of(f"{nonce}:{attempts}") if attempts else nonce
