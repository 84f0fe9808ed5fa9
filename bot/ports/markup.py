"""Markup in the text of messages: Discord's for times, and the bot's own marks where a piece's emoji belongs."""

import re
from collections.abc import Callable
from typing import Final

_MARK: Final = re.compile("\ue000([^\ue001]*)\ue001")


def timestamp(at: int) -> str:
    """Discord's markup for a time: day and time in each reader's own zone, and the time left."""
    return f"<t:{at // 1000}:F> (<t:{at // 1000}:R>)"


def dm_link(channel: int, message: int = 0) -> str:
    """The address of a DM, or of a message in it."""
    return f"https://discord.com/channels/@me/{channel}{f'/{message}' if message else ''}"


def piece_mark(code: str) -> str:
    """The mark that stands for the emoji of a piece in a text, behind the words for the piece."""
    return f"\ue000{code}\ue001"


def with_pieces(text: str, emoji: Callable[[str], str | None]) -> str:
    """A text with the emojis of its marked pieces. For a piece without an emoji, only its words are left."""
    return _MARK.sub(lambda found: f" {emoji(found[1]) or ''}".rstrip(), text)


def with_pieces_if_room(text: str, emoji: Callable[[str], str | None], most: int) -> str:
    """The text with the emojis of its pieces; without them if it would be longer than `most` characters with them."""
    told = with_pieces(text, emoji)
    return told if len(told) <= most else without_pieces(text)


def cut(text: str, most: int) -> str:
    """Cut a text to `most` characters, never inside a mark."""
    kept = text[:most]
    begun = kept.rfind("\ue000")
    return kept if begun <= kept.rfind("\ue001") else kept[:begun]


def without_pieces(text: str) -> str:
    """A text without the marks of its pieces, as screen readers should have it."""
    return _MARK.sub("", text)
