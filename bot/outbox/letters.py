"""Letters: direct messages to somebody who looks after tables, books or the bot, about something that needs them."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.outbox.outbox import Said, Teller
from bot.outbox.posting import nonce_of
from bot.ports.ui import Message
from bot.store.database.engine import Connection
from bot.store.messages import outbox
from bot.store.messages.outbox import NewMessage, WaitingMessage

KIND: Final = "letter"
"""The kind of letters in the outbox."""


def write_letter(connection: Connection, user: int, text: str, about: str, now: int) -> None:
    """Write a letter, which is sent later. `about` names it: there is one letter of a name to a person."""
    nonce = nonce_of(f"letter:{user}:{about}")
    outbox.add(connection, NewMessage(KIND, {"text": text}, nonce, now, user_id=user))


@dataclass(frozen=True, slots=True)
class Letters(Teller):
    """Makes letters from their stored text."""

    kind: ClassVar[str] = KIND

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return KIND, waiting.user_id

    async def make(self, waiting: WaitingMessage, now: int) -> Said | None:
        return Said(None, Message(waiting.payload["text"]), waiting.user_id or 0)
