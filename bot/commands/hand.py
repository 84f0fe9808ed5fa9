"""`/hand`: the player's own hand, shown to them alone."""

from __future__ import annotations

from bot.edge.command_tree import Command, Group, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def show(services: Services, request: InteractionRequest) -> Reply:
    """`/hand show`"""
    return await services.hand.show(await services.lookup.here(request), request)


async def sort(services: Services, request: InteractionRequest) -> Reply:
    """`/hand sort`"""
    return await services.hand.sort(await services.lookup.here(request), request)


async def hide(services: Services, request: InteractionRequest) -> Reply:
    """`/hand hide`"""
    return await services.hand.hide(await services.lookup.here(request), request)


COMMANDS = (
    Group(
        "hand",
        "Your own pieces, for your eyes alone",
        (
            Command("show", "Show your hand, with its buttons", show),
            Command("sort", "Sort your hand another way", sort),
            Command("hide", "Blank your hand until you show it again", hide),
        ),
        reach=Reach.DM,
    ),
)
