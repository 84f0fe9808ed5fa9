"""A latecomer takes the seat of a robot in the middle of a hand: everyone reads who handed it over, and only the
latecomer sees the hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.cli.run import button
from bot.tables.pacing import LIVE
from games.core import registry
from games.core.seats import Seat
from render import scenes
from tests.chance import SeededChance
from tests.stories.evening import evening


@pytest.mark.parametrize("game", registry.NAMES)
async def test_a_robots_hand_goes_to_the_late_comer_alone(tmp_path: Path, game: str) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance(f"late/{game}")) as night:
        bear, bull = night.people
        ned, guest = (night.harbour.add_user(name) for name in ("Ned", "Guest"))
        await night.open(game)
        lobby = await bear.wait_for_message(lambda message: button(message, "lobby.robot+"))
        for _ in range(2):
            await night.settle(await bear.press(lobby, button(lobby, "lobby.robot+")))
        await night.start()
        for _ in range(12):
            await night.move()
            await night.pass_time(LIVE.robot / 1000)
        table = await night.now()
        assert table.hand_open
        seat = next(Seat(one.seat) for one in table.seats if one.user_id is None)
        held = scenes.hand(table.view(seat)).alt
        dms = [len(person.dm()) for person in (bear, bull)]

        await night.settle(await bull.slash("table sub", options={"to": ned.id}))
        table = await night.now()
        assert table.seat_of(int(ned.id)) == seat
        assert table.occupant(seat).robot is None
        log = [line for one in night.harbour.channel.history() for line in one.content.splitlines()]
        assert "Bull hands a robot's seat over, with its hand, to Ned." in log
        (rack,) = ned.dm()
        shown = scenes.hand(table.view(seat), table.names).alt
        assert [one.description for one in rack.attachments] == [shown]
        assert scenes.hand(table.view(seat)).alt == held
        assert [len(person.dm()) for person in (bear, bull)] == dms
        for other in (bear, bull, guest):
            assert all(shown.encode() not in entry for entry in other.everything_seen())
        assert any(shown.encode() in entry for entry in ned.everything_seen())
