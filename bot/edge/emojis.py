"""Uploads the pieces as emojis of the application. The hash of a picture is a part of its emoji's name.

Where a piece has no emoji, texts show its code.
"""

from __future__ import annotations

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any

import discord

from bot.edge.repeating import passes

log = logging.getLogger(__name__)

Load = Callable[[], Awaitable[dict[str, Any] | None]]
Store = Callable[[dict[str, Any]], Awaitable[None]]

PREFIX = "by_"
_UNICODE = re.compile(r"[^\x00-\x7f]")


def name_of(spoken: str, png: bytes) -> str:
    """Name a piece's emoji: "by_Jimmy_Rick_0a1b2c". The `spoken` name is for screen readers.

    The rest is the hash of the picture, so a new drawing gets a new emoji.
    """
    safe = "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in spoken)[:20]
    return f"{PREFIX}{safe}_{hashlib.sha256(png).hexdigest()[:6]}"


class Emojis:
    """The emojis of the pieces. For a piece's code ("R1"), `draw` gives a PNG of at most 256 kB, `spoken` its name."""

    def __init__(self, draw: Callable[[], Mapping[str, bytes]], spoken: Callable[[str], str]) -> None:
        self._draw = draw
        self._spoken = spoken
        self._marks: dict[str, str] = {}

    def mark(self, code: str) -> str | None:
        """The emoji of a piece ("<:by_Jimmy_Rick_0a1b2c:123>"), or None. A Unicode emoji is returned as it is."""
        if code in self._marks:
            return self._marks[code]
        return code if _UNICODE.search(code) else None

    async def provision(self, client: discord.Client, drawing: str, load: Load, store: Store) -> int:
        """Upload missing emojis and delete outdated ones. Return the number of uploads.

        The names are stored with the fingerprint `drawing`. The pieces are drawn only if it has changed or an emoji is
        missing. If Discord refuses an emoji, this is logged once, and the remaining pieces stay text. Raises only
        errors that a retry may overcome.
        """
        kept = await load() or {}
        names: dict[str, str] = kept.get("names", {}) if kept.get("drawing") == drawing else {}
        pictures: Mapping[str, bytes] = {}
        made = 0
        try:
            present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            if not names or not present.keys() >= set(names.values()):
                pictures = await asyncio.to_thread(self._draw)
                names = {code: name_of(self._spoken(code), png) for code, png in pictures.items()}
                await store({"drawing": drawing, "names": names})
            for code, name in names.items():
                emoji = present.pop(name, None)
                if emoji is None:
                    emoji = await client.create_application_emoji(name=name, image=pictures[code])
                    made += 1
                self._marks[code] = str(emoji)
            for name, emoji in present.items():
                if name.startswith(PREFIX):
                    await emoji.delete()
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.warning("the pieces' emojis are not complete (%s %s); their codes are shown", error.status, error.code)
        return made
