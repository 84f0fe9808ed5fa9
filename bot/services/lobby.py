"""Before the first hand: the channels of tables, opening a table, sitting down, robots, house rules, the start.

A crew keeps default house rules for each game and pace. They are taken from a lobby, and used for new tables.
"""

import logging
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import UTC
from typing import Final

from bot.messages.boards.lobby import ask_to_start, describe_house_rules, describe_rules
from bot.messages.parts import house_rules
from bot.messages.parts.house_rules import CREW_RULES
from bot.messages.parts.table_words import words_of
from bot.outbox.outbox import Outbox
from bot.people.quiet_hours import find_zone
from bot.ports import (
    DONE,
    DeliveryError,
    Location,
    Message,
    Messenger,
    Place,
    RefusedRequest,
    Reply,
    Request,
    format_timestamp,
    join_lines,
    make_button,
    reply_text,
    with_buttons,
)
from bot.services.request import Decide, TableUseCases, Ts, change_table, make_change, must_be_in_server
from bot.services.seats import start_if_full, tell_place
from bot.store import Connection, Pace
from bot.store.books import Crew, crews, houses, revisions
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Table
from bot.tables.fairness.sealing import is_dealing
from bot.tables.lobby import lobby, opening, table_channels
from bot.tables.lobby.house_rules import (
    find_default_settings,
    list_table_options,
    options_of,
    read_crew_defaults,
)
from bot.tables.seats import queue
from bot.tally.books import crew_settings, words_of_crew
from bot.tally.books.crew_settings import language_of
from bot.tally.changes import ledger
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
from bot.wording.times.clocks import parse_time_of_day
from bot.wording.times.moments import parse_start_time
from bot.wording.translations import name_language
from games.core import Level, Refused, Value
from games.core.time_of_day import TimeOfDay

log = logging.getLogger(__name__)

KEEP: Final = f"{CREW_RULES}.keep"
"""The button that makes the rules of a lobby the crew's defaults."""
FORGET: Final = f"{CREW_RULES}.forget"
"""The button that forgets the crew's defaults."""


class LobbyService(TableUseCases, frozen=True):
    """Opens tables, and changes them until their game starts."""

    messenger: Messenger
    outbox: Outbox
    wake_announcer: Callable[[], None]
    show_opened: Callable[[int], Awaitable[str]]
    """Shows the board of a new table. Returns why Discord refused it; "" if Discord took it."""

    async def speak(self, request: Request) -> None:
        """Let the open tables of the requester's crew speak the language that was chosen for its channels."""
        location = request.location
        crew = await self.store.read(crews.find_at_place, location.guild, location.places)
        if crew is None:
            return
        language = language_of(crew)
        for row in await self.store.read(stored_tables.list_open_of_crew, crew.id):
            if words_of(await self.tables.get(row.id)).language != language:
                spoken = language, name_language(language)
                await change_table(self.tables, row.id, request.further("speak"), lobby.speak, *spoken)

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
        await self.store.read(table_channels.must_be_allowed, location.guild, location.places)
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
        made = await change_table(self.tables, row.id, request, opening.open_table, start_at)
        await self._post_or_close(row.id, own_thread, request)
        opened = request.words.say("lobby/opened", title=game.TITLE, place=f"<#{own_thread or location.channel}>")
        told = (opened, start_text, _say_language(made.table, request))
        return reply_text(join_lines(*told), row.id)

    async def _post_or_close(self, table: int, own_thread: int | None, request: Request) -> None:
        """Post the board of a new table. If Discord refuses it, close the table, delete its empty thread (`own_thread`)
        if it has one, and raise Refused."""
        if refusal := await self.show_opened(table):
            further = request.further("refused")
            await change_table(
                self.tables, table, further, lambda now, asked: None if now.is_closed else lobby.leave(now, asked)
            )
            location = request.location
            if own_thread is not None:
                try:
                    await self.messenger.end_thread(Place(own_thread, location.guild))
                except DeliveryError as trouble:
                    log.info("table %s: its empty thread stays (%s)", table, trouble.kind)
            key = "not_posted" if own_thread is None else "not_posted_in_thread"
            raise Refused("TABLE", key, place=f"<#{location.channel}>", why=request.words.say(f"refused/{refusal}"))

    async def _open_thread(self, title: str, request: Request, slow: bool) -> int:
        location = request.location
        if location.parent:
            raise Refused("TABLE", "in_thread")
        refused = RefusedRequest("thread", request.user, location.guild, asked=True)
        try:
            name = Words(location.language).say("lobby/thread", title=title, name=request.requester.name)
            thread = await self.messenger.open_thread(
                Place(location.channel, location.guild), name, (request.user,), slow
            )
        except DeliveryError as trouble:
            await self.outbox.note_refused(refused, trouble)
            raise Refused("TABLE", "no_thread", why=request.words.say(f"refused/{trouble.kind}")) from None
        await self.outbox.forget_refused(refused)
        return thread.channel

    async def join(self, table: Table, request: Request) -> Reply:
        """Sit down, take a robot's seat, or join the queue."""
        await self._change_and_start(table, request, queue.join)
        present = await self.tables.get(table.id)
        if present.seat_of(request.user) is None:
            return tell_place(present, request)
        return DONE if present.playing is None else request.answer("queue/sat_down")

    async def add_robot(self, table: Table, request: Request, level: Level, shown: int = 0) -> Reply:
        """Put a robot of a level on the next seat, unless seat `shown` is taken; 0 for any."""
        return await self._change_and_start(table, request, lobby.add_robot, level, shown)

    async def _change_and_start(self, table: Table, request: Request, decide: Decide[*Ts], *facts: *Ts) -> Reply:
        """Make a change that fills a seat or adds an agreement. If the house rules say so and the table is full, start
        its game."""
        committed = await change_table(self.tables, table.id, request, decide, *facts)
        await start_if_full(self.tables, committed.table, request)
        return DONE

    remove_robot = make_change(lobby.remove_robot)
    """Take the last robot away."""
    swap = make_change(lobby.swap)
    """Change places with the next player round the table."""
    leave = make_change(lambda table, request: queue.leave(table, request) or lobby.leave(table, request))
    """Get up, or leave the queue."""

    async def agree_to_house_rules(self, table: Table, request: Request, number: int) -> Reply:
        """Agree to the change of house rules that has this number. If the rules say so, the last to agree starts the
        game."""
        return await self._change_and_start(table, request, lobby.agree_to_house_rules, number)

    async def start(self, table: Table, request: Request, last_offer: int = 0) -> Reply:
        """Start the game now. If seats are held for people who have not answered, ask the requester first.

        `last_offer` is the number of the last offer about which the requester was asked already.
        """
        if any(offer.number > last_offer for offer in lobby.list_held_places(table)) and not is_dealing(table):
            lobby.must_be_able_to_start(table, request)
            return Reply(ask_to_start(table, request.words), in_place=False)
        made = await change_table(self.tables, table.id, request, lobby.start, self.tables.chance)
        started = request.words.say("lobby/started") if last_offer else ""
        speaks = "" if words_of(made.table).language == words_of(table).language else _say_language(made.table, request)
        told = join_lines(started, speaks)
        return Reply(Message(told), in_place=bool(last_offer)) if told else DONE

    async def start_at(self, table: Table, request: Request, when: str) -> Reply:
        """Set the time, as the requester typed it, at which the game starts by itself. "off" cancels it."""
        start_at, text = None, request.words.say("start/off")
        if when.strip().lower() not in ("off", "none", "never"):
            start_at, text = await self._read_start(when, request)
        await change_table(self.tables, table.id, request, lobby.set_start, start_at)
        return reply_text(text)

    async def _read_start(self, typed: str, request: Request) -> tuple[int, str]:
        """Parse a start time in the requester's time zone. Return it in milliseconds, with a text that confirms it."""
        zone = (await self.people.get(request.user)).timezone
        start_at = parse_start_time(typed, request.at, find_zone(zone) or UTC)
        return start_at, request.words.say("start/set", when=format_timestamp(start_at), zone=zone)

    async def show_house_rules(self, table: Table, request: Request, name: str | None = None) -> Reply:
        """Show all house rules, or only the rule `name`."""
        words = request.words
        text = describe_house_rules(table, words) if name is None else _describe_one_rule(table, name, words)
        return reply_text(text)

    async def set_house_rule(self, table: Table, request: Request, name: str, value: str) -> Reply:
        """Set the house rule `name` to a value as people write it. After the start, this works only for rules on which
        no result depends."""
        words = request.words
        rule = read_house_name(name, words)
        completed = await self._complete_time(table, rule, parse_spoken_value(rule, value, words), request)
        decide = lobby.set_house_rule
        committed = await change_table(self.tables, table.id, request, decide, rule, completed)
        present = {**committed.table.row.options, **committed.table.settings.house}
        value_in_words = describe_value(rule, present[rule], words)
        return reply_text(words.say("house/set", name=name_house_rule(rule, words), value=value_in_words))

    async def _complete_time(self, table: Table, rule: str, typed: str, request: Request) -> str:
        """If a house rule can be a time of day, read the typed time in the requester's time zone. Return other values
        as they are."""
        if not any(option.name == rule and option.tells_time for option in table.game.OPTIONS):
            return typed
        zone = (await self.people.get(request.user)).timezone
        minute = parse_time_of_day(typed)
        time = TimeOfDay.read(typed) if minute is None else TimeOfDay(minute)
        return typed if time is None or time.zone else replace(time, zone="" if zone == "UTC" else zone).write()

    async def choose_house_rule(self, table: Table, request: Request, values: tuple[str, ...]) -> Reply:
        """Set a house rule. `values` comes from a form or a menu, and names the rule."""
        if not values:
            raise Refused("TABLE", "no_button")
        name, value = values if len(values) == 2 else values[0].partition("=")[::2]
        return await self.set_house_rule(table, request, name, value)

    async def take_preset(self, table: Table, request: Request, name: str) -> Reply:
        """Set the house rules of a preset before the first hand."""
        await change_table(self.tables, table.id, request, lobby.take_preset, name)
        words = request.words
        preset = next(item for item in table.game.PRESETS if item.name == name)
        text = words.say("house/preset_set", name=name_preset(name, words), description=describe_preset(preset, words))
        return reply_text(text)

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
        return reply_text(_name_channels(await self.store.read(table_channels.list_allowed, guild), request.words))


def _describe_one_rule(table: Table, name: str, words: Words) -> str:
    """Word one house rule of a table, with its values and the rule that it varies. Raises Refused for unknown names."""
    for option in house_rules.rules_of(table):
        if option.name == name:
            return house_rules.describe_rule(table, option, words)
    raise Refused("HOUSE", "option_name", name=name, allowed=tuple(option.name for option in table.game.OPTIONS)[:20])


def _say_language(table: Table, request: Request) -> str:
    """Say which language a table speaks, and who may change it; "" if it is the requester's own."""
    spoken = words_of(table).language
    if spoken == request.requester.language:
        return ""
    return request.words.say("lobby/speaks", language=name_language(spoken))


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
    keep = make_button(KEEP, words, "primary", disabled=not table.is_lobby)
    forget = make_button(FORGET, words, disabled=not defaults)
    return Reply(with_buttons("\n".join((text, words.say("house/keeping"))), keep, forget, table=table.id))


def _change_crew_rules(connection: Connection, table: Table, keep: bool, request: Request) -> Reply:
    """Make the rules of a lobby the crew's defaults (`keep`), or forget the defaults. Announce a change.

    Raises Refused if the requester is neither the scorer nor an admin. Rules are kept only before the game starts.
    """
    crew = crews.find_crew(connection, table.row.crew)
    assert crew is not None
    revisions.lock(connection, crew.id)
    if not ledger.is_scorer(crew_settings.read_settings(crew.settings), request.requester):
        raise Refused("TALLY", "not_scorer")
    if keep and not table.is_lobby:
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
    present = {**table.row.options, **table.settings.house}
    return {name: value for name, value in present.items() if name in new and value != new[name]}
