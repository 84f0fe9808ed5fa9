"""Finds the table that a request is about, when the user names none."""

from dataclasses import dataclass

from bot.ports.requests import Location
from bot.services.request import TableRequest
from bot.store.store import Store
from bot.store.tables import looking_back
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate.permissions import must_sit
from bot.tables.aggregate.table import Table
from bot.tables.aggregate.table_names import name_table
from bot.tables.service import TableService
from bot.tally.sight import find_channels, find_viewable
from games.core.refused import Refused


@dataclass(frozen=True, slots=True)
class TableLookup:
    """Finds tables by number, channel or player, and records the result in `TableRequest.about`."""

    store: Store
    tables: TableService

    async def find_numbered(self, number: int, request: TableRequest) -> Table:
        """Return the table with this number, which a control names.

        Raises Refused if there is no such table or it is elsewhere; in a DM, if the requester does not sit at it.
        """
        table = await self.tables.get(number)
        if request.in_dm:
            must_sit(table, request.user)
        elif not _is_at(table, request.location):
            raise Refused("TABLE", "elsewhere")
        request.about = table
        return table

    async def find_played(self, number: int, request: TableRequest, crew: int) -> Table:
        """Return the table with this number, to look back at it: one that `find_numbered` finds, or one of the `crew`
        of the request's channel that the requester may look back at.

        Raises Refused with one sentence for all other numbers, whether they have a table or not.
        """
        if number not in await find_viewable(self.store, crew, request.requester, request.location, [number]):
            try:
                return await self.find_numbered(number, request)
            except Refused as refused:
                if refused.reason not in ("unknown", "elsewhere"):
                    raise
                raise Refused("TABLE", "out_of_sight", number=number) from None
        request.about = await self.tables.get(number)
        return request.about

    async def list_played(self, crew: int, typed: str, request: TableRequest) -> list[tuple[int, str, int]]:
        """List the newest tables of a crew that have been played, whose number begins with the typed text, and that the
        requester may look back at, as (number, game, time of opening)."""
        channels = await find_channels(self.store, crew, request.requester, request.location)
        return await self.store.read(looking_back.list_played, crew, channels, request.user, typed.strip())

    async def find(self, request: TableRequest) -> Table | None:
        """Return the open table of the channel or thread; in a DM, the requester's table that changed last."""
        if request.in_dm:
            own = await self._of_requester(request)
            request.about = max(own, key=lambda table: (table.shown_at, table.id), default=None)
        else:
            request.about = await self._at(request.location.channel)
        return request.about

    async def _at(self, place: int) -> Table | None:
        """The open table of a channel or thread. One that is in memory needs no look at the database."""
        known = self.tables.repository.find_at(place)
        if known is None:
            row = await self.store.read(stored_tables.at_place, place)
            return None if row is None else await self.tables.get(row.id)
        return await self.tables.get(known.id)

    async def here(self, request: TableRequest) -> Table:
        """Return the table that `find` finds. Raises Refused if there is none."""
        found = await self.find(request)
        if found is None:
            raise Refused("TABLE", "none_yours" if request.in_dm else "none_here")
        return found

    async def about_whole(self, request: TableRequest, begun: bool | None = None) -> Table:
        """Find the table for a command about a whole table, which is the table of this channel.

        In a DM, it is one at which the requester sits. If they sit at several, `begun` chooses those that have begun
        (or have not). Raises Refused if that leaves several or none.
        """
        if not request.in_dm:
            return await self.here(request)
        own = await self._of_requester(request)
        fitting = [table for table in own if begun is None or (table.playing is not None) == begun] or own
        if len(fitting) > 1:
            raise Refused("TABLE", "which", places=_places(fitting))
        if not fitting:
            raise Refused("TABLE", "none_yours")
        request.about = fitting[0]
        return fitting[0]

    async def find_here_or_closed(self, request: TableRequest) -> Table:
        """Return the open table here, or else the last one that was closed here. Raises Refused if there was none."""
        found = await self.find(request)
        if found is not None:
            return found
        channel, user = (None, request.user) if request.in_dm else (request.location.channel, None)
        row = await self.store.read(stored_tables.find_closed_last, channel, user)
        return await (self.here(request) if row is None else self.find_numbered(row.id, request))

    async def for_words(self, request: TableRequest, verb: str = "") -> Table:
        """Find the table for a typed move: in a channel, its open table.

        In a DM, it is the requester's table under way whose game has the `verb`; of several, the only one that waits
        for them; without any, the table that `here` finds. Raises Refused if several could be meant, or none is found.
        """
        found = await self._that_know(verb, request) if request.in_dm else []
        if len(found) > 1:
            raise Refused("TABLE", "which", places=_places(found))
        if not found:
            return await self.here(request)
        request.about = found[0]
        return found[0]

    async def _that_know(self, verb: str, request: TableRequest) -> list[Table]:
        own = await self._of_requester(request)
        able = [table for table in own if table.playing and (not verb or _knows(table, verb))]
        waiting = [table for table in able if verb and table.seat_of(request.user) in table.public_view.to_act]
        return waiting if len(waiting) == 1 else able

    async def _of_requester(self, request: TableRequest) -> list[Table]:
        rows = await self.store.read(stored_tables.of_person, request.user)
        return [await self.tables.get(row.id) for row in rows]


def _places(found: list[Table]) -> tuple[str, ...]:
    return tuple(f"{table.game.TITLE} ({name_table(table.id)}, <#{table.place}>)" for table in found)


def _is_at(table: Table, where: Location) -> bool:
    """True if a location is the channel of a table, the table's own thread, or a thread below the channel."""
    home = (table.row.channel, table.row.thread)
    return table.row.guild == where.guild and (where.channel in home or where.parent == table.row.channel)


def _knows(table: Table, verb: str) -> bool:
    return any(known.name == verb for known in table.game.VERBS)
