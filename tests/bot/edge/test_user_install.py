"""Commands of people who have added the app to their own account, typed where the bot is not a member."""

from typing import Any

import discord
import pytest

from bot.edge import client as connection
from bot.edge.interactions import read_interaction
from bot.ports import Location, Requester

USER: dict[str, Any] = {"id": "5", "username": "bear", "discriminator": "0", "avatar": None, "global_name": "Bear"}
SERVER = {
    "guild_id": "66",
    "guild": {"id": "66", "locale": "en-US", "features": []},
    "guild_locale": "en-US",
    "member": {"user": USER, "roles": ["3"], "joined_at": "2020-01-01T00:00:00+00:00", "deaf": False, "mute": False,
               "flags": 0, "permissions": "8"},
}  # fmt: skip


ALONE = {"user": USER}


@pytest.mark.parametrize(
    ("context", "kind", "where", "location"),
    [
        (0, 0, SERVER, Location(66, 77)),
        (1, 1, ALONE, Location(0, 77)),
        (2, 3, ALONE, Location(0, 77)),
    ],
)
async def test_a_command_is_read_in_a_server_without_the_bot_in_its_dm_and_in_a_group(
    client: connection.Client, context: int, kind: int, where: dict[str, Any], location: Location
) -> None:
    """An admin of a server without the bot has no special rights there."""
    payload: Any = {
        "id": "1551597200998400110", "application_id": "9", "type": 2, "token": "t", "version": 1,
        "data": {"id": "7", "name": "practice", "type": 1,
                 "options": [{"name": "game", "type": 3, "value": "duo-dominoes"}]},
        "channel_id": "77", "channel": {"id": "77", "type": kind, "name": "x", "permissions": "0", "guild_id": "66",
                                        "position": 0, "recipients": [], "owner_id": "5", "icon": None},
        "locale": "en-US", "entitlements": [], "authorizing_integration_owners": {"1": "5"}, "context": context,
        "attachment_size_limit": 1, "app_permissions": "0", **where,
    }  # fmt: skip
    request = read_interaction(discord.Interaction(data=payload, state=client._connection))
    assert (request.path, request.options) == (("practice",), {"game": "duo-dominoes"})
    assert (request.requester, request.location) == (Requester(5, "Bear"), location)
