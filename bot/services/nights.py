"""Game nights: planning them, answering, moving or skipping a date, cancelling."""

from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from msgspec import Struct

from bot.nights import date_messages
from bot.nights.date_messages import WEEKLY, NightNoticeKind
from bot.nights.night import DateState, NightStep, add_date, end, format_first_time, move, words_of_plan
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import find_zone
from bot.ports import DAY, Reply, Request, Suggested, format_timestamp, label_person, reply_text
from bot.services.request import find_own_name, must_be_in_server
from bot.store import Connection, Pace, Store
from bot.store.books import crews
from bot.store.tables import nights, rows as stored_tables
from bot.store.tables.nights import IN, Date, DateKey, NewPlan, NightAnswer, Plan
from bot.tables.lobby import house_rules, table_channels
from bot.tables.lobby.lobby import must_have_level
from bot.tables.process_settings import ProcessSettings
from bot.tally.books import crew_settings
from bot.wording.times.moments import describe_moment, parse_start_time, parse_time
from games.core import AnyGame, Level, Refused
from games.core.game import find_most_seats

ANSWER: Final = date_messages.NIGHT
MOST_DAYS: Final = 366
"""The most days from now to the first date of a night."""
MOST_OF_SERVER: Final = 10
"""The most nights that a server may have planned."""
MOST_OF_PERSON: Final = 3
"""The most nights that one person may have planned in a server which they do not manage."""
MOST_OF_DAY: Final = 10
"""The most nights that one person may plan in a server within a day. Cancelled ones count."""
MOST_ANSWERS: Final = 200
"""The most people who may answer to one date."""
GATHERED: Final = 2_000
"""Milliseconds from an answer to the edit of the date's message, so that one edit can show several answers."""


class NightService(Struct, frozen=True):
    """Plans nights and takes people's answers. The scheduler, which it wakes, does the rest."""

    store: Store
    people: PreferencesCache
    settings: ProcessSettings
    wake: Callable[[], None]

    async def plan(self, request: Request, game: str, when: str, weekly: bool, robots: str, preset: str) -> Reply:
        """Plan a night in the channel, once or every week at this hour in the requester's time zone. Raises Refused.

        A typed time such as "every friday 8pm" makes the night `weekly` too.
        """
        location, game_rules = must_be_in_server(request), self.settings.find_game(game)
        house_rules.options_of(game_rules, Pace.LIVE, {}, preset)
        if robots:
            must_have_level(game_rules, Level(robots))
        zone = (await self.people.get(request.user)).timezone
        typed = parse_time(when, request.at, find_zone(zone) or UTC, MOST_DAYS)
        weekly = weekly or typed.weekly
        await self.store.read(table_channels.must_be_allowed, location.guild, (location.channel,))
        new = NewPlan(
            guild=location.guild,
            channel=location.channel,
            planner=request.user,
            game=game,
            preset=preset,
            robots=robots,
            zone=zone,
            first=format_first_time(typed.at, zone),
            weekly=weekly,
            created_at=request.at,
            language=request.requester.language,
        )
        date = await self.store.write(_plan, new, request)
        self.wake()
        key, when = "night/planned_weekly" if weekly else "night/planned", format_timestamp(date.at)
        return request.answer(key, title=game_rules.TITLE, when=when, zone=zone, number=date.plan.id)

    async def show(self, request: Request) -> Reply:
        """List the nights of the channel; for an admin, those of the server."""
        must_be_in_server(request)
        words, found = request.words, await self.store.read(_list_nights, request)
        if not found:
            return reply_text(words.say("TABLE/night_none"))
        lines = []
        for date, coming in found:
            plan, game = date.plan, self.settings.find_game(date.plan.game)
            rules = date_messages.describe_rules(plan, game, words)
            facts = {"number": plan.id, "title": game.TITLE, "when": format_timestamp(date.at), "count": coming}
            key = "night/line_weekly" if plan.weekly else "night/line"
            lines.append(words.say(key, place=f"<#{plan.channel}>", rules=f". {rules}" if rules else "", **facts))
        return reply_text("\n".join(lines))

    async def suggest_nights(self, request: Request) -> Suggested:
        """Suggest the nights that the requester may name, as (label, number)."""
        found, say = await self.store.read(_list_choices, request), request.words.say
        suggested = []
        for date in found:
            number, zone = date.plan.id, date.plan.zone
            local_time = datetime.fromtimestamp(date.at / 1000, find_zone(zone) or UTC)
            when = describe_moment(local_time, zone or "UTC", request.words)
            title = self._title_of(date)
            suggested.append((say("night/suggested", number=number, title=title, when=when), str(number)))
        return suggested

    async def skip(self, request: Request, night: str) -> Reply:
        """Skip the next date of a weekly night."""
        return await self._end(request, night, DateState.SKIPPED)

    async def move(self, request: Request, night: str, when: str) -> Reply:
        """Move the next date of a night to another time. Its answers stay. Raises Refused."""
        must_be_in_server(request)
        zone = (await self.people.get(request.user)).timezone
        at = parse_start_time(when, request.at, find_zone(zone) or UTC, MOST_DAYS)
        date = await self.store.write(_move, request, night, at)
        self.wake()
        facts = {"title": self._title_of(date), "before": format_timestamp(date.at)}
        return request.answer("night/moved_to", when=format_timestamp(at), **facts)

    async def cancel(self, request: Request, night: str) -> Reply:
        """Cancel a night with all its dates."""
        return await self._end(request, night, DateState.CANCELLED)

    async def _end(self, request: Request, night: str, state: DateState) -> Reply:
        must_be_in_server(request)
        date = await self.store.write(_end, request, night, state)
        self.wake()
        return request.answer(f"night/{state}", title=self._title_of(date), when=format_timestamp(date.at))

    def _title_of(self, date: Date) -> str:
        return self.settings.find_game(date.plan.game).TITLE

    async def answer(self, request: Request, answer: str, night: int, week: int) -> Reply:
        """Take an answer to a date of a night. Raises Refused."""
        name = await self.store.read(find_own_name, request, (request.location.channel,))
        date, own = await self.store.write(_answer, request, (night, week), answer, name)
        self.wake()
        game, words = self.settings.find_game(date.plan.game), request.words
        facts: dict[str, object] = {"title": game.TITLE, "when": format_timestamp(date.at)}
        if answer == WEEKLY:
            key = "standing" if own.standing else "standing_ended"
            return reply_text(words.say(f"night/answered/{key}", **facts))
        ahead, seats = await self.store.read(_count_ahead, date, request.user, game)
        if answer == IN and ahead >= seats:
            answer, facts = "queue", {**facts, "seats": seats, "place": ahead - seats + 1}
        standing = words.say("night/answered/still_standing") if own.standing else ""
        return reply_text(f"{words.say(f'night/answered/{answer}', **facts)} {standing}".rstrip())


def _plan(connection: Connection, new: NewPlan, request: Request) -> Date:
    requester, location = request.requester, request.location
    known = [date.plan for date in nights.list_of_guild(connection, new.guild)]
    if len(known) >= MOST_OF_SERVER:
        raise Refused("TABLE", "nights_server", most=MOST_OF_SERVER)
    if not requester.admin and sum(plan.planner == requester.user for plan in known) >= MOST_OF_PERSON:
        raise Refused("TABLE", "nights_person", most=MOST_OF_PERSON)
    if nights.count_planned(connection, new.guild, requester.user, new.created_at - DAY) >= MOST_OF_DAY:
        raise Refused("TABLE", "nights_day", most=MOST_OF_DAY)
    crew = crews.ensure_at_place(
        connection, new.guild, (new.channel,), new.created_at, crew_settings.make_settings_of_crew
    )
    crew_settings.note_language(connection, crew, location.language)
    return add_date(connection, nights.add(connection, new), new, 0, new.created_at)


def _list_nights(connection: Connection, request: Request) -> list[tuple[Date, int]]:
    """The nights that the requester may see, each with the number of people who are in."""
    return [
        (date, len(nights.list_coming(connection, date.key)))
        for date in nights.list_of_guild(connection, request.location.guild)
        if _may_see(request, date.plan)
    ]


def _may_see(request: Request, plan: Plan) -> bool:
    """True for a night of the requester's channel, because other channels may be hidden from them. An admin may see all
    nights of the server."""
    return request.requester.admin or plan.channel in request.location.places


def _list_choices(connection: Connection, request: Request) -> list[Date]:
    """The nights that the requester may name in a command: those that they may see, and those that they planned."""
    return [
        date
        for date in nights.list_of_guild(connection, request.location.guild)
        if _may_see(request, date.plan) or date.plan.planner == request.user
    ]


def _count_ahead(connection: Connection, date: Date, user: int, game: AnyGame) -> tuple[int, int]:
    """The number of people who said that they are in before this user did, and the number of seats at the table."""
    plan, coming = date.plan, [known.user for known in nights.list_coming(connection, date.key)]
    crew = crews.find_at_place(connection, plan.guild, (plan.channel,))
    crew_rules = (
        {} if crew is None else house_rules.read_crew_defaults(connection, crew.id, game, Pace.LIVE, game.OPTIONS)
    )
    seats = find_most_seats(game, house_rules.options_of(game, Pace.LIVE, crew_rules, plan.preset))
    return (coming.index(user) if user in coming else 0), seats


def _move(connection: Connection, request: Request, night: str, at: int) -> Date:
    """Move the next date of a night. Return the date as it was."""
    date = _find_date_to_change(connection, request, night)
    if at == date.at:
        raise Refused("TABLE", "night_same", when=format_timestamp(at))
    move(connection, date, at, request.at)
    if date.step != NightStep.ANNOUNCE:
        date_messages.ask_regulars(connection, replace(date, at=at), request.at)
    return date


def _find_date_to_change(connection: Connection, request: Request, night: str) -> Date:
    """The next date of a night, if it has not begun and the requester may move, skip or cancel it."""
    date = _choose(_list_choices(connection, request), request, night)
    plan, requester = date.plan, request.requester
    if plan.planner != requester.user and not (
        requester.admin or (requester.moderator and plan.channel == request.location.channel)
    ):
        raise Refused("TABLE", "night_not_yours")
    if date.at <= request.at or date.table is not None:
        raise Refused("TABLE", "night_begins")
    return date


def _end(connection: Connection, request: Request, night: str, state: DateState) -> Date:
    """End the next date of a night, and tell those who are in."""
    date = _find_date_to_change(connection, request, night)
    if state is DateState.SKIPPED and not date.plan.weekly:
        raise Refused("TABLE", "night_once")
    if state is DateState.SKIPPED and date.step == NightStep.ANNOUNCE:
        raise Refused("TABLE", "night_unannounced", when=format_timestamp(date.at))
    kind = NightNoticeKind.SKIPPED if state is DateState.SKIPPED else NightNoticeKind.CANCELLED
    date_messages.notify_people_coming(connection, date, kind, request.at)
    end(connection, date, state, request.at)
    return date


def _choose(known: list[Date], request: Request, night: str) -> Date:
    """The night with the number `night` among the `known` ones, which the requester may name. Without a number, it is
    the channel's only night, in a thread also that of the channel above it, or else the only night that the requester
    may see.

    Every other number is refused as if it did not exist, so that nobody learns of nights in hidden channels.
    """
    number = night.strip().lstrip("#")
    if number:
        found = next((date for date in known if str(date.plan.id) == number), None)
        if found is None:
            raise Refused("TABLE", "night_unknown")
        return found
    seen = [date for date in known if _may_see(request, date.plan)]
    here, above = ([date for date in seen if date.plan.channel == channel] for channel in request.location.places)
    for choices in (here, here + above, seen):
        if len(choices) == 1:
            return choices[0]
    raise Refused("TABLE", "night_which" if seen else "night_none")


def _find_coming(connection: Connection, request: Request, key: DateKey) -> Date:
    """Find a date of this channel that is still to come. Raises Refused."""
    date = nights.find_date(connection, key)
    if date is None or (date.plan.guild, date.plan.channel) != request.location[:2]:
        raise Refused("TABLE", "night_over")
    request.channels = words_of_plan(date.plan).channels
    if date.state == DateState.OPEN and date.table is not None:
        table = stored_tables.load(connection, date.table)
        raise Refused("TABLE", "night_open", place=f"<#{table.thread or table.channel}>")
    if date.state != DateState.PLANNED:
        called_off = date.state in (DateState.CANCELLED, DateState.SKIPPED)
        raise Refused("TABLE", f"night_{date.state}" if called_off else "night_over")
    if date.at <= request.at:
        raise Refused("TABLE", "night_opening")
    return date


def _answer(connection: Connection, request: Request, key: DateKey, answer: str, name: str) -> tuple[Date, NightAnswer]:
    """Store the requester's answer to a date that is still to come, and return it.

    `WEEKLY` gives a standing answer, "in" for the later dates too. If the requester has a standing answer already,
    `WEEKLY` takes it back, and keeps the answer to this date. `name` is the crew's name for the requester.
    """
    date = _find_coming(connection, request, key)
    given = nights.list_answers(connection, key)
    before = next((known for known in given if known.user == request.user), None)
    if before is None and len(given) >= MOST_ANSWERS:
        raise Refused("TABLE", "night_full", most=MOST_ANSWERS)
    standing = before is not None and before.standing
    if answer == WEEKLY:
        if not date.plan.weekly:
            raise Refused("TABLE", "no_button")
        answer, standing = (before.answer, False) if before is not None and standing else (IN, True)
    others = [known.name for known in given if known.user != request.user]
    at = request.at if before is None or before.answer != answer else before.at  # who says the same keeps their place
    own = NightAnswer(request.user, label_person(name, others), answer, at, standing)
    if before is None or (before.answer, before.standing) != (answer, standing):
        nights.put_answer(connection, key, own)
        nights.change(connection, key, request.at + GATHERED)
    return date, own
