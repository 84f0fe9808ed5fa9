"""The functions that run in the processes of `Thinkers`.

This module imports little, so that the processes start quickly.
"""

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Sequence
from typing import Final, NoReturn, ParamSpec, TypeVar

from games import registry
from games.core import Appraisal, Chance, Level, MadeMove, SecretChance, View, robots
from games.core.robots import Temper, Thought

P = ParamSpec("P")
T = TypeVar("T")

_KEY: Final = b"outlook"
"""The key of the chance that outlooks draw from. It may be public, because outlooks follow from what everybody saw."""


def limit_time(seconds: float, work: Callable[P, T], *args: P.args, **kwargs: P.kwargs) -> T:
    """Do `work` and return its result, or raise TimeoutError after so many `seconds` of processor time.

    The limit holds only on the main thread, where these processes do their work. Other threads have no limit.
    """
    if threading.current_thread() is not threading.main_thread():
        return work(*args, **kwargs)
    signal.signal(signal.SIGPROF, _give_up)
    signal.setitimer(signal.ITIMER_PROF, seconds)
    try:
        return work(*args, **kwargs)
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0.0)


def _give_up(number: int, frame: object) -> NoReturn:
    raise TimeoutError


def ponder(name: str, view: View, luck: Chance, level: Level, samples: int, temper: Temper) -> Thought[object] | None:
    """The thought of a robot in the game `name`; None to stay silent. The robot plays out up to `samples` deals."""
    return robots.think(registry.game(name), view, luck, level, samples, temper)


def count_shares(
    name: str, views: Sequence[View], salts: tuple[str, ...], samples: int, round_of_deals: int = 0
) -> list[tuple[float, ...]]:
    """For each view, the share of `samples` deals in which each seat wins.

    All views of a round draw from the same chance. Empty if the game declares no outlook.
    """
    outlook = registry.game(name).outlook
    if outlook is None:
        return []
    return [outlook(view, SecretChance(_KEY, salts, round_of_deals), samples) for view in views]


def appraise(name: str, choices: Sequence[MadeMove], deals: int) -> list[Appraisal[object] | None]:
    """Appraise these moves; all None if the game cannot."""
    judge = registry.game(name).appraise
    if judge is None:
        return [None] * len(choices)
    return [judge(view, move, SecretChance(_KEY, salts, 0), deals) for view, move, salts in choices]


def begin() -> None:
    """Prepare a process: it ignores Ctrl-C, ends when its parent ends, and has a low priority."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.nice(5)
    threading.Thread(target=_end_with_parent, daemon=True).start()


def _end_with_parent() -> None:
    parent = multiprocessing.parent_process()
    if parent is not None:
        parent.join()
        os._exit(0)
