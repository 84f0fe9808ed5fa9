"""`/hand`: one's own bones or cards, for one's own eyes."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from bot.commands.here import table_here
from bot.edge.command_tree import Command, Group
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import Desk


def _action(action: str) -> Callable[[Desk, InteractionRequest], Awaitable[Reply]]:
    async def run(desk: Desk, call: InteractionRequest) -> Reply:
        return await desk.hand(await table_here(desk, call), action, call.who, call.where, call.stamp)

    return run


COMMANDS = (
    Group(
        "hand",
        "Your own bones or cards, for your eyes alone",
        (
            Command("show", "Show your hand, with its buttons", _action("show")),
            Command("sort", "Sort your hand another way", _action("sort")),
            Command("hide", "Blank your hand until you show it again", _action("hide")),
        ),
        anywhere=True,
    ),
)
