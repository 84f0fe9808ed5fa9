"""Standing orders: what a player has said in advance. Private, for one hand, in the words of the game; they belong
to a person at a seat, and are dropped when anybody else, or a robot, comes to play it.

An order is one line: a verb of the game, then perhaps "any", a piece, an amount, or "unless" and what keeps it
silent: "pass unless Jimmy Rick or Blood", "yes any Blood", "fold to any raise", "discard R1". An order speaks when its
verb is among what the seat could do; a piece that it names must be named, by code or by spoken name, in the last public
event. What names nothing that the game has is refused when it is given: it would keep silent, or speak, for ever.
"""

from __future__ import annotations

import contextlib
import re
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any

from bot.store import people
from bot.store import tables as stored_tables
from bot.store.engine import Connection
from bot.store.people import Order
from bot.store.store import Store
from bot.tables.table import Table
from games.core.game import AnyGame
from games.core.moves import Ambiguous, Unreadable
from games.core.refused import Refused
from games.core.seats import Seat

MOST_ORDERS = 10
"""Orders that a player may have at one table."""

Subject = Callable[[Table, Seat], tuple[str, ...]]
"""The names (codes and spoken) of what the table talks about now with a seat, in lower case."""

Namer = Callable[[Table, Seat, str], str]
"""What a seat's words for a piece or a deed are called in the table's subject. Raises Unreadable."""

_OR = " or "
_ALTERNATIVES = re.compile(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")

_SHAPE = re.compile(r"(?P<verb>\w+!?)\s*(?:(?P<how>unless|any|to|on|if)\b\s*)?(?P<about>.*)", re.IGNORECASE | re.DOTALL)


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """An order as read: `verb` with `words` after it; `unless` and `only` name what it must not, or must, be about."""

    verb: str
    words: str = ""
    unless: str = ""
    only: str = ""

    def json(self) -> dict[str, str]:
        """The order as the store keeps it."""
        return {"verb": self.verb, "words": self.words, "unless": self.unless, "only": self.only}


def read(game: AnyGame, text: str) -> StandingOrder:
    """The order that a line means. Raises Unreadable when it does not begin with a verb of the game."""
    found = _SHAPE.fullmatch(text.strip())
    verbs = {verb.name: verb for verb in game.VERBS}
    said = found["verb"].lower().rstrip("!").replace("_", "") if found else ""
    name = next((name for name in verbs if name.replace("_", "") == said), None)
    if found is None or name is None:
        raise Unreadable(text, "an order such as " + ", ".join(f'"{verb}"' for verb in list(verbs)[:4]))
    how, about = (found["how"] or "").lower(), found["about"].strip(" .!\"'“”").lower()
    if how == "unless":
        if not about:
            raise Unreadable(text, f'what keeps it silent: "{name} unless" and a piece')
        return StandingOrder(name, unless=about)
    if how in ("any", "on", "if"):
        return StandingOrder(name, only="" if about in ("", "thing", "bone", "piece") else about)
    if how == "to":
        return StandingOrder(name, only=about.removeprefix("any").strip())
    return StandingOrder(name, words=about) if verbs[name].takes and about else StandingOrder(name, only=about)


def understood(table: Table, seat: Seat, order: StandingOrder, named: Namer) -> StandingOrder:
    """The order with what it names as the table will name it. Raises Unreadable for what no table of the game names,
    and for words after the verb that are no move."""
    takes = next(verb for verb in table.game.VERBS if verb.name == order.verb)
    if order.words or (takes.takes and not takes.optional):
        try:
            table.game.read(table.view(seat), order.verb, order.words)
        except Ambiguous:
            raise
        except Unreadable as unreadable:
            raise Unreadable(f"{order.verb} {order.words}".strip(), unreadable.expected) from None

    def each(about: str) -> str:
        return _OR.join(named(table, seat, one) for one in _ALTERNATIVES.split(about)) if about else ""

    return replace(order, unless=each(order.unless), only=each(order.only))


def speaks(order: StandingOrder, subject: Iterable[str]) -> bool:
    """Whether an order has something to say about what lies on the table."""
    names = tuple(subject)
    if order.unless and _about(order.unless, names):
        return False
    return not order.only or _about(order.only, names)


def _about(wanted: str, names: tuple[str, ...]) -> bool:
    return any(same(one, name) for one in wanted.split(_OR) for name in names)


def same(wanted: str, name: str) -> bool:
    """Whether a name is what was wanted, or one of its words begins so."""
    return re.search(rf"(?<!\w){re.escape(wanted)}", name, re.IGNORECASE) is not None


@dataclass(slots=True)
class StandingOrders:
    """The standing orders of every table in memory, by seat, the oldest first."""

    store: Store
    subject: Subject
    named: Namer
    _orders: dict[int, tuple[int, dict[Seat, list[Order]]]] = field(default_factory=dict)

    async def load(self, table: Table) -> None:
        """Read the orders of the hand under way; those of older hands are dropped."""
        hand = table.number
        found = await self.store.read(people.orders, table.id, hand)
        by_seat: dict[Seat, list[Order]] = {}
        for one in found:
            by_seat.setdefault(Seat(one.seat), []).append(one)
        self._orders[table.id] = (hand, by_seat)

    def stale(self, table: Table) -> bool:
        """Whether the orders in memory are of another hand."""
        return self._orders.get(table.id, (-1, {}))[0] != table.number

    def forget(self, table: int) -> None:
        """Let go of a closed table."""
        self._orders.pop(table, None)

    def of(self, table: Table, seat: Seat) -> list[Order]:
        """The orders that the person who plays a seat now gave for the hand under way; none where a robot does."""
        hand, by_seat = self._orders.get(table.id, (-1, {}))
        if hand != table.number or not table.present(seat):
            return []
        user = table.occupant(seat).user_id
        return [order for order in by_seat.get(seat, []) if order.user_id == user]

    def seats(self, table: Table) -> set[Seat]:
        """The seats that have orders for the hand under way."""
        return {seat for seat in map(Seat, range(len(table.seats))) if self.of(table, seat)}

    def has_order(self, table: Table, seat: Seat) -> bool:
        """Whether a seat has an order for the hand under way."""
        return seat in self.seats(table)

    def moves(self, table: Table, seat: Seat) -> Iterator[Any]:
        """What the orders that speak would play, in the order in which they were given."""
        view = table.view(seat)
        open_verbs = {choice.verb for choice in table.game.choices(view)}
        subject = self.subject(table, seat)
        for one in self.of(table, seat):
            standing = StandingOrder(**one.order)
            if standing.verb in open_verbs and speaks(standing, subject):
                with contextlib.suppress(Unreadable):
                    yield table.game.read(view, standing.verb, standing.words)

    async def add(self, table: Table, seat: Seat, user: int, text: str, at: int) -> StandingOrder:
        """Keep an order for the hand under way. Raises Refused or Unreadable."""
        if not table.hand_open:
            raise Refused("TABLE", "no_hand")
        if len(self.of(table, seat)) >= MOST_ORDERS:
            raise Refused("TABLE", "orders_full", most=MOST_ORDERS)
        standing = understood(table, seat, read(table.game, text), self.named)
        await self.store.write(_keep, table, seat, user, standing, at)
        await self.load(table)
        return standing

    async def drop(self, table: Table, user: int) -> None:
        """Take back all of a person's orders at a table."""
        seat = table.seat_of(user)
        for one in self.of(table, seat) if seat is not None else []:
            await self.store.write(people.drop_order, one.id, user)
        await self.load(table)


def _keep(connection: Connection, table: Table, seat: Seat, user: int, order: StandingOrder, at: int) -> None:
    """Keep an order. Raises Refused if somebody else has come to play the seat meanwhile."""
    seats = stored_tables.seats_of(connection, table.id)
    if not any(one.seat == seat and one.user_id == user and one.stand_in is None for one in seats):
        raise Refused("TABLE", "not_seated")
    people.add_order(connection, table.id, seat, user, table.number, order.json(), at)
