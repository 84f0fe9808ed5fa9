"""A press made up once a minute: it takes the same path as people's presses, but changes and shows nothing.

A bot may serve nobody although all its parts run, because one waits for another. So the whole path is tried: router and
reader by a page in words, fold and painter by a table that is in use. The health check of the writer tries the commit,
by overwriting a row.
"""

import asyncio
import logging
from typing import Final

from msgspec import Struct

from bot.edge.interactions import InteractionRequest
from bot.edge.router import Router
from bot.ports import Clock, Location, Requester, RequestId
from bot.serving.parts import Parts
from bot.store import StoreUnavailable

log = logging.getLogger(__name__)

EVERY: Final = 60.0
WITHIN: Final = 20.0
"""Seconds that the press may take."""
FAILURES_IN_A_ROW: Final = 2
"""After this many failures in a row, the press counts as failed. A single failure may be a busy moment."""
NOBODY: Final = 1
"""A user id that Discord never gives to anybody."""


class MadeUpPress(Struct):
    """Tries the path of a press."""

    router: Router
    parts: Parts
    clock: Clock
    _failures: int = 0

    @property
    def arrives(self) -> bool:
        """False once several presses in a row have failed."""
        return self._failures < FAILURES_IN_A_ROW

    async def look(self) -> None:
        """Make up a press, and note if it got through. Raises StoreUnavailable, which also counts as a failure."""
        self._failures += 1
        try:
            async with asyncio.timeout(WITHIN):
                await self._press()
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("a made-up press failed; people's presses may fail too")
            return
        self._failures = 0

    async def _press(self) -> None:
        request = InteractionRequest(
            Requester(NOBODY, "Nobody"), Location(0, NOBODY), RequestId(self.clock(), "made-up"), path=("me", "show")
        )
        await self.router.try_out(request)
        tables = self.parts.tables.repository.list_known()
        if tables:
            table = await self.parts.tables.get(max(tables, key=lambda table: table.shown_at).id)
            await self.parts.host.workers.draw(table)
