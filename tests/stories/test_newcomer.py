"""A newcomer's first start: one command, without a token or settings, opens a table on a page in the browser."""

import signal
from pathlib import Path

import aiohttp
import pytest

from tests.chance import SeededChance
from tests.left_out import LONGER, MORE_CASES, mark_thorough
from tests.stories.dealt_evenings import control_id, controls, private_answer
from tests.stories.evening import Evening, evening
from tests.stories.page_window import start


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("ending", mark_thorough([signal.SIGINT, signal.SIGTERM], MORE_CASES, but=[signal.SIGINT]))
async def test_one_command_opens_a_table_and_ctrl_c_ends_it_cleanly(ending: signal.Signals, tmp_path: Path) -> None:
    async with start(tmp_path, "newcomer", 0) as played:
        await played.until("A table with three robots is ready: press Start.")
        assert "press Start. New to it? Press Show me first." in played.printed[-1]
        addresses = played.addresses()
        assert set(addresses) == {"You", "Bear", "Bull", "Wally"}
        assert len(set(addresses.values())) == 4
        async with aiohttp.ClientSession() as session, session.get(addresses["You"]) as page:
            assert page.status == 200
            assert "<html" in (await page.text()).lower()
        assert (tmp_path / "data" / "harbour.db").exists()
        assert await played.end(ending) == ""
        assert played.process.returncode == 0


def find_lesson_and_start(night: Evening) -> list[tuple[str, str]]:
    """Find the lobby's buttons for a lesson and the start: action and style of each (in Discord, 1 is bright)."""
    wanted = ("learn", "lobby.start")
    return [(does, style) for does, _, style in controls(night.board()) if does in wanted]


@pytest.mark.thorough(LONGER)
async def test_the_lesson_button_is_bright_until_somebody_has_begun_one(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("newcomer")) as night:
        bear, bull = night.people[:2]
        await night.open("duo-dominoes")
        assert find_lesson_and_start(night) == [("learn", "1"), ("lobby.start", "1")]
        assert "/me text" in night.board().words
        await private_answer(await bull.press(night.board(), control_id(night.board(), "learn")), pressed=True)
        await night.close()
        await night.open("duo-dominoes")
        as_ever = [("learn", "2"), ("lobby.start", "1")]
        assert find_lesson_and_start(night) == as_ever
        assert "/me text" not in night.board().words
        await night.restart()
        await night.settle(await bear.press(night.board(), control_id(night.board(), "lobby.leave")))
        assert find_lesson_and_start(night) == as_ever, "a restart makes nobody a newcomer again"


@pytest.mark.thorough(LONGER)
async def test_the_lesson_button_is_bright_until_a_hand_is_finished(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("newcomer")) as night:
        await night.open("duo-dominoes")
        await night.start()
        await night.close()
        await night.open("duo-dominoes")
        assert find_lesson_and_start(night)[0] == ("learn", "1"), "a hand that was not finished teaches nothing"
        await night.start()
        await night.until(lambda table: table.shuffle.last_finished > 0)
        await night.close()
        await night.open("duo-dominoes")
        assert find_lesson_and_start(night)[0] == ("learn", "2")
