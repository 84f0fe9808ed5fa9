"""`/why`, which explains scores and refusals, and `/rules`, which searches the guides and rulebooks."""

from __future__ import annotations

from bot.commands.games import titles
from bot.edge.command_tree import Command, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def why(services: Services, request: InteractionRequest) -> Reply:
    """`/why`: explain the last score or refusal, line by line."""
    return await services.answers.why(await services.lookup.find_here_or_closed(request), request)


async def rules(services: Services, request: InteractionRequest) -> Reply:
    """`/rules`: open the guide of the named game, or of the game that is played here, or search it."""
    return await services.reference.look_up(request, await _game(services, request), request.text("about"))


async def pages(services: Services, request: InteractionRequest) -> list[tuple[str, str]]:
    """Suggest pages of the guide and the rulebook by their titles."""
    return services.reference.suggest(await _game(services, request), request.text("about"))


async def _game(services: Services, request: InteractionRequest) -> str | None:
    """The named game, or else the game that is played here, or None."""
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
