"""A player's own hand: showing, hiding and sorting it, and standing orders for it."""

from functools import partial

from msgspec import Struct

from bot.automation.standing_orders import StandingOrders, split_topics
from bot.messages.boards.lobby import make_lobby
from bot.messages.hands.hand import write_until_turn_line
from bot.messages.hands.own_messages import OwnMessages
from bot.messages.parts.controls import CANCEL
from bot.people.preferences import find_next_sort
from bot.ports import (
    DONE,
    Message,
    Reply,
    Request,
    in_plain,
    make_button,
    make_message_link,
    reply_text,
    with_buttons,
)
from bot.services.request import TableUseCases, Tell
from bot.store import Connection, JsonObject, MessageKey, MessageKind, Notice, NoticeKind
from bot.store.messages import projections
from bot.tables.aggregate import Table, Wish, is_waiting_for_calls, must_allow, must_sit
from bot.wording import Words
from bot.wording.typed import read_keyword, read_ordered
from games.core import Refused, Seat, Unreadable


class HandService(TableUseCases, frozen=True):
    """Shows players their own hands: in a channel as a private answer, in a DM by updating the message there."""

    hands: OwnMessages
    tell: Tell

    async def show(self, table: Table, request: Request) -> Reply:
        """Show the requester's hand, or the lobby before the first hand."""
        return await self._show(table, request, hidden=False)

    async def hide(self, table: Table, request: Request) -> Reply:
        """Blank the requester's hand wherever it is shown, until they show it again.

        If the request comes from a channel, the answer replaces the last private copy. If it comes from a DM, every
        copy in the channel is deleted.
        """
        must_allow(table, Wish.HIDE)
        return await self._show(table, request, hidden=True)

    async def tell_building(self, table: Table, request: Request, when: str) -> Reply:
        """Choose whether the requester reads what they are building ("usual" or "off"), and show the hand here."""
        await self.people.choose(request.user, "building", when, request.at)
        return await self._show(table, request, hidden=False, changed=True)

    async def sort(self, table: Table, request: Request) -> Reply:
        """Sort all hands of the requester in the game's next order, and show the hand at this table."""
        must_sit(table, request.user)
        if table.playing and table.game.SORTS:
            chosen = await self.people.get(request.user)
            await self.people.choose(request.user, "sort", find_next_sort(table.game, chosen.sort), request.at)
        return await self._show(table, request, hidden=False, changed=True)

    async def _show(self, table: Table, request: Request, hidden: bool, changed: bool = False) -> Reply:
        seat = must_sit(table, request.user)
        if not table.playing:
            return Reply(in_plain(make_lobby(table)))
        if table.kind.is_private:  # the board shows the player's hand
            await self.tell(Notice(NoticeKind.TABLE_CHANGED if changed else NoticeKind.BOARD_WANTED, table.id))
            return DONE
        if request.in_dm or hidden:
            await self.store.write(projections.hide_hand, table.id, seat, hidden)
            await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            if hidden:
                await self.tell(Notice(NoticeKind.HAND_HIDDEN, table.id, user=request.user))
            return DONE
        return await self.copy(table, request.user, hidden)

    async def answer(self, table: Table, request: Request, reply: Reply) -> Reply:
        """The reply to a button in the requester's DM, in the message with the button, so that it does not bury their
        hand. A reply with pictures or controls stays as it is."""
        seat, told = table.seat_of(request.user), reply.message
        if seat is None or told is None or told.pictures or told.rows or not table.playing:
            return reply
        hidden = await self.store.read(projections.is_hidden, table.id, seat)
        return Reply(await self.hands.make_message(table, seat, hidden, answer=told.text), in_place=True)

    async def copy(self, table: Table, user: int, hidden: bool = False) -> Reply:
        """Answer with a copy of a user's hand, which follows the table while the answer can be edited and they sit
        there. Raises Refused if they do not."""
        make = partial(self._make_copy, table.id, user, hidden)
        return Reply(await make(), again=make)

    async def _make_copy(self, number: int, user: int, hidden: bool) -> Message:
        table = await self.tables.get(number)
        seat = must_sit(table, user)
        link = await self.store.read(_find_post_url, table, seat)
        return await self.hands.make_copy(table, seat, self.tables.clock(), hidden, link)


def _find_post_url(connection: Connection, table: Table, seat: Seat) -> str:
    """The URL of a player's own message in their DM; "" if there is none."""
    row = projections.find(connection, table.id, MessageKey(MessageKind.HAND, seat))
    if row is None or row.user_id != table.occupant(seat).user_id or row.message is None:
        return ""
    return make_message_link(0, row.channel, row.message) if row.channel not in (None, table.place) else ""


class OrderService(Struct, frozen=True):
    """A player's standing orders for the hand under way."""

    orders: StandingOrders
    tell: Tell

    async def show(self, table: Table, request: Request) -> Reply:
        """List the requester's standing orders."""
        must_sit(table, request.user)
        await self.orders.load(table)
        return self._list(table, request)

    async def give(self, table: Table, request: Request, typed_words: str) -> Reply:
        """Add a standing order; "off" drops all orders. Raises Refused or Unreadable."""
        seat = must_sit(table, request.user)
        await self.orders.load(table)
        table_words = request.words
        order = read_ordered(typed_words, table_words)
        if read_keyword(typed_words, ("drop",), request.words) == "drop":
            await self.orders.drop(table, seat)
        else:
            try:
                await self.orders.add(table, seat, request.user, order, request.at)
            except Unreadable as error:
                if error.words.lower() not in typed_words.lower():  # say them as the requester typed them
                    error.words = typed_words
                raise
        await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        return self._list(table, request)

    async def add_until_turn(self, table: Table, request: Request, verb: str) -> Reply:
        """Add an order to answer every call with this verb until the requester's own turn; "off" drops it. Raises
        Refused."""
        seat = must_sit(table, request.user)
        await self.orders.load(table)
        if verb == "off":
            await self.orders.drop(table, seat, "until")
        elif not any(known.name == verb and known.declines_in for known in table.game.VERBS):
            raise Refused("TABLE", "no_button")
        elif not table.playing or not is_waiting_for_calls(table):
            raise Refused("TABLE", "overtaken")
        elif not self.orders.find_order_until_turn(table, seat):
            await self.orders.add(table, seat, request.user, f"{verb} until my turn", request.at)
        await self.tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            return DONE  # a line in the player's own message says that the order holds
        line = write_until_turn_line(verb, request.words)
        cancel = make_button(CANCEL, request.words)
        return self._list(table, request) if verb == "off" else Reply(with_buttons(line, cancel, table=table.id))

    def _list(self, table: Table, request: Request) -> Reply:
        orders = self.orders.of(table, must_sit(table, request.user))
        words, game_words = request.words, request.words.about(table.row.game)
        if not orders:
            return reply_text(words.say("orders/none", example=game_words.say("form/orders_example")))
        lines = [f"{number}. {_word_order(order.order, game_words)}" for number, order in enumerate(orders, 1)]
        return reply_text("\n".join([words.say("orders/title"), *lines]))


def _word_order(order: JsonObject, words: Words) -> str:
    """Word an order so that its player could type it again."""
    text = f"{words.label(order['verb']).lower().strip('¡!')} {order['words']}".strip()
    if order["only"]:
        text = words.say("orders/on", move=text, topics=_list_topics(order["only"], words))
    if order["unless"]:
        text = words.say("orders/unless", move=text, topics=_list_topics(order["unless"], words))
    return words.say("orders/until", move=text) if "until" in order else text


def _list_topics(joined: str, words: Words) -> str:
    return f" {words.say('orders/or')} ".join(split_topics(joined))
