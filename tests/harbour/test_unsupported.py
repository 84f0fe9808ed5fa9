"""Requests that the harbour does not support."""

import discord
import pytest

from harbour import Harbour
from tests.harbour.conftest import Start


async def test_unsupported_requests_are_refused_and_recorded(harbour: Harbour, start: Start) -> None:
    bot = await start()
    with pytest.raises(discord.NotFound, match="The harbour does not support"):
        await (bot.get_guild(int(harbour.guild.id)) or await bot.fetch_guild(1)).fetch_emojis()
    assert harbour.unsupported == [f"GET /guilds/{harbour.guild.id}/emojis"]
