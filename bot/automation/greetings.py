"""Greetings: a server that invites the bot is shown the games, once."""

from collections.abc import Hashable
from dataclasses import dataclass
from typing import ClassVar, Final

from bot.messages.front_door import FrontDoor
from bot.outbox.outbox import Said, Teller
from bot.outbox.posting import nonce_of
from bot.ports.messenger import Place
from bot.ports.ui import Button
from bot.store.books import crews
from bot.store.database.engine import Connection
from bot.store.messages import outbox
from bot.store.messages.outbox import NewMessage, WaitingMessage
from bot.wording import Words, choose_language

KIND: Final = "greeting"
"""The kind of greetings in the outbox."""
_LESSONS: Final = "learn.list"


def greet(connection: Connection, guild: int, channel: int, joined_at: int, language: str, now: int) -> None:
    """Write the greeting of a server, which is sent later to its channel. A server that has played is not greeted
    again."""
    if crews.crews_of(connection, guild):
        return
    nonce = nonce_of(f"greeting:{guild}:{joined_at}")
    payload = {"guild": guild, "channel": channel, "language": language}
    outbox.add(connection, NewMessage(KIND, payload, nonce, now))


@dataclass(frozen=True, slots=True)
class Greetings(Teller):
    """Makes the greetings of servers."""

    door: FrontDoor
    kind: ClassVar[str] = KIND

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return KIND, waiting.payload["guild"]

    async def make(self, waiting: WaitingMessage, now: int) -> Said | None:
        words = Words(choose_language(waiting.payload.get("language", "")))
        rows = ((Button(_LESSONS, words.label(_LESSONS)),),)
        page = await self.door.make(words, words.say("front/greeting"), rows)
        return Said(Place(waiting.payload["channel"], waiting.payload["guild"]), page)
