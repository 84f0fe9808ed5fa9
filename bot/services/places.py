"""Reactions to servers, channels and threads that are deleted, and to permissions that the bot gets back."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Mapping
from typing import NamedTuple

from bot.delivery.held_back import HeldBack
from bot.messages.table_words import words_of
from bot.nights.night import end_without_place
from bot.outbox.letters import write_letter
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger, Place
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables import rows as stored_tables
from bot.store.tables.nights import Date, Plan
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate.table import Table
from bot.tables.play import closings
from bot.tables.play.closings import Gone
from bot.tables.seats import absentees
from bot.tables.service import TableService
from games.core.refused import Refused

log = logging.getLogger(__name__)


class Server(NamedTuple):
    """A server as the gateway describes it."""

    channels: Collection[int]
    """The ids of its channels, and of its threads that are not archived."""
    writable: Collection[int]
    """The ids of the channels and threads in which the bot may post with pictures."""


class PlaceService:
    """Closes tables whose channel, thread or server is gone, and retries messages where the bot may post again."""

    def __init__(
        self,
        store: Store,
        tables: TableService,
        messenger: Messenger,
        clock: Clock,
        held: HeldBack,
        wake_outbox: Callable[[], None],
    ) -> None:
        self._store = store
        self._tables = tables
        self._messenger = messenger
        self._clock = clock
        self._held = held
        self._wake_outbox = wake_outbox

    @property
    def waiting(self) -> bool:
        """True if any server is known to have messages that were given up."""
        return bool(self._held.servers)

    async def close_channel(self, channel: int) -> None:
        """Close the tables in a channel, and in the threads below it, and end its game nights."""
        await self._close(await self._store.read(stored_tables.open_in, channel), Gone.CHANNEL)
        await self._store.write(_end_nights, nights.of_channel, channel, self._clock())

    async def close_thread(self, thread: int) -> None:
        """Close the table in a thread, and end its game nights."""
        await self._close(await self._store.read(stored_tables.open_in, thread), Gone.THREAD)
        await self._store.write(_end_nights, nights.of_channel, thread, self._clock())

    async def leave_server(self, guild: int) -> None:
        """Close the tables of a server from which the bot was removed, and end its game nights."""
        await self._close(await self._store.read(stored_tables.open_tables, guild.__eq__), Gone.SERVER)
        await self._store.write(_end_nights, nights.of_guild, guild, self._clock())

    async def unreachable(self, table: int) -> None:
        """Close a table because Discord did not find its channel or thread when a message was sent."""
        row = await self._store.read(stored_tables.load, table)
        await self._close([row], Gone.CHANNEL if row.thread is None else Gone.THREAD)

    async def stand_in_for_leaver(self, table: int, user: int) -> None:
        """Let a robot play for a player who has left the server, until they are back."""
        sequence, at = (await self._tables.get(table)).sequence, self._clock()
        await self._tables.change(
            table, f"left:{table}:{sequence}:{user}", at, lambda now: absentees.stand_in_for_absentee(now, user, at)
        )

    async def survey(self, servers: Mapping[int, Server | None], ours: Callable[[int], bool]) -> None:
        """Compare the tables with the servers that a new connection lists, and close tables whose place is gone.

        In `servers`, None stands for a server that Discord cannot reach at present. `ours` is True for the ids of this
        connection's servers; the bot was removed from those that `servers` lacks. If the database is away, nothing is
        compared until the next connection.
        """
        try:
            await self._compare(servers, ours)
        except StoreUnavailable:
            log.warning("the servers' channels are not compared with the tables: the database is not available")

    async def _compare(self, servers: Mapping[int, Server | None], ours: Callable[[int], bool]) -> None:
        for guild, held in await self._store.read(projections.list_given_up):
            self._held.servers.add(guild)
            if ours(guild):
                self._held.note(held)
        for row in await self._store.read(stored_tables.open_tables, ours):
            if row.practice:
                continue
            if row.guild not in servers:
                await self._close([row], Gone.SERVER)
            elif (server := servers[row.guild]) is not None:
                await self._close_if_deleted(row, server)
        for guild in await self._store.read(nights.guilds):
            if ours(guild) and guild not in servers:
                await self._store.write(_end_nights, nights.of_guild, guild, self._clock())
        for guild, server in servers.items():
            if server is not None:
                await self.writable(guild, server.writable)

    async def _close_if_deleted(self, row: StoredTable, server: Server) -> None:
        """Close a table if its channel or thread was deleted. Ask Discord about an unlisted one, because archived
        threads are not listed either.
        """
        for place, gone in ((row.channel, Gone.CHANNEL), (row.thread, Gone.THREAD)):
            unlisted = place is not None and place not in server.channels
            if unlisted and not await self._messenger.exists(Place(place or 0, row.guild)):
                await self._close([row], gone)

    async def writable(self, guild: int, channels: Collection[int]) -> None:
        """Retry the messages that were given up in these channels of a server, in which the bot may post now."""
        if guild not in self._held.servers:
            return
        for table, key in await self._store.write(_try_again, guild, set(channels)):
            self._held.wake(table, key)
        if not await self._store.read(projections.list_given_up, guild):
            self._held.servers.discard(guild)

    async def _close(self, rows: Collection[StoredTable], gone: Gone) -> None:
        for row in rows:
            try:
                committed = await self._tables.change(
                    row.id, f"gone:{row.id}", self._clock(), lambda table: closings.close_without_place(table, gone)
                )
            except Refused:
                continue
            if committed.entries:
                log.info("table %s: closed, since its %s is gone", row.id, gone)
                await self._tell_host(committed.table, gone)

    async def _tell_host(self, table: Table, gone: Gone) -> None:
        if table.row.host is None:
            return
        words = words_of(table)
        text = words.say("gone/host", reason=words.say(f"gone/{gone}", title=table.game.TITLE, number=table.id))
        await self._store.write(write_letter, table.row.host, text, f"gone:{table.id}", self._clock())
        self._wake_outbox()


def _end_nights(
    connection: Connection, find: Callable[[Connection, int], list[tuple[Plan, Date]]], place: int, now: int
) -> None:
    end_without_place(connection, find(connection, place), now)


def _try_again(connection: Connection, guild: int, channels: set[int]) -> list[tuple[int, MessageKey]]:
    tried: list[tuple[int, MessageKey]] = []
    for table in {row.table for _, row in projections.list_given_up(connection, guild)}:
        for row in projections.show_again(connection, table, channels):
            tried.append((table, row.key))
    return tried
