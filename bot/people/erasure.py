"""Erases everything that is stored about a user, a few rows at a time, while tables are played."""

from typing import Final

from bot.store.one_by_one import do_each
from bot.store.people import erasure
from bot.store.people.erasure import MOST_ROWS, Erasure, FoundRows
from bot.store.store import Store

LOOK_EVERY: Final = 300.0
"""Seconds between two looks for erasures that were interrupted, by a crash or because the database was away."""
MOST_ROUNDS: Final = 3
"""The most looks for rows. More than one is needed only for what was written meanwhile."""


async def erase(store: Store, user: int, at: int) -> None:
    """Erase a user's ids and names. Seats and sums stay, so that the books balance and old hands can be replayed.

    Raises `StillSeated` while an open table needs to know the user.
    """
    await _finish(store, await store.write(erasure.begin, user, at))


async def finish_all(store: Store) -> None:
    """Finish the erasures that were interrupted. It does no harm if a request finishes one of them too."""

    async def finish(user: int) -> None:
        await _finish(store, await store.read(erasure.read_begun, user))

    await do_each("the erasure of", await store.read(erasure.list_begun), finish)


async def _finish(store: Store, erasing: Erasure) -> None:
    batch_is_writing = await store.read(erasure.is_batch_writing, erasing)
    for _ in range(MOST_ROUNDS):
        found = await store.read(erasure.find_rows, erasing)
        for kind, keys in found:
            for start in range(0, len(keys), MOST_ROWS):
                await store.write(erasure.erase_rows, erasing, FoundRows(kind, keys[start : start + MOST_ROWS]))
        if not found:
            break
    if not batch_is_writing:  # otherwise a later look finds what the batch has written
        await store.write(erasure.end, erasing)
