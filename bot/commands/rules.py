"""`/why` and `/rules`: explanations of scores and refusals, and looking things up in the guides and rulebooks."""

from __future__ import annotations

from bot.commands.games import titles
from bot.edge.command_tree import Command, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def why(services: Services, request: InteractionRequest) -> Reply:
    """Explain the last score or refusal, line by line."""
    return await services.answers.why(await services.lookup.find_here_or_closed(request), request)


async def rules(services: Services, request: InteractionRequest) -> Reply:
    """Open the guide of the named game, or of the game that is played here, or look something up in it."""
    return await services.reference.look_up(request, await _game(services, request), request.text("about"))


async def pages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Complete the titles of pages of the guide and the rulebook."""
    return services.reference.suggest(await _game(services, request), request.text("about"))


async def _game(services: Services, request: InteractionRequest) -> str | None:
    """Return the game that was named, or else the one that is played here, if any is."""
    if named := request.text("game"):
        return named
    table = await services.lookup.find(request)
    return None if table is None else table.row.game


COMMANDS = (
    Command("why", "Explain the last score or refusal, line by line", why, reach=Reach.DM),
    Command(
        "rules",
        "Read the guide to a game, or look something up",
        rules,
        (
            Option("about", "A question, a word, or a rule's number such as PB-45", suggest=pages, most=100),
            Option("game", "Which game; without it, this table's", choices=titles),
        ),
        reach=Reach.DM,
    ),
)
