"""`/orders`: what is to be said for somebody who is away."""

from __future__ import annotations

from bot.commands.here import table_meant
from bot.edge.command_tree import Command, Option
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.desk import Desk


async def orders(desk: Desk, call: InteractionRequest) -> Reply:
    """Show the standing orders, or give new ones; they are private and end with the hand."""
    return await desk.orders(await table_meant(desk, call), call.text("words") or None, call.who, call.stamp)


COMMANDS = (
    Command(
        "orders",
        "Your standing orders for this hand: show them, or give new ones",
        orders,
        (Option("words", 'For example: pass unless R1. "none" drops them', most=300),),
        anywhere=True,
    ),
)
