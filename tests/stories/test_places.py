"""Deleted channels, threads and servers, and permissions that come back, seen by an unmodified client."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.acts.me import SURE
from bot.cli.run import find_button
from bot.tables.aggregate.table import Table
from bot.tables.timing.deadlines import find_next_deadline
from bot.wording import ENGLISH, Words
from harbour import Fault, Message, Permission, Person
from harbour.actions import threads
from harbour.state.model import SUPPRESS_NOTIFICATIONS
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.render import shown as scenes
from tests.stories.evening import Evening, evening

DAY = 24 * 3600
MISSING = Permission.SEND_MESSAGES | Permission.ATTACH_FILES


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
    night.harbour.remove_bot()


def told_of_loss(person: Person) -> list[Message]:
    """The messages that tell a person that their table waits for the bot."""
    return [message for message in person.dm() if "Once I am invited there again" in message.words]


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


async def invite_again(night: Evening) -> Table:
    """Invite the bot again, and wait until the table goes on, with one board."""
    night.harbour.invite_bot()
    return await wait_until_it_goes_on(night)


async def wait_until_it_goes_on(night: Evening) -> Table:
    """Wait until the table goes on after a loss, with one board, and nobody has been told twice."""
    await night.harbour.state.signal.wait_until(lambda: is_back(night), 30.0, "the board")
    await night.settle()
    table = await night.now()
    (board,) = live(night)
    assert board.attachments[0].description == scenes.draw_board(table.public_view, table.names).alt
    assert table.status == "live"
    assert [len(told_of_loss(person)) for person in night.people] == [1] * len(night.people)
    return table


async def invite_and_wait_until_noted(night: Evening) -> None:
    """Invite the bot again, and wait until it has noted that the table is lost no longer."""
    assert (await night.now()).lost
    found = asyncio.Event()
    night.parts.tables.listeners.append(lambda committed: None if committed.table.lost else found.set())
    night.harbour.invite_bot()
    await asyncio.wait_for(found.wait(), 30.0)


def is_back(night: Evening) -> bool:
    """True once the log says that the bot was away, and nothing in the channel or a DM says that it is."""
    log = any("I was out of this server" in text_of(message) for message in night.harbour.channel.history())
    return log and not any("the table waits for me" in night.rack(person).words for person in night.people)


def text_of(message: Message) -> str:
    """Everything that a message says."""
    return str(message.to_json())


async def test_a_deleted_channel_closes_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("channel")) as night:
        await start_duo(night)
        night.harbour.delete_channel(night.harbour.channel)
        await wait_until_closed(night)
        assert len(told_of_end(night)) == 1
        assert "channel" in told_of_end(night)[0].words
        for person in night.people:
            (rack,) = [
                message
                for message in person.dm()
                if "was deleted" in message.words and message not in told_of_end(night)
            ]
            assert rack.controls() == []
        bull = night.people[1]
        answer = await bull.slash("me erase", options={"sure": SURE}, channel=bull.dm_channel)
        await night.settle(answer)
        assert (await answer.message()).words == Words(ENGLISH).say("mydata/erased")


async def test_a_deleted_thread_closes_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("thread")) as night:
        first = night.people[0]
        await night.settle(await first.slash("table open", options={"game": "duo-dominoes", "thread": True}))
        (thread,) = first.threads()
        night.table = 1
        night.harbour.delete_channel(thread)
        await wait_until_closed(night)
        assert "thread" in told_of_end(night)[0].words
        assert (await night.now()).closing.because == "thread"


@pytest.mark.thorough(LONGER)
async def test_a_kick_of_a_minute_pauses_the_table_and_nobody_loses_time(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("minute")) as night:
        await start_duo(night)
        before = await night.now()
        kick(night)
        await wait_until_paused(night)
        night.harbour.clock.advance(60)
        after = await invite_again(night)
        at = night.harbour.clock.now()
        assert after.clock.to_game_time(at) == before.clock.to_game_time(at) - 60_000
        assert after.waiting.view_changed_at == before.waiting.view_changed_at + 60_000
        assert after.playing == before.playing
        moved = after.sequence
        assert await night.move() is not None
        assert (await night.now()).sequence > moved
        assert len(live(night)) == 1
        for person in night.people:
            assert "I cannot post" not in "".join(message.words for message in person.dm())
            assert not any("A robot" in message.words for message in person.dm())


@pytest.mark.thorough(LONGER)
async def test_a_second_kick_is_told_again_and_both_are_survived(tmp_path: Path) -> None:
    async with evening(tmp_path, ["Bear", "Bull", "Wally"], chance=SeededChance("twice")) as night:
        await night.open("lombardy-bones")
        await night.start()
        kick(night)
        await wait_until_paused(night)
        night.harbour.invite_bot()
        await night.harbour.state.signal.wait_until(lambda: is_back(night), 30.0, "the return")
        night.harbour.remove_bot()
        await night.harbour.state.signal.wait_until(
            lambda: all(len(told_of_loss(person)) == 2 for person in night.people), 30.0, "the second letters"
        )
        await invite_and_wait_until_noted(night)
        await night.harbour.state.signal.wait_until(lambda: is_back(night), 30.0, "the second return")
        await night.settle()
        assert (await night.now()).status == "live"


@pytest.mark.thorough(LONGER)
async def test_a_lost_table_waits_through_a_restart_and_goes_on_six_days_later(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("days")) as night:
        await start_duo(night)
        before = await night.now()
        kick(night)
        await wait_until_paused(night)
        await night.pass_time(3 * DAY)
        await night.restart()
        await night.pass_time(3 * DAY)
        await wait_until_paused(night)
        after = await invite_again(night)
        assert after.waiting.view_changed_at == before.waiting.view_changed_at + 6 * DAY * 1000
        assert await night.move() is not None


async def test_a_server_that_invites_the_bot_while_it_is_away_has_its_table_back(tmp_path: Path) -> None:
    """The bot is removed, and later invited again, while it is not running. It notices each at its next start."""
    async with evening(tmp_path, chance=SeededChance("unseen")) as night:
        await start_duo(night)
        await night.end()
        kick(night)
        await night.begin()
        await wait_until_paused(night)
        await night.end()
        night.harbour.invite_bot()
        night.harbour.clock.advance(8 * DAY)  # the week is over when the bot looks at the table again
        await night.begin()
        await wait_until_it_goes_on(night)
        assert await night.move() is not None


@pytest.mark.thorough(MORE_CASES)
async def test_a_channel_that_is_deleted_while_the_bot_is_out_closes_its_table_at_the_return(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("emptied")) as night:
        await start_duo(night)
        kick(night)
        await wait_until_paused(night)
        night.harbour.delete_channel(night.harbour.channel)
        night.harbour.invite_bot()
        await wait_until_closed(night)
        assert (await night.now()).closing.because == "channel"


@pytest.mark.thorough(MORE_CASES)
async def test_a_lobby_waits_too(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("lobby")) as night:
        await night.open("duo-dominoes")
        kick(night)
        letters = night.harbour.state.signal
        await letters.wait_until(lambda: all(map(told_of_loss, night.people)), 30.0, "the letters")
        await night.settle()
        assert (await night.now()).lost
        await invite_and_wait_until_noted(night)
        await night.settle()
        await night.start()
        assert (await night.now()).status == "live"
        assert len(live(night)) == 1


@pytest.mark.thorough(LONGER)
async def test_a_server_that_keeps_the_bot_out_for_a_week_loses_its_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("kicked")) as night:
        await start_duo(night)
        kick(night)
        await wait_until_paused(night)
        await night.pass_time(7 * DAY - 60)
        await night.restart()
        assert (await night.now()).lost
        await night.pass_time(61)
        await wait_until_closed(night)
        assert (await night.now()).closing.because == "server"
        assert "no longer in the server" in told_of_end(night)[0].words
        night.harbour.invite_bot()
        await night.harbour.state.signal.wait_until(lambda: not live(night), 30.0, "the closed board")
        await night.open("duo-dominoes")
        await night.settle()
        assert len(live(night)) == 1


async def test_an_outage_of_discord_closes_nothing(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("outage")) as night:
        await start_duo(night)
        night.harbour.lose_guild()
        night.harbour.restore_guild()
        await night.move()
        assert (await night.now()).status == "live"
        assert told_of_end(night) == []


@pytest.mark.thorough(LONGER)
async def test_a_permission_that_comes_back_brings_one_board_by_itself(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("regained")) as night:
        await start_duo(night)
        harbour = night.harbour
        for _ in range(2):
            harbour.forbid(harbour.bot, MISSING)
            harbour.clock.advance(1_900)  # the board is too old to be edited
            await night.move()
            await night.settle()
            harbour.allow(harbour.bot, MISSING)
            await harbour.state.signal.wait_until(lambda: not night.parts.host.held.servers, 30.0, "another try")
            await night.settle()
            assert len(live(night)) == 1
            await night.move()
            assert live(night)[0].attachments[0].description is not None
        told = [message for message in night.people[0].dm() if "I cannot post" in message.words]
        assert len(told) == 2


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("edge", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_a_moment_of_discords_edge_stops_no_board(tmp_path: Path, edge: bool) -> None:
    """Discord's edge answers 403 with code 40333, or without JSON, and the next try is taken."""
    async with evening(tmp_path, chance=SeededChance("edge")) as night:
        await start_duo(night)
        here = rf"/channels/{night.harbour.channel.id}/messages.*"
        fault = night.harbour.inject_fault(Fault("(POST|PATCH)", here, 403, code=40333, times=2, edge=edge))
        await night.move()
        assert fault.hits == 2
        for _ in range(5):
            await night.move()
        await night.settle()
        (board,) = live(night)
        table = await night.now()
        assert board.attachments[0].description == scenes.draw_board(table.public_view, table.names).alt
        assert not [message for message in night.people[0].dm() if "I cannot post" in message.words]


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
            lobby = [message for message in thread.history() if find_button(message, what)][-1]
            await night.settle(await bear.press(lobby, find_button(lobby, what)))
        night.table, night.harbour.channel = 1, thread
        for _ in range(12):
            threads.change_thread(night.harbour.state, thread, threads.ThreadChange(archived=True))
            while await night.move() is None:
                await night.pass_time(60)
            (board,) = [message for message in thread.history() if find_button(message, "why") and message.attachments]
            table = await night.now()
            assert board.attachments[0].description == scenes.draw_board(table.public_view, table.names).alt


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
        assert "Slow mode is on" in (await opened.message()).words
        answer = await owner.slash("boneyard doctor")
        await night.settle(answer)
        told = (await answer.message()).words
        assert "slow mode is on" in told
        assert f"<#{books.id}>, where the tally's changes are announced" in told


@pytest.mark.thorough(MORE_CASES)
async def test_a_place_that_is_not_found_when_a_message_is_sent_closes_the_table(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("unheard")) as night:
        await start_duo(night)
        path = rf"/channels/{night.harbour.channel.id}/messages/\d+"
        night.harbour.inject_fault(Fault("PATCH", path, 404, code=10003, times=9))
        await night.move()
        await wait_until_closed(night)


@pytest.mark.thorough(MORE_CASES)
async def test_a_channel_deleted_while_the_bot_was_away_is_noticed_at_its_start(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("away")) as night:
        await start_duo(night)
        await night.end()
        night.harbour.delete_channel(night.harbour.channel)
        await night.begin()
        await wait_until_closed(night)
        assert (await night.now()).closing.because == "channel"
