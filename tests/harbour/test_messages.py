"""Messages of a real client: sending, editing, deleting and reading, with files and in DMs."""

import io

import discord
import pytest

from harbour import ApiError, Harbour, Message, Person, Upload
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.harbour.conftest import Ask, Bot, Start, png, room


def picture(name: str = "rack.png", width: int = 300) -> discord.File:
    return discord.File(io.BytesIO(png(width)), name, description=f"thirteen bones at {width}")


def only_message(person: Person) -> Message:
    (message,) = person.messages()
    return message


async def test_a_message_with_everything_arrives(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    sent = await (await room(bot, harbour)).send(f"{bear.mention} is up", file=picture())
    message = only_message(bear)
    assert (message.content, message.author, message.mentions) == (f"<@{bear.id}> is up", harbour.bot, [bear.user])
    attachment = message.attachments[0]
    assert (attachment.filename, attachment.description) == ("rack.png", "thirteen bones at 300")
    assert (attachment.width, attachment.height, attachment.body) == (300, 120, png())
    assert await sent.attachments[0].read() == png()
    assert "is up" in message.text and "thirteen bones" in message.text


async def test_an_edit_keeps_one_attachment_and_adds_another(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    sent = await (await room(bot, harbour)).send(files=[picture("a.png"), picture("b.png", 301)])
    kept = sent.attachments[1]
    await sent.edit(attachments=[kept, picture("c.png", 302)])
    assert [a.filename for a in only_message(bear).attachments] == ["b.png", "c.png"]
    assert only_message(bear).attachments[0].id == str(kept.id)
    assert [a.body for a in only_message(bear).attachments] == [png(301), png(302)]


async def test_an_edit_cannot_keep_an_unknown_attachment(harbour: Harbour, start: Start, ask: Ask) -> None:
    bot = await start()
    sent = await (await room(bot, harbour)).send("board")
    path = f"/channels/{harbour.channel.id}/messages/{sent.id}"
    status, answer = await ask("PATCH", path, {"attachments": [{"id": "123456789012345678"}]})
    assert status == 400 and answer["errors"]["attachments"]["_errors"][0]["code"] == "ATTACHMENT_NOT_FOUND"


async def test_history_reads_in_both_directions(harbour: Harbour, start: Start) -> None:
    bot = await start()
    channel = await room(bot, harbour)
    sent = [await channel.send(f"line {n}") for n in range(5)]
    newest_first = [message.content async for message in channel.history(limit=3)]
    assert newest_first == ["line 4", "line 3", "line 2"]
    older = [m.content async for m in channel.history(before=sent[2], limit=10)]
    assert older == ["line 1", "line 0"]
    newer = [m.content async for m in channel.history(after=sent[2], limit=10)]
    assert newer == ["line 3", "line 4"]
    assert (await channel.fetch_message(sent[1].id)).content == "line 1"


async def test_a_deleted_message_is_unknown(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    channel = await room(bot, harbour)
    sent = await channel.send("gone soon")
    await sent.delete()
    assert bear.messages() == []
    with pytest.raises(discord.NotFound) as refused:
        await channel.get_partial_message(sent.id).edit(content="still there?")
    assert refused.value.code == 10008


async def test_a_repeated_nonce_returns_the_same_message(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    channel = await room(bot, harbour)
    first = await channel.send("receipt", nonce="table7-41")
    again = await channel.send("receipt", nonce="table7-41")
    assert first.id == again.id and len(bear.messages()) == 1
    harbour.clock.advance(3600)
    assert (await channel.send("receipt", nonce="table7-41")).id != first.id


async def test_a_dm_is_one_channel_and_closed_dms_are_50007(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start()
    user = await bot.create_dm(discord.Object(int(bear.id)))
    await user.send("your rack", file=picture())
    assert [message.content for message in bear.dm()] == ["your rack"]
    bear.accept_dms(False)
    with pytest.raises(discord.Forbidden) as refused:
        await user.send("your rack")
    assert refused.value.code == 50007
    bear.accept_dms(True)
    await user.send("again")
    assert [message.content for message in bear.dm()] == ["your rack", "again"]


async def test_without_a_common_guild_a_dm_is_50278(harbour: Harbour, start: Start) -> None:
    bot = await start()
    stranger = harbour.add_user("Stranger", member=False)
    with pytest.raises(discord.Forbidden) as refused:
        await (await bot.create_dm(discord.Object(int(stranger.id)))).send("hello")
    assert refused.value.code == 50278


async def test_the_bot_hears_of_messages_according_to_its_intents(harbour: Harbour, start: Start, bear: Person) -> None:
    bot = await start(Bot(intents=discord.Intents(guilds=True, guild_messages=True, dm_messages=True)))
    await bear.say("secret plans")
    await bear.say(f"<@{harbour.bot.id}> deal")
    await bear.say("my rack please", channel=bear.dm_channel)
    with pytest.raises(ApiError) as refused:
        await bear.say("x" * 2001)
    assert refused.value.code == 50035
    await bot.signal.wait_until(lambda: len(bot.messages) == 3, DEFAULT_TIMEOUT_S, "three messages")
    assert [message.content for message in bot.messages] == [
        "secret plans",
        f"<@{harbour.bot.id}> deal",
        "my rack please",
    ]


async def test_an_old_message_allows_five_edits(harbour: Harbour, start: Start) -> None:
    bot = await start()
    sent = await (await room(bot, harbour)).send("old")
    harbour.clock.advance(3601)
    for n in range(5):
        await sent.edit(content=f"edit {n}")
    with pytest.raises(discord.HTTPException) as refused:
        await sent.edit(content="one too many")
    assert refused.value.code == 30046


async def test_a_person_sends_a_file(harbour: Harbour, bear: Person, bull: Person) -> None:
    await bear.say("the old sheet", files=[Upload("sheet.csv", b"name,matches\nBear,12\n")])
    attachment = only_message(bull).attachments[0]
    assert (attachment.filename, attachment.content_type) == ("sheet.csv", "text/csv")
    assert attachment.body in bull.collect_seen()
