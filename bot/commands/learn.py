"""`/learn`: lessons about the games."""

from __future__ import annotations

from bot.commands.games import titles
from bot.edge.command_tree import Command, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def learn(services: Services, request: InteractionRequest) -> Reply:
    """`/learn`: go on with the lessons of the named game, or list all lessons."""
    return await services.lessons.learn(request, request.text("game"))


COMMANDS = (
    Command(
        "learn",
        "Lessons of five to ten minutes, from the pieces to a first scored hand",
        learn,
        (Option("game", "Which game; leave it out for the list of all lessons", choices=titles),),
        reach=Reach.DM,
    ),
)
