"""`/practice`: a table with robots in one's own direct messages."""

from __future__ import annotations

from bot.commands.games import titles
from bot.edge.command_tree import Choices, Command, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services
from bot.wording import say
from games.core.robots import Level


def levels() -> Choices:
    """List the levels of robots, with a few words about each, as the choices of an option."""
    return tuple((_told(level), str(level)) for level in Level)


def _told(level: Level) -> str:
    return say("level/choice", level=say(f"level/{level}"), plain=say(f"level/plain/{level}"))


async def practice(services: Services, request: InteractionRequest) -> Reply:
    """`/practice`: open a practice table, or link to the one that is open."""
    return await services.practice.begin(request, request.text("game"), request.text("level"))


COMMANDS = (
    Command(
        "practice",
        "A table with robots in your DM, with hints; nothing counts",
        practice,
        (
            Option("game", "Which game; leave it out to find your open practice table", choices=titles),
            Option("level", "How well the robots play (old hand if you do not say)", choices=levels),
        ),
        reach=Reach.EVERYWHERE,
    ),
)
