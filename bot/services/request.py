"""Requests about tables: which table is meant, by its number, its channel or its players; the words of the answer,
the requester's own seat, and the changes that are asked for."""

from collections.abc import Awaitable, Callable, Coroutine
from dataclasses import dataclass
from typing import Any, TypeAlias, TypeVarTuple

from msgspec import Struct

from bot.messages.parts.table_words import words_of
from bot.people.preferences import PreferencesCache
from bot.ports import DONE, Location, Reply, Request
from bot.store import Connection, Notice, Store
from bot.store.books import crews
from bot.store.tables import looking_back, rows as stored_tables
from bot.tables.aggregate import AppliedChange, Change, Table, must_sit, name_table
from bot.tables.service import TableService
from bot.tally.books.sight import find_channels, find_viewable
from bot.tally.changes.members import label_users
from bot.wording import Words
from games.core import Refused

Ts = TypeVarTuple("Ts")
Decide: TypeAlias = Callable[[Table, Request, *Ts], Change | None]
"""A decision about a table that also takes the request that asks for it, and facts."""

Tell: TypeAlias = Callable[[Notice], Awaitable[None]]
"""Sends a notice to the process that serves the table, or to those that serve the user's tables."""


@dataclass(slots=True)
class TableRequest(Request):
    """A request whose table is looked up while the request is handled."""

    about: Table | None = None
    """The table that the request is about, once `TableLookup` has found it."""

    @property
    def words(self) -> Words:
        """The wording of a private answer: in the table's own words, once the table is known."""
        if self.about is None:
            return super(TableRequest, self).words
        return words_of(self.about, self.requester.language)


async def change_table(
    tables: TableService, table: int, request: Request, decide: Decide[*Ts], *facts: *Ts
) -> AppliedChange:
    """Commit the change that `decide` returns for the table and these facts, with the cause and time of the request.

    Raises Refused.
    """
    return await tables.change(table, request.cause, request.at, lambda present: decide(present, request, *facts))


class TableUseCases(Struct, frozen=True):
    """Use cases about tables and the people there."""

    store: Store
    tables: TableService
    people: PreferencesCache


def make_change(
    decide: Decide[*Ts], told: str = ""
) -> Callable[[TableUseCases, Table, Request, *Ts], Coroutine[Any, Any, Reply]]:
    """Make the use case that only changes a table, and answers with the sentence `told`, if any."""

    async def use(service: TableUseCases, table: Table, request: Request, *facts: *Ts) -> Reply:
        await change_table(service.tables, table.id, request, decide, *facts)
        return request.answer(told) if told else DONE

    return use


def must_be_in_server(request: Request, reason: str = "server_only") -> Location:
    """Return the place of a request. Raises Refused with this `reason` in a DM."""
    if request.in_dm:
        raise Refused("TABLE", reason)
    return request.location


def find_own_name(connection: Connection, request: Request, places: tuple[int, ...]) -> str:
    """The requester's name in the crew that plays in `places`. Without a crew, it is the name they have on Discord."""
    crew, name = crews.find_at_place(connection, request.location.guild, places), request.requester.name
    return name if crew is None else label_users(connection, crew.id, {request.user: name}, {}).names[request.user]


class TableLookup(Struct, frozen=True):
    """Finds tables by number, channel or player, and records the result in `TableRequest.about`."""

    store: Store
    tables: TableService

    async def find_numbered(self, number: int, request: TableRequest) -> Table:
        """Return the table with this number, which a control names.

        Raises Refused if there is no such table, or if the table is elsewhere. In a DM, raises Refused if the requester
        does not sit at the table.
        """
        table = await self.tables.get(number)
        if request.in_dm:
            must_sit(table, request.user)
        elif not _is_at(table, request.location):
            raise Refused("TABLE", "elsewhere")
        request.about = table
        return table

    async def find_played(self, number: int, request: TableRequest, crew: int) -> Table:
        """Return the table with this number, to look back at it.

        The table is one that `find_numbered` finds, or outside a DM one of `crew` that the requester may look back at.
        For any other number it raises Refused, in a channel with a sentence that does not give away whether such a
        table exists.
        """
        if request.in_dm:
            return await self.find_numbered(number, request)
        if number not in await self.store.read(find_viewable, crew, request, [number]):
            try:
                return await self.find_numbered(number, request)
            except Refused as refused:
                if refused.reason not in ("unknown", "elsewhere"):
                    raise
                raise Refused("TABLE", "out_of_sight", number=number) from None
        request.about = await self.tables.get(number)
        return request.about

    async def list_played(self, crew: int, typed: str, request: TableRequest) -> list[tuple[int, str, int]]:
        """List the newest tables that a crew has played, as (number, game, time of opening).

        The list has only tables whose number begins with the typed text, and that the requester may look back at.
        """
        channels = await self.store.read(find_channels, crew, request)
        return await self.store.read(looking_back.list_played, crew, channels, request.user, typed.strip())

    async def find(self, request: TableRequest) -> Table | None:
        """Return the open table of the channel or thread; in a DM, the requester's table that changed last."""
        if request.in_dm:
            own = await self._list_own(request)
            request.about = max(own, key=lambda table: (table.shown_at, table.id), default=None)
        else:
            row = await self.store.read(stored_tables.find_at_place, request.location.channel)
            request.about = None if row is None else await self.tables.get(row.id)
        return request.about

    async def find_here(self, request: TableRequest) -> Table:
        """Return the table that `find` finds. Raises Refused if there is none."""
        found = await self.find(request)
        if found is None:
            raise Refused("TABLE", "none_yours" if request.in_dm else "none_here")
        return found

    async def find_for_command(self, request: TableRequest, begun: bool | None = None) -> Table:
        """Find the table for a command that is no move: in a channel, its open table.

        In a DM, it is the only table at which the requester sits. If they sit at several, `begun` chooses those that
        have begun (True) or have not (False); if there are none of that kind, it is ignored. Raises Refused if several
        are left, or if the requester sits nowhere.
        """
        if not request.in_dm:
            return await self.find_here(request)
        own = await self._list_own(request)
        fitting = [table for table in own if begun is None or (table.playing is not None) == begun] or own
        if not fitting:
            raise Refused("TABLE", "none_yours")
        return _choose_only(fitting, request)

    async def find_here_or_closed(self, request: TableRequest) -> Table:
        """Return the open table here, or else the last one that was closed here. Raises Refused if there was none."""
        found = await self.find(request)
        if found is not None:
            return found
        channel, user = (None, request.user) if request.in_dm else (request.location.channel, None)
        row = await self.store.read(stored_tables.find_closed_last, channel, user)
        return await (self.find_here(request) if row is None else self.find_numbered(row.id, request))

    async def find_for_words(self, request: TableRequest, verb: str = "") -> Table:
        """Find the table for a typed move: in a channel, its open table.

        In a DM, it is the requester's table under way. With a `verb`, only tables whose game has the verb count, and if
        exactly one of them waits for the requester, it is that table. If no table counts, it is the one that
        `find_here` finds. Raises Refused if several tables could be meant, or if there is none.
        """
        found = await self._list_fitting(verb, request) if request.in_dm else []
        return _choose_only(found, request) if found else await self.find_here(request)

    async def _list_fitting(self, verb: str, request: TableRequest) -> list[Table]:
        own = [table for table in await self._list_own(request) if table.playing]
        able = [table for table in own if not verb or any(known.name == verb for known in table.game.VERBS)]
        waiting = [table for table in able if verb and table.seat_of(request.user) in table.public_view.to_act]
        return waiting if len(waiting) == 1 else able

    async def _list_own(self, request: TableRequest) -> list[Table]:
        rows = await self.store.read(stored_tables.list_of_person, request.user)
        return [await self.tables.get(row.id) for row in rows]


def _choose_only(found: list[Table], request: TableRequest) -> Table:
    """Return the only table of these. Raises Refused if there are several."""
    if len(found) > 1:
        places = tuple(f"{table.game.TITLE} ({name_table(table.id)}, <#{table.place}>)" for table in found)
        raise Refused("TABLE", "which", places=places)
    request.about = found[0]
    return found[0]


def _is_at(table: Table, location: Location) -> bool:
    """True if a location is the channel of a table, the table's own thread, or a thread below the channel."""
    home = (table.row.channel, table.row.thread)
    return table.row.guild == location.guild and (location.channel in home or location.parent == table.row.channel)
