"""Powers over a server's books come from roles that may manage the server, never from permissions in a channel."""

from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.store.messages import condition
from harbour import Permission
from tests.admin import allow, forbid
from tests.chance import SeededChance
from tests.injected_faults import Fault, inject_fault
from tests.left_out import MORE_CASES, mark_thorough
from tests.stories.evening import evening

REFUSED = "I'm missing a permission, or one of the server's filters is stopping me; `/boneyard doctor` says more"
EVERYTHING = Permission.MANAGE_CHANNELS | Permission.MANAGE_GUILD | Permission.ADMINISTRATOR


async def test_permissions_in_one_channel_give_no_power_over_the_books(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("powers")) as night:
        bear, bull = night.people
        owner = night.harbour.owner
        allow(night.harbour, bull.user, EVERYTHING)
        commands: dict[str, dict[str, str | int]] = {
            "boneyard settings": {"unit": "clip / clips"},
            "books adjust": {"from": "Bear", "to": "Bull", "amount": 5, "reason": "because"},
        }
        for command, options in commands.items():
            answer = await bull.slash(command, options=options)
            await night.settle(answer)
            assert (await answer.message()).words.startswith("Only ")
        answer = await owner.slash("boneyard settings", options={"unit": "clip / clips"})
        await night.settle(answer)
        assert "The tally counts in clips" in (await answer.message()).words
        await night.open("duo-dominoes")
        lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"))
        closed = await bull.slash("table close")
        await night.settle(closed)
        assert not find_button(lobby, "lobby.join"), "who manages a channel runs the tables in it"


@pytest.mark.thorough(MORE_CASES)
async def test_permissions_in_one_channel_reveal_nothing_of_other_channels_and_people(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("powers")) as night:
        bear, bull = night.people
        owner, hidden = night.harbour.owner, night.harbour.state.add_channel(night.harbour.guild, "hidden")
        await night.settle(await owner.slash("table open", options={"game": "lombardy-bones"}, channel=hidden))
        forbid(night.harbour, night.harbour.bot, Permission.ATTACH_FILES, hidden)
        bear.accept_dms(False)
        await night.open("lombardy-bones")
        await night.start()
        allow(night.harbour, bull.user, EVERYTHING)
        told = {}
        for person in (bull, owner):
            answer = await person.slash("boneyard doctor")
            await night.settle(answer)
            told[person.name] = (await answer.message()).words
        for secret in (hidden.id, bear.id):
            assert secret in told[owner.name]
            assert secret not in told["Bull"]
        assert "1 player at open tables can't get direct messages" in told["Bull"]
        assert await night.store.read(condition.list_closed_dms, 5) == [], "another server counts its own players"
        assert f"in <#{night.harbour.channel.id}>" in told["Bull"]


@pytest.mark.parametrize("deletes", mark_thorough([True, False], MORE_CASES, but=[True]))
@pytest.mark.parametrize("lets_in", [True, False])
async def test_a_lobby_refused_in_a_thread_of_its_own_leaves_no_empty_thread(
    tmp_path: Path, deletes: bool, lets_in: bool
) -> None:
    """The new thread is deleted, or archived if the bot may not manage threads. Discord refuses the lobby in
    the thread, or it has already refused to let in the person for whom the thread was opened."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("refused")) as night:
        bear, _ = night.people
        harbour = night.harbour
        (allow if deletes else forbid)(harbour, harbour.bot, Permission.MANAGE_THREADS)
        path = r"/channels/\d+/messages" if lets_in else r"/channels/\d+/thread-members/\d+"
        inject_fault(harbour, Fault("POST" if lets_in else "PUT", path, 403, code=50013, times=9))
        answer = await bear.slash("table open", options={"game": "duo-dominoes", "thread": True})
        await night.settle(answer)
        told = (await answer.message()).words
        no_lobby = f"I can't post in a thread of <#{harbour.channel.id}>: {REFUSED}. So I didn't open a table."
        assert told.startswith(no_lobby if lets_in else f"I can't open a thread here: {REFUSED}.")
        threads = [channel.thread for channel in harbour.state.channels.values() if channel.thread is not None]
        assert [thread.archived for thread in threads] == ([] if deletes else [True])
        assert not any(message.controls() for message in harbour.channel.history())
