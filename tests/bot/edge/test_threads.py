"""Threads at the harbour: their types, when they sleep, and how they wake."""

import asyncio

import pytest

from bot.edge import client as connection
from bot.edge.messenger import Brake, DiscordMessenger
from bot.ports import DeliveryError, Message, Place
from harbour import Harbour, Permission
from harbour.actions import threads
from harbour.state.model import ANNOUNCEMENT, ANNOUNCEMENT_THREAD
from tests.admin import forbid


@pytest.fixture
def messenger(client: connection.Client) -> DiscordMessenger:
    return DiscordMessenger(client, lambda code: None, lambda what: None, Brake())


@pytest.fixture
def place(harbour: Harbour) -> Place:
    return Place(int(harbour.channel.id), int(harbour.guild.id))


async def test_edits_that_meet_at_an_archived_thread_wake_it(
    harbour: Harbour, messenger: DiscordMessenger, place: Place
) -> None:
    thread = await messenger.open_thread(place, "a table")
    channel = harbour.state.channels[str(thread.channel)]
    numbers = [await messenger.send(thread, Message(text), text) for text in ("board", "log")]
    for times in (1, 2):
        threads.set_archived(harbour.state, channel, True)
        await asyncio.gather(*(messenger.edit(thread, number, Message(f"after {times}")) for number in numbers))
    assert [message.content for message in channel.history()] == ["after 2", "after 2"]


async def test_threads_sleep_by_their_pace_and_suit_their_channel(
    harbour: Harbour, messenger: DiscordMessenger, client: connection.Client, place: Place
) -> None:
    """Threads of announcement channels have a type of their own."""
    made = [await messenger.open_thread(place, "a table", slow=slow) for slow in (False, True)]
    channels = [harbour.state.channels[str(thread.channel)] for thread in made]
    assert [channel.thread.auto_archive_minutes for channel in channels if channel.thread] == [1_440, 10_080]
    harbour.channel.kind = ANNOUNCEMENT
    line = asyncio.create_task(client.connect())
    await client.wait_until_ready()
    thread = await messenger.open_thread(place, "a table")
    assert harbour.state.channels[str(thread.channel)].kind == ANNOUNCEMENT_THREAD
    await client.close()
    await asyncio.gather(line, return_exceptions=True)


async def test_a_locked_thread_says_so(harbour: Harbour, messenger: DiscordMessenger, place: Place) -> None:
    thread = await messenger.open_thread(place, "a table")
    number = await messenger.send(thread, Message("one"), "a")
    channel = harbour.state.channels[str(thread.channel)]
    assert channel.thread is not None
    channel.thread.locked = True
    threads.set_archived(harbour.state, channel, True)
    forbid(harbour, harbour.bot, Permission.MANAGE_THREADS)
    with pytest.raises(DeliveryError) as trouble:
        await messenger.edit(thread, number, Message("two"))
    assert trouble.value.kind == "asleep"
