"""Acts about oneself: looks, sorting and quiet hours, and one's own data."""

import asyncio
import gzip
import json
from collections.abc import Callable

from bot.acts.games import list_covers
from bot.edge.acts import Act, Heading
from bot.edge.discord_commands import Choices, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.people.preferences import format_hours, read_hours
from bot.people.zones import find_zones
from bot.ports.requests import Reply
from bot.services.me import ERASE
from bot.services.quotas import Cost
from bot.services.services import Services
from bot.tally.export import LARGEST
from bot.wording import ENGLISH, Words
from bot.wording.letters import select_matching
from bot.wording.translations import list_choices
from games.core.refused import Refused

THEMES = (("dark", "dark"), ("light", "light"))
TAPS = (("buttons", "buttons"), ("menus", "menus"))
SURE = "erase me"
"""The words that a person types to erase themselves."""


async def export_data(services: Services, request: InteractionRequest) -> FileReply:
    """Give the requester a private file with everything that is stored about them."""
    data = await services.me.export(request)
    name, body = "boneyard-mydata.json", await asyncio.to_thread(_encode, data)
    if len(body) > LARGEST:
        name, body = f"{name}.gz", gzip.compress(body, mtime=0)
    return FileReply(request.words().say("mydata/exported"), name, body)


def _encode(data: dict[str, object]) -> bytes:
    return json.dumps(data, indent=1, ensure_ascii=False).encode()


async def show_privacy(services: Services, request: InteractionRequest) -> Reply:
    """Tell what is kept about people."""
    return services.me.show_privacy(request.words())


async def erase_data(services: Services, request: InteractionRequest) -> Reply:
    """Erase the requester's data. Their sums stay in the books without a name."""
    if request.read_text("sure").lower() != SURE:
        raise Refused("TABLE", "not_sure")
    return await services.me.erase(request)


QUIET = ("22:00-7:00", "23:00-7:00", "23:00-9:00", "0:00-8:00")
"""Usual quiet hours."""

NOTICES = ("usual", "off", "every turn", "after 20s", "daily")
"""The usual choices for notices of turns. The catalogue describes "every turn" in ``notify/choice/every_turn``."""


async def suggest_notices(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the usual choices for notices of turns that match the typed text."""
    words = request.words()
    shown = [(words.say(f"notify/choice/{value.replace(' ', '_')}"), value) for value in NOTICES]
    return select_matching(request.read_text("value"), shown)


async def suggest_quiet(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the quiet hours that the typed text means. If it cannot be read yet, suggest usual hours, and "off"."""
    typed, off = request.read_text(request.focused), (request.words().say("me/value/off"), "off")
    try:
        hours = read_hours(typed)
    except ValueError:
        return select_matching(typed, (*((span, span) for span in QUIET), off))
    return [off] if hours is None else [(format_hours(*hours), format_hours(*hours))]


async def suggest_zones(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the time zones whose name contains the typed words."""
    found = await asyncio.to_thread(find_zones, request.read_text("value"))
    return [(zone, zone) for zone in found]


async def suggest_languages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the languages that the bot speaks, and the language of the requester's Discord."""
    usual = ("discord", request.words().say("me/language_of_discord"))
    return await asyncio.to_thread(list_choices, request.read_text("value"), usual)


def list_sorts() -> Choices:
    """List the ways of sorting a hand in all games, each in the words of the first game that has it."""
    found: dict[str, str] = {}
    for game in list_covers():
        for sort in game.SORTS:
            found.setdefault(sort, Words(ENGLISH, game.NAME).say(f"sort/{sort}"))
    return tuple((shown, sort) for sort, shown in found.items())


def _make_preference_act(word: str, description: str, value: Option, name: str = "") -> Act:
    """Make the act that changes a preference. `word` is the subcommand; `name` is the preference, if it differs."""
    return Act(
        command=f"me {word}",
        description=description,
        options=(value,),
        cost=Cost.PRESS,
        use=lambda services, request: services.me.change(request, name or word, request.read_text("value")),
    )


def _make_value_option(description: str, choices: Choices | Callable[[], Choices] = ()) -> Option:
    return Option("value", description, required=True, choices=choices)


_ON_OR_OFF = _make_value_option("On or off", (("on", "on"), ("off", "off")))


HEADINGS = {"me": Heading("How you like it, and what is kept about you", Reach.USER_INSTALL)}

ACTS = (
    Act(
        command="me show",
        description="Show your preferences",
        cost=Cost.PRESS,
        use=lambda services, request: services.me.show(request),
    ),
    _make_preference_act("theme", "Dark or light pictures", _make_value_option("Which", THEMES)),
    _make_preference_act("big", "Bigger pieces on your rack", _ON_OR_OFF),
    _make_preference_act("text", "Words instead of pictures, for a screen reader", _ON_OR_OFF, "text_only"),
    _make_preference_act(
        "sort",
        "How your hand is sorted",
        _make_value_option("One of these; it holds in games that have it", list_sorts),
    ),
    _make_preference_act("taps", "Your pieces as buttons or in menus", _make_value_option("Buttons or menus", TAPS)),
    _make_preference_act(
        "notify",
        "When you are told that a table waits for you",
        Option(
            "value",
            "One of these, or a wait: after 30s",
            required=True,
            suggest=suggest_notices,
            most=30,
            keywords=("usual", "off", "every turn", "daily"),
        ),
    ),
    _make_preference_act("hot", "Mark your pieces that are risky to let go", _ON_OR_OFF),
    _make_preference_act("dead", "Turn your bones as others of their kind are gone", _ON_OR_OFF),
    _make_preference_act("tips", "A tip of the game between two hands, once an evening", _ON_OR_OFF),
    _make_preference_act("spoiler", "Cover your hand until you tap it", _ON_OR_OFF),
    _make_preference_act(
        "quiet",
        "Hours in which your clock stands",
        Option(
            "value",
            "For example 10pm-7am, or off",
            required=True,
            suggest=suggest_quiet,
            most=30,
            keywords=("off",),
        ),
    ),
    _make_preference_act(
        "zone",
        "Your time zone",
        Option("value", "A city, such as Sydney", required=True, suggest=suggest_zones, most=60),
        "timezone",
    ),
    _make_preference_act(
        "language",
        "The language in which you are spoken to privately",
        Option(
            "value",
            "One of these; discord: the language of your Discord",
            required=True,
            suggest=suggest_languages,
            most=30,
        ),
    ),
    Act(
        command="me privacy",
        for_all=True,
        description="What is kept about you, why, and for how long",
        cost=Cost.PRESS,
        use=show_privacy,
    ),
    Act(
        command="me export",
        for_all=True,
        description="Get a file of everything that is kept about you",
        cost=Cost.PICTURE | Cost.HEAVY,
        use=export_data,
    ),
    Act(
        command="me erase",
        for_all=True,
        description="Erase yourself from everything that is kept; the sums stay",
        options=(Option("sure", f"Type: {SURE}", required=True, most=40, keywords=(SURE,)),),
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
