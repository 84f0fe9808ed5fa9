"""The notices of nights, made at the moment of sending: by DM, or in the night's channel."""

from collections.abc import Callable, Hashable
from dataclasses import dataclass, replace
from typing import ClassVar

from bot.nights import notices
from bot.nights.notices import What
from bot.outbox.outbox import Said, Teller
from bot.people.loudness import Loudness, let_reader_hear
from bot.ports.messenger import DeliveryError, ErrorKind
from bot.store.messages.outbox import WaitingMessage
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables.nights import Plan


@dataclass(frozen=True, slots=True)
class NoticeTeller(Teller):
    """Makes notices. If a person's DMs are closed, a reminder goes to the night's channel and pings them."""

    store: Store
    title: Callable[[Plan], str]
    kind: ClassVar[str] = notices.KIND

    def find_lane(self, waiting: WaitingMessage) -> Hashable:
        return notices.KIND, waiting.payload["night"]

    async def make(self, waiting: WaitingMessage, now: int) -> Said | None:
        plan = await self.store.read(nights.plan, waiting.payload["night"])
        title = "" if plan is None else self.title(plan)
        told = await self.store.read(notices.notice, waiting.user_id, waiting.payload, title, now)
        if told is None:
            return None
        return Said(told.place if told.user is None else None, told.message, told.user or 0)

    async def find_other_place(
        self, waiting: WaitingMessage, said: Said, error: DeliveryError, now: int
    ) -> Said | None:
        if error.kind is not ErrorKind.DMS_CLOSED or waiting.payload["what"] != What.REMINDER:
            return None
        told = await self.store.read(notices.notice, said.user, waiting.payload, "", now)
        if told is None:
            return None
        public = replace(said.message, text=f"<@{said.user}> {said.message.text}")
        verdict = Loudness.LOUD if said.message.loud else Loudness.SILENT
        return Said(told.place, let_reader_hear(public, verdict, said.user))
