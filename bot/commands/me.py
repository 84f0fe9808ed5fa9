"""`/me`: how one likes it: looks, words alone, sorting, quiet hours."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.edge.command_tree import Command, Group, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import Desk

SORTS = (("by suit", "suit"), ("by rank", "rank"))
ON_OFF = (("on", "on"), ("off", "off"))


def _prefer(name: str) -> Callable[[Desk, InteractionRequest], Awaitable[Reply]]:
    async def run(desk: Desk, call: InteractionRequest) -> Reply:
        return await desk.prefer(call.who, name, call.text("value"))

    return run


def _word(name: str, key: str, plain: str, value: Option) -> Command:
    return Command(name, plain, _prefer(key), (value,))


def _value(plain: str, choices: tuple[tuple[str, str], ...] = (), most: int = 0) -> Option:
    return Option("value", plain, required=True, choices=choices, most=most)


COMMANDS = (
    Group(
        "me",
        "How you like it: looks, sorting, quiet hours",
        (
            Command("show", "Show your preferences", _prefer("")),
            _word("theme", "theme", "Dark or light pictures", _value("Which", (("dark", "dark"), ("light", "light")))),
            _word("big", "big", "Bigger pieces on your rack", _value("On or off", ON_OFF)),
            _word("text", "text_only", "Words instead of pictures, for a screen reader", _value("On or off", ON_OFF)),
            _word("sort", "sort", "How your hand is sorted", _value("By suit, or by rank", SORTS)),
            _word(
                "hot",
                "hot",
                "Mark your pieces that are risky to let go, where a game does",
                _value("On or off", ON_OFF),
            ),
            _word("quiet", "quiet", "Hours in which your clock stands", _value("For example 22-7, or off", most=20)),
            _word("zone", "timezone", "Your time zone", _value("For example Australia/Hobart", most=60)),
        ),
        anywhere=True,
    ),
)
