"""`/table open` where the bot may not post: it is refused, and nothing is announced."""

from typing import Any

import discord
import pytest

from bot.acts.table import open_table
from bot.edge.interactions import InteractionRequest
from bot.ports import Location, Requester, RequestId
from bot.wording import ENGLISH, Words, word_refusal
from tests.refuses import refuses

NO_SERVICES: Any = None
"""Services that must not be asked."""


@pytest.mark.parametrize(
    ("parent", "allowed", "lacking"),
    [
        (0, {"view_channel", "attach_files"}, "send messages"),
        (7, {"view_channel", "attach_files", "send_messages"}, "send messages in threads"),
        (0, {"send_messages"}, "view channel and attach files"),
    ],
)
async def test_a_table_that_could_not_be_posted_is_not_opened(parent: int, allowed: set[str], lacking: str) -> None:
    request = InteractionRequest(
        Requester(1, "Bear"),
        Location(1, 100, parent),
        RequestId(0, "i:1"),
        path=("table", "open"),
        options={"game": "duo-dominoes"},
        allowed=discord.Permissions(**dict.fromkeys(allowed, True)),
    )
    with refuses("no_post") as refused:
        await open_table(NO_SERVICES, request)
    asked = f"Ask an admin to allow what's missing ({lacking}), and try again."
    assert asked in word_refusal(refused.value, Words(ENGLISH))
