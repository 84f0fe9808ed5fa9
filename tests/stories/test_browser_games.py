"""A person plays hands with robots on the page of a phone, by reading it and pressing its buttons.

With `SCREENSHOTS` set to a folder, what the person saw is kept there.
"""

import os
import re
from collections.abc import Iterator
from pathlib import Path

import pytest

from bot.tables.lobby.seating import ROBOTS
from bot.tables.timing.deadlines import is_resting
from bot.wording import ENGLISH, Words
from games.core.seats import Seat
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.chance import SeededChance
from tests.harbour.browser import WIDTH, Browser
from tests.harbour.screens import list_faults_of_names
from tests.stories.dealt_evenings import public_text
from tests.stories.evening import Evening, draw_emojis, evening, words_for

pytestmark = pytest.mark.browser

ME = Seat(0)


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser.open(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


class Phone:
    """A person with a phone, who sees the table in the channel and their hand in a direct message."""

    def __init__(self, night: Evening, window: Browser, game: str) -> None:
        self.night, self.window, self.game = night, window, game
        self.shots = 0
        self.kinds: list[str] = []
        self.told: list[str] = []
        """The public text after each of the person's moves. The log leaves runs out once their hand is over."""

    async def sit_down(self, title: str, robots: int) -> None:
        """Open a table by typing; then fill it with robots and start it by its buttons."""
        window, night = self.window, self.night
        await window.go(night.harbour.page_url(night.people[0]))
        await window.see(".place", "table")
        await window.press("#entry")
        await window.type(f"/table open game:{title} ")
        await window.see("#command", "/table open")
        await window.press("#command .send")
        await window.see(".button", "Join")
        night.table = 1
        for name in ROBOTS[:robots]:
            await window.press(".button", Words(ENGLISH).label("lobby.robot+"))
            await window.see(".message", name)
        await self.look("lobby")
        await window.press(".button", "Start")
        await window.gone(".button", "Start")
        await night.settle()

    async def look(self, what: str) -> None:
        """Check that the page is no wider than the phone, frames take its whole width, pictures have alt texts, and
        everything has a name in words."""
        assert await self.window.run("return document.documentElement.scrollWidth") == WIDTH
        edges = "return [...document.querySelectorAll('.layout')].map((one) => one.getBoundingClientRect())"
        narrow = f"{edges}.filter((one) => one.width && (one.left > 20 || one.right < {WIDTH} - 30)).length"
        assert await self.window.run(narrow) == 0
        wordless = "return [...document.querySelectorAll('.message img:not(.emoji)')].filter(one => !one.alt).length"
        assert await self.window.run(wordless) == 0
        assert await list_faults_of_names(self.window) == []
        if folder := os.environ.get("SCREENSHOTS"):
            self.shots += 1
            await self.window.picture(Path(folder) / f"{self.game}-{self.shots:02}-{what}.png")

    async def turn(self) -> str | None:
        """Let the robots go on until the person can move; returns a move in words, or None when the hand is over."""
        for _ in range(60):
            table = await self.night.now()
            if is_resting(table):
                return None
            if (words := words_for(table, ME)) is not None:
                return words
            await self.night.pass_time(2)
        raise AssertionError("the robots do not come to an end")

    async def read(self, place: str) -> None:
        """Open the channel or the direct messages, and wait for a picture."""
        await self.window.press(".place", place)
        await self.window.see(".message img")

    async def say(self, words: str) -> None:
        """Make a move by its button or menu below the hand. A score called with a bone is pressed after the bone."""
        verb, _, argument = words.partition(" ")
        if verb == "play":
            argument = " ".join(argument.split()[:2])
        before, answers = (await self.night.now()).sequence, self.answers
        rack, what = self.night.rack(self.night.people[ME]), f"by:{self.night.table}:{verb}"
        button = f"{what}.{argument}:" if argument else f"{what}:"
        pressed = [control["custom_id"] for control in rack.buttons() if control["custom_id"].startswith(button)]
        if pressed:
            await self.window.press(f"[data-custom='{pressed[0]}']")
        else:
            (chosen,) = [
                menu["custom_id"]
                for menu in rack.selects()
                if menu["custom_id"].startswith(what) and argument in [option["value"] for option in menu["options"]]
            ]
            choose = (
                "const menu = document.querySelector(arguments[0]);"
                "if (!menu) return false;"
                "menu.value = arguments[1]; menu.dispatchEvent(new Event('change')); return true"
            )
            menu = f"[data-custom='{chosen}']"
            await self.window.until(
                lambda: self.window.driver.execute_script(choose, menu, argument), f"a menu that says {words}"
            )
        await self.night.harbour.state.signal.wait_until(
            lambda: self.answers > answers, DEFAULT_TIMEOUT_S, f"an answer to {words}"
        )
        await self.night.settle()
        assert (await self.night.now()).sequence > before, f"{words} was refused"

    @property
    def answers(self) -> int:
        """The presses that the bot has acknowledged."""
        return sum(request.path.endswith("/callback") for request in self.night.harbour.requests)


async def play(
    browser: Browser, folder: Path, title: str, robots: int, moves: int, *, at_least: int, seed: str = "glimpse"
) -> Phone:
    """Sit down and make up to `moves` moves, until the hand is over."""
    chance = SeededChance(seed, predictable=True)
    async with evening(folder, names=("Skipper",), chance=chance, draw_emojis=draw_emojis) as night:
        phone = Phone(night, browser, title.split()[0].lower())
        await phone.sit_down(title, robots)
        said = 0
        while said < moves and (words := await phone.turn()) is not None:
            await phone.read("table")
            await phone.look("table")
            await phone.read("Boneyard")
            await phone.look("hand")
            await phone.say(words)
            phone.told.append(public_text(night))
            said += 1
        await phone.read("table")
        await phone.look("table")
        assert said >= at_least
        phone.kinds = await night.events()
        await browser.press(".button", "My hand")
        await browser.see(".ephemeral img")
        await phone.look("my-hand")
        await browser.go("about:blank")
        assert await browser.complaints() == []
        return phone


async def test_duo_dominoes_on_a_phone(tmp_path: Path, browser: Browser) -> None:
    phone = await play(browser, tmp_path, "Duo Dominoes", 3, 60, at_least=4)
    assert any("Skipper lays" in text for text in phone.told)
    assert any(re.search(r"^-# .*\bSkipper \d-\d at [AB]\b", text, re.MULTILINE) for text in phone.told)
    assert re.search(r"(goes out|blocks): \d+ points? for", public_text(phone.night))
    assert {"duo.dealt", "duo.laid", "duo.hand_ended"} <= set(phone.kinds)


async def test_lombardy_bones_on_a_phone(tmp_path: Path, browser: Browser) -> None:
    phone = await play(browser, tmp_path, "Lombardy Bones", 2, 60, at_least=8)
    assert {"lombardy.answered", "lombardy.laid", "lombardy.waived", "lombardy.counted"} <= set(phone.kinds)
    assert any("Skipper lays" in text for text in phone.told)
    assert any(re.search(r"^-# .*\bSkipper \d-\d at [A-D]\b", text, re.MULTILINE) for text in phone.told)


async def test_bonedoneskis_on_a_phone(tmp_path: Path, browser: Browser) -> None:
    phone = await play(browser, tmp_path, "Bonedoneskis", 3, 60, at_least=4, seed="glimpse 2")
    assert {"bonedoneskis.calls_closed", "bonedoneskis.betting_began", "bonedoneskis.hand_ended"} <= set(phone.kinds)
    assert "Skipper" in public_text(phone.night)
