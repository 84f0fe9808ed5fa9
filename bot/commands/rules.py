"""`/why` and `/rules`: explanations of scores and refusals, and searching the rulebooks."""

from __future__ import annotations

from bot.commands.games import titles
from bot.edge.command_tree import Command, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def why(services: Services, request: InteractionRequest) -> Reply:
    """Explain the last score or refusal, line by line."""
    return await services.answers.why(await services.lookup.here_or_closed(request), request)


async def rules(services: Services, request: InteractionRequest) -> Reply:
    """Quote rules of the named game, or of the game that is played here."""
    game: str | None = request.text("game") or None
    if game is None and (table := await services.lookup.find(request)) is not None:
        game = table.row.game
    return await services.answers.rules(request, game, request.text("about"))


COMMANDS = (
    Command("why", "Explain the last score or refusal, line by line", why, anywhere=True),
    Command(
        "rules",
        "Look something up in the rulebook",
        rules,
        (
            Option("about", "A word, or a rule's number such as PB-45", most=100),
            Option("game", "Which game; this table's, if you do not say", choices=titles),
        ),
        anywhere=True,
    ),
)
