"""Standing orders: moves that a player chooses in advance, privately, for one hand.

An order applies when its verb is among the seat's choices and the present topics of the table allow it. An order with a
topic that can never come up is refused, because it would apply always or never. Orders belong to a person at a seat.
They are dropped when another person or a robot takes over the seat.

An order is one line. It begins with a verb of the game, and may go on with "any", a piece, an amount, or "unless" and
an exception: "pass unless Jimmy Rick or Blood", "yes any Blood", "fold to any raise", "discard R1". Topics are the
pieces and actions that the latest events at a table are about.
"""

import asyncio
import contextlib
import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass, replace
from typing import Final

from msgspec import Struct, field

from bot.messages.parts.table_words import words_of
from bot.ports import list_texts
from bot.store import Connection, JsonObject, Store
from bot.store.people import standing_orders
from bot.store.people.standing_orders import StoredOrder
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table, is_waiting_for_calls
from bot.wording import Words, facts_of, word_label
from bot.wording.pieces import name_briefly
from games import registry
from games.core import AnyGame, Refused, Seat, Unreadable, to_json
from games.core.events import added_later, kind_of, list_kinds
from games.core.moves import Ambiguous

_OR: Final = " or "
_ALTERNATIVES: Final = re.compile(r"\s*,\s*(?:(?:or|and)\s+)?|\s+(?:or|and)\s+")
_SHAPE: Final = re.compile(
    r"(?P<verb>\w+!?)\s*(?:(?P<how>unless|until|any|to|on|if)\b\s*)?(?P<about>.*)", re.IGNORECASE | re.DOTALL
)
_ALWAYS_FIRST: Final = re.compile(r"always\s+(?=\w)", re.IGNORECASE)
_ANY_FIRST: Final = re.compile(r"any\b\s*")
_ALWAYS: Final = ("always", "everything", "anything", "all")
_MY_TURN: Final = re.compile(r"(?:(?:it'?s|it is) )?my (?:own |next )?turn(?: comes)?", re.IGNORECASE)
_ANYTHING: Final = ("", "thing", "piece")


@dataclass(frozen=True, slots=True)
class StandingOrder:
    """A parsed order."""

    verb: str
    words: str = ""
    """The rest of the move, after the verb."""
    unless: str = ""
    """The exceptions: topics at which the order does not apply.

    They are the player's own text until they are resolved, and then topics joined by "or".
    """
    only: str = ""
    """The only topics at which the order applies; empty for all. Their form is that of `unless`."""

    until: int | None = added_later(None)
    """The sequence at which an order "until my turn" was given; None for other orders."""


def parse_order(game: AnyGame, text: str, sequence: int = 0) -> StandingOrder:
    """Parse an order that is given after event `sequence`. "Always pass" means the same as "pass always".

    Raises Unreadable if `text` does not begin with a verb of the game, if no topic follows "unless", if anything
    but "my turn" follows "until", or if the verb cannot wait for it.
    """
    found = _SHAPE.fullmatch(_ALWAYS_FIRST.sub("", text.strip()))
    verbs = {verb.name: verb for verb in game.VERBS}
    typed_verb = found["verb"].lower().rstrip("!").replace("_", "") if found else ""
    name = next((name for name in verbs if name.replace("_", "") == typed_verb), None)
    if found is None or name is None:
        raise Unreadable(text, "order")
    about = found["about"].strip(" .!\"'“”").lower()
    match (found["how"] or "").lower():
        case "unless" if not about:
            raise Unreadable(text, "order_unless", verb=name)
        case "unless":
            return StandingOrder(name, unless=about)
        case "until" if verbs[name].declines_in and _MY_TURN.fullmatch(about):
            return StandingOrder(name, until=sequence)
        case "until":  # name the verb that can wait
            waiting = next((verb.name for verb in game.VERBS if verb.declines_in), None)
            raise Unreadable(text, "order_until" if waiting else "order_unless", verb=waiting or name)
        case "any" | "on" | "if" | "to":
            topics = _ANY_FIRST.sub("", about)
            return StandingOrder(name, only="" if _is_anything(topics) else topics)
    if about in _ALWAYS and not verbs[name].takes:
        return StandingOrder(name)
    return StandingOrder(name, words=about) if verbs[name].takes and about else StandingOrder(name, only=about)


def _is_anything(about: str) -> bool:
    """True for words that mean every topic, such as "anything" or the noun for a game's pieces."""
    return about in _ANYTHING or about in _ALWAYS or about in {registry.cover(name).NOUN for name in registry.NAMES}


def split_topics(words: str) -> list[str]:
    """Split a player's list of topics: "Jimmy, Blood and R1" is three topics."""
    return _ALTERNATIVES.split(words) if words else []


def applies(order: StandingOrder, topics: Collection[str]) -> bool:
    """True if an order whose topics are resolved applies to the present topics of the table."""

    def is_present(named: str) -> bool:
        return any(matches(part, topic) for part in named.split(_OR) for topic in topics)

    return not (order.unless and is_present(order.unless)) and (not order.only or is_present(order.only))


def matches(wanted: str, topic: str) -> bool:
    """True if a word of the topic begins with `wanted`."""
    return re.search(rf"(?<!\w){re.escape(wanted)}", topic, re.IGNORECASE) is not None


def list_topics(table: Table, seat: Seat) -> tuple[str, ...]:
    """The present topics for a seat, in lower case.

    They are the pieces and actions of the last public events, and the actions of other seats since this seat acted. So
    a "raise" stays a topic even if someone has called since. Players' names are left out, since a player may have the
    name of a piece.
    """
    words = replace(_usual_words(table), names=("",) * table.public_view.players)
    found: list[str] = []
    for event in table.visibility.last_seen:
        found.append(_name_action(kind_of(event)))
        found += list_texts(list(facts_of(event, words).values()))
    seats = list(table.visibility.last_public)
    later_seats = seats[seats.index(seat) + 1 :] if seat in seats else seats
    for other in later_seats:
        found += list_texts(facts_of(table.visibility.last_public[other], words).get("how"))
    return tuple(text.lower() for text in found)


def resolve_topic(table: Table, seat: Seat, named: str) -> str:
    """Find the topic that a player named.

    They may type the beginning of a topic, or any name of a piece that the game reads. Raises Unreadable if no such
    topic can ever come up in the game.
    """
    words = _usual_words(table)
    pieces = table.game.PIECES
    if any(matches(named, name_briefly(pieces, piece, words.talk).lower()) for piece in pieces.every):
        return named
    verb = next((verb.name for verb in table.game.VERBS if verb.takes == "piece" and not verb.optional), "")
    try:
        piece = table.game.write(table.game.read(table.view(seat), verb, named)).split(" ")[1]
    except Unreadable as unreadable:
        actions = (*(verb.name for verb in table.game.VERBS), *map(_name_action, list_kinds(table.game.EVENT_PREFIX)))
        if any(matches(named, action) for action in actions):
            return named
        raise Unreadable(named, unreadable.expected, **unreadable.facts) from None
    return word_label(piece, words).lower()


def _usual_words(table: Table) -> Words:
    """The wording of a table without its nicknames. Orders are stored and compared with the usual names."""
    return replace(words_of(table), nicknames=())


def _name_action(kind: str) -> str:
    """The topic for a kind of event: "hand over" for the kind "hand_over" of any game."""
    return kind.partition(".")[2].replace("_", " ")


MOST_ORDERS: Final = 10
"""The most orders that a player may have at one table."""


class StandingOrders(Struct):
    """The standing orders of every loaded table."""

    store: Store
    _known: dict[int, tuple[int, list[StoredOrder]]] = {}
    """By table, the number of the hand whose orders are loaded, and these, oldest first."""
    _loading: asyncio.Lock = field(default_factory=asyncio.Lock)

    async def load(self, table: Table) -> None:
        """Load the orders for the hand under way. They replace the orders loaded before.

        Loads run one after the other, so that none puts orders back that were read earlier.
        """
        if table.is_closed:
            self.forget(table.id)
            return
        hand = table.shuffle.number
        async with self._loading:
            self._known[table.id] = hand, await self.store.read(standing_orders.list_orders, table.id, hand)

    def is_stale(self, table: Table) -> bool:
        """True if the orders for the hand under way are not loaded yet."""
        known = self._known.get(table.id)
        return known is None or known[0] != table.shuffle.number

    def forget(self, table: int) -> None:
        """Forget the orders of a table that leaves memory."""
        self._known.pop(table, None)

    def of(self, table: Table, seat: Seat) -> list[StoredOrder]:
        """The orders that the person at a seat has given for the hand under way; none if a robot plays it.

        An order "until my turn" is left out once that turn has come.
        """
        if self.is_stale(table) or not table.is_present(seat):
            return []
        return _select_given_by(table, seat, table.occupant(seat).user_id, self._known[table.id][1])

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
            in_time = order.until is None or is_waiting_for_calls(table)
            if order.verb in open_verbs and in_time and applies(order, topics):
                with contextlib.suppress(Unreadable):
                    yield table.game.read(view, order.verb, order.words)

    async def add(self, table: Table, seat: Seat, user: int, text: str, at: int) -> StandingOrder:
        """Store an order for the hand under way, unless it was given already. Raises Refused or Unreadable."""
        if not table.hand_open:
            raise Refused("TABLE", "no_hand")
        order = _resolve(table, seat, parse_order(table.game, text, table.sequence))
        new = StoredOrder(0, table.id, seat, user, table.shuffle.number, to_json(order), at)
        await self.store.write(_add_order, table, new)
        await self.load(table)
        return order

    async def drop(self, table: Table, seat: Seat, kind: str = "verb") -> None:
        """Delete the orders of the person at a seat, or only those of the kind "until": until their own turn."""
        dropped = [given.id for given in self.of(table, seat) if kind in given.order]
        await self.store.write(standing_orders.drop, dropped)
        await self.load(table)


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
        return _OR.join(resolve_topic(table, seat, part) for part in split_topics(named))

    return replace(order, unless=resolve_all(order.unless), only=resolve_all(order.only))


def _add_order(connection: Connection, table: Table, new: StoredOrder) -> None:
    """Write an order, unless the user has given the same one already.

    Raises Refused if someone else has taken over the seat meanwhile, or if the user has `MOST_ORDERS` orders. This runs
    in a transaction, so that simultaneous orders cannot exceed that number.
    """
    seats = stored_tables.seats_of(connection, table.id)
    if not any((taken.seat, taken.user_id, taken.stand_in) == (new.seat, new.user_id, None) for taken in seats):
        raise Refused("TABLE", "not_seated")
    known = standing_orders.list_orders(connection, table.id, new.hand)
    given = _select_given_by(table, Seat(new.seat), new.user_id, known)
    if any(_is_same_order(stored.order, new.order) for stored in given):
        return
    if len(given) >= MOST_ORDERS:
        raise Refused("TABLE", "orders_full", most=MOST_ORDERS)
    standing_orders.add_order(connection, new)


def _select_given_by(table: Table, seat: Seat, user: int | None, given: list[StoredOrder]) -> list[StoredOrder]:
    """Select the orders that this user gave at a seat. An order "until my turn" is left out once that turn has come."""
    came = table.turns.came.get(seat, 0)
    return [
        stored
        for stored in given
        if (stored.seat, stored.user_id) == (seat, user) and came <= stored.order.get("until", came)
    ]


def _is_same_order(first: JsonObject, second: JsonObject) -> bool:
    """True for orders with the same meaning, even if they were given at different times."""
    return {**first, "until": "until" in first} == {**second, "until": "until" in second}
