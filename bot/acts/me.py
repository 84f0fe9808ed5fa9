"""Acts on a person's own settings and data: looks, sorting, quiet hours, export and erasure."""

import asyncio
import gzip
import json
from collections.abc import Mapping
from typing import Final

from bot.acts.games import list_covers
from bot.edge.acts import Act, Heading, by
from bot.edge.discord_commands import Choices, Option, Reach, Suggest
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.people.preferences import PREFERENCES, Preference, read_hours
from bot.ports import Reply, Suggested
from bot.services.me import ERASE
from bot.services.services import Cost, Services
from bot.tally.books.export import LARGEST
from bot.wording import ENGLISH, Words
from bot.wording.letters import select_matching
from bot.wording.times.clocks import format_hours
from bot.wording.times.zones import find_zones
from bot.wording.translations import list_choices
from games.core import Refused

SURE = "erase me"
"""The words that a person types to erase themselves."""


async def export_data(services: Services, request: InteractionRequest) -> FileReply:
    """Give the requester a private file with everything that is stored about them."""
    data = await services.me.export(request)
    name, body = "boneyard-mydata.json", await asyncio.to_thread(_encode, data)
    if len(body) > LARGEST:
        name, body = f"{name}.gz", gzip.compress(body, mtime=0)
    return FileReply(request.words.say("mydata/exported"), name, body)


def _encode(data: dict[str, object]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


async def erase_data(services: Services, request: InteractionRequest) -> Reply:
    """Erase the requester's data. Their sums stay in the books without a name."""
    if request.read_text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure")
    return await services.me.erase(request)


QUIET = ("22:00-7:00", "23:00-7:00", "23:00-9:00", "0:00-8:00")
"""Usual quiet hours."""

NOTICES = ("usual", "off", "every turn", "after 20s", "daily")
"""The usual choices for notices of turns. The catalogue describes "every turn" in ``notify/choice/every_turn``."""


async def suggest_notices(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the usual choices for notices of turns that match the typed text."""
    words = request.words
    shown = [(words.say(f"notify/choice/{value.replace(' ', '_')}"), value) for value in NOTICES]
    return select_matching(request.read_text("value"), shown)


async def suggest_quiet(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the quiet hours that the typed text means. If it cannot be read yet, suggest usual hours, and "off"."""
    typed, off = request.read_text(request.focused), (request.words.say("me/value/off"), "off")
    try:
        hours = read_hours(typed)
    except ValueError:
        return select_matching(typed, (*((span, span) for span in QUIET), off))
    return [off] if hours is None else [(format_hours(*hours), format_hours(*hours))]


async def suggest_zones(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the time zones whose name contains the typed words."""
    found = await asyncio.to_thread(find_zones, request.read_text("value"))
    return [(zone, zone) for zone in found]


async def suggest_languages(services: Services, request: InteractionRequest) -> Suggested:
    """Suggest the languages that the bot speaks, and the language of the requester's Discord."""
    usual = ("discord", request.words.say("me/language_of_discord"))
    return await asyncio.to_thread(list_choices, request.read_text("value"), usual)


def list_sorts() -> Choices:
    """List the ways of sorting a hand in all games, each in the words of the first game that has it."""
    found: dict[str, str] = {}
    for game in list_covers():
        for sort in game.SORTS:
            found.setdefault(sort, Words(ENGLISH, game.NAME).say(f"sort/{sort}"))
    return tuple((shown, sort) for sort, shown in found.items())


_SUGGESTIONS: Final[Mapping[str, Suggest]] = {
    "notify": suggest_notices,
    "quiet": suggest_quiet,
    "timezone": suggest_zones,
    "language": suggest_languages,
}


def _make_preference_act(preference: Preference) -> Act:
    """Make the act that changes a preference."""
    name = preference.name
    value = Option(
        "value",
        required=True,
        choices=list_sorts if name == "sort" else preference.choices,
        suggest=_SUGGESTIONS.get(name),
        most=preference.most,
        keywords=preference.keywords,
    )
    return Act(
        command=f"me {preference.word or name}",
        options=(value,),
        cost=Cost.PRESS,
        use=lambda services, request: services.me.change(request, name, request.read_text("value")),
    )


HEADINGS = {"me": Heading(Reach.USER_INSTALL)}

ACTS = (
    Act(
        command="me show",
        cost=Cost.PRESS,
        use=by(lambda services: services.me.show),
    ),
    *map(_make_preference_act, PREFERENCES),
    Act(
        command="me privacy",
        for_all=True,
        cost=Cost.PRESS,
        use=by(lambda services: services.me.show_privacy),
    ),
    Act(
        command="me export",
        for_all=True,
        cost=Cost.PICTURE | Cost.HEAVY,
        use=export_data,
    ),
    Act(
        command="me erase",
        for_all=True,
        options=(Option("sure", required=True, most=40, keywords=(SURE,)),),
        cost=Cost.HEAVY,
        use=erase_data,
    ),
    Act(
        controls=(ERASE,),
        for_all=True,
        cost=Cost.HEAVY,
        use=lambda services, request: services.me.erase(request, anyway=True),
    ),
)
