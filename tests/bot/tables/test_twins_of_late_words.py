"""Twin worlds of Lombardy Bones: words that came to nothing (LB-80) are told only to their player.

In one world Bull says "no score" twice within the moment for which words are kept. Nobody else sees a difference, in
any message, edit, pause or answer.
"""

from pathlib import Path

import pytest

from bot.tables.aggregate import Table
from games.lombardy.view import View
from games.pieces.dominoes import ALL
from tests.bot.harness.room import BULL
from tests.bot.harness.twin_worlds import World, play
from tests.bot.tables.test_twins_in_time import PEOPLE, Story, _ask_all_as_bear, _check_alike, _play_story, _shuffled
from tests.bot.tables.test_twins_of_robots import _think_at_once
from tests.left_out import LONGER

ORDER = _shuffled(ALL, 5)


STORIES: list[tuple[str, int, dict[str, str]]] = [
    ("lobby.robot+", 0, {"call_mode": "race", "race_grace_ms": "300"}),
    ("lobby.robot+", 0, {"call_mode": "courtesy"}),
    ("lobby.shellback+", 2, {"call_mode": "everyone-decides", "race_grace_ms": "300"}),
]


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(("adds", "robots", "house"), STORIES)
async def test_nobody_learns_that_a_word_came_to_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, adds: str, robots: int, house: dict[str, str]
) -> None:
    _think_at_once(monkeypatch, [], [])
    one, two = [
        (
            await _play_story(
                tmp_path / str(times), "lombardy-bones", ORDER, _waive_story(times, robots), robots, adds, **house
            )
        )[0]
        for times in (1, 2)
    ]
    _check_alike(one, two)
    assert one["Bull"] != two["Bull"], "Bull is told"


def _waive_story(times: int, robots: int) -> Story:
    """Play until Bull's score can be called. Bull says "no score" `times` times, then Bear asks everything."""

    async def story(here: World, table: int) -> None:
        await play(here, table, PEOPLE[: len(PEOPLE) - robots], _may_bull_score)
        for _ in range(times):
            here.forward(20)
            await here.say(table, "noscore", BULL)
        here.forward(20 * (2 - times))
        await here.settle()
        await here.pass_time(200, 50)
        await _ask_all_as_bear(here, table)
        await here.pass_time(9_000, 50)
        await _ask_all_as_bear(here, table)

    return story


def _may_bull_score(table: Table) -> bool:
    view = table.public_view
    return isinstance(view, View) and view.phase == "play" and view.to_score == 1 and view.last == 1
