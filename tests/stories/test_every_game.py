"""People and robots play each game through Discord, except Pussers Bones, which test_pussers_evening plays."""

from pathlib import Path

import pytest

from bot.tables.timing.deadlines import is_waiting_for_next_hand
from games import registry
from tests.chance import SeededChance
from tests.left_out import MORE_GAMES, mark_thorough
from tests.stories.dealt_evenings import check_messages, check_verified, control_id, controls
from tests.stories.evening import evening

OTHERS = [name for name in registry.NAMES if name != "pussers-bones"]


@pytest.mark.parametrize("game", mark_thorough(OTHERS, MORE_GAMES, but=["duo-dominoes"]))
async def test_two_people_and_two_robots_play_a_hand_with_a_restart_in_the_middle(game: str, tmp_path: Path) -> None:
    """Moves are typed, pressed and chosen from menus in turn; nothing is lost, and the shuffle proves true."""
    async with evening(tmp_path, names=("Bear", "Bull"), chance=SeededChance("robots", predictable=True)) as night:
        bear, _ = night.people
        await night.open(game)
        for _ in range(2):
            await night.settle(await bear.press(night.board(), control_id(night.board(), "lobby.robot+")))
        await night.start()
        for _ in range(5):
            if await night.move() is None:
                await night.pass_time(30)
        before = (await night.now()).public_view
        await check_messages(night)
        await night.restart()
        await check_messages(night)
        assert (await night.now()).public_view == before
        await night.until(lambda table: is_waiting_for_next_hand(table) or table.public_view.over)
        await check_messages(night)
        assert "why" in {what for what, _, _ in controls(night.board())}
        for command in ("why", "rules"):
            assert (await (await bear.slash(command)).message()).words
        await check_verified(night, bear)
