"""A piece tapped twice: the first tap counts, and the second gets a private answer that says so."""

from pathlib import Path

import pytest

from bot.cli.run import find_button
from bot.tables.aggregate.table import Table
from bot.wording import ENGLISH, Words
from tests.chance import SeededChance
from tests.left_out import MORE_GAMES, mark_thorough
from tests.stories.dealt_evenings import controls
from tests.stories.evening import evening, words_for


def who_lays(table: Table) -> int | None:
    """The seat that may lay a piece now."""
    return next((seat for seat in table.public_view.to_act if (words_for(table, seat) or "").startswith("play ")), None)


@pytest.mark.parametrize("game", mark_thorough(("duo-dominoes", "lombardy-bones"), MORE_GAMES, but=["duo-dominoes"]))
async def test_a_piece_tapped_twice_is_laid_once_and_its_player_is_told(tmp_path: Path, game: str) -> None:
    async with evening(tmp_path, chance=SeededChance("old copies")) as night:
        await night.open(game)
        await night.start()
        seat = who_lays(await night.until(lambda present: who_lays(present) is not None))
        assert seat is not None
        await night.settle()
        person, others = night.people[seat], [other for other in night.people if other is not night.people[seat]]
        rack = night.rack(person)
        does = next(does for does, _, _ in controls(rack) if does.startswith("play."))
        told = [len(other.ephemerals()) for other in others]
        first = await person.press(rack, find_button(rack, does))
        second = await person.press(rack, find_button(rack, does))
        await night.settle(first, second)
        assert (await second.followup()).content == Words(ENGLISH).say("TABLE/done_already")
        assert first.followups == []
        await night.pass_time(5)
        assert "lombardy.turned_down" not in await night.events()
        assert [len(other.ephemerals()) for other in others] == told
