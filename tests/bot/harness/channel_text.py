"""The text that stands in a channel, and how much of it is about shuffles."""

from __future__ import annotations

import re
from typing import Final

from tests.bot.harness.room import CHANNEL, Room

ABOUT_SHUFFLES: Final = re.compile(r"(?i)shuffle|seal|salt|secret|commit|\broots?\b|/replay verify|[0-9a-f]{16}")
"""A pattern of lines about shuffles. No game uses these words for anything else in its log."""


def measure_share(room: Room, channel: int = CHANNEL) -> float:
    """Measure the share of a channel's present text that is about shuffles, from 0 to 1."""
    lines = [line for message in room.messenger.at(channel) for line in message.text.splitlines()]
    about = [line for line in lines if ABOUT_SHUFFLES.search(line)]
    return sum(map(len, about)) / sum(map(len, lines))
