"""Looking back: a finished hand step by step, and the score sheet."""

from itertools import islice
from typing import Final

from msgspec import Struct

from bot.messages.boards.receipts import make_sheet_message
from bot.messages.parts.desired_message import home_of
from bot.messages.parts.pictures import Pictures
from bot.messages.replays.dearest import DearestMessages
from bot.messages.replays.how_it_went import Forecast, tell_how_it_went
from bot.messages.replays.replay import ReplayMessages, find_open_position
from bot.messages.replays.replay_steps import Look
from bot.outbox.outbox import MessageToSend, Outbox
from bot.people.preferences import PreferencesCache
from bot.ports import DeliveryError, Message, Place, Reply, Request, format_timestamp, reply_text
from bot.services.fairness import HIGHEST_HAND, find_last_finished
from bot.store import Store
from bot.store.people import lately
from bot.tables.aggregate import Table, Wish, must_allow, must_sit
from bot.tables.lobby.house_rules import is_in_words
from bot.tables.repeats import Position
from bot.wording import Words
from games.core import Refused

SHARE: Final = "share"
SHARE_EVERY: Final = 30_000
"""The least milliseconds between two posts about finished hands in the channel of a table."""


class ReplayService(Struct, frozen=True):
    """Shows what a table has played."""

    store: Store
    people: PreferencesCache
    outbox: Outbox
    pictures: Pictures
    messages: ReplayMessages
    forecast: Forecast
    dearest: DearestMessages

    async def show(self, table: Table, request: Request, look: Look | None = None) -> Reply:
        """Show a step of a finished hand to the requester. Without a `look`, show the first step of the last hand.

        Raises Refused for another player's view until the secret opens.
        """
        look = (look or Look(find_last_finished(table)))._replace(own=table.seat_of(request.user))
        _must_be_a_step(table, look)
        text_only = (await self.people.get(request.user)).text_only
        return Reply(await self.messages.make_message(table, look, text_only, words=request.words))

    async def find_position(self, table: Table, request: Request, look: Look) -> Position:
        """Find the position at a step, from which the requester plays on.

        Raises Refused while the secret of the hand is shut, without a seat to look from, and after the last move.
        """
        _must_be_a_step(table, look)
        found = await self.messages.find_step(table, look._replace(own=table.seat_of(request.user)))
        position = find_open_position(table, found)
        if position is None:
            must_allow(table, Wish.LOOK)
            raise Refused("TABLE", "repeat_seat" if found.is_open else "repeat_shut", number=look.hand)
        if position.is_over:
            raise Refused("TABLE", "repeat_over")
        return position

    @staticmethod
    def suggest_hands(table: Table, typed: str, words: Words) -> list[tuple[str, int]]:
        """List the finished hands whose numbers begin with the typed text, as (label, number), the last hand first."""
        numbers = range(table.shuffle.last_finished, 0, -1)
        fitting = (number for number in numbers if str(number).startswith(typed))
        return [(words.say("replay/hand", number=number), number) for number in islice(fitting, 25)]

    async def share(self, table: Table, request: Request, look: Look) -> Reply:
        """Post a step of the public replay in the table's channel.

        A table allows one such post in `SHARE_EVERY` milliseconds, because posts and edits share Discord's limit for
        the channel. Raises Refused if that time is not over, if the requester does not sit at the table, or if the
        table is for one person alone.
        """
        must_sit(table, request.user)
        must_allow(table, Wish.SHARE)
        public, name = Look(look.hand, look.step), request.requester.name
        _must_be_a_step(table, public)
        message = await self.messages.make_message(table, public, is_in_words(table), name)
        await self.post(table, request, home_of(table), f"{look.hand}:{look.step}", message)
        return request.answer("replay/posted", place=f"<#{table.place}>")

    async def post(self, table: Table, request: Request, place: Place, name: str, message: Message) -> None:
        """Post a message about a finished hand in `place`, for everybody.

        A table allows one such post in `SHARE_EVERY` milliseconds. `name` tells the table's posts apart. Raises
        Refused if that time is not over, or if Discord does not take the message.
        """
        slot = SHARE, str(table.id)
        free_at = await self.store.write(lately.take, *slot, request.at, SHARE_EVERY, request.cause)
        if free_at is not None:
            raise Refused("TABLE", "shared_lately", when=format_timestamp(free_at))
        try:
            to_send = MessageToSend(place, message)
            await self.outbox.say_now("share", f"share:{table.id}:{name}", to_send, request.cause, table.id)
        except DeliveryError:
            await self.store.write(lately.give_back, *slot)
            raise Refused("TABLE", "share_failed") from None

    async def show_turning_points(self, table: Table, request: Request, look: Look) -> Reply:
        """Tell the turning points of a finished hand, with the numbers of their steps in the requester's replay.

        Raises Refused while others play the same deal: somebody could play it again from another account.
        """
        _must_be_a_step(table, look)
        must_allow(table, Wish.LOOK)
        words, look = request.words, look._replace(own=table.seat_of(request.user))
        return reply_text(await tell_how_it_went(self.messages, self.forecast, table, look, words))

    async def show_dearest(self, table: Table, request: Request, place: int = 0) -> Reply:
        """Show the requester what their moves of this evening cost, for nobody else to read: the dear move at a place,
        the dearest first.

        Raises Refused if they do not sit here, and while others play the same deal.
        """
        seat = must_sit(table, request.user)
        must_allow(table, Wish.LOOK)
        return Reply(await self.dearest.make_message(table, request.user, seat, request.words, place))

    async def show_sheet(self, table: Table, request: Request) -> Reply:
        """Show the score sheet."""
        text_only = (await self.people.get(request.user)).text_only
        return Reply(await make_sheet_message(self.pictures, table, request.words, text_only))


def _must_be_a_step(table: Table, look: Look) -> None:
    """Raise Refused if the look's view, hand or step is out of range."""
    if look.chosen is not None and not 0 <= look.chosen <= len(table.seats):
        raise Refused("TABLE", "no_button")
    if not (1 <= look.hand <= HIGHEST_HAND and abs(look.step) <= HIGHEST_HAND):
        raise Refused("TABLE", "no_replay", number=look.hand)
