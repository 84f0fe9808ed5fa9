"""A hand in a private thread, at the harbour: only if its player chose it, and never if an opponent could read it."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.run import find_button
from harbour import Permission
from tests.chance import SeededChance
from tests.left_out import MORE_CASES, mark_thorough
from tests.stories.evening import Evening, evening


async def _start_with_closed_dms(night: Evening) -> None:
    """Start a table with two people and two robots; the second person takes no direct messages."""
    night.people[1].close_dms()
    await night.open("duo-dominoes")
    lobby = await night.people[0].wait_for_message(lambda message: find_button(message, "lobby.robot+"))
    for _ in range(2):
        await night.settle(await night.people[0].press(lobby, find_button(lobby, "lobby.robot+")))
    await night.start()


async def test_a_player_reads_who_can_read_a_thread_before_it_is_opened(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("thread")) as night:
        bear, bull = night.people
        await _start_with_closed_dms(night)
        assert bull.threads() == []
        told = await night.ask_for_thread(night.people[1])
        assert told.startswith("A private thread is not only yours to read. It can be read by <@")
        assert night.harbour.owner.mention in told
        (thread,) = bull.threads()
        assert len(bull.messages(thread)[-1].attachments) == 1
        assert bear.threads() == []


@pytest.mark.parametrize("by", mark_thorough(["person", "role", "owner"], MORE_CASES, but=["role"]))
async def test_no_hand_goes_where_an_opponent_manages_threads(tmp_path: Path, by: str) -> None:
    """Bear may manage threads by a permission in the channel, for them or a role, or as the owner of the server."""
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("thread")) as night:
        bull = night.people[1]
        guild = night.harbour.guild
        if by == "person":
            night.harbour.allow(night.people[0].user, Permission.MANAGE_THREADS)
        elif by == "role":
            night.harbour.allow(guild.roles[guild.id], Permission.MANAGE_THREADS)
        else:
            night.people[0] = night.harbour.owner
        await _start_with_closed_dms(night)
        assert f"because {night.people[0].name} could read it there" in await night.ask_for_thread(night.people[1])
        assert bull.threads() == []
