"""`/orders`: standing orders, the moves that a player gives in advance for one hand."""

from __future__ import annotations

from bot.edge.command_tree import Command, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.ports.requests import Reply
from bot.services.services import Services


async def orders(services: Services, request: InteractionRequest) -> Reply:
    """`/orders`: show the requester's standing orders, or add one."""
    table = await services.lookup.for_words(request)
    if words := request.text("words"):
        return await services.orders.give(table, request, words)
    return await services.orders.show(table, request)


COMMANDS = (
    Command(
        "orders",
        "Your standing orders for this hand: show them, or give new ones",
        orders,
        (Option("words", 'For example: pass unless R1. "none" drops them', most=300),),
        reach=Reach.DM,
    ),
)
