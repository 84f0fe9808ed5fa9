"""Opens the page in the desktop's browser, where there is a desktop."""

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping


def has_desktop(environment: Mapping[str, str], platform: str, terminal: bool) -> bool:
    """True if a person seems to sit at a desktop, with a terminal and a display, and not over SSH or in a build."""
    if not terminal or environment.get("CI") or environment.get("SSH_CONNECTION"):
        return False
    return platform in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


async def open_page(address: str) -> None:
    """Open an address in the desktop's browser. Do nothing without a desktop, or if the browser fails."""
    if has_desktop(os.environ, sys.platform, sys.stdout.isatty()):
        await asyncio.to_thread(_open, address)


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        pass
