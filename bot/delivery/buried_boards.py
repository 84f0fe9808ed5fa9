"""Boards that have scrolled out of sight, because people have written below them.

The bot reads nothing that people write. When a move is shown, it asks Discord for the messages after the board, and
only counts them. It asks about each table at most once in `EVERY` milliseconds.
"""

import asyncio
import logging
from typing import Final

from msgspec import Struct, field

from bot.ports import HOUR, Clock, DeliveryError, LastStored, Messenger, Place

log = logging.getLogger(__name__)

EVERY: Final = 180_000
"""Milliseconds between two questions about a board."""
MOST_BELOW: Final = 8
"""The most messages that may lie below a board."""
REFUSED_FOR: Final = HOUR
"""Milliseconds added to `EVERY` when Discord does not answer, as where the bot may not read a channel's history."""
PATIENCE: Final = 2.0
"""Seconds for which a board waits for the answer."""

MOST_BOARDS: Final = 20_000
"""The most boards of which it is kept when Discord was asked."""


class BuriedBoards(Struct):
    """Finds out which boards lie too far up."""

    messenger: Messenger
    clock: Clock
    _ask_from: LastStored[int, int] = field(default_factory=lambda: LastStored(MOST_BOARDS))
    """By table, the earliest time of the next question about its board."""

    async def is_buried(self, table: int, place: Place, board: int, posted: int) -> bool:
        """True if more than `MOST_BELOW` messages lie below a board, which was posted at the time `posted`.

        False if the number is unknown, or if Discord was asked a short while ago.
        """
        now = self.clock()
        if now < max(self._ask_from.get(table, 0), posted + EVERY):
            return False
        self._ask_from[table] = now + EVERY
        try:
            async with asyncio.timeout(PATIENCE):
                return await self.messenger.count_after(place, board, MOST_BELOW + 1) > MOST_BELOW
        except (DeliveryError, TimeoutError) as error:
            log.info("table %s: the messages below its board could not be counted (%r)", table, error)
            self._ask_from[table] = now + EVERY + REFUSED_FOR
        return False
