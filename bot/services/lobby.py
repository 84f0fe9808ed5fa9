"""Before the first hand: the channels of tables, opening a table, sitting down, robots, house rules, the start.

A crew keeps default house rules for each game and pace. They are taken from a lobby, and used for new tables.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from datetime import UTC
from typing import Final
from weakref import WeakValueDictionary

from bot.messages import house_rules
from bot.messages.house_rules import CREW_RULES
from bot.messages.lobby import ask_to_start, describe_house_rules, describe_rules
from bot.messages.table_words import words_of
from bot.people.preferences import PreferencesCache
from bot.people.quiet_hours import find_zone
from bot.ports.markup import format_timestamp
from bot.ports.messenger import DeliveryError, Messenger, Place
from bot.ports.requests import DONE, Location, Reply, Request, reply_text
from bot.ports.ui import Button, Message
from bot.services.gathering import start_if_full, tell_place
from bot.services.request import Decide, P, change_further, change_table, must_be_in_server
from bot.services.start_times import parse_start_time, parse_time_of_day
from bot.store.books import crews, houses, revisions
from bot.store.books.crews import Crew
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.store.tables.rows import Pace, Status
from bot.tables.aggregate.changes import Change
from bot.tables.aggregate.table import Table
from bot.tables.fairness.sealing import is_dealing
from bot.tables.lobby import house_rule_changes, opening, seating, starting, table_channels
from bot.tables.lobby.house_rules import (
    complete_time,
    find_default_settings,
    list_table_options,
    options_of,
    read_crew_defaults,
)
from bot.tables.seats import queue
from bot.tables.service import TableService
from bot.tally import crew_settings, ledger
from bot.tally.crew_settings import language_of, words_of_crew
from bot.wording import (
    Language,
    Words,
    describe_preset,
    describe_value,
    name_house_rule,
    name_preset,
    parse_spoken_value,
    read_house_name,
)
from games.core.options import Value
from games.core.refused import Refused
from games.core.robots import Level
from games.core.time_of_day import TimeOfDay

log = logging.getLogger(__name__)

KEEP: Final = f"{CREW_RULES}.keep"
"""The button that makes the rules of a lobby the crew's defaults."""
FORGET: Final = f"{CREW_RULES}.forget"
"""The button that forgets the crew's defaults."""


@dataclass(frozen=True, slots=True)
class LobbyService:
    """Opens tables, and changes them until their game starts."""

    store: Store
    tables: TableService
    people: PreferencesCache
    messenger: Messenger
    wake_announcer: Callable[[], None]
    show_opened: Callable[[int], Awaitable[str]]
    """Shows the board of a new table. Returns why Discord refused it; "" if Discord took it."""
    _opening: WeakValueDictionary[int, asyncio.Lock] = field(default_factory=WeakValueDictionary)
    """The locks of channels in which a table is being opened."""

    async def open(
        self,
        request: Request,
        game_name: str,
        pace: str = Pace.LIVE,
        preset: str = "",
        thread: bool = False,
        start: str = "",
    ) -> Reply:
        """Open a table in the channel, or in a thread of its own. At the time `start`, if any, its game starts."""
        if request.in_dm:
            raise Refused("TABLE", "no_dm")
        if pace not in tuple(Pace):
            raise Refused("TABLE", "pace", given=pace)
        game = self.tables.settings.find_game(game_name)
        start_at, start_text = await self._read_start(start, request) if start else (None, "")
        requester, location, at = request.requester, request.location, request.at
        await self.store.read(table_channels.must_be_allowed, location.guild, (location.channel, location.parent))
        async with self._opening.setdefault(location.channel, asyncio.Lock()):
            own_thread, limits = None, self.tables.settings.limits
            draft = opening.Draft(
                game,
                location.guild,
                location.channel,
                requester,
                at,
                pace=Pace(pace),
                preset=preset,
                language=location.language,
            )
            if thread:  # a refused table must not leave an empty thread
                await self.store.read(opening.must_have_room, draft, limits)
                own_thread = await self._open_thread(game.TITLE, request, slow=pace == Pace.CORRESPONDENCE)
            row = await self.store.write(opening.create, replace(draft, thread=own_thread), limits)
            await change_table(self.tables, row.id, request, lambda _: opening.open_table(requester, at, start_at))
        await self._post_or_close(row.id, own_thread, request)
        await self._load_quiet_hours(request)
        opened = request.words().say("lobby/opened", title=game.TITLE, place=f"<#{own_thread or location.channel}>")
        return reply_text("\n".join(filter(None, (opened, start_text))), row.id)

    async def _post_or_close(self, table: int, own_thread: int | None, request: Request) -> None:
        """Post the board of a new table. If Discord refuses it, close the table, delete its empty thread (`own_thread`)
        if it has one, and raise Refused."""
        if refusal := await self.show_opened(table):

            def close(present: Table) -> Change | None:
                return None if present.status == Status.CLOSED else seating.leave(present, request.requester)

            await change_further(self.tables, table, request, "refused", close)
            location = request.location
            if own_thread is not None:
                try:
                    await self.messenger.end_thread(Place(own_thread, location.guild))
                except DeliveryError as trouble:
                    log.info("table %s: its empty thread stays (%s)", table, trouble.kind)
            key = "not_posted" if own_thread is None else "not_posted_in_thread"
            raise Refused("TABLE", key, place=f"<#{location.channel}>", why=request.words().say(f"refused/{refusal}"))

    async def _open_thread(self, title: str, request: Request, slow: bool) -> int:
        location = request.location
        if location.parent:
            raise Refused("TABLE", "in_thread")
        try:
            name = location.words().say("lobby/thread", title=title, name=request.requester.name)[:100]
            thread = await self.messenger.open_thread(
                Place(location.channel, location.guild), name, False, (request.user,), slow
            )
        except DeliveryError as trouble:
            raise Refused("TABLE", "no_thread", why=request.words().say(f"refused/{trouble.kind}")) from None
        return thread.channel

    async def join(self, table: Table, request: Request) -> Reply:
        """Sit down, or join the queue."""
        await self._load_quiet_hours(request)
        await self._change_and_start(table, request, queue.join, request.requester, request.at)
        present = await self.tables.get(table.id)
        if queue.place_of(present, request.user):
            return tell_place(present, request)
        if present.playing is not None and present.seat_of(request.user) is not None:
            return reply_text(words_of(present, request.requester.language).say("queue/sat_down"), present.id)
        return DONE

    async def add_robot(self, table: Table, request: Request, level: Level) -> Reply:
        """Put a robot of a level on the next seat."""
        return await self._change_and_start(table, request, seating.add_robot, request.requester, request.at, level)

    async def _change_and_start(
        self, table: Table, request: Request, decide: Decide[P], *facts: P.args, **named: P.kwargs
    ) -> Reply:
        """Make a change that fills a seat or adds an agreement. If the house rules say so and the table is full, start
        its game."""
        committed = await change_table(self.tables, table.id, request, decide, *facts, **named)
        await start_if_full(self.tables, committed.table, request)
        return DONE

    async def remove_robot(self, table: Table, request: Request) -> Reply:
        """Take the last robot away."""
        await change_table(self.tables, table.id, request, seating.remove_robot, request.requester)
        return DONE

    async def leave(self, table: Table, request: Request) -> Reply:
        """Get up, or leave the queue."""

        def leave(present: Table) -> Change | None:
            return queue.leave(present, request.user) or seating.leave(present, request.requester)

        await change_table(self.tables, table.id, request, leave)
        return DONE

    async def leave_seat(self, table: Table, request: Request, seat: int) -> Reply:
        """Leave this seat, or the queue. Raises Refused if somebody else sits on this seat, and the requester on
        another."""
        sitting = next((taken for taken in table.seats if taken.seat == seat), None)
        if sitting is not None and sitting.user_id != request.user and table.seat_of(request.user) is not None:
            raise Refused("TABLE", "another_sits", name=sitting.name)
        return await self.leave(table, request)

    async def swap(self, table: Table, request: Request) -> Reply:
        """Change places with the next player round the table."""
        await change_table(self.tables, table.id, request, seating.swap, request.requester)
        return DONE

    async def agree_to_house_rules(self, table: Table, request: Request, number: int) -> Reply:
        """Agree to the change of house rules that has this number. If the rules say so, the last to agree starts the
        game."""
        return await self._change_and_start(
            table, request, house_rule_changes.agree_to_house_rules, request.requester, number
        )

    async def start(self, table: Table, request: Request, last_offer: int = 0) -> Reply:
        """Start the game now. If seats are held for people who have not answered, ask the requester first.

        `last_offer` is the number of the last offer about which the requester was asked already.
        """
        if any(offer.number > last_offer for offer in seating.list_held_places(table)) and not is_dealing(table):
            starting.must_be_able_to_start(table, request.requester)
            return Reply(ask_to_start(table, words_of(table, request.requester.language)), in_place=False)
        arguments = request.requester, request.at, self.tables.chance
        await change_table(self.tables, table.id, request, starting.start, *arguments)
        return (
            Reply(Message(request.words().say("lobby/started"), table=table.id), in_place=True) if last_offer else DONE
        )

    async def start_at(self, table: Table, request: Request, when: str) -> Reply:
        """Set the time, as the requester typed it, at which the game starts by itself. "off" cancels it."""
        start_at, text = None, request.words().say("start/off")
        if when.strip().lower() not in ("off", "none", "never"):
            start_at, text = await self._read_start(when, request)
        await change_table(self.tables, table.id, request, starting.set_start, request.requester, start_at)
        return reply_text(text, table.id)

    async def _read_start(self, typed: str, request: Request) -> tuple[int, str]:
        """Parse a start time in the requester's time zone. Return it in milliseconds, with a text that confirms it."""
        zone = (await self.people.get(request.user)).timezone
        start_at = parse_start_time(typed, request.at, find_zone(zone) or UTC)
        return start_at, request.words().say("start/set", when=format_timestamp(start_at), zone=zone)

    async def show_house_rules(self, table: Table, request: Request, name: str | None = None) -> Reply:
        """Show all house rules, or only the rule `name`."""
        words = words_of(table, request.requester.language)
        text = describe_house_rules(table, words) if name is None else _describe_one_rule(table, name, words)
        return reply_text(text, table.id)

    async def set_house_rule(self, table: Table, request: Request, name: str, value: str) -> Reply:
        """Set the house rule `name` to a value as people write it. After the start, this works only for rules on which
        no result depends."""
        words = words_of(table, request.requester.language)
        rule = read_house_name(name, words)
        completed = await self._complete_time(table, rule, parse_spoken_value(rule, value, words), request)
        decide = house_rule_changes.set_house_rule
        committed = await change_table(self.tables, table.id, request, decide, request.requester, name, completed)
        present = {**committed.table.row.options, **committed.table.row.settings.house}
        value_in_words = describe_value(rule, present[rule], words)
        return reply_text(words.say("house/set", name=name_house_rule(rule, words), value=value_in_words), table.id)

    async def _complete_time(self, table: Table, rule: str, typed: str, request: Request) -> str:
        """If a house rule can be a time of day, read the typed time in the requester's time zone. Return other values
        as they are."""
        option = next((item for item in table.game.OPTIONS if item.name == rule and item.tells_time), None)
        if option is None:
            return typed
        zone = (await self.people.get(request.user)).timezone
        minute = parse_time_of_day(typed)
        time_text = typed if minute is None else TimeOfDay(minute).write()
        return complete_time(option, time_text, zone)

    async def choose_house_rule(self, table: Table, request: Request, values: tuple[str, ...]) -> Reply:
        """Set a house rule. `values` comes from a form or a menu, and names the rule."""
        if not values:
            raise Refused("TABLE", "no_button")
        chosen = house_rules.read_choice(values, words_of(table, request.requester.language))
        return await self.set_house_rule(table, request, *chosen)

    async def take_preset(self, table: Table, request: Request, name: str) -> Reply:
        """Set the house rules of a preset before the first hand."""
        decide = house_rule_changes.take_preset
        await change_table(self.tables, table.id, request, decide, request.requester, name)
        words = words_of(table, request.requester.language)
        preset = next(item for item in table.game.PRESETS if item.name == name)
        text = words.say("house/preset_set", name=name_preset(name, words), description=describe_preset(preset, words))
        return reply_text(text, table.id)

    async def show_crew_rules(self, table: Table, request: Request) -> Reply:
        """Show the defaults that the crew keeps for this game and pace."""
        return await self.store.read(_show_crew_rules, table, request.requester.language)

    async def change_crew_rules(self, table: Table, request: Request, keep: bool) -> Reply:
        """Keep the table's house rules as the crew's defaults, or forget the defaults."""
        reply = await self.store.write(_change_crew_rules, table, keep, request)
        self.wake_announcer()
        return reply

    async def choose_channels(self, request: Request, only: str) -> Reply:
        """Choose the channels of a server in which tables may be opened, and announce the choice. If `only` is empty,
        just show them. Raises Refused."""
        guild = must_be_in_server(request).guild
        if only.strip():
            if not request.requester.admin:
                raise Refused("TALLY", "not_admin")
            await self.store.write(_choose_channels, request, table_channels.read(only))
            self.wake_announcer()
        return reply_text(_name_channels(await self.store.read(table_channels.list_allowed, guild), request.words()))

    async def _load_quiet_hours(self, request: Request) -> None:
        """Load the requester's preferences into the cache, where the clocks look up quiet hours."""
        await self.people.get(request.user)


def _describe_one_rule(table: Table, name: str, words: Words) -> str:
    """Word one house rule of a table, with its values and the rule that it varies. Raises Refused for unknown names."""
    for option in house_rules.rules_of(table):
        if option.name == name:
            return house_rules.describe_rule(table, option, words)
    raise Refused("HOUSE", "option_name", name=name, allowed=tuple(option.name for option in table.game.OPTIONS)[:20])


def _choose_channels(connection: Connection, request: Request, channels: tuple[int, ...]) -> None:
    crew = table_channels.choose(connection, request.location.guild, channels, request.at)
    ledger.announce(connection, crew, "channels", request, value=_name_channels(channels, words_of_crew(crew)))


def _name_channels(channels: tuple[int, ...], words: Words) -> str:
    if not channels:
        return words.say("table/anywhere")
    return words.say("table/channels", channels=tuple(f"<#{channel}>" for channel in channels))


def _show_crew_rules(connection: Connection, table: Table, reader: Language) -> Reply:
    """Show the defaults that the crew of a table keeps for its game and pace."""
    words = words_of(table, reader)
    defaults = _read_defaults(connection, table)
    text = words.say("house/ours" if defaults else "house/not_ours", **_list_facts(table, defaults, words))
    row = (
        Button(KEEP, words.label(KEEP), "primary", disabled=table.status != Status.LOBBY),
        Button(FORGET, words.label(FORGET), disabled=not defaults),
    )
    return Reply(Message("\n".join((text, words.say("house/keeping"))), rows=(row,), table=table.id))


def _change_crew_rules(connection: Connection, table: Table, keep: bool, request: Request) -> Reply:
    """Make the rules of a lobby the crew's defaults (`keep`), or forget the defaults. Announce a change.

    Raises Refused if the requester is neither the scorer nor an admin. Rules are kept only before the game starts.
    """
    crew = crews.find_crew(connection, table.row.crew)
    assert crew is not None
    revisions.lock(connection, crew.id)
    if not ledger.is_scorer(crew_settings.read_settings(crew.settings), request.requester):
        raise Refused("TALLY", "not_scorer")
    if keep and table.status != Status.LOBBY:
        raise Refused("TABLE", "started")
    before, after = _read_defaults(connection, table), _list_changed(table, crew) if keep else {}
    paces = houses.find(connection, crew.id, table.game.NAME) | {table.row.pace: after}
    houses.put(connection, crew.id, table.game.NAME, paces, request.user, request.at)
    if after != before:
        at_table = Request(request.requester, Location(table.row.guild, table.place), request.id)
        facts = _list_facts(table, after, Words(language_of(crew), table.row.game))
        key = "house_kept" if after else "house_forgotten"
        ledger.announce(connection, crew, key, at_table, game=table.row.game, **facts)
    return _show_crew_rules(connection, table, request.requester.language)


def _list_facts(table: Table, rules: dict[str, Value], words: Words) -> dict[str, str]:
    return {
        "title": table.game.TITLE,
        "pace": words.say(f"pace/{table.row.pace}"),
        "changed": describe_rules(table.game, rules, words),
    }


def _read_defaults(connection: Connection, table: Table) -> dict[str, Value]:
    options = (*table.game.OPTIONS, *list_table_options(table.game))
    return read_crew_defaults(connection, table.row.crew, table.game, table.row.pace, options)


def _list_changed(table: Table, crew: Crew) -> dict[str, Value]:
    """The rules of a table that differ from the rules of a new table of its game and pace, if the crew kept no
    defaults."""
    new = options_of(table.game, table.row.pace, {}, "") | find_default_settings(crew, table.game)
    present = {**table.row.options, **table.row.settings.house}
    return {name: value for name, value in present.items() if name in new and value != new[name]}
