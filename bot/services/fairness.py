"""Fair shuffles: salting the next one, and verifying one that is over."""

from __future__ import annotations

from typing import Final

from bot.ports.requests import Reply, Request, reply_text
from bot.store.store import Store
from bot.tables import lobby
from bot.tables.service import TableService
from bot.tables.shuffles import Verdict, check_hand
from bot.tables.table import Table
from bot.wording import say
from games.core.refused import Refused

MOST_HANDS: Final = 1_000_000
"""The highest number of a hand, or of a step in one, that can be requested."""


class FairnessService:
    """Lets players take part in shuffles, and check them."""

    def __init__(self, store: Store, tables: TableService) -> None:
        self._store = store
        self._tables = tables

    async def salt(self, table: Table, request: Request, words: str) -> Reply:
        """Put the requester's words into the coming shuffle."""
        await self._tables.change(
            table.id, request.cause, request.at, lambda now: lobby.salt_shuffle(now, request.requester, words)
        )
        return reply_text(say("fair/salted"), table.id)

    async def verify(self, table: Table, request: Request, hand: int | None = None) -> Reply:
        """Deal a finished hand (the last one by default) again from its secret, and say whether it is the same."""
        number = last_finished(table) if hand is None else hand
        known = 1 <= number <= MOST_HANDS
        verdict = await self._store.read(check_hand, table, number) if known else None
        if verdict is None:
            raise Refused("TABLE", "no_shuffle", number=number)
        return reply_text(verdict_text(table, verdict), table.id)


def last_finished(table: Table) -> int:
    """Return the number of the last finished hand, 1 before there is any."""
    return max(1, table.last_finished_hand)


def verdict_text(table: Table, verdict: Verdict) -> str:
    """Word the outcome of dealing a hand again."""
    salts = ", ".join(f'"{salt}"' for salt in verdict.salts) if any(verdict.salts) else "none"
    facts = verdict._asdict() | {"salts": salts}
    if verdict.secret is None:
        return say("verify/broken_off" if table.status == "closed" else "verify/closed", **facts)
    return say("verify/good" if verdict.kept and verdict.same else "verify/bad", **facts)
