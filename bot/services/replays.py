"""Looking back: a finished hand step by step, and the score sheet."""

from __future__ import annotations

from itertools import islice
from typing import Final

from bot.delivery.projector import nonce
from bot.messages.controls import MOST_ITEMS
from bot.messages.desired_message import home
from bot.messages.how_it_went import Forecast, how_it_went
from bot.messages.pictures import Pictures
from bot.messages.replay import frame
from bot.messages.sheet import score_sheet
from bot.people.preferences import PreferencesCache
from bot.ports.markup import timestamp
from bot.ports.messenger import DeliveryError, Messenger
from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import Message
from bot.services.fairness import MOST_HANDS, find_last_finished
from bot.services.seated import own_seat
from bot.store.people import lately
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from bot.tables.fairness.chance import ChanceSource
from bot.tables.lobby.house_rules import is_in_words
from bot.tables.play.robots import Recall
from bot.wording import Words
from games.core.refused import Refused
from games.core.seats import Seat

SHARE: Final = "share"
SHARED: Final = 30_000
"""The least milliseconds between two replay steps that players share at a table."""


class ReplayService:
    """Shows what a table has played."""

    def __init__(
        self,
        store: Store,
        people: PreferencesCache,
        messenger: Messenger,
        pictures: Pictures,
        chance: ChanceSource,
        recall: Recall,
        forecast: Forecast,
    ) -> None:
        self._store = store
        self._people = people
        self._messenger = messenger
        self._pictures = pictures
        self._chance = chance
        self._recall = recall
        self._forecast = forecast

    async def replay(
        self,
        table: Table,
        request: Request,
        hand: int | None = None,
        step: int = 1,
        chosen: int | None = None,
        public: bool = False,
    ) -> Reply:
        """Show a step of a finished hand, by default of the last one, as the requester's seat or the public saw it.

        `chosen` is the seat whose view the requester chose, from 1, or 0 for the public view. With `public`, `step`
        counts the steps of the public replay. Raises Refused for another player's view until the secret opens.
        """
        number = find_last_finished(table) if hand is None else hand
        plain = (await self._people.get(request.user)).text_only
        seat = table.seat_of(request.user)
        return Reply(await self._frame(table, number, step, seat, plain, chosen=chosen, public=public))

    @staticmethod
    def suggest_hands(table: Table, typed: str, words: Words) -> list[tuple[str, int]]:
        """List the finished hands of a table whose number begins with the typed text, the last first, as (label,
        number); at most 25."""
        known = (str(number) for number in range(table.last_finished_hand, 0, -1))
        fitting = islice((number for number in known if number.startswith(typed.strip())), MOST_ITEMS)
        return [(words.say("replay/hand", number=number), int(number)) for number in fitting]

    async def look_from(self, table: Table, request: Request, hand: int, step: int, chosen: int | None) -> Reply:
        """Show a step as the `chosen` seat or the public saw it. `step` counts the steps of the public replay."""
        return await self.replay(table, request, hand, step, chosen, public=True)

    async def share(self, table: Table, request: Request, hand: int, step: int, chosen: int | None = None) -> Reply:
        """Post a step of the public replay in the table's channel.

        A table allows one such post in `SHARED` milliseconds, because posts and edits share Discord's limit for the
        channel. Raises Refused if that time is not over, or if the requester does not sit at the table.
        """
        own_seat(table, request)
        if table.practice:
            raise Refused("TABLE", "practice_share")
        turn = SHARE, str(table.id)
        free_at = await self._store.write(lately.take, *turn, request.at, SHARED, request.cause)
        if free_at is not None:
            raise Refused("TABLE", "shared_lately", when=timestamp(free_at))
        try:
            await self._post(table, request, hand, step)
        except Exception:
            await self._store.write(lately.give_back, *turn)
            raise
        return reply_text(request.words().say("replay/posted", place=f"<#{table.place}>"), table.id)

    async def _post(self, table: Table, request: Request, hand: int, step: int) -> None:
        plain = is_in_words(table)
        shown = await self._frame(table, hand, step, None, plain, shared_by=request.requester.name)
        once = nonce(table.id, f"share:{request.cause}", 1)
        try:
            await self._messenger.send(home(table), shown, once)
        except DeliveryError:
            raise Refused("TABLE", "share_failed") from None

    async def how_it_went(
        self, table: Table, request: Request, hand: int, step: int, chosen: int | None = None
    ) -> Reply:
        """Tell the turning points of a finished hand, with the numbers of their steps in the requester's replay."""
        _must_be_a_step(table, hand, step, chosen)
        seat = table.seat_of(request.user)
        told = await how_it_went(self._store, self._chance, self._forecast, table, hand, seat, chosen)
        return reply_text(told, table.id)

    async def _frame(
        self,
        table: Table,
        number: int,
        step: int,
        seat: Seat | None,
        plain: bool,
        *,
        shared_by: str = "",
        chosen: int | None = None,
        public: bool = False,
    ) -> Message:
        _must_be_a_step(table, number, step, chosen)
        return await frame(
            self._store, self._pictures, self._chance, table, number, step, seat, self._recall, plain, shared_by,
            chosen, public,
        )  # fmt: skip

    async def sheet(self, table: Table, request: Request) -> Reply:
        """Show the score sheet."""
        plain = (await self._people.get(request.user)).text_only
        return Reply(await score_sheet(self._pictures, table, plain))


def _must_be_a_step(table: Table, hand: int, step: int, chosen: int | None) -> None:
    """Raise Refused for numbers out of range."""
    if chosen is not None and not 0 <= chosen <= len(table.seats):
        raise Refused("TABLE", "no_button")
    if not (1 <= hand <= MOST_HANDS and abs(step) <= MOST_HANDS):
        raise Refused("TABLE", "no_replay", number=hand)
