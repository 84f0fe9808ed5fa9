"""Twin hands that are over: no step of a replay and no turning point tells what nobody was shown."""

from pathlib import Path

import pytest

from bot.automation import thinkers
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from tests.bot.harness.other_orders import find_other_order, list_decisions
from tests.bot.harness.room import BEAR
from tests.bot.harness.shuffles import verify_with
from tests.bot.harness.twin_worlds import World, play, say_again
from tests.bot.tables.test_twins_in_time import PEOPLE, PIECES, Script, _after, _check_alike, _play_story
from tests.left_out import LONGER

GAME = "bonedoneskis"
"""A game in which many cards stay hidden when a hand is over."""
APART = 4
"""The test looks at one step in this many."""
FEW = 4
"""The rounds of deals in a second look at the hand."""


@pytest.mark.thorough(LONGER)
async def test_looking_back_tells_no_card_that_stays_hidden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The secrets of the session are still closed. In the second world others hold different cards to the end."""
    monkeypatch.setattr(thinkers, "_DEEPEST", FEW)  # so that no look ends for want of time
    order, script, found = PIECES[GAME], Script(), []

    async def first(here: World, table: int) -> None:
        while not (script and is_waiting_for_next_hand(await here.get(table))):
            script.extend(await play(here, table, PEOPLE, _after(here)))
        present = await here.get(table)
        found.append((present.game, present.row.options, order, await here.read(list_decisions, table)))
        await _look_back(here, table)

    async def again(here: World, table: int) -> None:
        await say_again(here, table, script)
        await _look_back(here, table)

    one, _, _ = await _play_story(tmp_path / "one", GAME, order, first, muck_losers="true")
    two, _, _ = await _play_story(tmp_path / "two", GAME, find_other_order(*found[0]), again, muck_losers="true")
    _check_alike(one, two)
    assert len(one["Bear"]["replies"]) > 15


async def _look_back(here: World, table: int) -> None:
    """Look at steps of the first hand as Bear and as everybody saw it, and at its turning points."""
    for view in ("", ".0"):
        most = step = 1
        while step <= most:
            shown = await _press_as_bear(here, table, f"replay.1.{step}{view}.on")
            most = int(shown.partition(" of ")[2].partition("\n")[0])
            step += APART
        await _press_as_bear(here, table, f"replay.1.1{view}.went")
    await here.record(BEAR, lambda: here.ask(verify_with(here.services), table, BEAR))


async def _press_as_bear(here: World, table: int, control: str) -> str:
    """Let Bear press a control. Returns the text of the answer."""
    await here.record(BEAR, lambda: here.press(table, control, BEAR))
    return str(here.replies[BEAR.user][-1][1].message.text)
