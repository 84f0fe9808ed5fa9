"""The people whom the admins of a server, or the bot's host, keep away."""

import contextlib
from typing import Final

from msgspec import Struct

from bot.messages.kept_away_page import make_kept_away_page
from bot.ports import Location, Reply, Request, Requester, RequestId
from bot.services.request import change_table
from bot.store import Connection, Store, StoreUnavailable, do_each
from bot.store.database.errors import StillSeated
from bot.store.people import erasure, kept_away
from bot.store.people.kept_away import EVERYWHERE, KeptAway
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate import Change, Table
from bot.tables.aggregate.offers import offer_to
from bot.tables.lobby import lobby
from bot.tables.play import closings
from bot.tables.seats import handovers, queue
from bot.tables.seats.handover_notes import is_result_open
from bot.tables.service import TableService
from games.core import Refused

LOOK_EVERY: Final = 300.0
"""Seconds between two looks for people whose leaving a crash has interrupted."""


class KeptAwayService(Struct, frozen=True):
    """Keeps people away from a server or from all servers, refuses what they ask, and lets them come back."""

    store: Store
    tables: TableService

    async def must_be_welcome(self, request: Request, table: Table | None = None) -> None:
        """Raise Refused if the requester is kept away from the server of the table; without a table, of the request.

        While the database is away, nobody is refused for this: nothing can be changed then anyway.
        """
        guild = request.location.guild if table is None else table.row.guild
        try:
            kept = await self.store.read(kept_away.is_kept_away, guild, request.user)
        except StoreUnavailable:
            return
        if kept:
            raise Refused("TABLE", "kept_away")

    async def show(self, request: Request, host: bool, start: int = 0, done: str = "") -> Reply:
        """List the people who are kept away from the server of the request. The bot's host also sees those who are kept
        away from all servers. `done` is said above the list."""
        places = (request.location.guild, EVERYWHERE) if host else (request.location.guild,)
        found = await self.store.read(kept_away.list_kept_away, *places)
        return Reply(make_kept_away_page(found, host, request.words, start, done), in_place=True)

    async def keep_away(self, request: Request, person: Requester, everywhere: bool) -> Reply:
        """Keep a person away. They leave the open tables, queues and game nights there. A robot takes their seat, and a
        result that is still open stays theirs in the books.

        Raises Refused for the requester themselves, and for somebody at a table where the requester also sits and a
        result is still open: nobody may take an opponent's seat away.
        """
        if person.user == request.user:
            raise Refused("TABLE", "keep_self")
        guild = EVERYWHERE if everywhere else request.location.guild
        if places := await self._list_shared_results(guild, request.user, person.user):
            raise Refused("TABLE", "keep_opponent", name=person.name, places=places)
        leaving = KeptAway(guild, person.user, request.cause, request.at)
        await self.store.write(kept_away.keep_away, leaving, request.user)
        await self._finish(leaving, request.at)
        return request.answer("keep_away/everywhere" if everywhere else "keep_away/here", name=person.name)

    async def _list_shared_results(self, guild: int, first: int, second: int) -> tuple[str, ...]:
        """The places of the tables at which both users sit while a result is open."""
        places = []
        for row in await self.store.read(_list_tables, guild, first):
            table = await self.tables.get(row.id)
            if None not in (table.seat_of(first), table.seat_of(second)) and is_result_open(table):
                places.append(f"<#{table.place}>")
        return tuple(places)

    async def finish_all(self) -> None:
        """Finish every leaving and every erasure that was interrupted. Nothing is done twice if a request also finishes
        one of them."""
        found = await self.store.read(kept_away.list_leaving)
        await do_each("the leaving", found, lambda leaving: self._finish(leaving, self.tables.clock()))
        await do_each("the erasure of", await self.store.read(erasure.list_interrupted), self._erase)

    async def _erase(self, user: int) -> None:
        """Finish an erasure that an older release has begun, unless the person has taken a seat again since."""
        with contextlib.suppress(StillSeated):
            await self.store.write(erasure.erase, user)

    async def _finish(self, leaving: KeptAway, at: int) -> None:
        """Take a person out of all open tables, each once, and note the end."""
        person = Requester(leaving.user, "")
        for row in await self.store.read(_list_tables, leaving.guild, leaving.user):
            request = Request(person, Location(row.guild, row.channel), RequestId(at, f"{leaving.cause}:{row.id}"))
            try:
                await change_table(self.tables, row.id, request, _take_out)
            except Refused:  # the table was closed or is damaged; they can do nothing there
                continue
        await self.store.write(kept_away.end, leaving)

    async def welcome(self, request: Request, person: Requester, everywhere: bool) -> Reply:
        """Let a person come back. Raises Refused if they are still kept away from this server, or from all."""
        guild = EVERYWHERE if everywhere else request.location.guild
        await self.store.write(kept_away.welcome, guild, person.user)
        if await self.store.read(kept_away.is_kept_away, request.location.guild, person.user):
            raise Refused("TABLE", "kept_away_other", name=person.name)
        return request.answer("keep_away/welcome", name=person.name)


def _list_tables(connection: Connection, guild: int, user: int) -> list[StoredTable]:
    """The open tables of a server at which a user sits, waits or is offered a seat."""
    known = stored_tables.list_needing_person(connection, user)
    return [row for row in known if row.guild and guild in (row.guild, EVERYWHERE)]


def _take_out(table: Table, request: Request) -> Change | None:
    """The change with which a person leaves a table, its queue, or the offer of a seat; None if they are not there."""
    if table.seat_of(request.user) is not None:
        leave = lobby.leave if table.is_lobby else closings.leave
        return leave(table, request)
    offered = offer_to(table, request.user)
    return queue.leave(table, request) if offered is None else handovers.decline(table, request, offered.number)
