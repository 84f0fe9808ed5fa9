"""Work on several rows, of which one may be damaged."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from bot.store.database.errors import StoreUnavailable, WriterStopped

log = logging.getLogger(__name__)

T = TypeVar("T")


async def do_each(kind: str, items: Iterable[T], do: Callable[[T], Awaitable[object]]) -> list[T]:
    """Call `do` with each item. If that fails, log the item with its `kind`, and go on with the others.

    Returns the items that failed. Raises StoreUnavailable and WriterStopped.
    """
    failed = []
    for item in items:
        try:
            await do(item)
        except (StoreUnavailable, WriterStopped):
            raise
        except Exception:
            log.exception("%s %s failed; the others go on", kind, item)
            failed.append(item)
    return failed
