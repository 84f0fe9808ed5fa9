"""The work of thinkers that runs in a process of its own. It imports little, so that one starts soon."""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Sequence
from typing import Final

from games import registry
from games.core import robots
from games.core.chance import Chance, Committed
from games.core.robots import Level, Thought
from games.core.view import View

_KEY: Final = b"outlook"
"""The key of the luck of outlooks. It is no secret: they follow from what everybody saw."""


def ponder(name: str, view: View, luck: Chance, level: Level, samples: int) -> Thought[object] | None:
    """The thought of a robot of the game with this name."""
    return robots.think(registry.game(name), view, luck, level, samples)


def outlooks(name: str, views: Sequence[View], salts: tuple[str, ...], samples: int) -> list[tuple[float, ...]]:
    """The outlook of each of these views of a game. All have the same luck, so only the views make a difference."""
    outlook = registry.game(name).outlook
    return [] if outlook is None else [outlook(view, Committed(_KEY, salts, 0), samples) for view in views]


def begin() -> None:
    """Prepare a process: it leaves Ctrl-C to its parent, ends with it, and lets others go first."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
