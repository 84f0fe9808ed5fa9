"""Looking back: a finished hand step by step, and the score sheet."""

from __future__ import annotations

from bot.messages.pictures import Pictures
from bot.messages.replay import frame
from bot.messages.sheet import score_sheet
from bot.ports.requests import Reply, Request
from bot.services.fairness import MOST_HANDS, last_finished
from bot.store.store import Store
from bot.tables.chance import ChanceSource
from bot.tables.robots import Recall
from bot.tables.table import Table
from games.core.refused import Refused


class ReplayService:
    """Shows what a table has played."""

    def __init__(self, store: Store, pictures: Pictures, chance: ChanceSource, recall: Recall) -> None:
        self._store = store
        self._pictures = pictures
        self._chance = chance
        self._recall = recall

    async def replay(self, table: Table, request: Request, hand: int | None = None, step: int = 1) -> Reply:
        """Show a step of a finished hand (the last one by default), as the requester's seat or the public saw it."""
        number = last_finished(table) if hand is None else hand
        if not (1 <= number <= MOST_HANDS and abs(step) <= MOST_HANDS):
            raise Refused("TABLE", "no_replay", number=number)
        seat = table.seat_of(request.user)
        shown = await frame(self._store, self._pictures, self._chance, table, number, step, seat, self._recall)
        return Reply(shown)

    async def sheet(self, table: Table, request: Request) -> Reply:
        """Show the score sheet."""
        return Reply(await score_sheet(self._pictures, table))
