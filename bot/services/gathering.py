"""Gathering people at a table: the queue of a full table, *Same again*, and the call for players."""

from dataclasses import dataclass
from typing import Final

from bot.messages.table_words import words_of
from bot.people.preferences import PreferencesCache
from bot.ports.markup import format_timestamp
from bot.ports.messenger import DeliveryError, Messenger
from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.request import change_further, change_table
from bot.store.books import crews
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.people import kept_away, lately
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Status
from bot.tables.aggregate import permissions
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.offers import count_free_places, offers_of
from bot.tables.aggregate.table import Table
from bot.tables.lobby import opening, seating, starting, table_channels
from bot.tables.process_settings import ProcessSettings
from bot.tables.seats import handovers, queue
from bot.tables.service import TableService
from bot.tally import crew_settings
from bot.tally.crew_settings import CrewSettings
from games.core.refused import Refused

CALL_EVERY: Final = 3_600_000
"""Milliseconds between two calls for players in a channel, and between two calls of one person in a server."""
CALL: Final = "called"
LEAVE_QUEUE: Final = "queue.leave"


@dataclass(frozen=True, slots=True)
class GatheringService:
    """Brings people to tables: leaving the queue, calls for players, and the next table after one that is over."""

    store: Store
    tables: TableService
    people: PreferencesCache
    messenger: Messenger

    async def leave_queue(self, table: Table, request: Request) -> Reply:
        """Leave the queue."""
        committed = await change_table(self.tables, table.id, request, queue.leave, request.user)
        if not committed.entries and not committed.repeated:
            raise Refused("TABLE", "not_queued")
        return reply_text(request.words().say("queue/left"), table.id)

    async def open_again(self, table: Table, request: Request) -> Reply:
        """Open the next table for the people of one that is over, with the same game, pace, house rules and robots. The
        others are asked first: nobody is seated before they have said yes.

        Only one such table is opened: while it is open, a second request leads to the same table.
        """
        permissions.must_run(table, request.requester)
        users = tuple(seat.user_id for seat in table.seats if seat.user_id is not None)
        try:
            invited = await self.messenger.find_members(table.row.guild, users)
        except DeliveryError:  # Discord does not say who is still in the server, so nobody is left out
            invited = frozenset(users)
        invited -= await self.store.read(kept_away.find_kept_away, table.row.guild, users)
        plan = opening.find_next_company(table, request.requester, invited, request.at)
        await self.people.load(users)
        try:
            next_table = await self.store.write(_find_or_write_next, table, request, self.tables.settings)
        except Conflict:  # another process was first, and its table is known now
            next_table = await self.store.write(_find_or_write_next, table, request, self.tables.settings)
        opened = await self.tables.change(
            next_table,
            f"again:{table.id}",
            request.at,
            lambda present: opening.open_next(present, request.requester, plan, request.at),
        )
        if opened.table.status == Status.LOBBY:
            seated = await change_further(self.tables, next_table, request, "seat", _take_own_seat, request)
            await start_if_full(self.tables, seated.table, request)
        place = f"<#{opened.table.place}>"
        return reply_text(request.words().say("lobby/opened", title=table.game.TITLE, place=place), next_table)

    async def call(self, table: Table, request: Request) -> Reply:
        """Call for players with the role that the crew has chosen for it, at most once an hour in a channel."""
        seating.call(table, request.requester, 0)  # a refused call must not count for the hourly limit
        crew = await self.store.read(crews.find_crew, table.row.crew)
        chosen = CrewSettings() if crew is None else crew_settings.read_settings(crew.settings)
        if not chosen.call_role:
            raise Refused("TABLE", "call_no_role")
        if chosen.quiet is not None and (morning := chosen.quiet.find_end(request.at)) is not None:
            raise Refused("TABLE", "call_quiet", when=format_timestamp(morning))
        await self.store.write(_count_call, table, request)
        await change_table(self.tables, table.id, request, seating.call, request.requester, chosen.call_role)
        return reply_text(request.words().say("call/made"), table.id)


async def start_if_full(tables: TableService, table: Table, request: Request) -> None:
    """Start the game of a lobby whose last seat was just filled, if the house rules say so."""
    if starting.starts_full(table):
        arguments = request.requester, request.at, tables.chance
        await change_further(tables, table.id, request, "start", starting.start, *arguments)


def tell_place(table: Table, request: Request) -> Reply:
    """Tell a person their place in the queue, with a button to leave it."""
    words, place = words_of(table, request.requester.language), queue.place_of(table, request.user)
    key, held_for = "queue/place", tuple(offer.name for offer in seating.list_held_places(table))
    if table.status != Status.LOBBY:
        key = "queue/place_next_hand" if place <= count_free_places(table) else "queue/place_under_way"
    elif held_for:
        key = "queue/place_held"
    text = words.say(key, name=held_for, place=place)
    if table.status == Status.LOBBY and any(taken.user_id is None for taken in table.seats):
        text = f"{text} {words.say('queue/robot_sits')}"
    row = (Button(LEAVE_QUEUE, words.label(LEAVE_QUEUE)),)
    return Reply(Message(text, rows=(row,), table=table.id))


def _take_own_seat(table: Table, request: Request) -> Change | None:
    """Take the seat that is held for the requester; None if there is none."""
    held = next((offer for offer in offers_of(table) if offer.user == request.user), None)
    if held is None or table.status != Status.LOBBY:
        return None
    return handovers.accept(table, request.requester, held.number, request.at)


def _count_call(connection: Connection, table: Table, request: Request) -> None:
    """Count this call for the channel, and for the requester in the server.

    Raises Refused if there was a call in the channel, or by the requester, within the last hour.
    """
    slots = {str(table.row.channel): "call_again", f"by:{table.row.guild}:{request.user}": "called_lately"}
    for slot, reason in slots.items():
        free_at = lately.take(connection, CALL, slot, request.at, CALL_EVERY, request.cause)
        if free_at is not None:
            raise Refused("TABLE", reason, when=format_timestamp(free_at))


def _find_or_write_next(connection: Connection, table: Table, request: Request, settings: ProcessSettings) -> int:
    """Return the number of the open table that follows a finished one. If there is none yet, write its row."""
    key = f"again:{table.id}"
    next_table = key_values.get(connection, key)
    if next_table is not None and stored_tables.load(connection, next_table).status != Status.CLOSED:
        return int(next_table)
    location = request.location
    parent = (location.parent,) if location.channel in (table.row.channel, table.row.thread) else ()
    table_channels.must_be_allowed(connection, table.row.guild, (table.row.channel, table.row.thread, *parent))
    row = opening.create(connection, opening.draft_next(table, request.requester, request.at), settings.limits)
    key_values.put(connection, key, row.id, request.at)
    return row.id
