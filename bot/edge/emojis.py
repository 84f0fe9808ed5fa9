"""Uploads the pieces as emojis of the application. Their names are words, because screen readers read them aloud.

Where a piece has no emoji, texts show its code.
"""

import asyncio
import hashlib
import logging
import re
from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Final

import discord

from bot.edge.repeating import is_temporary

log = logging.getLogger(__name__)

Load = Callable[[], Awaitable[object]]
Store = Callable[[dict[str, Any]], Awaitable[None]]

MOST_NAME: Final = 32
"""The most letters of an emoji's name (Discord's limit)."""
_UNICODE = re.compile(r"[^\x00-\x7f]")


def name_emoji(piece: str) -> str:
    """Name the emoji of a piece by the piece's name: "Jimmy_Rick" for "Jimmy Rick"."""
    return "".join(letter if letter.isalnum() and letter.isascii() else "_" for letter in piece)[:MOST_NAME]


class Emojis:
    """The emojis of the pieces.

    `draw` returns the PNGs by the pieces' codes ("R1"), of at most 256 kB each, and `name_piece` names a piece.
    """

    def __init__(self, draw: Callable[[], Mapping[str, bytes]], name_piece: Callable[[str], str]) -> None:
        self._draw = draw
        self._name_piece = name_piece
        self._by_code: dict[str, str] = {}
        self.doubted = asyncio.Event()
        """Set once Discord has refused an emoji. The emojis should then be looked at again."""

    def find(self, code: str) -> str | None:
        """Find the emoji of a piece ("<:Jimmy_Rick:123>"), or None. A Unicode emoji is returned as it is."""
        if code in self._by_code:
            return self._by_code[code]
        return code if _UNICODE.search(code) else None

    def doubt(self) -> bool:
        """Do without emojis until they are looked at again, since Discord refused one. False if there were none."""
        had_any = bool(self._by_code)
        self._by_code.clear()
        self.doubted.set()
        return had_any

    async def provision(self, client: discord.Client, drawing: str, load: Load, store: Store) -> int:
        """Upload missing emojis and replace those whose picture has changed. Return the number of uploads.

        The emojis' names and the digests of their pictures are stored with `drawing`, the fingerprint of the code that
        draws the pieces. The pieces are drawn only if that fingerprint has changed or an emoji is missing. An emoji
        that has a piece's name but no stored digest is used as it is. If Discord refuses an emoji, this is logged once,
        and the remaining pieces stay text. Raises only errors that a retry may overcome.
        """
        stored = await load()
        kept = stored if isinstance(stored, dict) else {}
        names: dict[str, str] = kept.get("names", {})
        digests: dict[str, str] = kept.get("digests", {})
        uploads = 0
        present: dict[str, discord.Emoji] = {}
        try:
            present = {emoji.name: emoji for emoji in await client.fetch_application_emojis()}
            is_current = kept.get("drawing") == drawing and digests.keys() == names.keys()
            if not names or not is_current or not present.keys() >= set(names.values()):
                pictures = await asyncio.to_thread(self._draw)
                names = {code: name_emoji(self._name_piece(code)) for code in pictures}
                digests = {code: digest for code, digest in digests.items() if code in names}
                finished_drawing = ""
                try:
                    for code, png in pictures.items():
                        uploads += await _bring_up_to_date(client, present, names[code], png, digests.get(code))
                        digests[code] = _digest(png)
                    finished_drawing = drawing
                finally:
                    await store({"drawing": finished_drawing, "names": names, "digests": digests})
        except discord.HTTPException as error:
            if is_temporary(error):
                raise
            log.warning("the pieces' emojis are not complete (%s %s); their codes are shown", error.status, error.code)
        self._by_code |= {code: str(present[name]) for code, name in names.items() if name in present}
        return uploads


async def _bring_up_to_date(
    client: discord.Client, present: dict[str, discord.Emoji], name: str, png: bytes, known_digest: str | None
) -> bool:
    """Upload a picture under its name, unless Discord has it. Return True for an upload.

    `known_digest` is the digest of the picture that Discord has; None if it is not known.
    """
    if name in present and known_digest in (None, _digest(png)):
        return False
    if name in present:
        await present.pop(name).delete()
    present[name] = await client.create_application_emoji(name=name, image=png)
    return True


def _digest(png: bytes) -> str:
    return hashlib.sha256(png).hexdigest()
