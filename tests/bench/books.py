"""Books of 24 seasons, kept twice: by the bot, and in a notebook that knows nothing of the bot.

`python -m tests.bench books` plays everything that happens in `tests/bot/tally/test_bookkeeper.py` for several crews,
with more turns in each season. It stops if the two books differ.
"""

import asyncio
import tempfile
import time

from bot.store.store import Store
from tests.bot.tally.test_bookkeeper import SEASONS, keep_books

Row = tuple[str, float, float, float, float]
ALLOWED = 0.5
"""Seconds that a turn may take, with all comparisons of the two books."""


async def measure_async(crews: int, turns: int) -> float:
    """Seconds that the books of these crews took. Raises AssertionError if the bot and the notebook differ."""
    begun = time.perf_counter()
    for seed in range(1, crews + 1):
        with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
            async with await Store.open(f"sqlite:///{folder}/books.db") as store:
                await keep_books(store, seed, turns)
    return time.perf_counter() - begun


def measure(quick: bool) -> list[Row]:
    """The mean seconds of a turn. Raises AssertionError if the bot and the notebook differ."""
    crews, turns = (1, 2) if quick else (10, 12)
    done = crews * turns * SEASONS
    each = asyncio.run(measure_async(crews, turns)) / done
    return [(f"a turn of {done:,} that agree with the notebook (s)", each, ALLOWED, ALLOWED / each, 1.0)]


if __name__ == "__main__":
    for name, ours, anchor, ratio, at_least in measure(False):
        print(f"{name}: {ours:.3f} against {anchor:.3f}, {ratio:.1f}x, at least {at_least}x")
