"""A crew without a channel for its tally confirms and disputes entries below *Why?* and `/tally show`."""

from pathlib import Path

import pytest

from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import evening
from tests.stories.test_tally import ask, one_game, pressed, sound


@pytest.mark.thorough(LONGER)
async def test_without_a_channel_players_find_their_buttons_below_why_and_in_the_tally(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("tally")) as night:
        bear, bull, wally, normie = night.people
        await one_game(night)
        why = await bear.slash("why")
        await night.settle(why)
        shown = await why.message()
        assert "**Is this right?** **#1** Duo Dominoes, table 1" in shown.words
        await night.settle(await bear.press(shown, pressed(shown, "It's right")))
        again = await bear.slash("why")
        await night.settle(again)
        assert "Is this right?" not in (await again.message()).words, "Bear has answered"
        for person in (bull, wally):
            shown = await ask(night, person, "show")
            assert "**Is this right?** **#1**" in shown.words
            await night.settle(await person.press(shown, pressed(shown, "It's right")))
        guest = await ask(night, night.harbour.owner, "show")
        assert "Is this right?" not in guest.words
        shown = await ask(night, normie, "show")
        await night.settle(await normie.press(shown, pressed(shown, "Dispute")))
        assert "1 entry is disputed" in (await ask(night, bear, "show")).words
        await sound(night)
