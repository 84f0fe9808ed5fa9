"""Changes of a crew's settings, each announced, and their words."""

from dataclasses import replace
from functools import partial

from bot.ports.requests import Request, RequestId
from bot.store.books import crews, revisions
from bot.store.books.crews import Crew
from bot.store.database import key_values
from bot.store.database.engine import Connection
from bot.tally import crew_settings, ledger, memories
from bot.tally.announcer import lost_key
from bot.tally.crew_settings import CrewSettings, words_of_crew
from bot.tally.money_words import clean_words
from bot.wording import Words, house_name, house_value
from bot.wording.translations import name_language
from games import registry
from games.core.refused import Refused


def describe_language(own: CrewSettings, words: Words) -> str:
    """Name the language that a crew chose, or say that it is its server's."""
    return name_language(own.language) if own.language else words.say("tally/language_of_server")


def change(connection: Connection, crew: Crew, request: Request, values: dict[str, object]) -> Crew:
    """Change the settings named in `values`, and announce each. Returns the changed crew. Raises Refused."""
    words = words_of_crew(crew)
    revisions.lock(connection, crew.id)
    if not request.requester.admin:
        raise Refused("TALLY", "not_admin")
    own = crew_settings.read_settings(crew.settings)
    if (group := values.pop("group", None)) is not None:
        crew = _set_group(connection, crew, request, str(group))
        own = crew_settings.read_settings(crew.settings)
        ledger.announce(
            connection,
            crew,
            "set",
            request,
            name=name_setting("group", words),
            value=crew.name or words.say("tally/none"),
        )
    for name, given in values.items():
        option = next((known for known in crew_settings.TABLE_OPTIONS if known.name == name), None)
        told = str(given)
        if option is not None:
            chosen = option.read(given if isinstance(given, str | int) else str(given))
            own = replace(own, tables={**own.tables, name: chosen})
            told = house_value(name, chosen, words)
        elif name == "unit":
            own = replace(own, unit=crew_settings.parse_unit(str(given)))
            told = _describe_unit(own)
        elif name == "confirm":
            own = replace(own, confirm=crew_settings.parse_minutes(given))
        elif name == "channel":
            own = replace(own, channel=crew_settings.parse_id(given, name))
            key_values.drop(connection, lost_key(crew.id))
        elif name == "call_role":
            role = crew_settings.parse_id(given, name)
            own = replace(own, call_role=0 if role == crew.guild else role)
        elif name == "call_quiet":
            own = replace(own, call_quiet=str(given))
        elif name == "language":
            own = replace(own, language=crew_settings.parse_language(str(given)))
            words = words_of_crew(
                replace(crew, settings=crew_settings.merge_settings(crew.settings, own))
            )  # announce in the new language
        elif name == "robots":
            own = replace(own, robots=str(given))
            told = words.say(f"tally/robots/{own.robots}")
        elif name == "memories":
            own = replace(own, memories=str(given))
            memories.begin(connection, crew.id, str(given).partition(" ")[2], request.at)
        elif name == "weights":
            own = replace(own, weights=crew_settings.parse_weights(str(given)))
        else:
            own = replace(own, scorer=crew_settings.parse_id(given, name))
        shown = {
            "channel": f"<#{given}>",
            "scorer": f"<@&{given}>",
            "call_role": f"<@&{own.call_role}>" if own.call_role else words.say("tally/none"),
            "call_quiet": describe_hours(own, words),
            "weights": describe_weights(own, words),
            "memories": describe_memories(own, words),
            "language": describe_language(own, words),
        }.get(name, told)
        announced = replace(request, id=RequestId(request.at, f"{request.cause}:{name}"))
        ledger.announce(
            connection,
            crew,
            "set",
            announced,
            name=name_setting(name, words, option is not None),
            value=shown,
        )
    settings = crew_settings.merge_settings(crew.settings, own)
    crews.change_settings(connection, crew.id, settings)
    return replace(crew, settings=settings)


def name_setting(name: str, words: Words, of_tables: bool = False) -> str:
    """The name of a setting in words. `of_tables` means that it is a house rule."""
    return house_name(name, words) if of_tables else words.say(f"tally/setting/{name}")


def _describe_unit(own: CrewSettings) -> str:
    """Word the unit for one and for several: "1 paper clip, 2 paper clips"."""
    return f"{own.format_amount(1)}, {own.format_amount(2)}"


def describe_hours(own: CrewSettings, words: Words) -> str:
    """Word the hours in which lobbies call nobody."""
    quiet, zone = own.quiet, own.call_quiet.partition(" ")[2]
    if quiet is None:
        return words.say("tally/none")
    first, last = (f"{minute // 60}:{minute % 60:02}" for minute in (quiet.start, quiet.end))
    return f"{first}-{last} {zone}"


def describe_memories(own: CrewSettings, words: Words) -> str:
    """Word where and by which clock earlier years are remembered."""
    place = own.memory_place
    if place is None:
        return words.say("tally/none")
    zone = own.memories.partition(" ")[2]
    return words.say("tally/memories", place=f"<#{place.channel}>", hour=memories.HOUR, zone=zone)


def describe_weights(own: CrewSettings, words: Words) -> str:
    """Word the weights of games that have one."""
    told = (
        words.say("tally/weight", title=registry.cover(game).TITLE, weight=weight)
        for game, weight in own.weights.items()
        if game in registry.NAMES
    )
    return ", ".join(told) or words.say("tally/none")


def _set_group(connection: Connection, crew: Crew, request: Request, group: str) -> Crew:
    """Let a named group with books of its own play in the channel, or with "none" the crew of the server again. Returns
    the crew that plays there from now on."""
    begins = partial(crew_settings.of_new_crew, request.location.language)
    server = crews.ensure(connection, request.location.guild, request.at, begins=begins)
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
        connection, request.location.guild, request.at, name, lambda: crew_settings.of_new_group(server.settings)
    )
