"""Answers to questions about a table: `/why`, and its house rules."""

from __future__ import annotations

from typing import Final

from bot.messages import house_rules
from bot.messages.board import MOST_TEXT, words_of
from bot.messages.board import house_rules as all_house_rules
from bot.ports.requests import Reply, Request, reply_text
from bot.services.last_used import LastUsed
from bot.services.rulebook import Rulebooks
from bot.store import events as stored_events
from bot.store.engine import Connection
from bot.store.store import Store
from bot.tables.entries import effective, entries
from bot.tables.table import Table
from bot.wording import receipt_lines, refusal, say
from games.core.receipt import Receipt
from games.core.refused import Refused

MOST_REFUSALS: Final = 1_000
"""The number of refusals remembered for `/why`."""


class Answers:
    """Answers questions. Remembers the last refusal of each user at each table."""

    def __init__(self, store: Store, books: Rulebooks) -> None:
        self._store = store
        self._books = books
        self._refusals: LastUsed[tuple[int, int], Refused] = LastUsed(MOST_REFUSALS)

    def remember(self, table: int, user: int, refused: Refused) -> None:
        """Remember why a user's last move was refused."""
        self._refusals.put((table, user), refused)

    async def why(self, table: Table, request: Request) -> Reply:
        """Explain the requester's last refusal with its rule, once; otherwise the last score, line by line."""
        refused = self._refusals.take((table.id, request.user))
        text = await self._last_score(table) if refused is None else self._refusal(table, refused)
        return reply_text(text[:MOST_TEXT], table.id)

    def _refusal(self, table: Table, refused: Refused) -> str:
        words = words_of(table)
        text = refusal(refused, words.game, words.talk, words.names)
        rule = self._books.rule(refused.rule)
        return text if rule is None else f"{text}\n{rule.quoted()}"

    async def _last_score(self, table: Table) -> str:
        receipts = await self._store.read(_last_receipts, table)
        words = words_of(table)
        lines = [line for receipt in receipts for line in receipt_lines(receipt, words)]
        return "\n".join(lines) if receipts else say("why/nothing")


def house_rules_text(table: Table) -> str:
    """Word the house rules of a table."""
    return all_house_rules(table, words_of(table))


def house_rule_text(table: Table, name: str) -> str:
    """Word one house rule of a table, with its values and the rule that it varies. Raises Refused for no such name."""
    for option in house_rules.rules_of(table):
        if option.name == name:
            return house_rules.told(table, option)
    raise Refused("HOUSE", "option_name", name=name, allowed=tuple(option.name for option in table.game.OPTIONS)[:20])


def _last_receipts(connection: Connection, table: Table) -> tuple[Receipt, ...]:
    """Read the receipts of the last move that scored."""
    counted = effective(entries(stored_events.read(connection, table.id)))
    end = len(counted)
    while end:
        start = end - 1
        while start and counted[start - 1].cause == counted[end - 1].cause:
            start -= 1
        found = table.game.receipts([entry.event for entry in counted[start:end]])
        if found:
            return found
        end = start
    return ()
