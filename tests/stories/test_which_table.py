"""Commands find the right table: one that has just closed, one that waits for the player, or one whose game has the
command."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from bot.cli.run import find_button
from harbour import Channel, Person
from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES
from tests.stories.evening import Evening, complete_move, evening, type_command


async def private_answer(
    night: Evening, person: Person, what: str, channel: Channel | None = None, **options: Any
) -> str:
    """The private answer to a command."""
    command, typed = type_command(what, options)
    answer = await person.slash(command, options=typed, channel=channel)
    await night.settle(answer)
    message = await answer.message()
    assert message.ephemeral
    return message.words


@pytest.mark.thorough(LONGER)
async def test_a_game_that_is_over_can_still_be_asked_about(tmp_path: Path) -> None:
    """DD-41: the end of a match closes its table, and that is when people ask about the last score."""
    async with evening(tmp_path, chance=SeededChance("over")) as night:
        bear = night.people[0]
        stranger = night.harbour.add_user("Stranger")
        assert "There is no table here" in await private_answer(night, bear, "why")
        assert "You are not sitting at a table" in await private_answer(night, bear, "why", bear.dm_channel)
        await night.open("duo-dominoes", match_games="1", game_points="15")
        await night.start()
        await night.until(lambda table: table.status == "closed")
        await night.settle()
        for person, channel in ((bear, None), (bear, bear.dm_channel), (stranger, None)):
            assert "points**" in await private_answer(night, person, "why", channel)
            assert "was honest" in await private_answer(night, person, "replay verify", channel)
            assert "Hand 1, step 1 of" in await private_answer(night, person, "replay show", channel)
        assert "You are not sitting at a table" in await private_answer(night, stranger, "why", stranger.dm_channel)
        assert "There is no table here" in await private_answer(night, bear, "hand show")


async def test_a_player_at_two_tables_is_asked_which_they_mean(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("galley 1")) as night:
        bear, *others = night.people
        dm = bear.dm_channel
        await night.open("pussers-bones")
        await night.start()
        assert "Pussers Bones has no move called bet" in await private_answer(night, bear, "bet")
        second = night.harbour.add_channel("galley")
        await night.settle(await bear.slash("table open", options={"game": "pussers-bones"}, channel=second))
        for person in others:
            lobby = second.history()[-1]
            await night.settle(await person.press(lobby, find_button(lobby, "lobby.join")))
        lobby = second.history()[-1]
        await night.settle(await bear.press(lobby, find_button(lobby, "lobby.start")))
        asked = await private_answer(night, bear, "pluck", dm)
        assert f", <#{second.id}>)" in asked and "Pussers Bones (" in asked
        assert "You play at several tables" in await private_answer(night, bear, "hand orders", dm, words="pass")
        assert await complete_move(bear, "discard", channel=dm) == []
        await night.settle(await bear.slash("move", options={"words": "pluck"}, channel=second))
        before = await night.now()
        await night.settle(await bear.slash("move", options={"words": "pluck"}, channel=dm))
        assert (await night.now()).sequence > before.sequence


@pytest.mark.thorough(MORE_CASES)
async def test_commands_about_a_table_work_in_a_dm(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("aside")) as night:
        bear, bull = night.people[:2]
        dm = bear.dm_channel
        assert "You are not sitting at a table" in await private_answer(night, bear, "table leave", dm)
        assert "not here" in await private_answer(night, bear, "table open", dm, game="duo-dominoes")
        await night.open("duo-dominoes")
        await night.start()
        second = night.harbour.add_channel("galley")
        await night.settle(await bear.slash("table open", options={"game": "duo-dominoes"}, channel=second))
        lobby = second.history()[-1]
        await night.settle(await bull.press(lobby, find_button(lobby, "lobby.join")))
        await night.settle(await bear.slash("table leave", channel=dm))
        assert "Bear" not in second.history()[-1].words
        told = await private_answer(night, bear, "table leave", dm)
        assert "Leave Duo Dominoes for good?" in told
        await night.settle(await bull.slash("table pause", channel=bull.dm_channel))
        assert (await night.now()).status == "paused"
        await night.settle(await bull.slash("table resume", channel=bull.dm_channel))
        assert (await night.now()).status == "live"
        asked = await private_answer(night, bull, "table close", bull.dm_channel)
        assert "You play at several tables" in asked and f"<#{second.id}>" in asked


@pytest.mark.thorough(MORE_CASES)
async def test_leaving_a_practice_table_is_refused_with_a_hint_to_close_it(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("aside")) as night:
        bear = night.people[0]
        dm = bear.dm_channel
        await night.settle(await bear.slash("practice", options={"game": "duo-dominoes"}))
        assert "**Close** ends it" in await private_answer(night, bear, "table leave", dm)
        await night.settle(await bear.slash("table close", channel=dm))
        assert "You are not sitting at a table" in await private_answer(night, bear, "table leave", dm)


@pytest.mark.thorough(MORE_CASES)
async def test_a_paused_table_says_so(tmp_path: Path) -> None:
    async with evening(tmp_path) as night:
        bear = night.people[0]
        stranger = night.harbour.add_user("Stranger")
        await night.open("pussers-bones")
        assert "**Join**" in await private_answer(night, stranger, "table pause")
        await night.start()
        await night.settle(await bear.slash("table pause"))
        assert "paused already" in await private_answer(night, bear, "table pause")
        assert "The table is paused" in await private_answer(night, bear, "table undo")
        assert "When its hand is over" in await private_answer(night, bear, "replay verify")
        await night.close()
        assert "was honest" in await private_answer(night, bear, "replay verify")


@pytest.mark.thorough(MORE_CASES)
async def test_a_name_full_of_markup_is_only_a_name(tmp_path: Path) -> None:
    """Otherwise a spoiler in a name would hide the text between two uses of the name, and a link would seem to be the
    bot's."""
    async with evening(tmp_path, ("||x||", "[prize](https://x.y)", "_Wally_", "# Ned")) as night:
        await night.open("duo-dominoes")
        await night.start()
        for _ in range(4):
            await night.move()
        await night.settle()
        public = "\n".join(message.words for message in night.harbour.channel.history())
        assert "ǀǀxǀǀ lays" in public or "ǀǀxǀǀ starts" in public
        assert "［prize］" in public
        assert not any(mark in public for mark in ("||", "](http", "_Wally_", "\n# "))
