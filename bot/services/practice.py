"""Tables in the requester's DM: `/practice` with its hints, and `/daily`, the hand of the day with its crews."""

from dataclasses import replace
from datetime import UTC
from functools import partial
from typing import Final

from msgspec import field

from bot.messages.hands import daily as pages
from bot.messages.hands.practice import CLOSE, NEW, PREPARED
from bot.messages.help import describe_hint
from bot.messages.replays.replay import PLAY_ON
from bot.messages.replays.replay_steps import Look
from bot.outbox.outbox import MessageToSend, Outbox
from bot.people.quiet_hours import find_zone
from bot.ports import (
    DONE,
    Button,
    DeliveryError,
    Location,
    Locks,
    Message,
    Place,
    Reply,
    Request,
    make_button,
    make_dm_link,
    reply_text,
    with_buttons,
)
from bot.services.replays import ReplayService
from bot.services.request import (
    TableUseCases,
    change_table,
    find_own_name,
    make_change,
    must_be_in_server,
)
from bot.store import Conflict, Connection
from bot.store.books import Crew, crews
from bot.store.people import lesson_progress
from bot.store.tables import days
from bot.store.tables.days import Deal
from bot.store.tables.rows import StoredTable
from bot.tables import repeats
from bot.tables.aggregate import Limits, Table, Wish, must_allow
from bot.tables.aggregate.days import find_day, find_newest_day
from bot.tables.aggregate.table import Decision, must_sit
from bot.tables.dailies import channel_of, ensure_deal, set_channel
from bot.tables.history.entries import RECORDED
from bot.tables.lobby import alone, lobby, opening
from bot.tables.lobby.opening import Draft
from bot.tables.play import closings
from bot.tally.books import crew_settings
from bot.wording import Words
from games.core import AnyGame, Level, Refused


class TablesInDm(TableUseCases, frozen=True):
    """Use cases about tables in their player's DM."""

    outbox: Outbox
    replays: ReplayService
    _opening: Locks = field(default_factory=Locks)
    """A lock by user, held while a table is being opened for them."""

    async def greet(self, request: Request, text: str, kind: str) -> Place:
        """Write to the requester's DM, to learn if it is open before a table of some `kind` opens there. Raises Refused
        if it is closed."""
        try:
            to_send = MessageToSend(None, Message(text), request.user)
            return (await self.outbox.say_now(kind, f"{kind}:{request.user}", to_send, request.cause))[0]
        except DeliveryError:
            raise Refused("TABLE", "practice_dm") from None

    async def close_practice(self, table: int, request: Request) -> None:
        """Close the requester's practice table, so that another table can open in their DM."""
        await change_table(self.tables, table, request.further("close"), closings.close)


class PracticeService(TablesInDm, frozen=True):
    """Opens and closes practice tables, one for each person, and gives hints at them."""

    async def begin(self, request: Request, game: str, level: str = "", instead: bool = False) -> Reply:
        """Open a practice table with robots of a level; `PREPARED` stands for the prepared hand.

        If the requester has a practice table already, ask whether to close it, or with `instead` close it first.
        Without a `game`, link to the table that they have.
        """
        words = request.words
        present = await self.store.read(alone.find_of_person, request.user)
        if not game:
            if present is None:
                raise Refused("TABLE", "practice_none")
            return self._link_to(present, "practice/open", words)
        chosen, skill = self._read(game, level)
        if present is not None and not instead:
            return self._link_to(present, "practice/another", words, NEW.make(game=game, level=skill or PREPARED))
        if present is not None:
            await self.close_practice(present.id, request)
        first = chosen.FIRST_HAND if skill is None else None
        greeting = "practice/greeting" if first is None else "practice/first_greeting"
        draft = alone.draft_practice(chosen, request, first)
        reply = await self._open_in_dm(request, greeting, draft, lambda made: alone.open_practice(made, request, skill))
        return _put_in_place(reply, instead)

    async def begin_as_usual(self, request: Request, game: str) -> Reply:
        """Open a practice table, with the prepared hand for somebody who has seen no hand of the game to its end."""
        known, _ = self._read(game, "")
        played = await self.store.read(lesson_progress.count_hands, request.user, game)
        return await self.begin(request, game, "" if played or known.FIRST_HAND is None else PREPARED)

    async def give_hint(self, table: Table, request: Request) -> Reply:
        """Tell the move that a robot would make in the requester's place, and its reason, and warn of the dearest one.
        Raises Refused if the table gives no hints, or is not live."""
        must_allow(table, Wish.HINT)
        seat = must_sit(table, request.user)
        if not table.is_live or not table.playing:
            raise Refused("TABLE", "closed" if table.is_closed else "not_live")
        dear = await self.replays.dearest.find_warning(table, seat)
        return reply_text(describe_hint(table, seat, request.words, dear))

    def _read(self, game: str, level: str) -> tuple[AnyGame, Level | None]:
        """Look up a game and a level by their names; None for the prepared hand. Raises Refused."""
        chosen = self.tables.settings.find_game(game)
        if level == PREPARED and chosen.FIRST_HAND is not None:
            return chosen, None
        try:
            skill = Level(level) if level else Level.OLD_HAND
        except ValueError:
            raise Refused("TABLE", "practice_level", given=level) from None
        lobby.must_have_level(chosen, skill)
        return chosen, skill

    async def play_on(self, table: Table, request: Request, look: Look, instead: bool = False) -> Reply:
        """Play a finished hand on from a step of its replay, at a practice table with old hands. If the requester has a
        practice table already, ask whether to close it, or with `instead` close it first.

        Raises Refused while the secret of the hand is shut, without a seat to look from, after its last move, and for
        an evening that is too long.
        """
        position = await self.replays.find_position(table, request, look)
        present = await self.store.read(alone.find_of_person, request.user)
        if present is not None and not instead:
            name = PLAY_ON.make(hand=look.hand, step=look.step, chosen=look.chosen, way="instead")
            return self._link_to(present, "practice/another", request.words, name, table.id)
        recording = await self.store.read(repeats.read_recording, position)
        if present is not None:
            await self.close_practice(present.id, request)
        chance = self.tables.chance
        reply = await self._open_in_dm(
            request,
            "practice/repeat_greeting",
            repeats.draft_repeat(position, request),
            lambda made: repeats.open_repeat(made, request, position, recording, chance),
            RECORDED,
        )
        # After DONE, the board of the finished table would be posted again, below the new one.
        return Reply(in_place=False) if reply == DONE else _put_in_place(reply, instead)

    async def _open_in_dm(
        self, request: Request, greeting: str, draft: Draft, decide: Decision, prefix: str = ""
    ) -> Reply:
        """Greet the requester in their DM, and open the drafted table there. `prefix` begins the cause of the commit
        that `decide` makes."""
        title = draft.game.TITLE
        async with self._opening.of(request.user):
            if await self.store.read(alone.find_in_dm, request.user) is not None:
                raise Refused("TABLE", "practice_taken")
            place = await self.greet(request, request.words.say(greeting, title=title), "practice")
            here = replace(draft, channel=place.channel)
            row = await self.store.write(opening.create, here, self.tables.settings.limits)
            await self.tables.change(row.id, f"{prefix}{request.cause}", request.at, decide)
        if request.location.channel == place.channel:
            return DONE
        return request.answer("practice/opened", title=title, link=make_dm_link(place.channel))

    async def close(self, request: Request, table: int) -> Reply:
        """Close the requester's practice table. Raises Refused unless that is `table`, or `table` is 0."""
        present = await self.store.read(alone.find_of_person, request.user)
        if present is None or table not in (0, present.id):
            raise Refused("TABLE", "practice_none")
        await self.close_practice(present.id, request)
        return request.answer("practice/closed") if not table else DONE

    def _link_to(self, present: StoredTable, key: str, words: Words, instead: str = "", table: int = 0) -> Reply:
        """Link to the requester's table, with a button to close it. `instead` is the control, of `table` if it belongs
        to one, that opens a new one."""
        title = self.tables.settings.game(present.game).TITLE
        text = words.say(key, title=title, link=make_dm_link(present.channel))
        others = (make_button(instead, words, "primary"),) if instead else ()
        return Reply(with_buttons(text, *others, Button(CLOSE, words.say("practice/close_open")), table=table))


MOST_CREWS: Final = 10
"""The most crews whose daily one person may join. Each result of that person is announced to all these crews."""
CHECKED: Final = 7
"""The number of past days whose commitments and secrets are shown."""


class DailyService(TablesInDm, frozen=True):
    """Shows and opens the hand of the day, one attempt for each person, and lets people join their crew's daily."""

    async def show(self, request: Request) -> Reply:
        """Show the hand of the requester's day, with their own result and those of the crews whose daily they have
        joined. In a server, its own crew comes first, with an invitation if they have not joined its daily."""
        deal = await self._ensure_deal(await self._find_today(request))
        hand = await self.store.read(days.find_hand, request.user, deal.day)
        if hand is not None and hand.ended_at is None:
            await self._deal_in(request, hand.table, deal)
        return Reply(await self.store.read(pages.make_page, deal, request))

    async def play(self, request: Request, day: int, instead: bool = False) -> Reply:
        """Open the hand of a day in the requester's DM, or link to it if it is open. If a practice table or the hand of
        an earlier day is there, ask whether to close it, or with `instead` close it first. Raises Refused."""
        today = await self._find_today(request)
        if day != today:
            raise Refused("TABLE", "day_past")
        deal = await self._ensure_deal(today)
        async with self._opening.of(request.user):
            hand = await self.store.read(days.find_hand, request.user, day)
            if hand is not None and hand.ended_at is None:
                await self._deal_in(request, hand.table, deal)
                return _put_in_place(_tell_opened(request, (await self.tables.get(hand.table)).place), instead)
            if await self.store.read(days.has_begun, request.user, day):
                raise Refused("TABLE", "day_played")
            earlier = await self.store.read(days.find_hand_under_way, request.user)
            if earlier is not None and not instead:
                text = pages.describe_earlier(earlier, (await self.tables.get(earlier.table)).place, request.words)
                return _ask_to_close(request, text, day)
            if earlier is not None:
                await change_table(self.tables, earlier.table, request.further("close"), closings.leave_day)
            present = await self.store.read(alone.find_in_dm, request.user)
            if present is not None and not instead:
                title = self.tables.settings.game(present.game).TITLE
                text = request.words.say("daily/another", title=title, link=make_dm_link(present.channel))
                return _ask_to_close(request, text, day)
            if present is not None:
                await self.close_practice(present.id, request)
            return _put_in_place(await self._open(request, deal), instead)

    async def join_daily(self, request: Request) -> Reply:
        """Let the requester join the daily of the crew that plays in this channel. If the crew has no
        channel for its results yet, this one becomes it. Raises Refused in a DM, and for too many crews."""
        location = must_be_in_server(request, "day_server")
        name = await self.store.read(find_own_name, request, location.places)
        await self.store.write(_join, location, request.user, name, request.at)
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
        deals = await self.store.read(_list_deals, newest + 1)
        return reply_text(pages.describe_checks(deals, newest, request.words))

    async def look_back(self, request: Request) -> Reply:
        """Replay the requester's last hand of a day that is over. Raises Refused outside a DM, or if there is none."""
        if not request.in_dm:
            raise Refused("TABLE", "day_look_in_dm")
        hand = await self.store.read(days.find_revealed_hand, request.user)
        if hand is None:
            raise Refused("TABLE", "day_none")
        return await self.replays.show(await self.tables.get(hand.table), request)

    async def share(self, request: Request, day: int) -> Reply:
        """Show the requester's result of a day as a card that they can copy anywhere. Raises Refused if they did not
        finish that day's hand."""
        hand, deal = (
            await self.store.read(days.find_hand, request.user, day),
            await self.store.read(days.find_deal, day),
        )
        if hand is None or deal is None or not hand.is_finished:
            raise Refused("TABLE", "day_none")
        return reply_text(pages.make_card(hand, deal.game, request.words))

    async def ask_to_leave_hand(self, table: Table, request: Request) -> Reply:
        """Ask the requester once whether they want to leave the hand of the day. Raises Refused if they cannot."""
        closings.leave_day(table, request)
        return Reply(pages.ask_to_leave(table, request.words), in_place=False)

    leave_hand = make_change(closings.leave_day, "daily/gone")
    """Leave the hand of the day, which counts as the requester's attempt."""

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

    async def _open(self, request: Request, deal: Deal) -> Reply:
        game = self.tables.settings.game(deal.game)
        text = request.words.say("daily/greeting", title=game.TITLE)
        place = await self.greet(request, text, "daily hand")
        draft = alone.draft_day(game, place.channel, request, deal.day)
        try:
            row = await self.store.write(_begin, draft, self.tables.settings.limits, deal.day)
        except Conflict:  # another process was first
            raise Refused("TABLE", "day_under_way") from None
        await self._deal_in(request, row.id, deal)
        return _tell_opened(request, place.channel, new=True)

    async def _deal_in(self, request: Request, table: int, deal: Deal) -> None:
        """Seat the requester and the robots and deal, unless that was done; a crash may have left an empty table."""
        chance = self.tables.chance
        await self.tables.change(
            table, f"daily:{table}", request.at, lambda present: alone.open_day(present, request, deal, chance)
        )


def _put_in_place(reply: Reply, instead: bool) -> Reply:
    """The reply, in place of the question whether to close a table `instead`: a second tap would close the next one."""
    return replace(reply, in_place=True) if instead and reply.message is not None else reply


def _ask_to_close(request: Request, text: str, day: int) -> Reply:
    """Ask whether to close the table in the requester's DM for the hand of a day."""
    return Reply(with_buttons(text, make_button(pages.PLAY, request.words, "primary", way="instead", day=day)))


def _tell_opened(request: Request, channel: int, new: bool = False) -> Reply:
    """Link to the DM with the hand of the day, unless the requester looks there anyway and the hand is `new`."""
    if request.location.channel == channel and new:
        return DONE
    return request.answer("daily/opened", link=make_dm_link(channel))


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


def _join(connection: Connection, location: Location, user: int, name: str, at: int) -> None:
    make_settings = partial(crew_settings.make_settings_of_crew, location.language)
    crew = crews.ensure_at_place(connection, location.guild, location.places, at, make_settings)
    joined = days.crews_of(connection, user)
    if crew.id not in joined and len(joined) >= MOST_CREWS:
        raise Refused("TABLE", "day_crews", most=MOST_CREWS)
    days.join(connection, crew.id, user, name, at)
    if not channel_of(crew):
        set_channel(connection, crew.id, location.channel)


def _find_crew(connection: Connection, location: Location) -> Crew | None:
    return crews.find_at_place(connection, location.guild, location.places)


def _list_deals(connection: Connection, newest: int) -> list[Deal]:
    found = (days.find_deal(connection, day) for day in range(newest, newest - CHECKED - 1, -1))
    return [deal for deal in found if deal is not None]
