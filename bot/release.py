"""The release of the program: its number, whether it is an installed package, and the newest release."""

import asyncio
import importlib.metadata
import json
import logging
import re
import tomllib
from functools import cache
from pathlib import Path
from typing import Final

log = logging.getLogger(__name__)

ASKED_EVERY: Final = 86_400.0
"""Seconds after which the bot asks for the newest release again."""
ANSWERED_WITHIN: Final = 10.0
"""Seconds that the answer may take."""
LARGEST: Final = 4 << 20
"""The most bytes of the answer."""
_NUMBER: Final = re.compile(r"v?(\d{1,6}(?:\.\d{1,6}){1,3})")
"""Matches the number of a release, such as 1.0.0 or v1.0.0."""

PROJECT: Final = Path(__file__).resolve().parents[1] / "pyproject.toml"
"""The project's file, which only a source tree has."""


def is_installed() -> bool:
    """True if the program was installed as a package, and does not run from its source tree."""
    return not PROJECT.is_file()


@cache
def version() -> str:
    """The version of the program, such as 1.0.0, from its source tree or else from the installed package."""
    if is_installed():
        return importlib.metadata.version("boneyard")
    return str(tomllib.loads(PROJECT.read_text("utf-8"))["project"]["version"])


class NewestRelease:
    """The newest release, asked for at the address in the host's settings. Without an address nobody is asked.

    The answer may be a package index's JSON (`info.version`), a repository's latest release (`tag_name`), JSON with a
    `version`, or the bare number. Without a usable answer, the release that was known before stays.
    """

    def __init__(self, address: str = "") -> None:
        self._address = address
        self.known = ""
        """The number of the newest release; "" as long as there was no answer."""

    @property
    def on(self) -> bool:
        """True if the host has set an address."""
        return bool(self._address)

    def is_current(self) -> bool:
        """False if a newer release than this one is known."""
        return not is_newer(self.known)

    async def look(self) -> None:
        """Ask for the newest release, and keep the answer."""
        if self._address:
            self.known = await self._ask() or self.known

    async def _ask(self) -> str:
        import aiohttp  # needed only if the host has set an address

        try:
            async with (
                asyncio.timeout(ANSWERED_WITHIN),
                aiohttp.ClientSession(trust_env=True) as session,
                session.get(self._address, raise_for_status=True) as response,
            ):
                body = bytearray()
                async for part in response.content.iter_chunked(1 << 16):
                    body += part
                    if len(body) > LARGEST:
                        raise ValueError(f"its answer has more than {LARGEST} bytes")
        except (aiohttp.ClientError, OSError, TimeoutError, ValueError) as error:
            log.warning("RELEASES_URL does not say which release is the newest: %s", str(error) or type(error).__name__)
            return ""
        found = read_newest(bytes(body))
        if not found:
            log.warning("RELEASES_URL does not say which release is the newest: its answer has no number")
        return found


def read_newest(body: bytes) -> str:
    """Read the number of the newest release from an answer; "" if it has none."""
    text = body.decode("utf-8", "replace").strip()
    try:
        answer = json.loads(text)
    except ValueError:
        answer = text
    if isinstance(answer, dict):
        info = answer.get("info")
        values = (
            info.get("version") if isinstance(info, dict) else None,
            answer.get("tag_name"),
            answer.get("version"),
        )
        answer = next((value for value in values if isinstance(value, str)), "")
    number = _NUMBER.fullmatch(answer if isinstance(answer, str) else text)
    return number[1] if number else ""


def is_newer(number: str) -> bool:
    """True for the number of a release that is newer than this one."""
    return _to_tuple(number) > _to_tuple(version())


def _to_tuple(number: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", number))
