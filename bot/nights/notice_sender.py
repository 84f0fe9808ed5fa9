"""Sends the notices of nights, by DM or in the night's channel."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import Final

from bot.nights import notices
from bot.nights.night import DAY, MINUTE
from bot.nights.notices import What
from bot.people.loudness import Verdict, let_reader_hear
from bot.ports.begun_posts import BEGUN, find_post, mark, nonce_of, nonce_of_try
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger, Place
from bot.ports.ui import Message
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.messages import outbox
from bot.store.messages.outbox import Waiting
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables.nights import Plan

log = logging.getLogger(__name__)

KEPT: Final = 14 * 86_400_000
"""Milliseconds for which a sent notice is remembered, so that it is not sent again."""


class NoticeSender:
    """Sends each notice once."""

    def __init__(self, store: Store, messenger: Messenger, clock: Clock, title: Callable[[Plan], str]) -> None:
        self._store = store
        self._messenger = messenger
        self._clock = clock
        self._title = title

    async def tell(self, waiting: Waiting, now: int) -> None:
        """Send a notice. One that cannot be sent is given up."""
        try:
            plan = await self._store.read(nights.plan, waiting.payload["night"])
            title = "" if plan is None else self._title(plan)
            told = await self._store.read(notices.notice, waiting.user_id, waiting.payload, title, now)
            if told is not None and told.user is not None:
                await self._tell_person(waiting, told.user, told.place, told.message, now)
            elif told is not None:
                await self._post(waiting, told.place, told.message, now)
        except DeliveryError as trouble:
            log.info("a notice of a game night was not taken (%s)", trouble.kind)
            await self._store.write(outbox.mark_failed, waiting.id, trouble.kind, None)
            return
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("a notice of a game night could not be made")
            await self._store.write(outbox.mark_failed, waiting.id, "bug", None)
            return
        await self._store.write(_mark_sent, waiting.id, now)

    async def put_off(self, waiting: Waiting, now: int) -> None:
        """Put off a notice that took too long: try again every minute for a day."""
        log.warning("a notice of a game night took too long")
        again = self._clock() + MINUTE if now < waiting.created_at + DAY else None
        await self._store.write(outbox.mark_failed, waiting.id, "slow", again)

    async def _tell_person(self, waiting: Waiting, user: int, channel: Place, message: Message, now: int) -> None:
        """Send a notice by DM. If the DMs are closed, a reminder goes to the night's channel and pings the person."""
        try:
            await self._post(waiting, await self._messenger.direct(user), message, now)
        except DeliveryError as trouble:
            if trouble.kind is not ErrorKind.DMS_CLOSED or waiting.payload["what"] != What.REMINDER:
                raise
            public = let_reader_hear(
                Message(f"<@{user}> {message.text}"), Verdict.LOUD if message.loud else Verdict.SILENT, user
            )
            await self._messenger.send(channel, public, nonce_of(f"{waiting.nonce}:public"))

    async def _post(self, waiting: Waiting, place: Place, message: Message, now: int) -> None:
        """Post a notice, unless an earlier try arrived."""
        begun = waiting.payload.get(BEGUN)
        if begun is not None and await find_post(self._messenger, begun, message.table) is not None:
            return
        payload = {**waiting.payload, BEGUN: mark(place, message, now)}
        await self._store.write(outbox.mark_begun, waiting.id, payload)
        await self._messenger.send(place, message, nonce_of_try(waiting.nonce, waiting.attempts))


def _mark_sent(connection: Connection, waiting: int, now: int) -> None:
    outbox.mark_sent(connection, waiting)
    outbox.delete_finished(connection, now - KEPT)
