"""Opening the page in the browser of the desktop, where there is one."""

from __future__ import annotations

import asyncio
import os
import sys
import webbrowser
from collections.abc import Mapping


def has_desktop(environment: Mapping[str, str], platform: str, terminal: bool) -> bool:
    """Say if a person sits at a desktop: in a terminal, with a display, neither far away nor on a build machine."""
    if not terminal or environment.get("CI") or environment.get("SSH_CONNECTION"):
        return False
    return platform in ("darwin", "win32") or bool(environment.get("DISPLAY") or environment.get("WAYLAND_DISPLAY"))


async def open_page(address: str) -> None:
    """Open an address in the desktop's browser. Without a desktop, and if the browser fails, nothing happens."""
    if has_desktop(os.environ, sys.platform, sys.stdout.isatty()):
        await asyncio.to_thread(_open, address)


def _open(address: str) -> None:
    try:
        webbrowser.open(address)
    except (webbrowser.Error, OSError):
        pass
