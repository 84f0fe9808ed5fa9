"""The public messages that seal the salts of a shuffle (docs/fairness.md)."""

from __future__ import annotations

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.delivery.projector import nonce
from bot.messages.desired_message import home
from bot.messages.seals import seal_message
from bot.messages.table_words import words_of
from bot.outbox.letters import write_letter
from bot.ports.messenger import DeliveryError, Messenger
from bot.store.database.engine import Connection
from bot.tables.aggregate.table import Table

log = logging.getLogger(__name__)

POSTED_WITHIN: Final = 15.0
"""Seconds that a deal waits for Discord to take the seal. After that it goes on without one."""


@dataclass(frozen=True, slots=True)
class Seals:
    """Posts seals. Each seal has a nonce, so Discord makes no second message if it is posted again within minutes."""

    messenger: Messenger
    within: float = POSTED_WITHIN

    async def post(self, table: Table) -> str:
        """As `Sealer.post`. A practice table gets no seal, since nobody else has to trust its deal."""
        if table.practice:
            return ""
        number = table.shuffle.number
        once = nonce(table.id, f"seal:{number}", 1)
        try:
            async with asyncio.timeout(self.within):
                return str(await self.messenger.send(home(table), seal_message(table), once))
        except DeliveryError as error:
            log.warning("table %s: Discord refused the seal of shuffle %s (%s)", table.id, number, error.kind)
        except TimeoutError:
            log.warning("table %s: Discord did not take the seal of shuffle %s in time", table.id, number)
        return ""

    def tell_host(self, connection: Connection, table: Table, at: int) -> None:
        """As `Sealer.tell_host`."""
        if table.row.host is not None:
            text = words_of(table).say("fair/seal_refused", place=f"<#{table.place}>", number=table.shuffle.number)
            write_letter(connection, table.row.host, text, f"unsealed:{table.id}", at)
