"""Friends play a hand of each game through Discord, except Pussers Bones, which test_pussers_evening plays."""

from pathlib import Path

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games import registry
from games.core.seats import Seat
from tests.chance import SeededChance
from tests.left_out import MORE_GAMES, mark_thorough
from tests.render import shown as scenes
from tests.stories.evening import evening
from tests.stories.table_messages import hand_alt

LONG = "pussers-bones"
"""This game has a test of its own: test_pussers_evening."""


@pytest.mark.parametrize(
    "game", mark_thorough([name for name in registry.NAMES if name != LONG], MORE_GAMES, but=["duo-dominoes"])
)
async def test_friends_play_a_hand(game: str, tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("every game")) as night:
        await night.open(game)
        await night.start()
        table = await night.until(
            lambda table: is_waiting_for_next_hand(table) or table.public_view.over or table.public_view.hand > 1
        )
        board = [attachment.description for attachment in night.board().attachments]
        assert board == [scenes.draw_board(table.public_view, table.names).alt]
        for seat, person in enumerate(night.people):
            rack = [attachment.description for attachment in night.rack(person).attachments]
            assert rack == [hand_alt(table, Seat(seat))]
        why = await night.people[0].slash("why")
        assert (await why.message()).words
        about = await night.people[0].slash("rules", options={"about": "deal"})
        assert (await about.message()).words
