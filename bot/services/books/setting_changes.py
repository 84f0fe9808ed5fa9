"""Changing a crew's settings, announcing each change, and wording the settings."""

import contextlib
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any, Final, Literal, NamedTuple

from bot.automation import memories
from bot.ports import Request, RequestId, Suggested
from bot.store import Connection, key_values
from bot.store.books import Crew, crews, revisions
from bot.store.tables import nights
from bot.tally.books import CrewSettings, clean_words, crew_settings, words_of_crew
from bot.tally.changes import ledger, lost_channels
from bot.wording import Words, describe_value, name_house_rule
from bot.wording.times.clocks import format_hours
from bot.wording.translations import name_language
from games import registry
from games.core import Refused


class CrewSetting(NamedTuple):
    """A setting of a crew: its option, how its value is read, and how it is told.

    `CrewSettings` has a field of this name, and "tally/setting/<name>" is its name in words.
    """

    name: str
    read: Callable[[Any], object]
    """Reads a new value. Raises Refused."""
    tell: Callable[[CrewSettings, Words], str]
    """Words the value; "" for none."""
    kind: Literal["TEXT", "NUMBER", "YES_NO", "CHANNEL", "ROLE"] = "TEXT"
    most: int = 0
    keywords: tuple[str, ...] = ()
    choices: tuple[str, ...] = ()


SETTINGS: Final = (
    CrewSetting("unit", crew_settings.parse_unit,
                lambda own, words: f"{own.format_amount(1)}, {own.format_amount(2)}", most=60),
    CrewSetting("channel", crew_settings.parse_id,
                lambda own, words: f"<#{own.channel}>" if own.channel else "", "CHANNEL"),
    CrewSetting("scorer", crew_settings.parse_id,
                lambda own, words: f"<@&{own.scorer}>" if own.scorer else "", "ROLE"),
    CrewSetting("confirm", crew_settings.parse_minutes,
                lambda own, words: words.say("tally/usual") if own.confirm is None else str(own.confirm),
                "NUMBER", crew_settings.MOST_MINUTES),
    CrewSetting("group", str, lambda own, words: "", most=40, keywords=("none",)),
    CrewSetting("call_role", crew_settings.parse_id,
                lambda own, words: f"<@&{own.call_role}>" if own.call_role else "", "ROLE"),
    CrewSetting("call_quiet", str, lambda own, words: _describe_hours(own), most=30,
                keywords=("off",)),
    CrewSetting("language", crew_settings.parse_language,
                lambda own, words: name_language(own.spoken), most=30, keywords=("server",)),
    CrewSetting("weights", crew_settings.parse_weights,
                lambda own, words: describe_weights(own.weights, words), most=120, keywords=("even", "none")),
    CrewSetting("robots", str, lambda own, words: words.say(f"tally/robots/{own.robots}"),
                most=10, choices=("apart", "people")),
    CrewSetting("memories", str, lambda own, words: _describe_memories(own, words), "YES_NO"),
)  # fmt: skip
"""The settings that are no house rules, in the order in which they are offered and shown."""
_BY_NAME: Final = {setting.name: setting for setting in SETTINGS}


def change(connection: Connection, crew: Crew, request: Request, values: dict[str, object]) -> Crew:
    """Change the settings named in `values`, and announce each. Return the changed crew. Raises Refused."""
    words = words_of_crew(crew)
    revisions.lock(connection, crew.id)
    if not request.requester.admin:
        raise Refused("TALLY", "not_admin")
    if (group := values.pop("group", None)) is not None:
        crew = _set_group(connection, request, str(group))
        group_name = crew.name or words.say("tally/none")
        ledger.announce(connection, crew, "set", request, name=name_setting("group", words), value=group_name)
    own = crew_settings.read_settings(crew.settings)
    for name, given in values.items():
        option = next((known for known in crew_settings.TABLE_OPTIONS if known.name == name), None)
        if option is not None:
            chosen = option.read(given if isinstance(given, str | int) else str(given))
            own = replace(own, tables={**own.tables, name: chosen})
            value = describe_value(name, chosen, words)
        else:
            changed: dict[str, Any] = {name: _BY_NAME[name].read(given)}
            own = replace(own, **changed)
            if name == "call_role" and own.call_role == crew.guild:  # the role of everybody
                own = replace(own, call_role=0)
            elif name == "channel":
                key_values.drop(connection, lost_channels.make_key(crew.id))
            elif name == "memories":
                memories.plan_evenings(connection, crew.id, own.memories.partition(" ")[2], request.at)
            elif name == "language":  # announced in the new language
                own = replace(own, learned="" if own.language else crew_settings.NOTHING)
                words = words_of_crew(replace(crew, settings=crew_settings.merge_settings(crew.settings, own)))
                for date in nights.list_of_guild(connection, crew.guild):
                    nights.change(connection, date.key, request.at)
            value = _describe(name, own, words)
        request_of_setting = replace(request, id=RequestId(request.at, f"{request.cause}:{name}"))
        shown_name = name_setting(name, words, option is not None)
        ledger.announce(connection, crew, "set", request_of_setting, name=shown_name, value=value)
    settings = crew_settings.merge_settings(crew.settings, own)
    crews.change_settings(connection, crew.id, settings)
    return replace(crew, settings=settings)


def name_setting(name: str, words: Words, of_tables: bool = False) -> str:
    """The name of a setting in words. `of_tables` is True for a house rule."""
    return name_house_rule(name, words) if of_tables else words.say(f"tally/setting/{name}")


def list_lines(crew: Crew, channel: str, words: Words) -> tuple[list[str], list[str]]:
    """A line for each setting of a crew, and a line for each house rule of its new tables. The lines name the tally's
    channel by the text `channel`, which is "" if the tally has no channel."""
    own, none = crew_settings.read_settings(crew.settings), words.say("tally/none")
    values = {name: _describe(name, own, words) for name in _BY_NAME if name != "unit"}  # the page's title names it
    values |= {"channel": channel or none, "group": crew.name or none}
    tables = crew_settings.find_table_options(crew.settings)

    def make_line(name: str, value: str, of_tables: bool) -> str:
        return words.say("tally/house_line", name=name_setting(name, words, of_tables), value=value)

    return (
        [make_line(name, value, False) for name, value in values.items()],
        [make_line(name, describe_value(name, value, words), True) for name, value in tables.items()],
    )


def _describe(name: str, own: CrewSettings, words: Words) -> str:
    """Word the value of a setting that is no house rule."""
    return _BY_NAME[name].tell(own, words) or words.say("tally/none")


def _describe_hours(own: CrewSettings) -> str:
    """Word the hours in which lobbies call nobody; "" for none."""
    quiet, zone = own.quiet, own.call_quiet.partition(" ")[2]
    if quiet is None:
        return ""
    return f"{format_hours(quiet.start, quiet.end)} {zone}"


def _describe_memories(own: CrewSettings, words: Words) -> str:
    """Word the channel and the hour in which the crew is told about earlier years (memories.py); "" if it is not."""
    place, zone = own.memory_place, own.memories.partition(" ")[2]
    if place is None:
        return ""
    return words.say("tally/memories", place=f"<#{place.channel}>", hour=memories.HOUR, zone=zone)


def suggest_weights(typed: str, words: Words) -> Suggested:
    """Suggest weights, as (description, text). The first are the typed weights, if they can be read. Next come the
    games that the last typed part may mean, each at its even weight. The last two are even weights and no weights."""
    even = crew_settings.parse_weights(crew_settings.EVEN)
    *given, last = (part.strip() for part in typed.split(","))
    beginning = "-".join(last.casefold().split())
    games = [f"{name} {even.get(name, 1)}" for name in registry.NAMES if name.startswith(beginning)]
    found: Suggested = []
    for text in (typed, *(", ".join((*given, game)) for game in games), crew_settings.EVEN):
        with contextlib.suppress(Refused):
            found.append((describe_weights(crew_settings.parse_weights(text), words), text))
    return [*((label, text) for label, text in found if label), (words.say("tally/none"), "none")]


def describe_weights(weights: Mapping[str, str], words: Words) -> str:
    """Word the weight of each game that has one; "" if no game has."""
    return ", ".join(
        words.say("tally/weight", title=registry.cover(game).TITLE, weight=weight)
        for game, weight in weights.items()
        if game in registry.NAMES
    )


def _set_group(connection: Connection, request: Request, group: str) -> Crew:
    """Give the channel of a request to a named group, which keeps its own books. "none" gives it back to the server's
    crew. Return the crew that plays in this channel from now on."""
    make_settings = partial(crew_settings.make_settings_of_crew, request.location.language)
    server = crews.ensure(connection, request.location.guild, request.at, begins=make_settings)
    groups = dict(server.settings.get("groups", {}))
    place = str(request.location.parent or request.location.channel)
    if group.strip().casefold() == "none":
        groups.pop(place, None)
        name = ""
    else:
        name = clean_words(group, "name", 40)
        groups[place] = name
    crews.change_settings(connection, server.id, {**server.settings, "groups": groups})
    return crews.ensure(
        connection,
        request.location.guild,
        request.at,
        name,
        lambda: crew_settings.make_settings_of_group(server.settings),
    )
