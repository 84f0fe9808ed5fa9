"""A hand of every game, played by friends through Discord: whatever the game, the bot knows how."""

from pathlib import Path

import pytest

from bot.tables.deadlines import resting
from games.core import registry
from games.core.seats import Seat
from render import scenes
from tests.stories.evening import evening, fix_secrets

LONG = "pussers-bones"
"""Has an evening of its own."""


@pytest.mark.parametrize("game", [name for name in registry.NAMES if name != LONG])
async def test_friends_play_a_hand(game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    fix_secrets(monkeypatch, "every game")
    async with evening(tmp_path) as night:
        await night.open(game)
        await night.start()
        table = await night.until(lambda table: resting(table) or table.crowd.over or table.crowd.hand > 1)
        board = [one.description for one in night.board().attachments]
        assert board == [scenes.board(table.crowd, table.names).alt]
        for seat, person in enumerate(night.people):
            rack = [one.description for one in night.rack(person).attachments]
            assert rack == [scenes.hand(table.view(Seat(seat)), table.names).alt]
        why = await night.people[0].slash("why")
        assert (await why.message()).content
        about = await night.people[0].slash("rules", options={"about": "deal"})
        assert (await about.message()).content
