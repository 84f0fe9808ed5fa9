"""`/night`: game nights, planned once or for every week."""

from __future__ import annotations

from bot.commands.games import titles
from bot.commands.table import must_be_able_to_post, presets
from bot.edge.command_tree import Command, Group, Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services

ROBOTS = (("deckhands", "deckhand"), ("old hands", "old_hand"), ("shellbacks", "shellback"))


async def plan(services: Services, request: InteractionRequest) -> Reply:
    """`/night plan`. Raises Refused first if the bot may not post in this channel."""
    must_be_able_to_post(request)
    return await services.nights.plan(
        request,
        request.text("game"),
        request.text("when"),
        bool(request.options.get("weekly", False)),
        request.text("robots"),
        request.text("preset"),
    )


async def list_(services: Services, request: InteractionRequest) -> Reply:
    """`/night list`"""
    return await services.nights.show(request)


async def skip(services: Services, request: InteractionRequest) -> Reply:
    """`/night skip`"""
    return await services.nights.skip(request, request.text("night"))


async def cancel(services: Services, request: InteractionRequest) -> Reply:
    """`/night cancel`"""
    return await services.nights.cancel(request, request.text("night"))


async def nights(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest the nights that match the typed text."""
    typed = request.text("night").lower()
    return [(words, number) for words, number in await services.nights.suggest_nights(request)
            if typed in words.lower()]  # fmt: skip


_NIGHT = Option("night", "Which one, if there are several", suggest=nights, most=20)

COMMANDS = (
    Group(
        "night",
        "Game nights: a date, who is in, and a table that opens by itself",
        (
            Command(
                "plan",
                "Plan a game night in this channel, once or every week",
                plan,
                (
                    Option("game", "What is played", required=True, choices=titles),
                    Option("when", "Day and time in your zone: fri 8pm, 2026-12-24 18:00", required=True, most=60),
                    Option("weekly", "Every week at this hour", Kind.YES_NO),
                    Option("robots", "Robots take the seats that stay free", choices=ROBOTS),
                    Option("preset", "A bundle of house rules", suggest=presets, most=60),
                ),
            ),
            Command("list", "Show the game nights of this channel; to an admin, of the server", list_),
            Command("skip", "Leave out the next date of a weekly night", skip, (_NIGHT,)),
            Command("cancel", "Cancel a night and all its dates", cancel, (_NIGHT,)),
        ),
    ),
)
