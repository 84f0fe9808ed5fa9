"""Opens the table of a date, with the people who are in.

Pressing *In* counts as agreement to a seat on that date. If there are more people than seats, the later ones get places
in the table's queue.
"""

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from bot.nights import notices
from bot.nights.night import OPENED_WITHIN, DateState, end, words_of_plan
from bot.people.preferences import PreferencesCache
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.requests import Requester
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.store import Store
from bot.store.tables import nights
from bot.store.tables.nights import Date, NightAnswer, Plan
from bot.store.tables.rows import Pace, StoredSeat
from bot.store.tables.settings import Waiter
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.limits import Limits
from bot.tables.aggregate.table import Table
from bot.tables.history.events import HouseChanged
from bot.tables.lobby import house_rules, opening, seating, table_channels
from bot.tables.seats import queue
from bot.tables.service import TableService
from games.core.game import find_most_seats
from games.core.options import restore
from games.core.refused import Refused

log = logging.getLogger(__name__)

FILLED: Final = 4
"""Robots fill a table up to this number of players, or to the nearest number with which its game can be played."""


@dataclass(frozen=True, slots=True)
class NightTables:
    """Opens the tables of game nights."""

    store: Store
    tables: TableService
    people: PreferencesCache
    messenger: Messenger

    async def open(self, plan: Plan, date: Date, now: int) -> None:
        """Open the table of a date, or end the date without a table. After a crash, continue the opening."""
        coming: Sequence[NightAnswer] = ()
        if now > date.at + OPENED_WITHIN and date.table is None:
            state = DateState.MISSED
        elif not await self.messenger.has_place(Place(plan.channel, plan.guild)):
            state = DateState.GONE
        else:
            coming = await self._list_present(plan, date)
            state = await self._open_table(plan, date, coming, now) if coming else DateState.NOBODY
        log.info("night %s, date %s: %s", plan.id, date.week, state)
        await self.store.write(_end, plan.id, date.week, state, [guest.user for guest in coming], now)

    async def _list_present(self, plan: Plan, date: Date) -> list[NightAnswer]:
        """The people who are in and have not left the server, at most as many as a table's queue may hold."""
        answers = await self.store.read(nights.list_coming, plan.id, date.week)
        found: list[NightAnswer] = []
        while answers and len(found) < queue.MOST_IN_QUEUE:
            asked, answers = answers[: queue.MOST_IN_QUEUE], answers[queue.MOST_IN_QUEUE :]
            try:
                members = await self.messenger.find_members(plan.guild, tuple(guest.user for guest in asked))
                found += [guest for guest in asked if guest.user in members]
            except DeliveryError:  # nobody is left out only because Discord does not answer
                found += asked
        return found[: queue.MOST_IN_QUEUE]

    async def _open_table(self, plan: Plan, date: Date, coming: Sequence[NightAnswer], now: int) -> DateState:
        await self.people.load(guest.user for guest in coming)
        host = next((guest for guest in coming if guest.user == plan.planner), coming[0])
        try:
            game, opener = self.tables.settings.find_game(plan.game), Requester(host.user, host.name)
            draft = opening.Draft(game, plan.guild, plan.channel, opener, now, preset=plan.preset)
            try:
                table = await self._write_row(plan, date, draft)
            except Refused as refused:
                if refused.reason != "channel_taken":
                    raise
                table = await self._write_row(plan, date, replace(draft, thread=await self._open_thread(plan)))
            cause = f"night:{plan.id}:{date.week}"
            await self.tables.change(table, cause, now, lambda present: _open_lobby(present, plan, coming, now))
        except Refused as refused:
            log.info("night %s: its table was refused (%s)", plan.id, refused.reason)
            return DateState.REFUSED
        return DateState.OPEN

    async def _open_thread(self, plan: Plan) -> int:
        """Open a thread for the table, because another table is in the channel. Return its id. Raises Refused."""
        name = words_of_plan(plan).say("night/thread", title=self.tables.settings.game(plan.game).TITLE)[:100]
        try:
            thread = await self.messenger.open_thread(Place(plan.channel, plan.guild), name, False, ())
        except DeliveryError as trouble:
            raise Refused("TABLE", "no_thread", why=trouble.kind.value) from None
        return thread.channel

    async def _write_row(self, plan: Plan, date: Date, draft: opening.Draft) -> int:
        try:
            return await self.store.write(_find_or_write_row, plan, date.week, draft, self.tables.settings.limits)
        except Conflict:  # another process was first, and its table is known now
            return await self.store.write(_find_or_write_row, plan, date.week, draft, self.tables.settings.limits)


def _find_or_write_row(connection: Connection, plan: Plan, week: int, draft: opening.Draft, limits: Limits) -> int:
    """Return the id of a date's table. If the date has none yet, write the table's row. Raises Refused."""
    date = nights.find_date(connection, plan.id, week)
    if date is not None and date.table is not None:
        return date.table
    if date is None or not date.step or date.at > draft.at:  # the date was skipped, cancelled or moved meanwhile
        raise Refused("TABLE", "night_over")
    table_channels.must_be_allowed(connection, plan.guild, (plan.channel,))
    row = opening.create(connection, draft, limits)
    nights.change(connection, plan.id, week, table=row.id)
    return row.id


def _open_lobby(table: Table, plan: Plan, coming: Sequence[NightAnswer], now: int) -> Change | None:
    """The change that opens the lobby with the people who are `coming`; None if the lobby is open already."""
    most = find_most_seats(table.game, table.row.options)
    seats = [StoredSeat(place, guest.name, now, user_id=guest.user) for place, guest in enumerate(coming[:most])]
    if plan.robots:
        names = seating.list_robot_names([seat.name for seat in seats], table.row.settings.reserved)
        for place in range(len(seats), max(min(FILLED, most), table.game.SEATS[0])):
            seats.append(StoredSeat(place, next(names), now, robot=plan.robots))
    opened = opening.open_with(table, tuple(seats))
    if opened is None:
        return None
    opened = replace(opened, events=(*opened.events, *_list_unannounced(table, plan)))
    waiting = tuple(Waiter(guest.user, guest.name) for guest in coming[most:])
    return replace(opened, settings=replace(table.row.settings, queue=waiting)) if waiting else opened


def _list_unannounced(table: Table, plan: Plan) -> list[HouseChanged]:
    """The crew's house rules that differ from the announced preset, as changes that wait for the players' agreement."""
    game = table.game
    settings = [setting for setting in house_rules.list_table_options(game) if setting.name not in house_rules.LATER]
    plain = house_rules.options_of(game, Pace.LIVE, {}, plan.preset)
    plain |= {setting.name: setting.default for setting in settings}
    present = {**table.row.settings.house, **house_rules.as_json(restore(game.OPTIONS, table.row.options))}
    return [
        HouseChanged(name, str(value), str(before) or "none", None, house_rules.format_spoken(game, name, value))
        for name, before in plain.items()
        if (value := present.get(name, before)) != before
    ]


def _end(connection: Connection, night: int, week: int, state: DateState, coming: Sequence[int], now: int) -> None:
    plan, date = nights.find_plan(connection, night), nights.find_date(connection, night, week)
    if plan is None or date is None or not date.step or date.at > now:  # it was ended or moved meanwhile
        return
    end(connection, plan, date, state, now)
    if state is DateState.OPEN:
        notices.call_to_table(connection, plan, date, coming, now)
