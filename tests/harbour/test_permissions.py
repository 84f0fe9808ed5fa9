"""Permissions from roles and overwrites, and the errors for a bot without them."""

import io

import discord
import pytest

from harbour import ApiError, Harbour, NotOffered, Permission, Person
from harbour.base.json_types import JsonValue
from tests.admin import allow, forbid, set_role_permissions
from tests.harbour.conftest import Ask, Start, png


async def send(bot: discord.Client, harbour: Harbour, **body: JsonValue) -> int:
    """Send a message with this body; return the error code, or 0 if there is none."""
    channel = bot.get_partial_messageable(int(harbour.channel.id), guild_id=int(harbour.guild.id))
    try:
        await channel.send(**body)
    except discord.HTTPException as refused:
        return refused.code
    return 0


async def test_each_missing_permission_has_its_error_code(harbour: Harbour, start: Start) -> None:
    bot = await start()
    file = discord.File(io.BytesIO(png()), "a.png")
    assert await send(bot, harbour, content="x") == 0
    forbid(harbour, harbour.bot, Permission.ATTACH_FILES)
    assert await send(bot, harbour, content="x", file=file) == 50013
    forbid(harbour, harbour.bot, Permission.SEND_MESSAGES)
    assert await send(bot, harbour, content="x") == 50013
    forbid(harbour, harbour.bot, Permission.VIEW_CHANNEL)
    assert await send(bot, harbour, content="x") == 50001
    allow(harbour, harbour.bot, Permission.VIEW_CHANNEL)
    assert await send(bot, harbour, content="x") == 0


async def test_overwrites_apply_to_everyone_then_roles_then_the_member(harbour: Harbour, bear: Person) -> None:
    guild, channel, send_ = harbour.guild, harbour.channel, Permission.SEND_MESSAGES
    role = harbour.state.add_role(guild, "crew", Permission(0))
    guild.members[bear.id].roles.append(role.id)
    assert guild.find_permissions_in(channel, bear.id) & send_
    forbid(harbour, guild.roles[guild.id], send_)
    assert not guild.find_permissions_in(channel, bear.id) & send_
    allow(harbour, role, send_)
    assert guild.find_permissions_in(channel, bear.id) & send_
    forbid(harbour, bear.user, send_)
    assert not guild.find_permissions_in(channel, bear.id) & send_
    with pytest.raises(ApiError) as refused:
        await bear.say("mute")
    assert refused.value.code == 50013
    set_role_permissions(harbour, guild, role, Permission.ADMINISTRATOR)
    assert guild.find_permissions_in(channel, bear.id) & send_


async def test_a_hidden_channel_cannot_be_read_or_used(
    harbour: Harbour, start: Start, bear: Person, bull: Person
) -> None:
    await start()
    forbid(harbour, bull.user, Permission.VIEW_CHANNEL)
    await bear.say("for those who are here")
    assert bull.messages() == [] and b"for those" not in b"".join(bull.collect_seen())
    allow(harbour, bull.user, Permission.VIEW_CHANNEL)
    assert len(bull.messages()) == 1 and b"for those" in b"".join(bull.collect_seen())


async def test_a_command_for_admins_is_offered_to_admins(harbour: Harbour, ask: Ask, bear: Person) -> None:
    command = {"name": "doctor", "description": "What is missing", "default_member_permissions": 32}
    await ask("PUT", f"/applications/{harbour.bot.id}/commands", [command])
    with pytest.raises(NotOffered):
        await bear.slash("doctor")
    assert (await harbour.owner.slash("doctor")).interaction.name == "doctor"


async def test_external_emojis_need_their_permission(harbour: Harbour, ask: Ask, bear: Person) -> None:
    path = f"/channels/{harbour.channel.id}/messages"
    await ask("POST", path, {"content": "<:ball3:123456789012345678>"})
    forbid(harbour, harbour.bot, Permission.USE_EXTERNAL_EMOJIS)
    await ask("POST", path, {"content": "<:ball3:123456789012345678>"})
    assert [m.content for m in bear.messages()] == ["<:ball3:123456789012345678>", ":ball3:"]


async def test_the_bot_cannot_change_messages_of_others(harbour: Harbour, ask: Ask, bear: Person) -> None:
    message = await bear.say("mine")
    path = f"/channels/{harbour.channel.id}/messages/{message.id}"
    assert (await ask("PATCH", path, {"content": "yours"}))[1]["code"] == 50005
    assert (await ask("DELETE", path))[1]["code"] == 50013
    allow(harbour, harbour.bot, Permission.MANAGE_MESSAGES)
    assert (await ask("DELETE", path))[0] == 204
