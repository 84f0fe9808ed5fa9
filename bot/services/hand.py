"""A player's own hand: showing, hiding and sorting it."""

from bot.delivery.private_delivery import PrivateDelivery, in_thread
from bot.messages.hand import HandMessages
from bot.messages.lobby import plain_lobby
from bot.people.preferences import PreferencesCache
from bot.people.sorting import find_next_sort
from bot.ports.markup import message_link
from bot.ports.messenger import DeliveryError, ThreadReaders
from bot.ports.requests import DONE, Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.request import own_seat
from bot.services.telling import Tell
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice, NoticeKind
from bot.store.messages import projections
from bot.store.messages.message_keys import MessageKey, MessageKind
from bot.store.store import Store
from bot.store.tables.rows import Status
from bot.tables.aggregate.table import Table
from games.core.refused import Refused
from games.core.seats import Seat


class HandService:
    """Shows players their own hands: in a channel as a private answer, in a DM by updating the message there."""

    def __init__(
        self,
        store: Store,
        people: PreferencesCache,
        hands: HandMessages,
        private: PrivateDelivery,
        tell: Tell,
    ) -> None:
        self._store = store
        self._people = people
        self._hands = hands
        self._private = private
        self._tell = tell

    async def show(self, table: Table, request: Request) -> Reply:
        """Show the requester's hand, or the lobby before the first hand."""
        return await self._show(table, request, hidden=False)

    async def hide(self, table: Table, request: Request) -> Reply:
        """Blank the requester's hand wherever it is shown, until it is shown again.

        In a channel the answer replaces the last private copy; in a DM every copy in the channel is deleted.
        """
        if table.alone:
            raise Refused("TABLE", "practice_hide")
        return await self._show(table, request, hidden=True)

    async def explain_thread(self, table: Table, request: Request) -> Reply:
        """Tell the requester who could read a private thread of theirs, and offer to open one."""
        words = request.words()
        own_seat(table, request)
        readers = await self._private.readers(table, request.user)
        if readers is None:
            return reply_text(words.say("thread/impossible"), table.id)
        if readers.users:
            return reply_text(words.say("thread/unsafe", names=_names(table, readers)), table.id)
        row = (Button("hand.thread.open", words.label("hand.thread.open"), "primary"),)
        return Reply(Message(words.say("thread/readers", readers=readers.mentions), rows=(row,), table=table.id))

    async def use_thread(self, table: Table, request: Request) -> Reply:
        """Open a private thread for the requester's hand, if nobody else at the table could read it."""
        seat = own_seat(table, request)
        if table.status == Status.CLOSED or not table.playing:
            raise Refused("TABLE", "closed" if table.status == Status.CLOSED else "not_started")
        try:
            opened = await self._private.use_thread(table, seat, request.user)
        except DeliveryError as trouble:
            words = request.words()
            reason = words.say(f"refused/{trouble.kind}")
            return reply_text(words.say("thread/refused", reason=reason), table.id)
        if not opened:
            return await self.explain_thread(table, request)
        await self._tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        return reply_text(request.words().say("thread/opened"), table.id)

    async def sort(self, table: Table, request: Request) -> Reply:
        """Choose the game's next order of sorting for all hands of the requester, and show the hand at this table."""
        return await self._show(table, request, hidden=False, sort=True)

    async def _show(self, table: Table, request: Request, hidden: bool, sort: bool = False) -> Reply:
        seat = own_seat(table, request)
        if not table.playing:
            return Reply(plain_lobby(table))
        if sort and table.game.SORTS:
            chosen = await self._people.get(request.user)
            await self._people.choose(request.user, "sort", find_next_sort(table.game, chosen.sort), request.at)
        if table.alone:  # the board shows the player's hand
            await self._tell(Notice(NoticeKind.TABLE_CHANGED if sort else NoticeKind.BOARD_WANTED, table.id))
            return DONE
        if request.in_dm or hidden:
            await self._store.write(projections.hide_hand, table.id, seat, hidden)
            await self._tell(Notice(NoticeKind.TABLE_CHANGED, table.id))
        if request.in_dm:
            if hidden:
                await self._tell(Notice(NoticeKind.HAND_HIDDEN, table.id, user=request.user))
            return DONE
        link = await self._store.read(_find_post, table, seat)
        return Reply(await self._hands.copy(table, seat, request.at, hidden, link))


def _find_post(connection: Connection, table: Table, seat: Seat) -> str:
    """The URL of a player's own message; "" if they have none."""
    row = projections.one(connection, table.id, MessageKey(MessageKind.HAND, seat))
    mine = row is not None and row.user_id == table.occupant(seat).user_id
    if row is None or not mine or row.message is None or row.channel is None:
        return ""
    return message_link(table.row.guild if in_thread(row) else 0, row.channel, row.message)


def _names(table: Table, readers: ThreadReaders) -> tuple[str, ...]:
    return tuple(taken.name for taken in table.seats if taken.user_id in readers.users)
