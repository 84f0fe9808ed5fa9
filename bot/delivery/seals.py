"""The public messages that seal the salts of a shuffle (docs/fairness.md)."""

import asyncio
import logging
from dataclasses import dataclass
from typing import Final

from bot.messages.parts.desired_message import home_of
from bot.messages.parts.seals import make_seal_message
from bot.messages.parts.table_words import words_of
from bot.outbox.outbox import MessageToSend, Outbox, write_letter
from bot.outbox.posting import nonce_of
from bot.ports import DeliveryError
from bot.store import Connection
from bot.store.messages import outbox
from bot.tables.aggregate import Table

log = logging.getLogger(__name__)

POSTED_WITHIN: Final = 15.0
"""Seconds that a deal waits for Discord to take the seal. After that it goes on without one."""


@dataclass(frozen=True, slots=True)
class Seals:
    """Posts seals, one for each shuffle."""

    outbox: Outbox
    within: float = POSTED_WITHIN

    async def post(self, table: Table) -> str:
        """Post a seal as `Sealer.post` says. A practice table gets no seal, since nobody else has to trust its deal."""
        if table.kind.is_private:
            return ""
        number, to_send = table.shuffle.number, MessageToSend(home_of(table), make_seal_message(table))
        try:
            async with asyncio.timeout(self.within):
                return str((await self.outbox.say_now("seal", _name_seal(table), to_send, table=table.id))[1])
        except DeliveryError as error:
            log.warning("table %s: Discord refused the seal of shuffle %s (%s)", table.id, number, error.kind)
        except TimeoutError:
            log.warning("table %s: Discord did not take the seal of shuffle %s in time", table.id, number)
        return ""

    def finish_seal(self, connection: Connection, table: Table, message: str, at: int) -> None:
        """Finish a seal as `Sealer.finish_seal` says."""
        outbox.delete_noted(connection, nonce_of(_name_seal(table)))
        if not message and not table.kind.is_private and table.row.host is not None:
            text = words_of(table).say("fair/seal_refused", place=f"<#{table.place}>", number=table.shuffle.number)
            write_letter(connection, table.row.host, text, f"unsealed:{table.id}", at)


def _name_seal(table: Table) -> str:
    """The name of the seal of a table's present shuffle in the outbox."""
    return f"{table.id}:seal:{table.shuffle.number}:1"
