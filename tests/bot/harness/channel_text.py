"""The text that stands in a channel, and how much of it is about shuffles."""

import re
from typing import Final

from tests.bot.harness.room import CHANNEL, Room

ABOUT_SHUFFLES: Final = re.compile(r"(?i)shuffle|seal|salt|secret|commit|\broots?\b|/replay verify|[0-9a-f]{16}")
"""A pattern of lines about shuffles. No game uses these words for anything else in its log."""


def measure_share(room: Room) -> float:
    """Measure the share of a channel's present text that is about shuffles, from 0 to 1: of its characters or of its
    words, whichever is more."""
    lines = [line for message in room.at(CHANNEL) for line in message.text.splitlines()]
    about = [line for line in lines if ABOUT_SHUFFLES.search(line)]
    return max(sum(map(measure, about)) / sum(map(measure, lines)) for measure in (len, _count_words))


def _count_words(line: str) -> int:
    return len(re.findall(r"\w+", line))
