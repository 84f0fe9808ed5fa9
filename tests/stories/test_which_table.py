"""Commands find the right table: one that has just closed, one that waits for the player, or one whose game has the
command."""

from pathlib import Path
from typing import Any

import pytest

from bot.cli.run import find_button
from harbour import Channel, Person
from tests.chance import SeededChance
from tests.left_out import LONGER
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
        assert "There's no table here" in await private_answer(night, bear, "why")
        assert "You aren't sitting at a table" in await private_answer(night, bear, "why", bear.dm_channel)
        await night.open("duo-dominoes", match_games="1", game_points="15")
        await night.start()
        await night.until(lambda table: table.status == "closed")
        await night.settle()
        for person, channel in ((bear, None), (bear, bear.dm_channel), (stranger, None)):
            assert "points**" in await private_answer(night, person, "why", channel)
            assert "was honest" in await private_answer(night, person, "replay verify", channel)
            assert "Hand 1, step 1 of" in await private_answer(night, person, "replay show", channel)
        assert "You aren't sitting at a table" in await private_answer(night, stranger, "why", stranger.dm_channel)
        assert "There's no table here" in await private_answer(night, bear, "hand show")


@pytest.mark.thorough(LONGER)
async def test_a_player_at_two_tables_is_asked_which_they_mean(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("galley 1")) as night:
        bear, *others = night.people
        dm = bear.dm_channel
        await night.open("pussers-bones")
        await night.start()
        assert "Pussers Bones has no move called “bet”" in await private_answer(night, bear, "bet")
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
