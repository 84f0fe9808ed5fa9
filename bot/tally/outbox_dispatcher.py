"""Sends every announcement of the tally once, and posts hands that nobody disputed in time."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.ports.begun_posts import BEGUN, find_post, mark, nonce_of_try
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.ui import Message
from bot.store.books import crews, postings
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.database.schema import Json
from bot.store.messages import outbox
from bot.store.messages.outbox import Waiting
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tally import announcements
from bot.tally.book import load_book
from bot.tally.ledger import confirm_due
from bot.tally.papers import Papers
from bot.wording import Words
from render.base.picture import Picture

log = logging.getLogger(__name__)

LONGEST = 30_000
"""The most milliseconds between two looks at the outbox. Other processes write to it too."""
AT_ONCE = 200
"""The most announcements that are sent in one round."""
KEPT = 14 * 86_400_000
"""Milliseconds for which a sent announcement is remembered, so that it is not sent again."""
VOTES = ("vote", "ruled_off")
"""The keys of announcements that replace an earlier request for votes on the same season."""

Illustrate = Callable[[int, int, int], Awaitable[Picture | None]]
"""Draws the card of a closed season. The arguments are crew, season and present time."""


class _Said(NamedTuple):
    """An announcement to send. `edits` is the message to edit, if nothing is to be posted. `keep` is the pending entry
    that the message shows; the message is then noted for later updates."""

    place: Place
    message: Message
    words: Words
    edits: int | None = None
    keep: int | None = None


@dataclass(slots=True)
class OutboxDispatcher:
    """Watches the outbox from `start` to `stop`. Call `wake` after writing to it. Of several processes that share a
    database, only one `speaks`; it sends the announcements of all crews."""

    store: Store
    messenger: Messenger
    clock: Clock
    speaks: bool
    supervisor: Supervisor
    illustrate: Illustrate
    papers: Papers
    """Enters papers. Each round first finishes those that were interrupted."""
    _woken: asyncio.Event = field(default_factory=asyncio.Event)
    _lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    _task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Start the task that watches the outbox."""
        self._task = self.supervisor.start(self._run(), "tally")

    async def stop(self) -> None:
        """Stop the task. The next start sends what is left."""
        if self._task is not None:
            await self.supervisor.stop(self._task)
            self._task = None

    def wake(self) -> None:
        """Look at the outbox now."""
        self._woken.set()

    async def _run(self) -> None:
        while True:
            self._woken.clear()
            wait = LONGEST
            try:
                coming = await self.tick()
                wait = min(LONGEST, max(1, coming - self.clock())) if coming is not None else LONGEST
            except StoreUnavailable:
                pass  # the store logs it, and a later round sends what is due
            except Exception:
                log.exception("the tally's outbox dispatcher failed; it goes on")
            try:
                async with asyncio.timeout(wait / 1000):
                    await self._woken.wait()
            except TimeoutError:
                continue

    async def tick(self) -> int | None:
        """Do everything that is due. Return the time (milliseconds) at which the next hand is posted, or None."""
        if not self.speaks:
            return None
        async with self._lock:
            await self.papers.finish_all()
            now = self.clock()
            coming, due = await self.store.read(_look, now)
            while coming is not None and coming <= now:
                await self.store.write(confirm_due, now)
                coming, due = await self.store.read(_look, now)
            for waiting in due:
                await self._say(waiting, now)
            return coming

    async def _say(self, waiting: Waiting, now: int) -> None:
        said = await self.store.read(_said, waiting.payload)
        if said is not None and waiting.payload.get("key") == "ruled_off":
            picture = await self._illustrated(waiting, now)
            if picture is not None:
                said = said._replace(message=replace(said.message, pictures=(picture,), name="season.png"))
        try:
            if said is not None and said.edits is not None:
                await self.messenger.edit(said.place, said.edits, said.message)
            elif said is not None:
                number = await self._post(waiting, said, now)
                if said.keep is not None:
                    await self.store.write(announcements.keep_shown, said.keep, said.place.channel, number, now)
                if waiting.payload.get("key") in VOTES:
                    await self._end_former_vote(waiting.payload["facts"], said, number, now)
        except DeliveryError as trouble:
            log.warning("an announcement of the tally was not taken (%s)", trouble.kind)
            await self.store.write(outbox.mark_failed, waiting.id, trouble.kind, None)
            return
        await self.store.write(_sent, waiting.id, waiting.payload, now)

    async def _end_former_vote(self, facts: dict[str, Json], said: _Said, number: int, now: int) -> None:
        """Remove the button from the earlier request for votes: a newer request has it, or the season is closed."""
        asks = {"channel": said.place.channel, "message": number} if said.message.rows else None
        former = await self.store.write(announcements.swap_vote, facts["season_id"], asks, now)
        if former is None or former["message"] == number:
            return
        try:
            place = Place(former["channel"], said.place.guild)
            await self.messenger.edit(
                place, former["message"], Message(said.words.say("tally/vote_over", season=facts["season"]))
            )
        except DeliveryError as trouble:
            log.warning("a vote on a season kept its button (%s)", trouble.kind)

    async def _illustrated(self, waiting: Waiting, now: int) -> Picture | None:
        """Draw the card of a season that was closed. None if that fails, since the words must go out anyway."""
        try:
            return await self.illustrate(waiting.payload["crew"], waiting.payload["facts"]["season_id"], now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("a season's card could not be drawn; its announcement goes out in words")
            return None

    async def _post(self, waiting: Waiting, said: _Said, now: int) -> int:
        """Post an announcement and return the message's id. If an earlier try arrived, edit its message instead."""
        begun = waiting.payload.get(BEGUN)
        if begun is not None:
            arrived = await find_post(self.messenger, begun, said.message.table)
            if arrived is not None:
                await self.messenger.edit(*arrived, said.message)
                return arrived[1]
        payload = {**waiting.payload, BEGUN: mark(said.place, said.message, now)}
        await self.store.write(outbox.mark_begun, waiting.id, payload)
        return await self.messenger.send(said.place, said.message, nonce_of_try(waiting.nonce, waiting.attempts))


def _look(connection: Connection, now: int) -> tuple[int | None, list[Waiting]]:
    """The time at which the next undisputed hand is posted, and the announcements that are due."""
    return postings.find_next_unconfirmed(connection), outbox.list_due(connection, now, AT_ONCE, announcements.KIND)


def _said(connection: Connection, payload: dict[str, Json]) -> _Said | None:
    """Make an announcement from its stored payload. None if its crew does not exist."""
    entry = postings.one(connection, payload["transfer"]) if "transfer" in payload else None
    crew = crews.crew(connection, entry.crew if entry is not None else payload.get("crew", 0))
    if crew is None:
        return None
    book = load_book(connection, crew)
    if entry is None:
        channel = book.house.channel or payload["channel"]
        return _Said(Place(channel, crew.guild), announcements.of_change(connection, book, payload), book.words)
    message = announcements.of_entry(book, entry, postings.list_verdicts(connection, entry.id))
    if payload.get("again"):
        shown = key_values.get(connection, announcements.memo_key_of(entry.id))
        return (
            None
            if shown is None
            else _Said(Place(shown["channel"], crew.guild), message, book.words, edits=shown["message"])
        )
    if not book.house.channel:
        return None
    keep = entry.id if entry.state == "pending" else None
    return _Said(Place(book.house.channel, crew.guild), message, book.words, keep=keep)


def _sent(connection: Connection, waiting: int, payload: dict[str, Json], now: int) -> None:
    outbox.mark_sent(connection, waiting)
    if payload.get("again") and not payload.get("open"):
        key_values.drop(connection, announcements.memo_key_of(payload["transfer"]))
    outbox.delete_finished(connection, now - KEPT)
