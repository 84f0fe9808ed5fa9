"""`/me`: a user's own preferences, such as looks, sorting and quiet hours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.commands.games import playable
from bot.edge.command_tree import Choices, Command, Group, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services
from bot.wording import say

TAPS = (("buttons", "buttons"), ("menus", "menus"))
ON_OFF = (("on", "on"), ("off", "off"))


async def show(services: Services, request: InteractionRequest) -> Reply:
    """`/me show`"""
    return await services.preferences.show(request)


def _change(name: str) -> Callable[[Services, InteractionRequest], Awaitable[Reply]]:
    async def run(services: Services, request: InteractionRequest) -> Reply:
        return await services.preferences.change(request, name, request.text("value"))

    return run


def _preference(word: str, name: str, plain: str, value: Option) -> Command:
    return Command(word, plain, _change(name), (value,))


def _value(plain: str, choices: Choices | Callable[[], Choices] = (), most: int = 0) -> Option:
    return Option("value", plain, required=True, choices=choices, most=most)


NOTICES = (
    ("usual: when reminded; by correspondence when your turn begins", "usual"),
    ("off: direct messages stay silent", "off"),
    ("every turn: whenever your turn begins", "every turn"),
    ("after 20 seconds of waiting", "after 20s"),
    ("daily: by correspondence one message a day", "daily"),
)


async def notices(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the usual choices for notices of turns, and the typed wait."""
    typed = request.text("value").lower()
    return [(shown, value) for shown, value in NOTICES if typed in shown]


def sorts() -> Choices:
    """List the orders of sorting a hand in all games, each in the words of the first game that has it."""
    found: dict[str, str] = {}
    for game in playable():
        for sort in game.SORTS:
            found.setdefault(sort, say(f"sort/{sort}", game.NAME))
    return tuple((shown, sort) for sort, shown in found.items())


COMMANDS = (
    Group(
        "me",
        "How you like it: looks, sorting, quiet hours",
        (
            Command("show", "Show your preferences", show),
            _preference(
                "theme", "theme", "Dark or light pictures", _value("Which", (("dark", "dark"), ("light", "light")))
            ),
            _preference("big", "big", "Bigger pieces on your rack", _value("On or off", ON_OFF)),
            _preference(
                "text", "text_only", "Words instead of pictures, for a screen reader", _value("On or off", ON_OFF)
            ),
            _preference(
                "sort", "sort", "How your hand is sorted", _value("One of these; it holds in games that have it", sorts)
            ),
            _preference("taps", "taps", "Your pieces as buttons or in menus", _value("Buttons or menus", TAPS)),
            Command(
                "notify",
                "When you are told that a table waits for you",
                _change("notify"),
                (Option("value", "One of these, or a wait: after 30s", required=True, suggest=notices, most=30),),
            ),
            _preference("hot", "hot", "Mark your pieces that are risky to let go", _value("On or off", ON_OFF)),
            _preference("spoiler", "spoiler", "Cover your hand until you tap it", _value("On or off", ON_OFF)),
            _preference(
                "quiet", "quiet", "Hours in which your clock stands", _value("For example 22-7, or off", most=20)
            ),
            _preference("zone", "timezone", "Your time zone", _value("For example Australia/Hobart", most=60)),
        ),
        reach=Reach.DM,
    ),
)
