"""The announcements of the tally, made from the books at the moment of sending."""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, replace
from typing import Final

from bot.messages.books import debt_page
from bot.outbox.outbox import MessageToSend, Teller, write_letter
from bot.ports import DeliveryError, Message, Messenger, Outcome, Place
from bot.store import Connection, JsonObject, Store, StoreUnavailable, WaitingMessage, key_values
from bot.store.books import Crew, StoredTransfer, crews, joins, payments, postings
from bot.store.tables import rows as stored_tables
from bot.tally.books import Book, crew_settings, load_book, words_of_crew
from bot.tally.changes import announcements, debts, lost_channels
from bot.wording import HOST
from render.base.picture import Picture

log = logging.getLogger(__name__)

ANSWERABLE: Final = ("transfer", "payment")
"""The keys in the payload of an announcement that people answer by a button."""

Illustrate = Callable[[int, int, int], Awaitable[Picture | None]]
"""Draws the card of a closed season. The arguments are crew, season and present time."""


@dataclass(slots=True)
class Announcer(Teller):
    """The teller that makes the tally's announcements.

    If the tally's channel takes nothing, an announcement goes to the channel or thread where the change was made. The
    first such announcement says so, and a letter tells the owner of the server.
    """

    store: Store
    messenger: Messenger
    illustrate: Illustrate
    kind = announcements.KIND
    lane = "user"

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        to_send = await self.store.read(_make, waiting.payload, waiting.user_id)
        if to_send is not None and waiting.payload.get("key") == "ruled_off":
            picture = await self._illustrate(waiting, now)
            if picture is not None:
                to_send = to_send._replace(message=replace(to_send.message, pictures=(picture,), name="season.png"))
        return to_send

    async def _illustrate(self, waiting: WaitingMessage, now: int) -> Picture | None:
        """Draw the card of a season that was closed. None if that fails, since the words must go out anyway."""
        try:
            return await self.illustrate(waiting.payload["crew"], waiting.payload["facts"]["season_id"], now)
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("a season's card could not be drawn; its announcement goes out in words")
            return None

    async def find_other_place(
        self, waiting: WaitingMessage, to_send: MessageToSend, error: DeliveryError, now: int
    ) -> MessageToSend | None:
        if error.kind.outcome is Outcome.PASSING or to_send.to_edit is not None or to_send.place is None:
            return None
        origin = await self.store.read(_find_origin, waiting.payload)
        if origin is None or origin == to_send.place:
            return None
        owner = self.messenger.find_owner(origin.guild)
        sentence = await self.store.write(_note_lost, waiting.payload, to_send.place, error, owner, now)
        if not sentence:
            return to_send._replace(place=origin)
        return to_send._replace(
            place=origin, message=replace(to_send.message, text=f"{to_send.message.text}\n{sentence}"[:2_000])
        )

    async def note_sent(
        self, waiting: WaitingMessage, to_send: MessageToSend, place: Place, number: int, now: int
    ) -> None:
        shown, asks = {"channel": place.channel, "message": number}, bool(to_send.message.rows)
        if to_send.to_edit is None and asks and not waiting.payload.keys().isdisjoint(ANSWERABLE):
            await self.store.write(key_values.put, announcements.memo_key_of(waiting.payload), shown, now)
        await self.store.write(_drop_loss_note, waiting.payload, place, self.messenger.find_owner(place.guild), now)
        if question := announcements.name_question(waiting.payload):
            dm = f"{question}{joins.BY_DM}"
            own = question if waiting.user_id is None else dm
            for key in (own,) if asks else (question, dm):
                former = await self.store.write(announcements.swap_shown, key, shown if asks else None, now)
                if former is not None and former["message"] != number:
                    former_place = Place(former["channel"], 0 if key == dm else place.guild)
                    await self._end_former(former_place, former["message"], to_send.message, waiting.payload["facts"])

    async def _end_former(self, place: Place, number: int, newer: Message, facts: JsonObject) -> None:
        """Delete an earlier message that asks the same if a newer one stands further down. Once that is over, only
        remove its buttons."""
        try:
            if newer.rows:
                await self.messenger.delete(place, number)
                return
            text = await self.store.read(_word_over, facts, newer.text)
            await self.messenger.edit(place, number, Message(text))
        except DeliveryError as trouble:
            log.warning("a question in the tally kept its buttons (%s)", trouble.kind)

    def finish(self, connection: Connection, waiting: WaitingMessage, now: int) -> None:
        payload = waiting.payload
        if payload.get("again") and not payload.get("open"):
            key_values.drop(connection, announcements.memo_key_of(payload))


def _find_entry(connection: Connection, payload: JsonObject) -> StoredTransfer | None:
    """The entry that an announcement is about; None for any other announcement."""
    return postings.find_transfer(connection, payload["transfer"]) if "transfer" in payload else None


def _find_crew(connection: Connection, payload: JsonObject) -> Crew | None:
    entry = _find_entry(connection, payload)
    return crews.find_crew(connection, entry.crew if entry is not None else payload.get("crew", 0))


def _make(connection: Connection, payload: JsonObject, user: int | None) -> MessageToSend | None:
    """Make an announcement from its stored payload; with `user`, as a DM to them. None if its crew or payment does not
    exist, or if there is no channel to send it to and no message to update."""
    crew = _find_crew(connection, payload)
    book = None if crew is None else load_book(connection, crew)
    message = None if book is None else _make_message(connection, book, payload)
    if book is None or message is None:
        return None
    if user is not None:
        where = book.words.say("mydata/owed_too", crew=f"<https://discord.com/channels/{book.crew.guild}>")
        return MessageToSend(None, replace(message, text=f"{where}\n{message.text}"), user)
    if payload.get("again"):
        shown = key_values.get(connection, announcements.memo_key_of(payload))
        place = None if shown is None else Place(shown["channel"], book.crew.guild)
        return None if place is None else MessageToSend(place, message, to_edit=shown["message"])
    channel = book.settings.channel or payload.get("channel", 0)
    return MessageToSend(Place(channel, book.crew.guild), message) if channel else None


def _make_message(connection: Connection, book: Book, payload: JsonObject) -> Message | None:
    """Make the message about a payment, an entry or another change; None for a payment that does not exist."""
    if "payment" in payload:
        payment = payments.find(connection, payload["payment"])
        return None if payment is None else debt_page.make_payment_message(book, payment)
    entry = _find_entry(connection, payload)
    if entry is not None:
        return announcements.make_entry_message(book, entry, postings.list_verdicts(connection, entry.id))
    message = announcements.make_change_message(connection, book, payload)
    if payload["key"] != "ruled_off":
        return message
    text = "\n".join((message.text, *debts.describe_brought_forward(connection, book)))
    return replace(message, text=text[:2_000])


def _word_over(connection: Connection, facts: JsonObject, outcome: str) -> str:
    """Word what replaces a question that is over: for a vote on a season that it is, otherwise its outcome."""
    if "season_id" not in facts:
        return outcome
    crew = crews.find_crew_of(connection, "season", facts["season_id"])
    words = HOST if crew is None else words_of_crew(crew)
    return words.say("tally/vote_over", season=facts["season"])


def _find_origin(connection: Connection, payload: JsonObject) -> Place | None:
    """The channel or thread in which a change was made or a hand was played; None if that is unknown."""
    crew = _find_crew(connection, payload)
    if crew is None:
        return None
    entry = _find_entry(connection, payload)
    if entry is None or entry.table is None:
        return Place(payload["channel"], crew.guild) if payload.get("channel") else None
    table = stored_tables.load(connection, entry.table)
    return Place(table.thread or table.channel, table.guild)


def _note_lost(
    connection: Connection, payload: JsonObject, place: Place, error: DeliveryError, owner: int | None, now: int
) -> str:
    """Note that the tally's channel takes nothing, and write the owner a letter. Return the sentence about it for the
    place where the change was made; "" if the loss is noted already."""
    crew = _find_crew(connection, payload)
    if crew is None or crew_settings.read_settings(crew.settings).channel != place.channel:
        return ""
    if lost_channels.find_note(connection, crew, place.channel) is not None:
        return ""
    words = words_of_crew(crew)
    why = words.say(f"refused/{error.kind}")
    key_values.put(connection, lost_channels.make_key(crew.id), {"channel": place.channel, "why": why}, now)
    if owner is not None:
        text = words.say("tally/lost_letter", place=f"<#{place.channel}>", reason=why)
        write_letter(connection, owner, text, f"tally lost:{crew.id}:{now}", now)
    return words.say("tally/lost", place=f"<#{place.channel}>", reason=why)


def _drop_loss_note(connection: Connection, payload: JsonObject, place: Place, owner: int | None, now: int) -> None:
    """If the tally's channel took nothing, note that it takes announcements again, and write the owner a letter."""
    crew = _find_crew(connection, payload)
    if crew is None or lost_channels.find_note(connection, crew, place.channel) is None:
        return
    key_values.drop(connection, lost_channels.make_key(crew.id))
    if owner is not None:
        text = words_of_crew(crew).say("tally/found_letter", place=f"<#{place.channel}>")
        write_letter(connection, owner, text, f"tally found:{crew.id}:{now}", now)
