"""A person plays hands with robots on the page of a phone, by reading it and pressing its buttons.

With `SCREENSHOTS` set to a folder, what the person saw is kept there.
"""

import os
import re
from pathlib import Path

import pytest

from bot.tables.lobby.lobby import ROBOTS
from bot.tables.timing.deadlines import is_waiting_for_next_hand
from bot.wording import ENGLISH, Words
from games.core import Seat
from harbour.base.signal import DEFAULT_TIMEOUT_S
from tests.chance import SeededChance
from tests.harbour.browser import HEIGHT, WIDTH, Browser
from tests.harbour.screens import list_faults_of_names
from tests.left_out import LONGER
from tests.stories.dealt_evenings import public_text
from tests.stories.evening import Evening, draw_emojis, evening, words_for

pytestmark = pytest.mark.browser

ME = Seat(0)
LAID = r"^-# .*\bSkipper \d-\d at [A-D]\b"
"""The line of a run in the log in which Skipper lays a piece."""


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
        await window.go(night.harbour.find_page_url(night.people[0]))
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
        await window.wait_until_gone(".button", "Start")
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
        await self.keep(what)

    async def keep(self, what: str) -> None:
        """Keep a screenshot, if they are wanted."""
        if folder := os.environ.get("SCREENSHOTS"):
            self.shots += 1
            await self.window.save_screenshot(Path(folder) / f"{self.game}-{self.shots:02}-{what}.png")

    async def hold_differently(self) -> None:
        """Turn the phone on its side: the picture stands beside the controls, and a tap makes it readable. Then double
        the size of letters."""
        window = self.window
        await window.resize(HEIGHT, WIDTH)
        beside = (
            "const box = (css) => [...document.querySelectorAll(css)].at(-1).getBoundingClientRect();"
            "const [picture, row, log] = ['.gallery', '.container .row', '#log'].map(box);"
            "return picture.top >= log.top && picture.bottom <= log.bottom && row.bottom <= log.bottom"
            " && picture.right <= row.left && log.width === innerWidth"
        )
        await window.until(lambda: window.driver.execute_script(beside), "the picture beside the controls")
        await self.keep("landscape")
        await window.press(".gallery .picture")
        wide = "return document.querySelector('#picture-dialog img')?.getBoundingClientRect().width >= 500"
        await window.until(lambda: window.driver.execute_script(wide), "the picture at a width that can be read")
        await window.press("#picture-dialog .close")
        await window.set_theme("light")
        await self.keep("landscape light")
        await window.set_theme("dark")
        await window.resize(WIDTH // 2, HEIGHT // 2)
        assert await window.run("return document.documentElement.scrollWidth") == WIDTH // 2
        outside = "e.checkVisibility() && e.getBoundingClientRect().right > innerWidth + 1"
        assert (
            await window.run(f"return [...document.querySelectorAll('.message *')].filter(e => {outside}).length") == 0
        )
        await self.keep("large letters")
        await window.resize(WIDTH, HEIGHT)

    async def hear(self, *wanted: str) -> None:
        """Wait for the live line to say one of these, in few words. The log itself is silent."""
        said = "return document.getElementById('said').textContent"
        told = await self.window.until(
            lambda: line if any(name in (line := self.window.driver.execute_script(said)) for name in wanted) else "",
            " or ".join(wanted),
        )
        assert len(told) <= 170
        assert await self.window.run("return document.querySelectorAll('#log[aria-live=off]').length") == 1

    async def turn(self) -> str | None:
        """Let the robots go on until the person can move; returns a move in words, or None when the hand is over."""
        for _ in range(60):
            table = await self.night.now()
            if is_waiting_for_next_hand(table):
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
        """Make a move by its button or menu below the hand. The button of a score comes after that of its bone."""
        verb, _, argument = words.partition(" ")
        if verb == "play":
            argument = " ".join(argument.split()[:2])
        elif verb in ("score", "noscore"):
            await self.night.pass_time(1)  # buttons that have only just come up are not pressed by a second tap
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
        await self.wait_for_answer(words, answers)
        assert (await self.night.now()).sequence > before, f"{words} was refused"

    async def wait_for_answer(self, words: str, answers: int) -> None:
        """Wait until more presses than `answers` are acknowledged, and everything shows the move."""
        signal = self.night.harbour.state.signal
        await signal.wait_until(lambda: self.answers > answers, DEFAULT_TIMEOUT_S, f"an answer to {words}")
        await self.night.settle()

    @property
    def answers(self) -> int:
        """The presses that the bot has acknowledged."""
        return sum(request.path.endswith("/callback") for request in self.night.harbour.requests)


async def play(browser: Browser, folder: Path, title: str, robots: int, at_least: int, seed: str) -> Phone:
    """Sit down and play until the hand is over."""
    chance = SeededChance(seed, predictable=True)
    async with evening(folder, names=("Skipper",), chance=chance, draw_emojis=draw_emojis) as night:
        phone = Phone(night, browser, title.split()[0].lower())
        await phone.sit_down(title, robots)
        said = 0
        while (words := await phone.turn()) is not None:
            await phone.read("table")
            await phone.look("table")
            if said == 0:
                await browser.press(".button", "My hand")
                await browser.see(".ephemeral img")
                await phone.look("my-hand")
            await phone.read("Boneyard")
            await phone.look("hand")
            if said == 0:
                await phone.hold_differently()
            await phone.say(words)
            phone.told.append(public_text(night))
            said += 1
        await phone.hear(*(await night.now()).names)  # who won the hand
        await phone.read("table")
        await phone.look("table")
        assert said >= at_least
        phone.kinds = await night.events()
        await browser.go("about:blank")
        assert await browser.complaints() == []
        return phone


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize(
    ("title", "robots", "at_least", "seed", "events", "read"),
    [
        ("Duo Dominoes", 3, 4, "glimpse", "dealt laid hand_ended", ["Skipper lays", LAID]),
        ("Lombardy Bones", 2, 8, "glimpse", "answered laid waived counted", ["Skipper lays", LAID]),
        ("Bonedoneskis", 3, 4, "glimpse 2", "calls_closed betting_began hand_ended", ["Skipper"]),
    ],
)
async def test_a_hand_is_played_on_a_phone(
    tmp_path: Path, browser: Browser, title: str, robots: int, at_least: int, seed: str, events: str, read: list[str]
) -> None:
    phone = await play(browser, tmp_path, title, robots, at_least, seed)
    assert {f"{phone.game}.{name}" for name in events.split()} <= set(phone.kinds)
    for pattern in read:
        assert any(re.search(pattern, text, re.MULTILINE) for text in phone.told), pattern


@pytest.mark.thorough(LONGER)
async def test_a_hand_is_played_by_ear(tmp_path: Path, browser: Browser) -> None:
    """docs/blind.md: in text mode the names in the accessibility tree are enough to play."""
    chance = SeededChance("glimpse", predictable=True)
    async with evening(tmp_path, names=("Skipper",), chance=chance, draw_emojis=draw_emojis) as night:
        phone = Phone(night, browser, "ear")
        await night.settle(await night.people[ME].slash("me text", options={"value": "on"}))
        await phone.sit_down("Duo Dominoes", 3)
        moves = 0
        while (words := await phone.turn()) is not None:
            await browser.press(".place", "Boneyard")
            verb, _, tile = words.partition(" ")
            button = await browser.see(".button", f"({tile.split()[0]}) {tile.split()[1]}" if tile else "Knock")
            name = str(await browser.run("return arguments[0].innerText", button))
            spoken = await browser.list_spoken()
            assert ("button", name) in spoken and "image" not in {role for role, _ in spoken}
            turn = next(at for at, (_, told) in enumerate(spoken) if "Your turn" in told)
            assert turn < spoken.index(("button", name)), "whose turn it is comes before the moves"
            assert await list_faults_of_names(browser) == []
            answers = phone.answers
            await browser.press(".button", name)
            await phone.wait_for_answer(verb, answers)
            moves += 1
        assert moves >= 4 and "duo.hand_ended" in await night.events()
        await browser.go("about:blank")
