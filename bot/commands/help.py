"""`/help`: the first command that a newcomer types."""

from __future__ import annotations

from bot.edge.command_tree import Command, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def help_now(services: Services, request: InteractionRequest) -> Reply:
    """`/help`: tell the requester what they can do now at this table. Without a table, tell them how to begin."""
    return await services.reference.help(request, await services.lookup.find(request))


COMMANDS = (Command("help", "What you can do at this moment, or how to begin", help_now, reach=Reach.DM),)
