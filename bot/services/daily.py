"""`/daily`: the hand of the day, its page, and the crews that play it together."""

import asyncio
from dataclasses import dataclass, field
from datetime import UTC
from functools import partial
from typing import Final
from weakref import WeakValueDictionary

from bot.messages import daily as pages
from bot.messages.daily import CrewDay, DailyPage
from bot.outbox.outbox import Outbox
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import find_zone
from bot.ports.markup import make_dm_link
from bot.ports.requests import DONE, Location, Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.practice import close_practice, greet_in_dm
from bot.services.replays import ReplayService
from bot.services.request import change_table, find_own_name, must_be_in_server
from bot.store.books import crews
from bot.store.books.crews import Crew
from bot.store.database.engine import Connection
from bot.store.database.errors import Conflict
from bot.store.store import Store
from bot.store.tables import days
from bot.store.tables import rows as stored_tables
from bot.store.tables.days import DailyMember, Deal
from bot.store.tables.rows import StoredTable
from bot.tables.aggregate.limits import Limits
from bot.tables.aggregate.table import Table
from bot.tables.dailies import channel_of, ensure_deal, list_hands, set_channel
from bot.tables.lobby import daily, opening, practice
from bot.tables.lobby.opening import Draft
from bot.tables.play import closings
from bot.tables.service import TableService
from bot.tables.timing.days import find_day, find_newest_day, month_of
from bot.tally import crew_settings
from games.core.refused import Refused

MOST_CREWS: Final = 10
"""The most crews whose daily one person may join. Each result of that person is announced to all these crews."""
CHECKED: Final = 7
"""The number of past days whose commitments and secrets are shown."""


@dataclass(frozen=True, slots=True)
class DailyService:
    """Shows and opens the hand of the day, one attempt for each person, and lets people join their crew's daily."""

    store: Store
    tables: TableService
    people: PreferencesCache
    outbox: Outbox
    replays: ReplayService
    _opening: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """By user, a lock that is held while the hand of the day is being opened for them."""

    async def show(self, request: Request) -> Reply:
        """Show the hand of the requester's day, with their own result and those of the crews whose daily they have
        joined. In a server, its own crew comes first, with an invitation if they have not joined its daily."""
        deal = await self._ensure_deal(await self._find_today(request))
        hand = await self.store.read(days.find_hand, request.user, deal.day)
        if hand is not None and hand.ended_at is None:
            await self._deal_in(request, hand.table, deal)
        return Reply(await self.store.read(_read_page, deal, request))

    async def play(self, request: Request, day: int, instead: bool = False) -> Reply:
        """Open the hand of a day in the requester's DM, or link to it if it is open. If a practice table is there,
        ask whether to close it, or with `instead` close it first. Raises Refused."""
        today = await self._find_today(request)
        if day != today:
            raise Refused("TABLE", "day_past")
        deal = await self._ensure_deal(today)
        async with self._opening.setdefault(request.user, asyncio.Lock()):
            hand = await self.store.read(days.find_hand, request.user, day)
            if hand is not None and hand.ended_at is None:
                await self._deal_in(request, hand.table, deal)
                return _tell_opened(request, (await self.tables.get(hand.table)).place)
            if await self.store.read(days.has_begun, request.user, day):
                raise Refused("TABLE", "day_played")
            if await self.store.read(days.find_hand_under_way, request.user) is not None:
                raise Refused("TABLE", "day_under_way")
            present = await self.store.read(practice.find_of_person, request.user)
            if present is not None and not instead:
                return self._ask_to_close(request, present, day)
            if present is not None:
                await close_practice(self.tables, present.id, request)
            return await self._open(request, deal)

    async def join_daily(self, request: Request) -> Reply:
        """Let the requester join the daily of the crew that plays in this channel. If the crew has no
        channel for its results yet, this one becomes it. Raises Refused in a DM, and for too many crews."""
        location = must_be_in_server(request, "day_server")
        name = await self.store.read(find_own_name, request, (location.channel, location.parent))
        await self.store.write(_join, location, DailyMember(request.user, name, request.at), request.at)
        return await self.show(request)

    async def leave_daily(self, request: Request) -> Reply:
        """Let the requester leave the daily of the crew that plays in this channel. Raises Refused."""
        crew = await self.store.read(_find_crew, must_be_in_server(request, "day_server"))
        if crew is None or not await self.store.write(days.leave, crew.id, request.user):
            raise Refused("TABLE", "day_not_joined")
        return await self.show(request)

    async def post_here(self, request: Request) -> Reply:
        """Let the crew's results be posted in this channel from now on.

        Raises Refused: not an admin, in a DM, a channel where no crew plays.
        """
        if not request.requester.admin:
            raise Refused("TABLE", "day_admin")
        crew = await self.store.read(_find_crew, must_be_in_server(request, "day_server"))
        if crew is None:
            raise Refused("TABLE", "day_not_joined")
        await self.store.write(set_channel, crew.id, request.location.channel)
        return await self.show(request)

    async def show_commitments(self, request: Request) -> Reply:
        """Show the commitments of the last days and of the next, and the secrets that are open."""
        newest = find_newest_day(request.at)
        for day in (newest, newest + 1):
            await self._ensure_deal(day)
        deals = await self.store.read(_list_deals, newest + 1)
        return reply_text(pages.describe_checks(deals, newest, request.words()))

    async def look_back(self, request: Request) -> Reply:
        """Replay the requester's last hand of a day that is over. Raises Refused outside a DM, or if there is none."""
        if not request.in_dm:
            raise Refused("TABLE", "day_look_in_dm")
        hand = await self.store.read(days.find_revealed_hand, request.user)
        if hand is None:
            raise Refused("TABLE", "day_none")
        return await self.replays.show(await self.tables.get(hand.table), request)

    async def ask_to_leave_hand(self, table: Table, request: Request) -> Reply:
        """Ask the requester once whether they want to leave the hand of the day. Raises Refused if they cannot."""
        closings.leave_day(table, request.requester)
        return Reply(pages.ask_to_leave(table, request.words()), in_place=False)

    async def leave_hand(self, table: Table, request: Request) -> Reply:
        """Leave the hand of the day, which counts as the requester's attempt."""
        await change_table(self.tables, table.id, request, closings.leave_day, request.requester)
        return reply_text(request.words().say("daily/gone"), table.id)

    async def _find_today(self, request: Request) -> int:
        """The number of the day in the requester's time zone."""
        chosen = await self.people.get(request.user)
        return find_day(request.at, find_zone(chosen.timezone) or UTC)

    async def _ensure_deal(self, day: int) -> Deal:
        """Return the one deal of a day. Make and store it if the day has none yet."""
        deal = await self.store.read(days.find_deal, day)
        if deal is not None:
            return deal
        return await self.store.write(ensure_deal, day, self.tables.chance.make_day_secret(day), self.tables.clock())

    def _ask_to_close(self, request: Request, present: StoredTable, day: int) -> Reply:
        words, title = request.words(), self.tables.settings.game(present.game).TITLE
        row = (Button(f"{pages.INSTEAD}.{day}", words.label(pages.INSTEAD), "primary"),)
        return Reply(Message(words.say("daily/another", title=title, link=make_dm_link(present.channel)), rows=(row,)))

    async def _open(self, request: Request, deal: Deal) -> Reply:
        game = self.tables.settings.game(deal.game)
        text = request.words().say("daily/greeting", title=game.TITLE)
        place, posted = await greet_in_dm(self.outbox, request, text, "daily hand")
        draft = daily.draft(game, place.channel, request.requester, request.at, deal.day)
        try:
            row = await self.store.write(_begin, draft, self.tables.settings.limits, deal.day)
        except Conflict:  # another process was first
            raise Refused("TABLE", "day_under_way") from None
        await self._deal_in(request, row.id, deal)
        return _tell_opened(request, place.channel, posted)

    async def _deal_in(self, request: Request, table: int, deal: Deal) -> None:
        """Seat the requester and the robots and deal, unless that was done; a crash may have left an empty table."""
        requester, at, chance = request.requester, request.at, self.tables.chance
        await self.tables.change(
            table, f"daily:{table}", at, lambda present: daily.open_table(present, requester, deal, at, chance)
        )


def _tell_opened(request: Request, channel: int, posted: int = 0) -> Reply:
    """Link to the hand of the day, unless the message `posted` is where the requester looks anyway."""
    if request.location.channel == channel and posted:
        return DONE
    return reply_text(request.words().say("daily/opened", link=make_dm_link(channel, posted)))


def _begin(connection: Connection, draft: Draft, limits: Limits, day: int) -> StoredTable:
    """Write the row of a table for the hand of a day. Raises Refused if its player has begun that hand before, or if
    the day's secret is open by now."""
    row = opening.create(connection, draft, limits)
    try:
        days.begin(connection, row.id, day, draft.host.user, draft.at)
    except Conflict:
        begun = days.has_begun(connection, draft.host.user, day)
        raise Refused("TABLE", "day_played" if begun else "day_past") from None
    return row


def _join(connection: Connection, location: Location, member: DailyMember, at: int) -> None:
    places = (location.channel, location.parent)
    make_settings = partial(crew_settings.make_settings_of_crew, location.language)
    crew = crews.ensure_at_place(connection, location.guild, places, at, make_settings)
    joined = days.crews_of(connection, member.user)
    if crew.id not in joined and len(joined) >= MOST_CREWS:
        raise Refused("TABLE", "day_crews", most=MOST_CREWS)
    days.join(connection, crew.id, member)
    if not channel_of(crew):
        set_channel(connection, crew.id, location.channel)


def _find_crew(connection: Connection, location: Location) -> Crew | None:
    return crews.find_at_place(connection, location.guild, (location.channel, location.parent))


def _list_deals(connection: Connection, newest: int) -> list[Deal]:
    found = (days.find_deal(connection, day) for day in range(newest, newest - CHECKED - 1, -1))
    return [deal for deal in found if deal is not None]


def _read_page(connection: Connection, deal: Deal, request: Request) -> Message:
    """Make the page of the hand of the day for the requester."""
    hand = days.find_hand(connection, request.user, deal.day)
    under_way = days.find_hand_under_way(connection, request.user)
    earlier = under_way if under_way is not None and under_way.day != deal.day else None
    channel = 0 if under_way is None else stored_tables.load(connection, under_way.table).channel
    joined = days.crews_of(connection, request.user)
    local_crew = (
        None
        if request.in_dm
        else _find_crew(connection, request.location) or _make_crew_without_books(request.location)
    )
    others = (crews.find_crew(connection, number) for number in joined if local_crew is None or number != local_crew.id)
    shown = [
        CrewDay(
            crew,
            crew is local_crew,
            crew.id in joined,
            list_hands(connection, crew.id, deal.day, deal.day),
            list_hands(connection, crew.id, *month_of(deal.day)),
        )
        for crew in (local_crew, *others)
        if crew is not None
    ]
    other_channel = local_crew is not None and channel_of(local_crew) not in (0, request.location.channel)
    may_move = request.requester.admin and other_channel
    looks_back = days.find_revealed_hand(connection, request.user) is not None
    erased = hand is None and days.has_begun(connection, request.user, deal.day)
    page = DailyPage(deal, hand, earlier, erased, channel, shown, request.in_dm, looks_back, may_move)
    return pages.make_page(page, request.words())


def _make_crew_without_books(location: Location) -> Crew:
    """Make an empty crew for a server that has none yet. The first person to join its daily stores a real one."""
    return Crew(0, location.guild, "", {}, 0)
