"""Deleted channels, threads and servers, and permissions that come back, seen by an unmodified client."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.acts.me import SURE
from bot.cli.run import button
from bot.tables.timing.deadlines import next_deadline
from bot.wording import ENGLISH, Words
from harbour import Message, Permission
from harbour.actions import threads
from render import scenes
from tests.chance import SeededChance
from tests.stories.evening import Evening, evening

MISSING = Permission.SEND_MESSAGES | Permission.ATTACH_FILES


async def playing(night: Evening) -> None:
    """Start a table of Duo Dominoes and deal the first hand."""
    await night.open("duo-dominoes")
    await night.start()


async def closed(night: Evening) -> None:
    """Wait until the table is closed, and everything shows it."""
    await night.harbour.state.signal.wait_until(lambda: told_of_end(night), 30.0, "the host's message")
    await night.settle()
    assert night.parts.tables.repository.find(night.table) is None  # it is no longer in memory, so no clock runs for it
    table = await night.now()
    assert table.status == "closed"
    assert next_deadline(table, night.settings) is None


def told_of_end(night: Evening) -> list[Message]:
    """The messages that tell the host of the end."""
    return [message for message in night.people[0].dm() if "opens another table" in message.content]


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
    """Remove the bot from the server. The host shares another server with it, so DMs still arrive."""
    state = night.harbour.state
    other = state.add_guild("Elsewhere", state.users[night.harbour.owner.id], Permission.SEND_MESSAGES)
    state.add_member(other, state.users[night.people[0].id])
    night.harbour.remove_bot()


async def test_a_deleted_channel_closes_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("channel")) as night:
        await playing(night)
        night.harbour.delete_channel(night.harbour.channel)
        await closed(night)
        assert len(told_of_end(night)) == 1
        assert "channel" in told_of_end(night)[0].content
        for person in night.people:
            (rack,) = [
                message
                for message in person.dm()
                if "was deleted" in message.content and message not in told_of_end(night)
            ]
            assert rack.controls() == []
        bull = night.people[1]
        answer = await bull.slash("me erase", options={"sure": SURE}, channel=bull.dm_channel)
        await night.settle(answer)
        assert (await answer.message()).content == Words(ENGLISH).say("mydata/erased")


async def test_a_deleted_thread_closes_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("thread")) as night:
        first = night.people[0]
        await night.settle(await first.slash("table open", options={"game": "duo-dominoes", "thread": True}))
        (thread,) = first.threads()
        night.table = 1
        night.harbour.delete_channel(thread)
        await closed(night)
        assert "thread" in told_of_end(night)[0].content
        assert (await night.now()).closing.because == "thread"


async def test_a_server_that_removes_the_bot_loses_its_table_and_sees_it_closed_once_it_is_back(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("kicked")) as night:
        await playing(night)
        kick(night)
        await closed(night)
        assert "no longer in the server" in told_of_end(night)[0].content
        night.harbour.invite_bot()
        await night.harbour.state.signal.wait_until(lambda: not live(night), 30.0, "the closed board")
        await night.open("duo-dominoes")
        await night.settle()
        assert len(live(night)) == 1


async def test_an_outage_of_discord_closes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("outage")) as night:
        await playing(night)
        night.harbour.lose_guild()
        night.harbour.restore_guild()
        await night.move()
        assert (await night.now()).status == "live"
        assert told_of_end(night) == []


async def test_a_permission_that_comes_back_brings_one_board_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("regained")) as night:
        await playing(night)
        harbour = night.harbour
        for _ in range(2):
            harbour.forbid(harbour.bot, MISSING)
            harbour.clock.advance(1_900)  # the board is too old to be edited
            await night.move()
            await night.settle()
            harbour.allow(harbour.bot, MISSING)
            await harbour.state.signal.wait_until(lambda: not night.parts.places.waiting, 30.0, "another try")
            await night.settle()
            assert len(live(night)) == 1
            await night.move()
            assert live(night)[0].attachments[0].description is not None
        told = [message for message in night.people[0].dm() if "I cannot post" in message.content]
        assert len(told) == 2


@pytest.mark.parametrize("edge", [False, True])
async def test_a_moment_of_discords_edge_stops_no_board(tmp_path: Path, edge: bool) -> None:
    """Discord's edge answers 403 with code 40333, or without JSON, and the next try is taken."""
    async with evening(tmp_path, chance=SeededChance("edge")) as night:
        await playing(night)
        here = rf"/channels/{night.harbour.channel.id}/messages.*"
        fault = night.harbour.fault("(POST|PATCH)", here, 403, code=40333, times=2, edge=edge)
        await night.move()
        assert fault.hits == 2
        for _ in range(5):
            await night.move()
        await night.settle()
        (board,) = live(night)
        table = await night.now()
        assert board.attachments[0].description == scenes.board(table.public_view, table.names).alt
        assert not [message for message in night.people[0].dm() if "I cannot post" in message.content]


async def test_a_thread_that_sleeps_is_woken_and_keeps_one_board_and_one_log(tmp_path: Path) -> None:
    """At a table by correspondence, Discord archives the thread between two moves, again and again."""
    async with evening(tmp_path, ["Bear"], chance=SeededChance("asleep")) as night:
        (bear,) = night.people
        opened = await bear.slash(
            "table open", options={"game": "duo-dominoes", "thread": True, "pace": "correspondence"}
        )
        await night.settle(opened)
        (thread,) = bear.threads()
        assert thread.thread is not None
        assert thread.thread.auto_archive_minutes == 10_080
        for what in ("lobby.robot+", "lobby.robot+", "lobby.robot+", "lobby.start"):
            lobby = [message for message in thread.history() if button(message, what)][-1]
            await night.settle(await bear.press(lobby, button(lobby, what)))
        night.table, night.harbour.channel = 1, thread
        for _ in range(12):
            threads.change_thread(night.harbour.state, thread, archived=True)
            while await night.move() is None:
                await night.pass_time(60)
            (board,) = [message for message in thread.history() if button(message, "why") and message.attachments]
            table = await night.now()
            assert board.attachments[0].description == scenes.board(table.public_view, table.names).alt


async def test_slow_mode_and_a_lost_channel_of_the_tally_are_named(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("slow")) as night:
        harbour, owner = night.harbour, night.harbour.owner
        books = harbour.add_channel("books")
        await night.settle(await owner.slash("boneyard settings", options={"channel": books.id}))
        harbour.channel.slow_mode = 10
        harbour.state.publish("CHANNEL_UPDATE", harbour.channel.to_json(), channel=harbour.channel)
        harbour.delete_channel(books)
        opened = await night.people[0].slash("table open", options={"game": "duo-dominoes"})
        await night.settle(opened)
        assert "Slow mode is on" in (await opened.message()).content
        answer = await owner.slash("boneyard doctor")
        await night.settle(answer)
        told = (await answer.message()).content
        assert "slow mode is on" in told
        assert f"<#{books.id}>, where the tally's changes are announced" in told


async def test_a_place_that_is_not_found_when_a_message_is_sent_closes_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("unheard")) as night:
        await playing(night)
        night.harbour.fault("PATCH", rf"/channels/{night.harbour.channel.id}/messages/\d+", 404, code=10003, times=9)
        await night.move()
        await closed(night)


@pytest.mark.parametrize("what", ["channel", "server"])
async def test_a_place_deleted_while_the_bot_was_away_is_noticed_at_its_start(tmp_path: Path, what: str) -> None:
    async with evening(tmp_path, chance=SeededChance("away")) as night:
        await playing(night)
        await night.end()
        if what == "channel":
            night.harbour.delete_channel(night.harbour.channel)
        else:
            kick(night)
        await night.begin()
        await closed(night)
        assert (await night.now()).closing.because == what
