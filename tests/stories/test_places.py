"""Deleted channels, threads and servers, and permissions that come back, seen by an unmodified client."""

from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.tables.aggregate import Table
from bot.tables.timing.deadlines import find_next_deadline
from harbour import Message, Permission, Person
from harbour.state.model import SUPPRESS_NOTIFICATIONS
from tests.admin import invite_bot, remove_bot
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening
from tests.stories.table_messages import board_alt

DAY = 24 * 3600


async def start_duo(night: Evening) -> None:
    """Start a table of Duo Dominoes and deal the first hand."""
    await night.open("duo-dominoes")
    await night.start()


async def wait_until_closed(night: Evening) -> None:
    """Wait until the table is closed, and everything shows it."""
    await night.harbour.state.signal.wait_until(lambda: told_of_end(night), 30.0, "the host's message")
    await night.settle()
    assert night.parts.tables.repository.find(night.table) is None  # it is no longer in memory, so no clock runs for it
    table = await night.now()
    assert table.status == "closed"
    assert find_next_deadline(table, night.settings.waits) is None


def told_of_end(night: Evening) -> list[Message]:
    """The messages that tell the host of the end."""
    return [message for message in night.people[0].dm() if "opens another table" in message.words]


def live(night: Evening) -> list[Message]:
    """The public messages with a control of a game or of a lobby."""
    return [
        message
        for message in night.harbour.channel.history()
        if message.only_for is None and any(playable(control["custom_id"]) for control in message.controls())
    ]


def playable(custom_id: str) -> bool:
    """True for a control of a game or of a lobby."""
    return ":hand.show:" in custom_id or ":lobby." in custom_id


def kick(night: Evening) -> None:
    """Remove the bot from the server. Everybody shares another server with it, so DMs still arrive."""
    state = night.harbour.state
    other = state.add_guild("Elsewhere", state.users[night.harbour.owner.id], Permission.SEND_MESSAGES)
    for person in night.people:
        state.add_member(other, state.users[person.id])
    remove_bot(night.harbour)


def told_of_loss(person: Person) -> list[Message]:
    """The messages that tell a person that their table waits for the bot."""
    return [message for message in person.dm() if "If I'm invited back" in message.words]


async def wait_until_paused(night: Evening) -> Table:
    """Wait until the table waits for the bot, everybody with a seat has been told so once, and everything shows it."""
    everybody = night.people
    await night.harbour.state.signal.wait_until(lambda: all(map(told_of_loss, everybody)), 30.0, "the letters")
    await night.settle()
    for person in everybody:
        (letter,) = told_of_loss(person)
        assert letter.flags & SUPPRESS_NOTIFICATIONS
        assert "the table waits for me" in night.rack(person).words
        assert not find_button(night.rack(person), "table.resume")
    table = await night.now()
    assert table.lost
    assert table.status == "paused"
    return table


async def wait_until_it_goes_on(night: Evening) -> Table:
    """Wait until the table goes on after a loss, with one board, and nobody has been told twice."""
    await night.harbour.state.signal.wait_until(lambda: is_back(night), 30.0, "the board")
    await night.settle()
    table = await night.now()
    (board,) = live(night)
    assert board.attachments[0].description == board_alt(table)
    assert table.status == "live"
    assert [len(told_of_loss(person)) for person in night.people] == [1] * len(night.people)
    return table


def is_back(night: Evening) -> bool:
    """True once the log says that the bot was away, and nothing in the channel or a DM says that it is."""
    log = any("I was out of this server" in text_of(message) for message in night.harbour.channel.history())
    return log and not any("the table waits for me" in night.rack(person).words for person in night.people)


def text_of(message: Message) -> str:
    """Everything that a message says."""
    return str(message.to_json())


async def test_a_deleted_thread_closes_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("thread")) as night:
        first = night.people[0]
        await night.settle(await first.slash("table open", options={"game": "duo-dominoes", "thread": True}))
        (thread,) = first.threads()
        night.table = 1
        night.harbour.state.delete_channel(thread)
        await wait_until_closed(night)
        assert "thread" in told_of_end(night)[0].words
        assert (await night.now()).closing.because == "thread"


@pytest.mark.thorough(LONGER)
async def test_a_server_that_invites_the_bot_while_it_is_away_has_its_table_back(tmp_path: Path) -> None:
    """The bot is removed, and later invited again, while it is not running. It notices each at its next start."""
    async with evening(tmp_path, chance=SeededChance("unseen")) as night:
        await start_duo(night)
        await night.end()
        kick(night)
        await night.begin()
        await wait_until_paused(night)
        await night.end()
        invite_bot(night.harbour)
        night.harbour.clock.advance(8 * DAY)  # the week is over when the bot looks at the table again
        await night.begin()
        await wait_until_it_goes_on(night)
        assert await night.move() is not None


async def test_an_outage_of_discord_closes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("outage")) as night:
        await start_duo(night)
        harbour = night.harbour
        lost, back = {"id": harbour.guild.id, "unavailable": True}, harbour.gateway.describe_guild(harbour.guild)
        for name, data in (("GUILD_DELETE", lost), ("GUILD_CREATE", back)):
            harbour.state.publish(name, data, guild_id=harbour.guild.id, only=[harbour.bot])
        await night.move()
        assert (await night.now()).status == "live"
        assert told_of_end(night) == []


async def test_slow_mode_and_a_lost_channel_of_the_tally_are_named(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("slow")) as night:
        harbour, owner = night.harbour, night.harbour.owner
        books = harbour.state.add_channel(harbour.guild, "books")
        await night.settle(await owner.slash("boneyard settings", options={"channel": books.id}))
        harbour.channel.slow_mode = 10
        harbour.state.publish("CHANNEL_UPDATE", harbour.channel.to_json(), channel=harbour.channel)
        harbour.state.delete_channel(books)
        opened = await night.people[0].slash("table open", options={"game": "duo-dominoes"})
        await night.settle(opened)
        assert "Slow mode is on" in (await opened.message()).words
        answer = await owner.slash("boneyard doctor")
        await night.settle(answer)
        told = (await answer.message()).words
        assert "slow mode is on" in told
        assert f"<#{books.id}>, where the bot announces the tally's changes" in told
