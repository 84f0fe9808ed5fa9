"""`/verify`: a shuffle dealt again before everybody's eyes."""

from __future__ import annotations

from bot.commands.here import table_here
from bot.edge.declare import Command, Kind, Option
from bot.edge.incoming import Call
from bot.tables.asking import Reply
from bot.tables.desk import Desk


async def verify(desk: Desk, call: Call) -> Reply:
    """The commitment, the secret, the salts and the deal of a hand that is over."""
    hand = call.options.get("hand")
    return await desk.verify(await table_here(desk, call), None if hand is None else int(hand))


COMMANDS = (
    Command(
        "verify",
        "Check that a hand was shuffled as it was promised",
        verify,
        (Option("hand", "Which hand, from 1; the last one that is over, if you do not say", Kind.NUMBER),),
        anywhere=True,
    ),
)
