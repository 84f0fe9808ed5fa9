"""Standing orders: giving, listing and dropping them."""

from collections.abc import Sequence

from bot.automation.order_language import split_topics
from bot.automation.standing_orders import StandingOrders
from bot.messages.hand import until_turn_line
from bot.messages.table_words import words_of
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.ports.ui import MOST_TEXT
from bot.services.request import own_seat
from bot.services.telling import Tell
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.schema import Json
from bot.store.people.standing_orders import StoredOrder
from bot.tables.aggregate.table import Table
from bot.tables.facets.turns import find_passing_verb
from bot.wording import ENGLISH, Words
from bot.wording.typed import read_keyword, read_ordered
from games.core.moves import Unreadable
from games.core.refused import Refused


class OrderService:
    """A player's standing orders for the hand under way."""

    def __init__(self, orders: StandingOrders, tell: Tell) -> None:
        self._orders = orders
        self._tell = tell

    async def show(self, table: Table, request: Request) -> Reply:
        """List the requester's standing orders."""
        own_seat(table, request)
        await self._orders.load(table)
        return self._list(table, request)

    async def give(self, table: Table, request: Request, words: str) -> Reply:
        """Add a standing order; "off" drops all orders. Raises Refused or Unreadable."""
        seat = own_seat(table, request)
        await self._orders.load(table)
        spoken = words_of(table, request.requester.language)
        typed = read_ordered(words, spoken)
        if read_keyword(words, ("drop",), request.words()) == "drop":
            await self._orders.drop(table, request.user)
        else:
            try:
                await self._orders.add(table, seat, request.user, typed, request.at)
            except Unreadable as error:
                error.words = words if error.words == typed else error.words  # as it was typed, in its own language
                raise
        await self._tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        return self._list(table, request)

    async def until_turn(self, table: Table, request: Request, verb: str) -> Reply:
        """Add an order to answer every call with this verb until the requester's own turn. Raises Refused."""
        if not any(known.name == verb and known.lets_go for known in table.game.VERBS):
            raise Refused("TABLE", "no_button")
        seat = own_seat(table, request)
        if not table.playing or find_passing_verb(table.game, table.public_view) is None:
            raise Refused("TABLE", "overtaken")
        await self._orders.load(table)
        if not self._orders.until_turn(table, seat):
            await self._orders.add(table, seat, request.user, f"{verb} until my turn", request.at)
            await self._tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            return DONE  # a line in the player's own message says that the order holds
        return reply_text(until_turn_line(verb, words_of(table, request.requester.language)), table.id)

    def _list(self, table: Table, request: Request) -> Reply:
        orders = self._orders.of(table, own_seat(table, request))
        return reply_text(orders_text(table.row.game, orders, request.words()), table.id)


def orders_text(game: str, orders: Sequence[StoredOrder], words: Words) -> str:
    """Word a player's standing orders."""
    if not orders:
        return words.say("orders/none", example=words.about(game).say("form/orders_example"))
    about = words.about(game)
    lines = [f"{number}. {_order_text(order.order, about)}" for number, order in enumerate(orders, 1)]
    return "\n".join([words.say("orders/title"), *lines])[:MOST_TEXT]


def _order_text(order: dict[str, Json], words: Words) -> str:
    """Word an order as it may be typed again."""
    verb = order["verb"] if words.spoken == ENGLISH else words.label(order["verb"]).lower()
    told = f"{verb} {order['words']}".strip()
    if order["only"]:
        told = words.say("orders/on", move=told, topics=_list_topics(order["only"], words))
    if order["unless"]:
        told = words.say("orders/unless", move=told, topics=_list_topics(order["unless"], words))
    return words.say("orders/until", move=told) if "until" in order else told


def _list_topics(joined: str, words: Words) -> str:
    return words.say("orders/or").join(split_topics(joined))
