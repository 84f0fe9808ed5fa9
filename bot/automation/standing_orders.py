"""Standing orders: moves that a player chooses in advance, privately, for one hand.

An order applies when its verb is among the seat's choices and the present topics of the table allow it. An order with a
topic that can never come up is refused, because it would apply always or never. Orders belong to a person at a seat.
They are dropped when another person or a robot takes over the seat.
"""

import contextlib
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Final

from bot.automation.order_language import (
    StandingOrder,
    applies,
    join_topics,
    list_topics,
    parse_order,
    resolve_topic,
    split_topics,
)
from bot.store.database.engine import Connection
from bot.store.database.schema import Json
from bot.store.people import standing_orders
from bot.store.people.standing_orders import StoredOrder
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from games.core.moves import Ambiguous, Unreadable
from games.core.refused import Refused
from games.core.seats import Seat

MOST_ORDERS: Final = 10
"""The most orders that a player may have at one table."""


@dataclass(frozen=True, slots=True)
class _HandOrders:
    """The loaded orders of one hand, by seat, oldest first."""

    hand: int = -1
    by_seat: dict[Seat, list[StoredOrder]] = field(default_factory=dict)
    load_number: int = 0
    """The number of the load that read these orders; a later load has a higher number."""


@dataclass(slots=True)
class StandingOrders:
    """The standing orders of every loaded table."""

    store: Store
    _known: dict[int, _HandOrders] = field(default_factory=dict)
    _loads: int = 0

    async def load(self, table: Table) -> None:
        """Load the orders for the hand under way. They replace the orders loaded before.

        If several loads run at the same time, the one that began last counts. An earlier load may have missed an order.
        """
        if table.status == Status.CLOSED:
            self.forget(table.id)
            return
        self._loads += 1
        found = _HandOrders(table.shuffle.number, load_number=self._loads)
        for order in await self.store.read(standing_orders.list_orders, table.id, table.shuffle.number):
            found.by_seat.setdefault(Seat(order.seat), []).append(order)
        if found.load_number > self._find_known(table.id).load_number:
            self._known[table.id] = found

    def is_stale(self, table: Table) -> bool:
        """True if the orders for the hand under way are not loaded yet."""
        return self._find_known(table.id).hand != table.shuffle.number

    def forget(self, table: int) -> None:
        """Forget the orders of a table that leaves memory."""
        self._known.pop(table, None)

    def of(self, table: Table, seat: Seat) -> list[StoredOrder]:
        """The orders that the person at a seat has given for the hand under way; none if a robot plays it.

        An order "until my turn" is left out once that turn has come.
        """
        if self.is_stale(table) or not table.is_present(seat):
            return []
        given = self._find_known(table.id).by_seat.get(seat, [])
        return _select_given_by(table, seat, table.occupant(seat).user_id, given)

    def find_order_until_turn(self, table: Table, seat: Seat) -> str:
        """The verb of a seat's order that lasts until its own turn; "" if it has no such order."""
        return next((str(stored.order["verb"]) for stored in self.of(table, seat) if "until" in stored.order), "")

    def has_order(self, table: Table, seat: Seat) -> bool:
        """True if a seat has an order for the hand under way."""
        return bool(self.of(table, seat))

    def list_seats(self, table: Table) -> set[Seat]:
        """The seats that have orders for the hand under way."""
        return {seat for seat in map(Seat, range(len(table.seats))) if self.has_order(table, seat)}

    def list_moves(self, table: Table, seat: Seat) -> Iterator[object]:
        """The moves of the orders that apply now, oldest order first."""
        view = table.view(seat)
        open_verbs = {choice.verb for choice in table.game.choices(view) if not choice.late}
        topics = list_topics(table, seat)
        for stored in self.of(table, seat):
            order = StandingOrder(**stored.order)
            in_time = order.until is None or find_passing_verb(table.game, table.public_view) is not None
            if order.verb in open_verbs and in_time and applies(order, topics):
                with contextlib.suppress(Unreadable):
                    yield table.game.read(view, order.verb, order.words)

    async def add(self, table: Table, seat: Seat, user: int, text: str, at: int) -> StandingOrder:
        """Store an order for the hand under way, unless it was given already. Raises Refused or Unreadable."""
        if not table.hand_open:
            raise Refused("TABLE", "no_hand")
        order = _resolve(table, seat, parse_order(table.game, text, table.sequence))
        await self.store.write(_add_order, table, seat, user, order, at)
        await self.load(table)
        return order

    async def drop(self, table: Table, user: int) -> None:
        """Delete all of a user's orders at a table."""
        seat = table.seat_of(user)
        for order in self.of(table, seat) if seat is not None else []:
            await self.store.write(standing_orders.drop_order, order.id, user)
        await self.load(table)

    def _find_known(self, table: int) -> _HandOrders:
        return self._known.get(table, _HandOrders())


def _resolve(table: Table, seat: Seat, order: StandingOrder) -> StandingOrder:
    """Replace the player's names for the topics of an order with the table's own names.

    Raises Unreadable for a topic that the game does not have, or if the words after the verb make no move.
    """
    verb = next(verb for verb in table.game.VERBS if verb.name == order.verb)
    if order.words or (verb.takes and not verb.optional):
        try:
            table.game.read(table.view(seat), order.verb, order.words)
        except Ambiguous:
            raise
        except Unreadable as unreadable:
            raise Unreadable(f"{order.verb} {order.words}".strip(), unreadable.expected, **unreadable.facts) from None

    def resolve_all(named: str) -> str:
        return join_topics([resolve_topic(table, seat, part) for part in split_topics(named)])

    return replace(order, unless=resolve_all(order.unless), only=resolve_all(order.only))


def _add_order(connection: Connection, table: Table, seat: Seat, user: int, order: StandingOrder, at: int) -> None:
    """Write an order, unless the user has given the same one already.

    Raises Refused if someone else has taken over the seat meanwhile, or if the user has `MOST_ORDERS` orders. This runs
    in a transaction, so that simultaneous orders cannot exceed that number.
    """
    seats = stored_tables.seats_of(connection, table.id)
    if not any(stored.seat == seat and stored.user_id == user and stored.stand_in is None for stored in seats):
        raise Refused("TABLE", "not_seated")
    stored_orders = standing_orders.list_orders(connection, table.id, table.shuffle.number)
    given = _select_given_by(table, seat, user, [stored for stored in stored_orders if stored.seat == seat])
    new = order.to_json()
    if any(_is_same_order(stored.order, new) for stored in given):
        return
    if len(given) >= MOST_ORDERS:
        raise Refused("TABLE", "orders_full", most=MOST_ORDERS)
    standing_orders.add_order(connection, StoredOrder(0, table.id, seat, user, table.shuffle.number, new, at))


def _select_given_by(table: Table, seat: Seat, user: int | None, given: list[StoredOrder]) -> list[StoredOrder]:
    """Select the orders that this user gave. An order "until my turn" is left out once that turn has come."""
    came = table.turns.came.get(seat, 0)
    return [stored for stored in given if stored.user_id == user and came <= stored.order.get("until", came)]


def _is_same_order(first: dict[str, Json], second: dict[str, Json]) -> bool:
    """True for orders with the same meaning, even if they were given at different times."""
    return {**first, "until": "until" in first} == {**second, "until": "until" in second}
