"""Private answers in words: why, the rules, the house, standing orders, what checking a hand found."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field

from bot.messages import house_rules as messages_house_rules
from bot.messages.board import MOST_TEXT, house_rules, words_of
from bot.services.rulebook import Rulebooks
from bot.store import events as stored_events
from bot.store.engine import Connection
from bot.store.people import Order, Preferences
from bot.store.store import Store
from bot.tables.shuffles import Verdict
from bot.tables.table import Table, effective, entries
from bot.wording import receipt_lines, refusal, say, spoken_words
from games.core.receipt import Receipt
from games.core.refused import Refused

KEPT = 1_000
"""Refusals that are remembered, for `/why`."""


@dataclass(slots=True)
class Answers:
    """Answers questions; remembers the last refusal of each person at each table."""

    store: Store
    books: Rulebooks
    _refused: OrderedDict[tuple[int, int], Refused] = field(default_factory=OrderedDict)

    def refused(self, table: int, user: int, refused: Refused) -> None:
        """Remember why somebody's last word was refused."""
        self._refused[table, user] = refused
        self._refused.move_to_end((table, user))
        while len(self._refused) > KEPT:
            self._refused.popitem(last=False)

    async def why(self, table: Table, user: int) -> str:
        """The asker's last refusal with its rule, once; else the last score, line by line."""
        words = words_of(table)
        refused = self._refused.pop((table.id, user), None)
        if refused is not None:
            told = [refusal(refused, words.game, words.talk, words.names)]
            rule = self.books.rule(refused.rule)
            return "\n".join([*told, rule.quoted()] if rule is not None else told)[:MOST_TEXT]
        receipts = await self.store.read(_last_receipts, table)
        if not receipts:
            return say("why/nothing")
        return "\n".join("\n".join(receipt_lines(one, words)) for one in receipts)[:MOST_TEXT]

    def rules(self, game: str | None, query: str) -> str:
        """What the rulebooks say about an id or some words."""
        if not query.strip():
            return say(f"help/{game}", game or "") if game else say("rules/ask")
        found = self.books.search(query, game) or self.books.search(query)
        if not found:
            return say("rules/nothing", query=query[:80])
        return "\n".join(one.quoted() for one in found)[:MOST_TEXT]

    def house(self, table: Table, name: str | None) -> str:
        """The house rules of a table, or one with its values and its rule. Raises Refused."""
        if name is None:
            return house_rules(table, words_of(table))
        for one in messages_house_rules.rules_of(table):
            if one.name == name:
                return messages_house_rules.told(table, one)
        raise Refused("HOUSE", "option_name", name=name, allowed=tuple(one.name for one in table.game.OPTIONS)[:20])

    def orders(self, table: Table, orders: Sequence[Order]) -> str:
        """A player's standing orders."""
        if not orders:
            return say("orders/none", example=say("form/orders_example", table.row.game))
        lines = [f"{number}. {spoken_order(one.order)}" for number, one in enumerate(orders, 1)]
        return "\n".join([say("orders/title"), *lines])[:MOST_TEXT]

    def verdict(self, table: Table, verdict: Verdict) -> str:
        """What dealing a hand again found."""
        salts = ", ".join(f'"{one}"' for one in verdict.salts) if any(verdict.salts) else "none"
        facts = verdict._asdict() | {"salts": salts}
        if verdict.secret is None:
            return say("verify/broken_off" if table.status == "closed" else "verify/closed", **facts)
        key = "verify/good" if verdict.kept and verdict.same else "verify/bad"
        return say(key, **facts)

    def preferences(self, chosen: Preferences) -> str:
        """A person's choices."""
        hours = "off"
        if chosen.quiet_from is not None and chosen.quiet_to is not None:
            hours = "-".join(f"{at // 60}:{at % 60:02}" for at in (chosen.quiet_from, chosen.quiet_to))
        facts = asdict(chosen) | {"quiet": hours}
        return say("me/choices", **facts)

    def spoken(self, table: Table, argument: str) -> str:
        """The argument of a choice as a person would say it, with its code."""
        return spoken_words(argument, words_of(table))


def spoken_order(order: dict[str, str]) -> str:
    """A standing order in words."""
    parts = [order["verb"], order["words"]]
    if order["only"]:
        parts.append(f"on {order['only']}")
    if order["unless"]:
        parts.append(f"unless {order['unless']}")
    return " ".join(part for part in parts if part)


def _last_receipts(connection: Connection, table: Table) -> tuple[Receipt, ...]:
    """The receipts of the last move that scored."""
    counted = effective(entries(stored_events.read(connection, table.id)))
    end = len(counted)
    while end:
        start = end - 1
        while start and counted[start - 1].cause == counted[end - 1].cause:
            start -= 1
        found = table.game.receipts([one.event for one in counted[start:end]])
        if found:
            return found
        end = start
    return ()
