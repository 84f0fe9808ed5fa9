"""`/verify`, which checks the shuffle of a finished hand, and `/replay`, which shows the hand step by step."""

from __future__ import annotations

from bot.edge.command_tree import Command, Kind, Option, Reach
from bot.edge.interactions import InteractionRequest
from bot.edge.responder import FileReply
from bot.ports.requests import Reply, reply_text
from bot.services.fairness import MOST_HANDS, proof_file, verdict_text
from bot.services.services import Services


async def verify(services: Services, request: InteractionRequest) -> Reply | FileReply:
    """`/verify`: check the whole deal of a hand if its secret is open, otherwise prove the pieces that were shown."""
    table = await services.lookup.find_here_or_closed(request)
    verdict = await services.fairness.check(table, _hand(request))
    text, proof = verdict_text(table, verdict), proof_file(table, verdict)
    if proof is None:
        return reply_text(text, table.id)
    return FileReply(text, f"boneyard-proof-{table.id}-{verdict.number}.json", proof)


async def replay(services: Services, request: InteractionRequest) -> Reply:
    """`/replay`: show a finished hand from its first step, with the reasons of its robots."""
    return await services.replays.replay(await services.lookup.find_here_or_closed(request), request, _hand(request))


def _hand(request: InteractionRequest) -> int | None:
    hand = request.options.get("hand")
    return None if hand is None else int(hand)


_HAND = Option(
    "hand", "Which hand, from 1; the last one that is over, if you do not say", Kind.NUMBER, least=1, most=MOST_HANDS
)

COMMANDS = (
    Command(
        "verify",
        "Check that a hand was shuffled as it was promised",
        verify,
        (_HAND,),
        reach=Reach.DM,
    ),
    Command(
        "replay",
        "See a hand that is over step by step, and why its robots did what they did",
        replay,
        (_HAND,),
        reach=Reach.DM,
    ),
)
