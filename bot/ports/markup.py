"""Times and links in the text of messages, and the bot's own marks for the emojis of pieces."""

import re
from collections.abc import Callable
from typing import Final

from bot.ports.times import DAY, HOUR, MINUTE
from bot.wording import Words

_MARK: Final = re.compile("\ue000([^\ue001]*)\ue001")


def format_timestamp(at: int) -> str:
    """Discord's markup for a time (milliseconds since 1970). It shows the time in each reader's own zone, and how far
    off it is."""
    return f"<t:{at // 1000}:F> (<t:{at // 1000}:R>)"


def say_span(milliseconds: int, words: Words) -> str:
    """A length of time in the largest unit of which it is two or more: "90 minutes", but "2 hours"."""
    for unit, size in (("days", DAY), ("hours", HOUR), ("minutes", MINUTE)):
        if milliseconds >= 2 * size:
            return words.say(f"wait/{unit}", count=milliseconds // size)
    return words.say("wait/seconds", count=max(0, milliseconds) // 1000)


def make_dm_link(channel: int, message: int = 0) -> str:
    """The URL of a DM, or of a message in it."""
    return make_message_link(0, channel, message)


def make_message_link(guild: int, channel: int, message: int = 0) -> str:
    """The URL of a message, or of a channel if `message` is 0; `guild` is 0 in a DM."""
    return f"https://discord.com/channels/{guild or '@me'}/{channel}{f'/{message}' if message else ''}"


def join_lines(*lines: str) -> str:
    """Join lines into a text, without the empty ones."""
    return "\n".join(filter(None, lines))


def mark_piece(code: str) -> str:
    """The mark of a piece, which follows the words for the piece. `replace_marks` replaces the mark with the emoji."""
    return f"\ue000{code}\ue001"


def replace_marks(text: str, emoji: Callable[[str], str | None]) -> str:
    """A text with emojis in place of the marks. The mark of a piece without an emoji is removed."""
    return _MARK.sub(lambda found: f" {emoji(found[1]) or ''}".rstrip(), text)


def replace_marks_if_room(text: str, emoji: Callable[[str], str | None], most: int) -> str:
    """A text with emojis in place of the marks. If it then exceeds `most` characters, the marks are only removed."""
    replaced = replace_marks(text, emoji)
    return replaced if len(replaced) <= most else remove_marks(text)


def cut(text: str, most: int) -> str:
    """Cut a text to `most` characters, never inside a mark."""
    kept = text[:most]
    mark_start = kept.rfind("\ue000")
    return kept if mark_start <= kept.rfind("\ue001") else kept[:mark_start]


def remove_marks(text: str) -> str:
    """A text without the marks of its pieces, as for screen readers."""
    return _MARK.sub("", text)
