"""A table under way: pausing and closing it, handing seats over, votes, showing it again."""

from __future__ import annotations

from bot.people.preferences import PreferencesCache
from bot.ports.requests import DONE, Reply, Request, Requester, reply_text
from bot.services.telling import Tell
from bot.store import key_values, projections
from bot.store.engine import Connection
from bot.store.notifications import Notice, NoticeKind
from bot.store.store import Store
from bot.tables import seats
from bot.tables.changes import Decision
from bot.tables.service import TableService
from bot.tables.table import Table
from bot.wording import say
from games.core.seats import Seat


class SeatService:
    """Changes a table and its seats, apart from moves of the game."""

    def __init__(self, store: Store, tables: TableService, people: PreferencesCache, tell: Tell) -> None:
        self._store = store
        self._tables = tables
        self._people = people
        self._tell = tell

    async def pause(self, table: Table, request: Request) -> Reply:
        """Stop all clocks."""
        return await self._change(table, request, lambda now: seats.pause(now, request.requester))

    async def resume(self, table: Table, request: Request) -> Reply:
        """Let the clocks go on."""
        return await self._change(table, request, lambda now: seats.resume(now, request.requester, request.at))

    async def close(self, table: Table, request: Request) -> Reply:
        """Close the table for good."""
        return await self._change(table, request, lambda now: seats.close(now, request.requester))

    async def substitute(self, table: Table, request: Request, user: int | None, new: Requester | None) -> Reply:
        """Hand a seat, with its hand, to a person, or to a robot if `new` is None; without a `user`, a robot's seat."""
        if new is not None:
            await self._people.get(new.user)  # the clocks read quiet hours from the cache
        decision: Decision = lambda now: seats.substitute(now, request.requester, user, new, request.at)  # noqa: E731
        return await self._change(table, request, decision)

    async def vote(self, table: Table, request: Request, seat: Seat) -> Reply:
        """Vote for a robot to play for a seat."""
        return await self._change(table, request, lambda now: seats.vote(now, request.requester, seat, request.at))

    async def show_again(self, table: Table, request: Request) -> Reply:
        """Post the table's board again, and retry messages that were given up because a permission was missing."""
        await self._store.write(_retry_stopped_messages, table.id)
        await self._tell(Notice(NoticeKind.BOARD_WANTED, table.id))
        return reply_text(say("table/shown", place=f"<#{table.place}>"), table.id)

    async def _change(self, table: Table, request: Request, decision: Decision) -> Reply:
        await self._tables.change(table.id, request.cause, request.at, decision)
        return DONE


def _retry_stopped_messages(connection: Connection, table: int) -> None:
    for row in projections.show_again(connection, table):
        key_values.drop(connection, key_values.forbidden(row.channel or 0))
