"""Commands as people type or paste them into the message box of the page."""

from pathlib import Path

import pytest

from tests.chance import SeededChance
from tests.examples import list_shown_commands
from tests.harbour.browser import Browser
from tests.left_out import LONGER
from tests.stories.evening import evening

pytestmark = pytest.mark.browser

PASTE = """
const entry = document.getElementById("entry");
entry.value = arguments[0];
entry.dispatchEvent(new Event("input"));
"""
READ = """
const panel = document.getElementById("command");
const fields = [...panel.querySelectorAll(".option")];
const read = (field) => [field.querySelector("label").firstChild.textContent, field.querySelector("input").value];
const filled = Object.fromEntries(fields.map(read).filter((pair) => pair[1]));
const found = [panel.querySelector("strong")?.textContent, filled];
panel.querySelector(".close")?.click();
return found;
"""


@pytest.mark.thorough(LONGER)
async def test_every_command_that_a_text_shows_reaches_its_fields_whole(tmp_path: Path, browser: Browser) -> None:
    async with evening(tmp_path, chance=SeededChance("typed")) as night:
        await browser.go(night.harbour.find_page_url(night.harbour.owner))
        await browser.see(".place", "table")
        shown = {command.typed: command for command in list_shown_commands()}
        assert len([command for command in shown.values() if command.values]) > 10
        for typed, command in shown.items():
            await browser.run(PASTE, f"/{typed} ")
            assert await browser.run(READ) == [f"/{command.act.command}", command.values], command.where
        await browser.run(PASTE, "/boneyard channels only:#table")
        await browser.press("#command .send")
        await browser.see(".ephemeral", "#table")


@pytest.mark.thorough(LONGER)
async def test_a_value_goes_on_to_the_next_option_and_is_sent_whole(tmp_path: Path, browser: Browser) -> None:
    async with evening(tmp_path, chance=SeededChance("typed")) as night:
        await night.open("bonedoneskis")
        await night.start()
        bear = night.people[0]
        await browser.go(night.harbour.find_page_url(bear))
        await browser.see(".place", "table")
        await browser.run(PASTE, "/hand orders words:fold to any raise")
        await browser.press("#command .send")
        await browser.see(".ephemeral", "fold on raise")
        await browser.press("#entry")
        await browser.type("/night plan game:Duo Dominoes when:fri 8pm weekly:true")
        await browser.press("#command .send")
        await browser.see(".message", "Duo Dominoes: game night, every week")
