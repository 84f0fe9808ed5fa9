"""The scheduler of game nights: looks for work that is due, and does it for several nights at a time.

The database holds everything that is due, so another process can take over. Each process looks after the servers that
it serves. Work on one night is done in order; work on other nights does not wait for it.

The table of a date opens with the people who are in. Pressing *In* counts as agreement to a seat on that date. If there
are more people than seats, the later ones get places in the table's queue.
"""

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from msgspec import Struct

from bot.nights import date_messages
from bot.nights.date_messages import DateMessages, NightNoticeKind
from bot.nights.night import (
    OPENED_WITHIN,
    DateState,
    NightStep,
    end,
    end_without_place,
    find_step_after_announcement,
    name_request,
    place_of,
    put_off,
    resume_lost,
    tell_planner,
    words_of_plan,
)
from bot.outbox.outbox import Outbox
from bot.people.preferences import PreferencesCache
from bot.periodic import Lanes
from bot.ports import MINUTE, Clock, DeliveryError, Messenger, Requester
from bot.store import Connection, Pace, ShardSet, Store, StoredSeat, StoreUnavailable, Waiter
from bot.store.tables import nights
from bot.store.tables.nights import Date, DateKey, NightAnswer, Plan
from bot.tables.aggregate import Change, Limits, Table
from bot.tables.history.events import HouseChanged
from bot.tables.lobby import house_rules, lobby, opening, table_channels
from bot.tables.seats import queue
from bot.tables.service import TableService
from games.core import Refused, restore

log = logging.getLogger(__name__)

FILLED: Final = 4
"""Robots fill a table up to this number of players, or to the nearest number with which its game can be played."""


class NightTables(Struct, frozen=True):
    """Opens the tables of game nights."""

    store: Store
    tables: TableService
    people: PreferencesCache
    messenger: Messenger
    outbox: Outbox

    async def open(self, date: Date, now: int) -> None:
        """Open the table of a date, or end the date without a table. After a crash, continue the opening.

        If Discord refuses a thread for it, the planner is told why, and the slow clock tries again for a while.
        """
        coming: Sequence[NightAnswer] = ()
        if now > date.at + OPENED_WITHIN and date.table is None:
            state = DateState.MISSED
        elif not await self.messenger.has_place(place_of(date)):
            state = DateState.GONE
        else:
            coming, thread = await self._list_present(date), name_request("thread", date)
            try:
                state = await self._open_table(date, coming, now) if coming else DateState.NOBODY
            except DeliveryError as trouble:
                await self.store.write(tell_planner, date, "night/thread_refused", now, trouble)
                retry_at = await self.outbox.note_refused(thread, trouble)
                if retry_at <= date.at + OPENED_WITHIN:
                    await self.store.write(put_off, date, retry_at)
                    return
                state = DateState.REFUSED
            await self.outbox.forget_refused(thread)
        log.info("night %s, date %s: %s", *date.key, state)
        await self.store.write(_end, date.key, state, [guest.user for guest in coming], now)

    async def _list_present(self, date: Date) -> list[NightAnswer]:
        """The people who are in and have not left the server, at most as many as a table's queue may hold."""
        found: list[NightAnswer] = []
        for guest in await self.store.read(nights.list_coming, date.key):
            try:
                if not await self.messenger.find_members(date.plan.guild, (guest.user,)):
                    continue
            except DeliveryError as trouble:  # nobody is left out only because Discord does not answer
                log.info("night %s: is %s in the server? (%s)", date.plan.id, guest.user, trouble.kind)
            found.append(guest)
            if len(found) == queue.MOST_IN_QUEUE:
                break
        return found

    async def _open_table(self, date: Date, coming: Sequence[NightAnswer], now: int) -> DateState:
        plan = date.plan
        await self.people.load(guest.user for guest in coming)
        host = next((guest for guest in coming if guest.user == plan.planner), coming[0])
        try:
            game = self.tables.settings.find_game(plan.game)
            opener = Requester(host.user, host.name, language=words_of_plan(plan).language)
            draft = opening.Draft(game, plan.guild, plan.channel, opener, now, preset=plan.preset)
            limits = self.tables.settings.limits
            try:
                table = await self.store.write(_find_or_write_row, date.key, draft, limits)
            except Refused as refused:
                if refused.reason != "channel_taken":
                    raise
                draft = replace(draft, thread=await self._open_thread(date))
                table = await self.store.write(_find_or_write_row, date.key, draft, limits)
            cause = f"night:{plan.id}:{date.week}"
            await self.tables.change(table, cause, now, lambda present: _open_lobby(present, plan, coming, now))
        except Refused as refused:
            log.info("night %s: its table was refused (%s)", plan.id, refused.reason)
            return DateState.REFUSED
        return DateState.OPEN

    async def _open_thread(self, date: Date) -> int:
        """Open a thread for the table, because another table is in the channel. Return its id. Raises
        DeliveryError."""
        title = self.tables.settings.game(date.plan.game).TITLE
        name = words_of_plan(date.plan).say("night/thread", title=title)
        return (await self.messenger.open_thread(place_of(date), name)).channel


def _find_or_write_row(connection: Connection, key: DateKey, draft: opening.Draft, limits: Limits) -> int:
    """Return the id of a date's table. If the date has none yet, write the table's row. Raises Refused."""
    date = nights.find_date(connection, key)
    if date is not None and date.table is not None:
        return date.table
    if date is None or not date.step or date.at > draft.at:  # the date was skipped, cancelled or moved meanwhile
        raise Refused("TABLE", "night_over")
    table_channels.must_be_allowed(connection, draft.guild, (draft.channel,))
    row = opening.create(connection, draft, limits)
    nights.change(connection, key, table=row.id)
    return row.id


def _open_lobby(table: Table, plan: Plan, coming: Sequence[NightAnswer], now: int) -> Change | None:
    """The change that opens the lobby with the people who are `coming`; None if the lobby is open already."""
    most = table.most_seats
    seats = [StoredSeat(place, guest.name, now, user_id=guest.user) for place, guest in enumerate(coming[:most])]
    if plan.robots:
        names = lobby.list_robot_names([seat.name for seat in seats], table.settings.reserved)
        for place in range(len(seats), max(min(FILLED, most), table.game.SEATS[0])):
            seats.append(StoredSeat(place, next(names), now, robot=plan.robots))
    opened = opening.open_with(table, tuple(seats))
    if opened is None:
        return None
    opened = replace(opened, events=(*opened.events, *_list_unannounced(table, plan)))
    waiting = tuple(Waiter(guest.user, guest.name) for guest in coming[most:])
    return replace(opened, settings=replace(table.settings, queue=waiting)) if waiting else opened


def _list_unannounced(table: Table, plan: Plan) -> list[HouseChanged]:
    """The crew's house rules that differ from the announced preset, as changes that wait for the players' agreement."""
    game = table.game
    settings = [setting for setting in house_rules.list_table_options(game) if setting.name not in house_rules.LATER]
    plain = house_rules.options_of(game, Pace.LIVE, {}, plan.preset)
    plain |= {setting.name: setting.default for setting in settings}
    present = {**table.settings.house, **house_rules.as_json(restore(game.OPTIONS, table.row.options))}
    return [
        HouseChanged(name, str(value), str(before) or "none", None, house_rules.format_spoken(game, name, value))
        for name, before in plain.items()
        if (value := present.get(name, before)) != before
    ]


def _end(connection: Connection, key: DateKey, state: DateState, coming: Sequence[int], now: int) -> None:
    date = nights.find_date(connection, key)
    if date is None or not date.step or date.at > now:  # it was ended or moved meanwhile
        return
    end(connection, date, state, now)
    if state is DateState.OPEN:
        date_messages.call_to_table(connection, date, coming, now)


LOOK_EVERY: Final = 30.0
"""The most seconds between two looks at the database. Other processes write to it too."""
AT_ONCE: Final = 16
"""The most nights that are worked on at the same time."""


class NightScheduler(Struct, frozen=True):
    """Does all due work. Call `wake` after changing a night."""

    store: Store
    clock: Clock
    tables: NightTables
    dates: DateMessages
    share: ShardSet
    lanes: Lanes

    def wake(self) -> None:
        """Look for due work now."""
        self.lanes.woken.set()

    async def look(self) -> float | None:
        """Start a task for each night with due work, up to `AT_ONCE` tasks. The end of a task wakes the next look.

        Return the seconds until more work is due, or None. Raises StoreUnavailable.
        """
        busy, now = set(self.lanes.busy), self.clock()
        coming, due = await self.store.read(_look, now, self.share)
        busy |= self.lanes.busy.keys()  # another look may have started them meanwhile
        numbers = dict.fromkeys(date.plan.id for date in due if date.plan.id not in busy)
        for number in list(numbers)[: AT_ONCE - len(busy)]:
            self.lanes.start(number, self._work_on([date for date in due if date.plan.id == number], now))
        return None if coming is None else max(1.0, (coming - self.clock()) / 1000)

    async def _work_on(self, dates: Sequence[Date], now: int) -> None:
        """Do the due work of one night. A step that fails or takes too long is tried again in a minute."""
        for date in dates:
            is_due = date.step != NightStep.DONE and date.due_at is not None and date.due_at <= now
            try:
                if is_due:
                    async with asyncio.timeout(date_messages.PATIENCE):
                        await self._take_step(date, now)
                else:
                    await self.dates.bring_up_to_date(date, now)
            except StoreUnavailable:
                raise
            except Exception:
                log.exception("night %s: its step or message failed", date.plan.id)
                if is_due:
                    await self.store.write(put_off, date, self.clock() + MINUTE)
                else:
                    await self.store.write(nights.change_unless_changed, date, stale_at=None)

    async def _take_step(self, date: Date, now: int) -> None:
        """Take the step that is due. If the week of waiting for a server is over, ask Discord once more, since the bot
        may be back there without having heard of it."""
        if date.step == NightStep.OPEN:
            await self.tables.open(date, now)
        elif date.step != NightStep.LOST:
            await self.store.write(_announce_or_remind, date.key, now)
        elif await self.dates.messenger.may_see(place_of(date)):
            await self.store.write(resume_lost, date.plan.guild, now)
        else:
            await self.store.write(end_without_place, [date], now)


def _look(connection: Connection, now: int, share: ShardSet) -> tuple[int | None, list[Date]]:
    """The time of the next work, and the dates of the servers of this process with work that is due now."""
    coming = nights.find_next_due(connection)
    due = nights.list_due(connection, now) if coming is not None and coming <= now else ()
    return coming, [date for date in due if share.serves(date.plan.guild)]


def _announce_or_remind(connection: Connection, key: DateKey, now: int) -> None:
    """Announce a date, or write its reminders."""
    date = nights.find_date(connection, key)
    if date is None or date.due_at is None or date.due_at > now:
        return
    if date.step == NightStep.ANNOUNCE:
        step, due_at = find_step_after_announcement(date.at, now)
        nights.change(connection, key, outdated_at=now, step=step.value, due_at=due_at)
        date_messages.ask_regulars(connection, date, now)
    elif date.step == NightStep.REMIND:
        date_messages.notify_people_coming(connection, date, NightNoticeKind.REMINDER, now)
        nights.change(connection, key, outdated_at=now, step=NightStep.OPEN.value, due_at=date.at)
