"""Take-backs: asking everyone, and answering."""

from bot.ports.requests import DONE, Reply, Request
from bot.services.request import own_seat
from bot.store.store import Store
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.play import takebacks
from bot.tables.service import TableService
from games.core.refused import Refused


class TakebackService:
    """Handles requests to take a move back. After a refusal, a player waits `wait` ms before the next request, and
    twice as long after each further refusal."""

    def __init__(self, store: Store, tables: TableService, wait: int) -> None:
        self._store = store
        self._tables = tables
        self._wait = wait

    async def ask(self, table: Table, request: Request) -> Reply:
        """Ask everyone to take the requester's last move back. Raises Refused."""
        seat = own_seat(table, request)
        found = await self._store.read(takebacks.read_last_move, table.id, seat, table.sequence)

        def decide(present: Table) -> Change:
            if present.visibility.public_events != table.visibility.public_events:
                raise Refused("TABLE", "undo_moved")
            return takebacks.ask_to_take_back(present, seat, found, request.at, self._wait)

        await self._tables.change(table.id, request.cause, request.at, decide)
        return DONE

    async def agree(self, table: Table, request: Request, number: int | None = None) -> Reply:
        """Agree to another player's request: the one with this number, or (None) the open one."""
        return await self._answer(table, request, True, number)

    async def refuse(self, table: Table, request: Request, number: int | None = None) -> Reply:
        """Refuse another player's request: the one with this number, or (None) the open one."""
        return await self._answer(table, request, False, number)

    async def _answer(self, table: Table, request: Request, yes: bool, number: int | None) -> Reply:
        def decide(present: Table) -> Change:
            return takebacks.answer_question(present, request.requester, yes, number)

        await self._tables.change(table.id, request.cause, request.at, decide)
        return DONE
