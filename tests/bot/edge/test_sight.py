"""The channels that a person may see, by roles and overwrites, as the gateway tells them."""

from typing import Any

import discord
import pytest

from bot.edge import client as connection
from bot.edge.interactions import make_sight_check

GUILD, OWNER, BEAR, CREW, CABIN, OPEN_DECK, LOUNGE = 66, 1, 5, 30, 100, 101, 102
VIEW, MANAGE_THREADS, ADMINISTRATOR = 1 << 10, 1 << 34, 1 << 3
ON_DECK, PRIVATE, OWN = 201, 202, 203


def overwrite(whom: int, kind: int, allow: int = 0, deny: int = 0) -> dict[str, Any]:
    return {"id": str(whom), "type": kind, "allow": str(allow), "deny": str(deny)}


def channel(number: int, *overwrites: dict[str, Any]) -> dict[str, Any]:
    return {"id": str(number), "type": 0, "name": f"c{number}", "position": 0, "permission_overwrites": [*overwrites]}


def thread(number: int, kind: int, parent: int, owner: int) -> dict[str, Any]:
    state = {"archived": False, "auto_archive_duration": 60, "archive_timestamp": "2026-01-01T00:00:00+00:00"}
    return {"id": str(number), "type": kind, "name": f"t{number}", "parent_id": str(parent), "owner_id": str(owner),
            "message_count": 0, "member_count": 1, "thread_metadata": state, "guild_id": str(GUILD)}  # fmt: skip


def make_server(client: connection.Client, role: int) -> discord.Guild:
    """Make a server: only its crew sees the cabin, and everybody but Bear sees the lounge."""
    body: Any = {
        "id": str(GUILD), "name": "Ship", "owner_id": str(OWNER), "features": [], "members": [], "emojis": [],
        "roles": [{"id": str(number), "name": "x", "permissions": str(granted), "position": place, "color": 0,
                   "colors": {"primary_color": 0}, "hoist": False, "managed": False, "mentionable": False}
                  for place, (number, granted) in enumerate(((GUILD, VIEW), (CREW, role)))],
        "channels": [channel(CABIN, overwrite(GUILD, 0, deny=VIEW), overwrite(CREW, 0, allow=VIEW)),
                     channel(OPEN_DECK), channel(LOUNGE, overwrite(BEAR, 1, deny=VIEW))],
        "threads": [thread(ON_DECK, 11, OPEN_DECK, OWNER), thread(PRIVATE, 12, OPEN_DECK, OWNER),
                    thread(OWN, 12, OPEN_DECK, BEAR)],
    }  # fmt: skip
    return discord.Guild(data=body, state=client._connection)


def make_member(guild: discord.Guild, user: int, *roles: int) -> discord.Member:
    body: Any = {
        "user": {"id": str(user), "username": "x", "discriminator": "0", "avatar": None},
        "roles": [str(role) for role in roles], "joined_at": "2026-01-01T00:00:00+00:00", "flags": 0,
        "deaf": False, "mute": False,
    }  # fmt: skip
    return discord.Member(data=body, guild=guild, state=guild._state)


@pytest.mark.parametrize(
    ("user", "roles", "granted", "seen"),
    [
        (BEAR, (), 0, {OPEN_DECK, ON_DECK, OWN}),
        (BEAR, (CREW,), 0, {CABIN, OPEN_DECK, ON_DECK, OWN}),
        (BEAR, (CREW,), MANAGE_THREADS, {CABIN, OPEN_DECK, ON_DECK, OWN, PRIVATE}),
        (BEAR, (CREW,), ADMINISTRATOR, {CABIN, OPEN_DECK, LOUNGE, ON_DECK, OWN, PRIVATE}),
        (OWNER, (), 0, {CABIN, OPEN_DECK, LOUNGE, ON_DECK, OWN, PRIVATE}),
        (7, (), 0, {OPEN_DECK, LOUNGE, ON_DECK}),
    ],
)
async def test_a_person_sees_what_their_roles_and_the_channels_allow(
    client: connection.Client, user: int, roles: tuple[int, ...], granted: int, seen: set[int]
) -> None:
    sees = make_sight_check(make_member(make_server(client, granted), user, *roles))
    gone = 999
    assert {number for number in (CABIN, OPEN_DECK, LOUNGE, ON_DECK, PRIVATE, OWN, gone) if sees(number)} == seen
