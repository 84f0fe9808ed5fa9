"""`/help`: the first command that a newcomer types."""

from __future__ import annotations

from bot.edge.command_tree import Command, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def help_now(services: Services, request: InteractionRequest) -> Reply:
    """`/help`: what the requester can do now at the table here, or without a table how to begin."""
    return await services.reference.help(request, await services.lookup.find(request))


COMMANDS = (Command("help", "What you can do at this moment, or how to begin", help_now, reach=Reach.DM),)
