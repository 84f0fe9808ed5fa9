"""The check of a shuffle as `/replay verify` words it, without its file of proofs."""

from collections.abc import Awaitable, Callable

from bot.messages.parts.table_words import words_of
from bot.ports import Reply, Request, reply_text
from bot.services.fairness import describe_verdict
from bot.services.services import Services
from bot.tables.aggregate import Table


def verify_with(services: Services) -> Callable[..., Awaitable[Reply]]:
    """Return the use case that checks a hand, by default the last finished one, and words the verdict."""

    async def verify(table: Table, request: Request, hand: int | None = None) -> Reply:
        verdict = await services.fairness.check(table, hand)
        return reply_text(describe_verdict(table, verdict, words_of(table, request.requester.language)), table.id)

    return verify
