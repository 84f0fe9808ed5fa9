"""A player's own hand: showing, hiding and sorting it, and standing orders for it."""

from dataclasses import dataclass

from bot.automation.order_language import split_topics
from bot.automation.standing_orders import StandingOrders
from bot.delivery.private_delivery import PrivateDelivery, is_in_thread
from bot.messages.hand import HandMessages, write_until_turn_line
from bot.messages.lobby import make_plain_lobby
from bot.messages.table_words import words_of
from bot.people.preferences import PreferencesCache, find_next_sort
from bot.ports.markup import make_message_link
from bot.ports.messenger import DeliveryError
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.ports.ui import MOST_TEXT, Button, Message
from bot.services.request import Tell, find_own_seat
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.database.schema import Json
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.store import Store
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from bot.tables.facets.seats import find_passing_verb
from bot.wording import ENGLISH, Words
from bot.wording.typed import read_keyword, read_ordered
from games.core.moves import Unreadable
from games.core.refused import Refused
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class HandService:
    """Shows players their own hands: in a channel as a private answer, in a DM by updating the message there."""

    store: Store
    people: PreferencesCache
    hands: HandMessages
    private: PrivateDelivery
    tell: Tell

    async def show(self, table: Table, request: Request) -> Reply:
        """Show the requester's hand, or the lobby before the first hand."""
        return await self._show(table, request, hidden=False)

    async def hide(self, table: Table, request: Request) -> Reply:
        """Blank the requester's hand wherever it is shown, until they show it again.

        If the request comes from a channel, the answer replaces the last private copy. If it comes from a DM, every
        copy in the channel is deleted.
        """
        if table.alone:
            raise Refused("TABLE", "practice_hide")
        return await self._show(table, request, hidden=True)

    async def explain_thread(self, table: Table, request: Request) -> Reply:
        """Tell the requester who could read a private thread of theirs, and offer to open one."""
        words = request.words()
        find_own_seat(table, request)
        readers = await self.private.find_readers(table, request.user)
        if readers is None:
            return reply_text(words.say("thread/impossible"), table.id)
        if readers.users:
            names = tuple(taken.name for taken in table.seats if taken.user_id in readers.users)
            return reply_text(words.say("thread/unsafe", names=names), table.id)
        row = (Button("hand.thread.open", words.label("hand.thread.open"), "primary"),)
        return Reply(Message(words.say("thread/readers", readers=readers.mentions), rows=(row,), table=table.id))

    async def use_thread(self, table: Table, request: Request) -> Reply:
        """Open a private thread for the requester's hand, if nobody else at the table could read it."""
        seat = find_own_seat(table, request)
        if table.status == Status.CLOSED or not table.playing:
            raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "not_started")
        try:
            opened = await self.private.use_thread(table, seat, request.user)
        except DeliveryError as trouble:
            words = request.words()
            return reply_text(words.say("thread/refused", reason=words.say(f"refused/{trouble.kind}")), table.id)
        if not opened:
            return await self.explain_thread(table, request)
        await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        return reply_text(request.words().say("thread/opened"), table.id)

    async def sort(self, table: Table, request: Request) -> Reply:
        """Sort all hands of the requester in the game's next order, and show the hand at this table."""
        return await self._show(table, request, hidden=False, sort=True)

    async def _show(self, table: Table, request: Request, hidden: bool, sort: bool = False) -> Reply:
        seat = find_own_seat(table, request)
        if not table.playing:
            return Reply(make_plain_lobby(table))
        if sort and table.game.SORTS:
            chosen = await self.people.get(request.user)
            await self.people.choose(request.user, "sort", find_next_sort(table.game, chosen.sort), request.at)
        if table.alone:  # the board shows the player's hand
            await self.tell(Notice(NoticeKind.TABLE_CHANGED if sort else NoticeKind.BOARD_WANTED, table.id))
            return DONE
        if request.in_dm or hidden:
            await self.store.write(projections.hide_hand, table.id, seat, hidden)
            await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            if hidden:
                await self.tell(Notice(NoticeKind.HAND_HIDDEN, table.id, user=request.user))
            return DONE
        link = await self.store.read(_find_post_url, table, seat)
        return Reply(await self.hands.make_copy(table, seat, request.at, hidden, link))


def _find_post_url(connection: Connection, table: Table, seat: Seat) -> str:
    """The URL of a player's own message; "" if they have none."""
    row = projections.find(connection, table.id, MessageKey(MessageKind.HAND, seat))
    if row is None or row.user_id != table.occupant(seat).user_id or row.message is None or row.channel is None:
        return ""
    return make_message_link(table.row.guild if is_in_thread(row) else 0, row.channel, row.message)


@dataclass(frozen=True, slots=True)
class OrderService:
    """A player's standing orders for the hand under way."""

    orders: StandingOrders
    tell: Tell

    async def show(self, table: Table, request: Request) -> Reply:
        """List the requester's standing orders."""
        find_own_seat(table, request)
        await self.orders.load(table)
        return self._list(table, request)

    async def give(self, table: Table, request: Request, typed_words: str) -> Reply:
        """Add a standing order; "off" drops all orders. Raises Refused or Unreadable."""
        seat = find_own_seat(table, request)
        await self.orders.load(table)
        table_words = words_of(table, request.requester.language)
        order = read_ordered(typed_words, table_words)
        if read_keyword(typed_words, ("drop",), request.words()) == "drop":
            await self.orders.drop(table, request.user)
        else:
            try:
                await self.orders.add(table, seat, request.user, order, request.at)
            except Unreadable as error:
                error.words = typed_words if error.words == order else error.words  # as the requester typed them
                raise
        await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        return self._list(table, request)

    async def add_until_turn(self, table: Table, request: Request, verb: str) -> Reply:
        """Add an order to answer every call with this verb until the requester's own turn. Raises Refused."""
        if not any(known.name == verb and known.declines_in for known in table.game.VERBS):
            raise Refused("TABLE", "no_button")
        seat = find_own_seat(table, request)
        if not table.playing or find_passing_verb(table.game, table.public_view) is None:
            raise Refused("TABLE", "overtaken")
        await self.orders.load(table)
        if not self.orders.find_order_until_turn(table, seat):
            await self.orders.add(table, seat, request.user, f"{verb} until my turn", request.at)
            await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            return DONE  # a line in the player's own message says that the order holds
        return reply_text(write_until_turn_line(verb, words_of(table, request.requester.language)), table.id)

    def _list(self, table: Table, request: Request) -> Reply:
        orders = self.orders.of(table, find_own_seat(table, request))
        words, game_words = request.words(), request.words().about(table.row.game)
        if not orders:
            return reply_text(words.say("orders/none", example=game_words.say("form/orders_example")), table.id)
        lines = [f"{number}. {_word_order(order.order, game_words)}" for number, order in enumerate(orders, 1)]
        return reply_text("\n".join([words.say("orders/title"), *lines])[:MOST_TEXT], table.id)


def _word_order(order: dict[str, Json], words: Words) -> str:
    """Word an order so that its player could type it again."""
    verb = order["verb"] if words.spoken == ENGLISH else words.label(order["verb"]).lower()
    text = f"{verb} {order['words']}".strip()
    if order["only"]:
        text = words.say("orders/on", move=text, topics=_list_topics(order["only"], words))
    if order["unless"]:
        text = words.say("orders/unless", move=text, topics=_list_topics(order["unless"], words))
    return words.say("orders/until", move=text) if "until" in order else text


def _list_topics(joined: str, words: Words) -> str:
    return words.say("orders/or").join(split_topics(joined))
