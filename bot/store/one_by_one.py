"""Work on several rows, of which one may be damaged."""

import logging
from collections.abc import Awaitable, Callable, Iterable
from typing import TypeVar

from bot.store.database.errors import StoreUnavailable, WriterStopped

log = logging.getLogger(__name__)

T = TypeVar("T")


async def do_each(what: str, items: Iterable[T], do: Callable[[T], Awaitable[object]]) -> list[T]:
    """Do something with each item. One that fails is logged as this `what`, and the others go on.

    Return those that failed. Raises StoreUnavailable and WriterStopped.
    """
    failed = []
    for item in items:
        try:
            await do(item)
        except (StoreUnavailable, WriterStopped):
            raise
        except Exception:
            log.exception("%s %s failed; the others go on", what, item)
            failed.append(item)
    return failed
