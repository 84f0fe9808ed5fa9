"""Hands that are over: `/verify` deals one again, `/replay` shows it step by step."""

from __future__ import annotations

from bot.commands.here import table_looked_at
from bot.edge.command_tree import Command, Kind, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import MOST_HANDS, Desk


async def verify(desk: Desk, call: InteractionRequest) -> Reply:
    """The commitment, the secret, the salts and the deal of a hand that is over."""
    hand = call.options.get("hand")
    return await desk.verify(await table_looked_at(desk, call), None if hand is None else int(hand))


async def replay(desk: Desk, call: InteractionRequest) -> Reply:
    """A hand that is over, from its first step, with what its robots thought."""
    hand = call.options.get("hand")
    return await desk.replay(await table_looked_at(desk, call), None if hand is None else int(hand), 1, call.who)


_HAND = Option(
    "hand", "Which hand, from 1; the last one that is over, if you do not say", Kind.NUMBER, least=1, most=MOST_HANDS
)

COMMANDS = (
    Command(
        "verify",
        "Check that a hand was shuffled as it was promised",
        verify,
        (_HAND,),
        anywhere=True,
    ),
    Command(
        "replay",
        "See a hand that is over step by step, and why its robots did what they did",
        replay,
        (_HAND,),
        anywhere=True,
    ),
)
