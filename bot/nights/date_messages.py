"""The public side of a date: its message in the channel, and its event in the server's calendar."""

import asyncio
import logging
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.nights import messages
from bot.nights.night import CALENDAR_LENGTH, DAY, DateState, end, find_game, title_of, words_of_plan
from bot.nights.notices import list_unanswered
from bot.outbox.outbox import write_letter
from bot.outbox.posting import BegunPost, Post, find_wait, nonce_of, post_once
from bot.people.loudness import let_all_hear
from bot.ports.clock import Clock
from bot.ports.messenger import DeliveryError, ErrorKind, Messenger, Place, ScheduledEvent, digest_text
from bot.ports.ui import Message
from bot.store.database.engine import Connection
from bot.store.database.errors import StoreUnavailable
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables import rows as stored_tables
from bot.store.tables.nights import Date, NightAnswer, Plan
from games.core.game import AnyGame

log = logging.getLogger(__name__)

TRIED_FOR: Final = 2 * DAY
"""The milliseconds after the time of a date in which a refused message is still tried again."""
EVENT_PATIENCE: Final = 10.0
"""The most seconds that a change in a server's calendar may take."""


class DateChanged(Exception):
    """A date has changed since its message was made."""


@dataclass(frozen=True, slots=True)
class DateMessages:
    """Keeps a date's message and its event in the calendar up to date."""

    store: Store
    messenger: Messenger
    clock: Clock
    game: Callable[[str], AnyGame]
    _refused: dict[tuple[int, int], int] = field(default_factory=dict)
    """By night and week, the number of refused tries since Discord last took a date's message."""
    _calendar_tries: dict[tuple[int, int], int] = field(default_factory=dict)
    """By night and week, the number of failed tries to change the calendar."""

    async def bring_up_to_date(self, plan: Plan, date: Date, now: int) -> None:
        """Show the present state of a date. If Discord refuses the message, the slow clock tries again."""
        try:
            answers, unanswered, place = await self.store.read(_read_shown, plan, date)
            message = messages.make_announcement(plan, date, answers, unanswered, find_game(self.game, plan), place)
            await self._show(plan, date, let_all_hear(message), now)
            retry_at = await self._update_calendar(plan, date, now)
        except DateChanged:
            return
        except DeliveryError as trouble:
            log.info("night %s: its message was not taken (%s)", plan.id, trouble.kind)
            if trouble.kind is ErrorKind.NOWHERE:
                await self.store.write(_end_for_gone_channel, plan.id, date.week, now)
            elif now < date.at + TRIED_FOR:
                reason = words_of_plan(plan).say(f"refused/{trouble.kind}")
                await self.store.write(_tell_planner, plan, date, "night/refused", reason, now)
                await self.put_off(plan, date)
                return
        except StoreUnavailable:
            raise
        except Exception:
            log.exception("night %s: its message could not be made", plan.id)
        else:
            if self._refused.pop((plan.id, date.week), 0):
                await self.store.write(_tell_planner, plan, date, "night/taken_again", "", now)
            if retry_at is not None:
                await self.store.write(nights.change, plan.id, date.week, stale_at=retry_at)
                return
        await self.store.write(nights.mark_shown, date)

    async def sees_channel(self, plan: Plan) -> bool:
        """True if the bot sees the channel of a night."""
        return await self.messenger.may_see(Place(plan.channel, plan.guild))

    async def put_off(self, plan: Plan, date: Date) -> None:
        """Put off a message that was refused or took too long. The slow clock says when to try again."""
        tries = self._refused[plan.id, date.week] = self._refused.get((plan.id, date.week), 0) + 1
        await self.store.write(nights.change, plan.id, date.week, stale_at=self.clock() + find_wait(tries))

    async def _show(self, plan: Plan, date: Date, message: Message, now: int) -> None:
        """Edit or post the message of a date. Raises DateChanged, and posts nothing, if the date has changed since."""
        place = Place(plan.channel, plan.guild)
        if date.message is None and date.begun is None and date.state not in (DateState.PLANNED, DateState.OPEN):
            return  # the date was never announced
        if date.message is not None:
            try:
                await self.messenger.edit(place, date.message, message)
                return
            except DeliveryError as trouble:
                if trouble.kind not in (ErrorKind.GONE, ErrorKind.TOO_OLD) or date.state != DateState.PLANNED:
                    raise

        async def begin(begun: BegunPost) -> None:
            if not await self.store.write(nights.begin_post, date, begun.to_json()):
                raise DateChanged

        nonce = nonce_of(f"night:{plan.id}:{date.week}:{digest_text(message.text)}:{date.revision}")
        earlier = date.begun if date.message is None else None
        _, posted = await post_once(self.messenger, Post(place, message, nonce), now, earlier, begin)
        await self.store.write(nights.change, plan.id, date.week, message=posted)

    async def _update_calendar(self, plan: Plan, date: Date, now: int) -> int | None:
        """Add a date to the server's calendar, or remove it. Return the time at which to try again. Return None if the
        change is done or given up.

        A refused change is tried again by the slow clock. If Discord does not answer, a new event may be in the
        calendar all the same, so it is not added again. An event may be removed twice: that does no harm.
        """
        key = plan.id, date.week
        try:
            async with asyncio.timeout(EVENT_PATIENCE):
                await self._change_event(plan, date, now)
        except DeliveryError as trouble:
            log.info("night %s: the server's calendar stays as it is (%s)", plan.id, trouble.kind)
        except TimeoutError:
            log.warning("night %s: the server's calendar took too long", plan.id)
            if not date.event:
                return None
        else:
            self._calendar_tries.pop(key, None)
            return None
        tries = self._calendar_tries[key] = self._calendar_tries.get(key, 0) + 1
        retry_at = self.clock() + find_wait(tries)
        if retry_at >= (date.at + TRIED_FOR if date.event else date.at):
            self._calendar_tries.pop(key)
            return None
        await self.store.write(nights.change, plan.id, date.week, event=date.event)
        return retry_at

    async def _change_event(self, plan: Plan, date: Date, now: int) -> None:
        words = words_of_plan(plan)
        is_over = date.state not in (DateState.PLANNED, DateState.OPEN)
        if date.state == DateState.PLANNED and date.event is None and date.at > now and plan.planner is not None:
            await self.store.write(nights.change, plan.id, date.week, event=0)
            name = words.say("night/thread", title=title_of(self.game, plan))
            link, end_at = f"https://discord.com/channels/{plan.guild}/{plan.channel}", date.at + CALENDAR_LENGTH
            description = words.say("night/event_plain")
            event = ScheduledEvent(name, description, link, date.at, end_at, plan.channel, plan.planner)
            event_id = await self.messenger.schedule(plan.guild, event)
            await self.store.write(_store_event, date, event_id)
        elif is_over and date.event:
            await self.store.write(nights.change, plan.id, date.week, event=0)
            await self.messenger.unschedule(plan.guild, abs(date.event))
        elif date.event is not None and date.event < 0:
            await self.messenger.unschedule(plan.guild, abs(date.event))
            await self.store.write(nights.change, plan.id, date.week, outdated_at=now, event=None)


def _end_for_gone_channel(connection: Connection, night: int, week: int, now: int) -> None:
    plan, date = nights.find_plan(connection, night), nights.find_date(connection, night, week)
    if plan is not None and date is not None and date.step:
        end(connection, plan, date, DateState.GONE, now)


def _store_event(connection: Connection, earlier: Date, event_id: int) -> None:
    """Store the event that was made for a date, which may have been moved or ended meanwhile."""
    date = nights.find_date(connection, earlier.night, earlier.week)
    if date is not None:
        nights.change(connection, earlier.night, earlier.week, event=event_id if date.at == earlier.at else -event_id)


def _tell_planner(connection: Connection, plan: Plan, date: Date, key: str, reason: str, now: int) -> None:
    """Write the planner of a night a letter about a date's message, at most one with this key for each date."""
    if plan.planner is not None:
        text = words_of_plan(plan).say(key, place=f"<#{plan.channel}>", reason=reason)
        write_letter(connection, plan.planner, text, f"{key}:{plan.id}:{date.week}", now)


def _read_shown(connection: Connection, plan: Plan, date: Date) -> tuple[list[NightAnswer], list[str], int | None]:
    """The answers to a date, the names of the regulars who gave none, and the channel or thread of its table."""
    table = None if date.table is None else stored_tables.load(connection, date.table)
    place = None if table is None else table.thread or table.channel
    unanswered = [name for _, name in list_unanswered(connection, plan, date)]
    return nights.list_answers(connection, plan.id, date.week), unanswered, place
