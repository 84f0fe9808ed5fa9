"""Letters: direct messages to somebody who looks after tables or the bot, about something that needs them."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.ports.begun_posts import nonce_of
from bot.ports.messenger import DeliveryError, Messenger
from bot.ports.ui import Message

log = logging.getLogger(__name__)

WITHIN: Final = 30.0
"""The most seconds that a letter may take."""


@dataclass(frozen=True, slots=True)
class Letters:
    """Writes letters."""

    messenger: Messenger

    async def write(self, user: int, text: str, about: str, table: int = 0) -> bool:
        """Write a letter; `about` names it, so that it is sent once. True if it was sent."""
        try:
            async with asyncio.timeout(WITHIN):
                place = await self.messenger.direct(user)
                await self.messenger.send(place, Message(text, table=table), nonce_of(f"letter:{user}:{about}"))
        except (DeliveryError, TimeoutError) as error:
            log.warning("a letter was not delivered (%s)", error)
            return False
        return True
