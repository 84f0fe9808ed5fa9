"""Public and private threads, used by a real client."""

import discord
import pytest

from harbour import Harbour, Permission, Person
from tests.admin import forbid
from tests.harbour.conftest import Ask, Start, room


async def test_a_private_thread_is_visible_to_its_members(
    harbour: Harbour, start: Start, bear: Person, bull: Person
) -> None:
    bot = await start()
    thread = await (await room(bot, harbour)).create_thread(name="Bear's hand", type=discord.ChannelType.private_thread)
    await thread.send("before Bull came")
    assert bear.threads() == [] and bull.threads() == []
    await thread.add_user(discord.Object(int(bear.id)))
    await thread.send("your rack: 3 Ball")
    (mine,) = bear.threads()
    assert [m.content for m in bear.messages(mine)] == ["before Bull came", "your rack: 3 Ball"]
    assert b"before Bull came" in b"".join(bear.collect_seen())
    assert bull.messages(mine) == [] and b"3 Ball" not in b"".join(bull.collect_seen())


async def test_a_public_thread_is_visible_to_all_and_joined_by_posting(
    harbour: Harbour, start: Start, bear: Person, bull: Person
) -> None:
    bot = await start()
    await (await room(bot, harbour)).create_thread(name="Table 7", type=discord.ChannelType.public_thread)
    place = bear.threads()[0]
    await bear.say("in", channel=place)
    assert place.thread is not None and set(place.thread.members) == {harbour.bot.id, bear.id}
    assert [m.content for m in bull.messages(place)] == ["in"]


async def test_posting_unarchives_a_thread_unless_it_is_locked(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    thread = await (await room(bot, harbour)).create_thread(name="Table 7", type=discord.ChannelType.public_thread)
    sent = await thread.send("board")
    await thread.edit(archived=True)
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="board 2")
    assert refused.value.code == 50083
    await thread.send("awake")
    place = bear.threads()[0]
    assert place.thread is not None and not place.thread.archived
    await thread.edit(archived=True)
    place.thread.locked = True
    with pytest.raises(discord.HTTPException) as refused:
        await thread.send("locked")
    assert refused.value.code == 50083
    await thread.edit(archived=False)
    await thread.delete()
    assert bear.threads() == [] and harbour.unsupported == []


async def test_threads_need_their_permission(harbour: Harbour, start: Start) -> None:
    bot = await start()
    channel = await room(bot, harbour)
    forbid(harbour, harbour.bot, Permission.CREATE_PRIVATE_THREADS)
    with pytest.raises(discord.Forbidden) as refused:
        await channel.create_thread(name="no", type=discord.ChannelType.private_thread)
    assert refused.value.code == 50013
    forbid(harbour, harbour.bot, Permission.SEND_MESSAGES_IN_THREADS)
    thread = await channel.create_thread(name="yes", type=discord.ChannelType.public_thread)
    with pytest.raises(discord.Forbidden) as refused:
        await thread.send("mute")
    assert refused.value.code == 50013


async def test_a_non_member_of_the_guild_cannot_be_added(harbour: Harbour, ask: Ask) -> None:
    stranger = harbour.add_user("Stranger", member=False)
    path = f"/channels/{harbour.channel.id}/threads"
    _, thread = await ask("POST", path, {"name": "t", "type": 12})
    assert (await ask("PUT", f"/channels/{thread['id']}/thread-members/{stranger.id}"))[1]["code"] == 10007
    guild = f"/guilds/{harbour.guild.id}/threads/active"
    assert [t["id"] for t in (await ask("GET", guild))[1]["threads"]] == [thread["id"]]
