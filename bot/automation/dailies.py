"""The automatic part of the hand of the day: each day's deal is made in advance, its secret is opened after the day,
and a month's winners are announced at its end."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

from bot.messages.hands.daily import make_announcement
from bot.outbox.outbox import MessageToSend, Teller
from bot.ports import HOUR, Clock
from bot.store import Connection, Store, WaitingMessage, do_each
from bot.store.tables import days
from bot.store.tables.days import Deal
from bot.tables import dailies
from bot.tables.aggregate import month_of
from bot.tables.aggregate.days import find_end, find_last_moment, find_newest_day
from bot.tables.fairness.chance import ChanceSource
from bot.tables.process_settings import ProcessSettings

LOOK_EVERY: Final = 60.0
"""Seconds between two looks at the days."""


@dataclass(frozen=True, slots=True)
class Dailies(Teller):
    """Makes each day's deal a day before the day begins. Opens the deal's secret once the day is over and nobody plays
    its hand any more. Processes that share a database divide the days among them."""

    kind = dailies.KIND
    lane = "crew"

    store: Store
    clock: Clock
    chance: ChanceSource
    settings: ProcessSettings
    wake_outbox: Callable[[], None]

    async def tick(self) -> None:
        """Do everything that is due. Raises StoreUnavailable."""
        now, share = self.clock(), self.settings.share
        newest = find_newest_day(now)
        for day in (newest, newest + 1):
            if share.serves(0, day) and await self.store.read(days.find_deal, day) is None:
                await self.store.write(dailies.ensure_deal, day, self.chance.make_day_secret(day), now)
        unopened = await self.store.read(days.list_unopened_deals, newest)
        shut = {deal.day: deal for deal in unopened if share.serves(0, deal.day)}
        await do_each("the end of day", shut, lambda day: self._open_if_over(shut[day], now))

    async def _open_if_over(self, deal: Deal, now: int) -> None:
        """Open the secret of a day that has ended everywhere and whose hand nobody plays any more. A table that cannot
        be read delays that by an hour at most."""
        may_run = now < find_last_moment(deal.day) + HOUR
        if now < find_end(deal.day) or (may_run and await self.store.read(days.has_running, deal.day)):
            return
        await self.store.write(_open, deal.day, now, may_run)
        self.wake_outbox()

    async def make(self, waiting: WaitingMessage, now: int) -> MessageToSend | None:
        """Make an announcement from what is stored now, so that it names nobody who has left or was erased."""
        made = await self.store.read(make_announcement, waiting.payload)
        return None if made is None else MessageToSend(*made)


def _open(connection: Connection, day: int, now: int, may_run: bool) -> None:
    """Open the secret of a day. If it was the last day with a deal of a month that is over, announce the month's
    winners."""
    first, last = month_of(day)
    opened = days.open_secret(connection, day, now, may_run)
    if opened and find_newest_day(now) > last and not days.has_later(connection, day, last):
        for crew in days.list_joined_crews(connection):
            dailies.announce_month(connection, crew, first, now)
