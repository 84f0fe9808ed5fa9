"""Uploads the pieces as emojis of the application. Their names are words, since screen readers read them aloud.

Where a piece has no emoji, texts show its code.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord

from bot.edge.repeating import passes

log = logging.getLogger(__name__)

Load = Callable[[], Awaitable[dict[str, Any] | None]]
Store = Callable[[dict[str, Any]], Awaitable[None]]

MOST_NAME: Final = 32
"""The most letters of an emoji's name (Discord's limit)."""
_FORMER = re.compile(r"by_\w+_[0-9a-f]{6}")
"""The names that earlier releases gave, with a part of the picture's hash."""
_UNICODE = re.compile(r"[^\x00-\x7f]")


def name_of(spoken: str) -> str:
    """Name a piece's emoji: "Jimmy_Rick" for the piece that is `spoken` as "Jimmy Rick"."""
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in spoken)[:MOST_NAME]


class Emojis:
    """The emojis of the pieces. For a piece's code ("R1"), `draw` gives a PNG of at most 256 kB, `spoken` its name."""

    def __init__(self, draw: Callable[[], Mapping[str, bytes]], spoken: Callable[[str], str]) -> None:
        self._draw = draw
        self._spoken = spoken
        self._marks: dict[str, str] = {}

    def mark(self, code: str) -> str | None:
        """The emoji of a piece ("<:Jimmy_Rick:123>"), or None. A Unicode emoji is returned as it is."""
        if code in self._marks:
            return self._marks[code]
        return code if _UNICODE.search(code) else None

    async def provision(self, client: discord.Client, drawing: str, load: Load, store: Store) -> int:
        """Upload missing emojis and replace those whose picture has changed. Return the number of uploads.

        Their names and the digests of their pictures are stored with the fingerprint `drawing`. The pieces are drawn
        only if it has changed or an emoji is missing. An emoji that bears a piece's name, but is not noted, is used as
        it is. If Discord refuses an emoji, this is logged once, and the remaining pieces stay text. Raises only errors
        that a retry may overcome.
        """
        kept = await load() or {}
        names: dict[str, str] = kept.get("names", {})
        digests: dict[str, str] = kept.get("digests", {})
        made = 0
        present: dict[str, discord.Emoji] = {}
        try:
            present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            known = kept.get("drawing") == drawing and digests.keys() == names.keys()
            if not names or not known or not present.keys() >= set(names.values()):
                pictures = await asyncio.to_thread(self._draw)
                names = {code: name_of(self._spoken(code)) for code in pictures}
                digests = {code: digest for code, digest in digests.items() if code in names}
                finished = ""
                try:
                    for code, png in pictures.items():
                        made += await _bring_up_to_date(client, present, names[code], png, digests.get(code))
                        digests[code] = _digest(png)
                    finished = drawing
                finally:
                    await store({"drawing": finished, "names": names, "digests": digests})
            for name, emoji in present.items():
                if _FORMER.fullmatch(name):
                    await emoji.delete()
        except discord.HTTPException as error:
            if passes(error):
                raise
            log.warning("the pieces' emojis are not complete (%s %s); their codes are shown", error.status, error.code)
        self._marks |= {code: str(present[name]) for code, name in names.items() if name in present}
        return made


async def _bring_up_to_date(
    client: discord.Client, present: dict[str, discord.Emoji], name: str, png: bytes, shown: str | None
) -> bool:
    """Upload a picture under its name, unless it is there. `shown` is the digest of the picture that was uploaded
    before; None if that is not known. Return True for an upload."""
    if name in present and shown in (None, _digest(png)):
        return False
    if name in present:
        await present.pop(name).delete()
    present[name] = await client.create_application_emoji(name=name, image=png)
    return True


def _digest(png: bytes) -> str:
    return hashlib.sha256(png).hexdigest()
