"""A season ends by the vote of people who have often played in it, and a player is forgotten."""

from pathlib import Path
from typing import Any

import pytest

from harbour import NotOffered
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import Evening, evening
from tests.stories.test_tally import ask, made, one_game, pressed, sound

DAY = 24 * 3600


async def the_session_is_one_entry(channel: Any) -> None:
    """The entry says how many results it sums up."""
    assert "Duo Dominoes, table 1: a whole session with 1 result." in channel.history()[-1].content


async def two_more_days(night: Evening) -> None:
    """Two more days of play make three hands, and these give everybody a vote."""
    bear, *_ = night.people
    assert "Only regulars (3 hands or more this season)" in (await ask(night, bear, "season")).words
    for _ in range(2):
        await night.pass_time(DAY)
        await one_game(night)


async def a_stranger_has_no_vote(night: Evening) -> None:
    """Only regulars may vote."""
    assert (
        "Only regulars (3 hands or more this season)"
        in (await ask(night, night.harbour.add_user("Stranger"), "season")).words
    )


async def three_of_four_rule_off(night: Evening, channel: Any) -> None:
    """The third vote ends the season a day later, and the next one gets the proposed name."""
    bear, bull, wally, _ = night.people
    assert "1 of 4" in (await ask(night, bear, "season", name="Winter")).words
    for person in (bull, wally):
        vote = channel.history()[-1]
        await night.settle(await person.press(vote, pressed(vote, "Close the season")))
        assert vote not in channel.history(), "a newer request stands further down"
    assert "3 of 4 votes are enough" in channel.history()[-1].content
    await night.pass_time(DAY)
    over = [said.content for said in channel.history() if "continues further down" in said.content]
    assert over == ["The vote on closing Season 1 continues further down."]
    closed = channel.history()[-1]
    told = closed.content.splitlines()
    assert told[0] == "The crew closed Season 1. The next season is Winter."
    assert told[1].startswith("-# Brought forward: ")
    (card,) = closed.attachments
    assert "Champion: " in str(card.description)
    assert "Games won · Duo: " in str(card.description)
    assert (await ask(night, bear, "card", season="1")).attachments[0].description == card.description
    assert "Nothing is in the books here yet." in (await ask(night, bear, "card")).words


async def normie_is_forgotten(night: Evening) -> None:
    """The old sheet keeps the sum without the name; the new one is empty."""
    bear, *_, normie = night.people
    answer = await normie.slash("me erase", options={"sure": "erase me"})
    await night.settle(answer)
    first = await answer.message()
    assert first.words.startswith("**Nothing is erased yet.** In the books of this crew:\n- you ")
    await night.settle(await normie.press(first, pressed(first, "Erase me anyway")))
    old = await ask(night, bear, "show", season="1")
    assert "Normie" not in old.words + str(old.attachments[0].description)
    assert "Former member" in old.words
    assert "Nothing is in the books" in (await ask(night, bear, "show")).words


async def the_tally_is_not_offered_in_private(night: Evening) -> None:
    """Books belong to a server."""
    bear, *_ = night.people
    with pytest.raises(NotOffered):
        await bear.slash("tally show", channel=bear.dm_channel)


@pytest.mark.thorough(LONGER)
async def test_a_season_ends_by_vote_and_a_player_is_forgotten(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("tally")) as night:
        channel = made(night)
        told = await ask(night, night.harbour.owner, "settings", channel=channel, confirm=0, post="session")
        assert "When results go into the tally: in one entry at the end" in told.words
        await one_game(night)
        await the_session_is_one_entry(channel)
        await two_more_days(night)
        await a_stranger_has_no_vote(night)
        await three_of_four_rule_off(night, channel)
        await normie_is_forgotten(night)
        await the_tally_is_not_offered_in_private(night)
        await sound(night)
