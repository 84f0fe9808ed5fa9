"""Acts about oneself: looks, sorting and quiet hours, and one's own data."""

import asyncio
import gzip
import json
from collections.abc import Callable

from bot.acts.games import playable
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Choices, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.people.zones import find_zones
from bot.ports.requests import Reply
from bot.services.me import ERASE
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally.export import LARGEST
from bot.wording import ENGLISH, Words
from bot.wording.letters import fold
from bot.wording.translations import list_choices
from games.core.refused import Refused

TAPS = (("buttons", "buttons"), ("menus", "menus"))
ON_OFF = (("on", "on"), ("off", "off"))
SURE = "erase me"


async def export(services: Services, request: InteractionRequest) -> FileReply:
    """Give the requester a private file with everything that is stored about them."""
    data = await services.me.export(request)
    body = await asyncio.to_thread(_as_json, data)
    if len(body) > LARGEST:
        return FileReply(
            request.words().say("mydata/exported"), "boneyard-mydata.json.gz", gzip.compress(body, mtime=0)
        )
    return FileReply(request.words().say("mydata/exported"), "boneyard-mydata.json", body)


def _as_json(data: dict[str, object]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


async def privacy(services: Services, request: InteractionRequest) -> Reply:
    """Tell what is kept about people."""
    return services.me.privacy(request.words())


async def erase(services: Services, request: InteractionRequest) -> Reply:
    """Erase the requester's data. Their sums stay in the books without a name."""
    if request.text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure")
    return await services.me.erase(request)


NOTICES = ("usual", "off", "every turn", "after 20s", "daily")
"""The usual choices for notices of turns. The catalogue describes each, without its spaces, in ``notify/choice/``."""


async def notices(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the usual choices for notices of turns, and the typed wait."""
    words, typed = request.words(), fold(request.text("value"))
    shown = [(words.say(f"notify/choice/{value.replace(' ', '_')}"), value) for value in NOTICES]
    return [(plain, value) for plain, value in shown if typed in fold(plain)]


async def suggest_zones(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the time zones whose name contains the typed words."""
    found = await asyncio.to_thread(find_zones, request.text("value"))
    return [(zone, zone) for zone in found]


async def languages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the languages that the bot speaks, and that of the requester's Discord."""
    usual = ("discord", request.words().say("me/language_of_discord"))
    return await asyncio.to_thread(list_choices, request.text("value"), usual)


def sorts() -> Choices:
    """List the orders of sorting a hand in all games, each in the words of the first game that has it."""
    found: dict[str, str] = {}
    for game in playable():
        for sort in game.SORTS:
            found.setdefault(sort, Words(ENGLISH, game.NAME).say(f"sort/{sort}"))
    return tuple((shown, sort) for sort, shown in found.items())


def _preference(word: str, name: str, plain: str, value: Option) -> Act:
    return Act(
        command=f"me {word}",
        plain=plain,
        options=(value,),
        cost=Cost.PRESS,
        use=lambda services, request: services.me.change(request, name, request.text("value")),
    )


def _value(plain: str, choices: Choices | Callable[[], Choices] = ()) -> Option:
    return Option("value", plain, required=True, choices=choices)


HEADINGS = {"me": Heading("How you like it, and what is kept about you", Reach.USER_INSTALL)}

ACTS = (
    Act(
        command="me show",
        plain="Show your preferences",
        cost=Cost.PRESS,
        use=lambda services, request: services.me.show(request),
    ),
    _preference("theme", "theme", "Dark or light pictures", _value("Which", (("dark", "dark"), ("light", "light")))),
    _preference("big", "big", "Bigger pieces on your rack", _value("On or off", ON_OFF)),
    _preference("text", "text_only", "Words instead of pictures, for a screen reader", _value("On or off", ON_OFF)),
    _preference(
        "sort", "sort", "How your hand is sorted", _value("One of these; it holds in games that have it", sorts)
    ),
    _preference("taps", "taps", "Your pieces as buttons or in menus", _value("Buttons or menus", TAPS)),
    _preference(
        "notify",
        "notify",
        "When you are told that a table waits for you",
        Option(
            "value",
            "One of these, or a wait: after 30s",
            required=True,
            suggest=notices,
            most=30,
            keywords=("usual", "off", "every turn", "daily"),
        ),
    ),
    _preference("hot", "hot", "Mark your pieces that are risky to let go", _value("On or off", ON_OFF)),
    _preference("dead", "dead", "Turn your bones as others of their kind are gone", _value("On or off", ON_OFF)),
    _preference("tips", "tips", "A tip of the game between two hands, once an evening", _value("On or off", ON_OFF)),
    _preference("spoiler", "spoiler", "Cover your hand until you tap it", _value("On or off", ON_OFF)),
    _preference(
        "quiet",
        "quiet",
        "Hours in which your clock stands",
        Option("value", "For example 10pm-7am, or off", required=True, most=30, keywords=("off",)),
    ),
    _preference(
        "zone",
        "timezone",
        "Your time zone",
        Option("value", "A city, such as Sydney", required=True, suggest=suggest_zones, most=60),
    ),
    _preference(
        "language",
        "language",
        "The language in which you are spoken to privately",
        Option(
            "value", "One of these; discord: the language of your Discord", required=True, suggest=languages, most=30
        ),
    ),
    Act(
        command="me privacy",
        for_all=True,
        plain="What is kept about you, why, and for how long",
        cost=Cost.PRESS,
        use=privacy,
    ),
    Act(
        command="me export",
        for_all=True,
        plain="Get a file of everything that is kept about you",
        cost=Cost.PICTURE | Cost.HEAVY,
        use=export,
    ),
    Act(
        command="me erase",
        for_all=True,
        plain="Erase yourself from everything that is kept; the sums stay",
        options=(Option("sure", f"Type: {SURE}", required=True, most=40, keywords=(SURE,)),),
        cost=Cost.HEAVY,
        use=erase,
    ),
    Act(
        controls=(ERASE,),
        for_all=True,
        cost=Cost.HEAVY,
        use=lambda services, request: services.me.erase(request, anyway=True),
    ),
)
