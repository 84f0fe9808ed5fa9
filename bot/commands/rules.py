"""`/why` and `/rules`: how a score came about, and what the book says."""

from __future__ import annotations

from bot.commands.games import titles
from bot.commands.here import table_looked_at
from bot.edge.command_tree import Command, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import Desk


async def why(desk: Desk, call: InteractionRequest) -> Reply:
    """The last score or refusal, line by line."""
    return await desk.why(await table_looked_at(desk, call), call.who)


async def rules(desk: Desk, call: InteractionRequest) -> Reply:
    """The rules that hold the words; those of the table here, or of the game that was named."""
    game: str | None = call.text("game") or None
    table = None if game else await desk.table_at(call.where, call.who)
    if table is not None:
        game = (await desk.tables.get(table)).row.game
    return await desk.rules(game, call.text("about"), call.who)


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
