"""Reactions to servers, channels and threads that are lost, to those that the bot gets back, and to new servers.

A deleted channel or thread never comes back, so its tables are closed at once. A server that removes the bot may invite
it again: its tables and game nights are kept for a week, in which their clocks stand still.
"""

import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import NamedTuple

from msgspec import Struct

from bot.delivery.held_back import HeldBackMessages
from bot.messages.front_door import FrontDoor
from bot.messages.parts.table_words import words_of
from bot.nights.night import end_without_place, pause_lost, resume_lost
from bot.outbox.outbox import MessageToSend, Teller, write_letter
from bot.outbox.posting import nonce_of
from bot.ports import Clock, Messenger, Place, make_button
from bot.services.lessons import LIST
from bot.store import Connection, MessageKey, NewMessage, Store, StoreUnavailable, WaitingMessage, key_values
from bot.store.books import crews
from bot.store.messages import outbox, projections
from bot.store.tables import nights, rows as stored_tables
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate import Change, Table
from bot.tables.play import closings, pauses
from bot.tables.play.closings import LostPlace
from bot.tables.seats import handovers
from bot.tables.service import TableService
from bot.wording import Language, Words, choose_language
from games.core import Refused

log = logging.getLogger(__name__)


class Server(NamedTuple):
    """A server as the gateway describes it."""

    channels: Collection[int]
    """The ids of its channels, and of its threads that are not archived."""
    writable: Collection[int]
    """The ids of the channels and threads in which the bot may post with pictures."""


class PlaceService(Struct, frozen=True):
    """Keeps or closes tables whose place is gone, and retries messages where the bot may post again."""

    store: Store
    tables: TableService
    messenger: Messenger
    clock: Clock
    held: HeldBackMessages
    wake_outbox: Callable[[], None]

    async def close_place(self, place: int, thread: bool = False) -> None:
        """Close the tables in a channel and in the threads below it, or in a `thread`. End its game nights."""
        gone = LostPlace.THREAD if thread else LostPlace.CHANNEL
        await self._close(await self.store.read(stored_tables.list_open_in, place), gone)
        await self.store.write(_end_nights, place, self.clock())

    async def lose_server(self, guild: int) -> None:
        """Stop the clocks of the tables and game nights of a server that has removed the bot."""
        await self._pause(await self.store.read(stored_tables.list_open_of_server, guild))
        await self.store.write(pause_lost, guild, self.clock())
        self.wake_outbox()

    async def regain_server(self, guild: int, server: Server) -> None:
        """Resume the tables and nights of a server that has the bot again, and retry the messages given up there.

        If a table's channel was deleted meanwhile, the table is closed.
        """
        if await self.store.read(key_values.get_numbered, key_values.LOST):
            await self._settle(await self.store.read(stored_tables.list_open_of_server, guild), {guild: server})
        await self.store.write(resume_lost, guild, self.clock())
        await self.try_again(guild, server.writable)

    async def greet(self, place: Place, joined_at: int, language: Language) -> None:
        """Greet a server that has just invited the bot, in this channel and in its language."""
        await self.store.write(_greet, place, joined_at, language, self.clock())
        self.wake_outbox()

    async def end_wait(self, table: int) -> None:
        """Close a table whose server was lost a week ago. If the bot is back there without having heard of it, resume
        the table instead."""
        row = await self.store.read(stored_tables.load, table)
        if await self.messenger.may_see(Place(row.thread or row.channel, row.guild)):
            await self._resume(row)
        else:
            await self._close([row], LostPlace.SERVER)

    async def close_unreachable(self, table: int) -> None:
        """Close a table because Discord did not find its channel or thread when a message was sent.

        A table whose server is lost stays open, because `regain_server` will look at it.
        """
        try:
            if (await self.tables.get(table)).lost:
                return
        except Refused:
            return
        row = await self.store.read(stored_tables.load, table)
        await self._close([row], LostPlace.CHANNEL if row.thread is None else LostPlace.THREAD)

    async def stand_in_for_leaver(self, table: int, user: int) -> None:
        """Let a robot play for a player who has left the server, until they are back."""
        sequence, at = (await self.tables.get(table)).sequence, self.clock()
        cause = f"left:{table}:{sequence}:{user}"
        await self.tables.change(table, cause, at, partial(handovers.stand_in_for_absentee, user=user, at=at))

    async def survey(self, servers: Mapping[int, Server | None], is_own: Callable[[int], bool]) -> None:
        """Compare the tables with the servers that a new connection lists. Close tables whose channel or thread is
        gone, pause those whose server is gone, and let tables go on whose server is back.

        In `servers`, None stands for a server that Discord cannot reach at present. `is_own` is True for the ids of the
        servers that this connection serves. If `servers` lacks one of these, the bot was removed from it. If the
        database is away, nothing is compared until the next connection.
        """
        try:
            await self._compare(servers, is_own)
        except StoreUnavailable:
            log.warning("the servers' channels are not compared with the tables: the database is not available")

    async def _compare(self, servers: Mapping[int, Server | None], is_own: Callable[[int], bool]) -> None:
        for guild, message in await self.store.read(projections.list_held_back):
            self.held.servers.add(guild)
            if is_own(guild):
                self.held.note(message)
        rows = await self.store.read(stored_tables.list_open)
        await self._settle([row for row in rows if is_own(row.guild)], servers)
        for guild in await self.store.read(nights.list_guilds):
            if is_own(guild) and (guild not in servers or servers[guild] is not None):
                pause_or_resume = resume_lost if guild in servers else pause_lost
                await self.store.write(pause_or_resume, guild, self.clock())
        for guild, server in servers.items():
            if server is not None:
                await self.try_again(guild, server.writable)

    async def _settle(self, rows: Sequence[StoredTable], servers: Mapping[int, Server | None]) -> None:
        """Pause the tables whose server is gone, close those whose place is gone, and let those go on that waited."""
        waiting = await self.store.read(key_values.get_numbered, key_values.LOST)
        for row in rows:
            server = servers.get(row.guild)
            if row.guild not in servers:
                await self._pause([row] if row.guild else [])
            elif server is not None and not await self._close_if_deleted(row, server) and row.id in waiting:
                await self._resume(row)

    async def _close_if_deleted(self, row: StoredTable, server: Server) -> bool:
        """Close a table if its channel or thread was deleted. True if it was.

        The lists of `server` lack archived threads too, so Discord is asked about a place that is not listed.
        """
        for place, gone in ((row.channel, LostPlace.CHANNEL), (row.thread, LostPlace.THREAD)):
            if place is None or place in server.channels:
                continue
            if not await self.messenger.has_place(Place(place, row.guild)):
                await self._close([row], gone)
                return True
        return False

    async def try_again(self, guild: int, channels: Collection[int]) -> None:
        """Retry the messages that were given up in these channels of a server, in which the bot may post now."""
        if guild not in self.held.servers:
            return
        for table, key in await self.store.write(_try_again, guild, set(channels)):
            self.held.wake(table, key)
        if not await self.store.read(projections.list_held_back, guild):
            self.held.servers.discard(guild)

    async def _close(self, rows: Collection[StoredTable], gone: LostPlace) -> None:
        for row in rows:
            try:
                close = partial(closings.close_without_place, gone=gone)
                committed = await self.tables.change(row.id, f"gone:{row.id}", self.clock(), close)
            except Refused:
                continue
            if committed.entries:
                log.info("table %s: closed, since its %s is gone", row.id, gone)
                await self._tell_host(committed.table, gone)

    async def _pause(self, rows: Collection[StoredTable]) -> None:
        """Stop the clocks of tables whose server is lost, and tell everybody who has a seat."""
        for row in rows:
            if await self._change(row, "lost", _pause_without_server):
                log.info("table %s: paused, since its server is gone", row.id)
                self.wake_outbox()

    async def _resume(self, row: StoredTable) -> None:
        """Resume a table that waits for the bot to be back in its server. Do nothing if the table does not wait."""
        await self._change(row, "found", pauses.regain_server)

    async def _change(self, row: StoredTable, cause: str, decide: Callable[[Table, int], Change | None]) -> bool:
        """Make a change that also depends on the time. True if it was made; nothing happens to an unreadable table."""
        try:
            sequence, at = (await self.tables.get(row.id)).sequence, self.clock()
            cause = f"{cause}:{row.id}:{sequence}"
            return bool((await self.tables.change(row.id, cause, at, lambda table: decide(table, at))).entries)
        except Refused:
            return False

    async def _tell_host(self, table: Table, gone: LostPlace) -> None:
        if table.row.host is None:
            return
        words = words_of(table)
        text = words.say("gone/host", reason=words.say(f"gone/{gone}", title=table.game.TITLE, number=table.id))
        await self.store.write(write_letter, table.row.host, text, f"gone:{table.id}", self.clock())
        self.wake_outbox()


def _pause_without_server(table: Table, at: int) -> Change | None:
    """Pause a table whose server is lost. In the same transaction, write to everybody who has a seat, and to the host.

    The letters ask nothing of their readers, so they make no sound.
    """
    change = pauses.lose_server(table, at)
    if change is None:
        return None
    words, until = words_of(table), at + pauses.KEPT_FOR
    text = words.say("gone/kept", title=table.game.TITLE, number=table.id, until=f"<t:{until // 1000}:F>")
    people = {*table.users, table.row.host}

    def write(connection: Connection) -> None:
        for user in sorted(user for user in people if user is not None):
            write_letter(connection, user, text, f"lost:{table.id}:{table.sequence}", at)

    return replace(change, write_also=(*change.write_also, write))


def _end_nights(connection: Connection, channel: int, now: int) -> None:
    end_without_place(connection, nights.list_of_channel(connection, channel), now)


def _try_again(connection: Connection, guild: int, channels: set[int]) -> list[tuple[int, MessageKey]]:
    """Mark the messages that were given up in these channels, so that they are shown again. Return them."""
    tables = {row.table for _, row in projections.list_held_back(connection, guild)}
    return [(table, row.key) for table in tables for row in projections.retry_held_back(connection, table, channels)]


def _greet(connection: Connection, place: Place, joined_at: int, language: str, now: int) -> None:
    """Write the greeting of a server, which is sent later to its channel. A server that has played is not greeted
    again."""
    if crews.list_crews(connection, place.guild):
        return
    nonce = nonce_of(f"greeting:{place.guild}:{joined_at}")
    payload = {"guild": place.guild, "channel": place.channel, "language": language}
    outbox.add(connection, NewMessage(Greetings.kind, payload, nonce, now))


@dataclass(frozen=True, slots=True)
class Greetings(Teller):
    """Makes the greetings of servers."""

    door: FrontDoor
    kind = "greeting"
    lane = "guild"

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        words = Words(choose_language(waiting.payload.get("language", "")))
        rows = ((make_button(LIST, words),),)
        page = await self.door.make(words, words.say("front/greeting"), rows)
        return MessageToSend(Place(waiting.payload["channel"], waiting.payload["guild"]), page)
