"""The screens of an evening on a phone, in both themes: everything fits and can be tapped and read.

With `SCREENSHOTS` set to a folder, what the person saw is kept there.
"""

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from bot.library.lesson_book import LessonBook
from bot.messages.parts.table_words import words_of
from bot.store import Connection
from bot.store.books import crews
from bot.tables.lobby.lobby import ROBOTS
from bot.tables.process_settings import LESSONS
from bot.tally.books import crew_settings
from bot.wording import ENGLISH, Words
from games.core import Seat
from harbour import Person, Upload
from tests.chance import SeededChance
from tests.harbour.browser import Browser
from tests.harbour.screens import Screens
from tests.left_out import LONGER
from tests.pseudo import PSEUDO, disguise_lessons, speak_pseudo
from tests.stories.evening import Evening, draw_emojis, evening, words_for
from tests.stories.test_tally import ask, pressed

pytestmark = pytest.mark.browser

PAPER = "date,entry,game,Skipper,Bull\n1.3.2014,Moon,,50,-50\n2.3.2014,Tie-up,,-3,3\n3.3.2014,,,8,-8\n"
LAST = "#log > :last-child"


@pytest.fixture
async def night(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """An evening whose first person has the page open in the browser."""
    people, chance = ("Skipper", "Bull"), SeededChance("screens")
    async with evening(tmp_path, names=people, chance=chance, draw_emojis=draw_emojis) as night:
        await browser.go(night.harbour.find_page_url(night.people[0]))
        await browser.see(".place", "table")
        yield night
        await browser.go("about:blank")
        assert await browser.complaints() == []


async def to_throw(night: Evening) -> None:
    """Let everybody play until the first person has to throw a bone."""
    for _ in range(40):
        words = words_for(await night.now(), Seat(0))
        if words is not None and words.startswith("discard"):
            return
        if await night.move() is None:
            await night.pass_time(2)
    raise AssertionError("the turn never came")


@pytest.mark.thorough(LONGER)
async def test_a_table_and_a_lesson_of_pussers_bones(night: Evening, browser: Browser) -> None:
    screens = Screens(browser)
    await night.open("pussers-bones")
    for name in ROBOTS[:2]:
        await browser.press(".button", Words(ENGLISH).label("lobby.robot+"))
        await browser.see(".message", name)
    await browser.see(".message", "4 of 4 seats are taken")
    await screens.look("lobby", ".message:has(.button)")

    await browser.press(".button", "Show me")
    await browser.press(".button", "Seven Rick")
    await browser.see(".message", "R is for Ricks")
    await screens.look("lesson", LAST)
    await browser.press(".button", "Seven Stick")
    await browser.see(".message", "2 of 6")
    await browser.press(".place", "table")

    await browser.press(".button", "More")
    await browser.see(".ephemeral", "robots at other levels")
    await screens.look("more", LAST)
    await browser.press(".button", "House rules")
    await browser.see(".ephemeral", "Choose a preset")
    await screens.look("house rules", LAST)
    await browser.press(".button", "Start")
    await browser.wait_until_gone(".button", "Start")
    await night.settle()
    await to_throw(night)
    await browser.see(".message img[alt^='Pussers Bones, hand 1']")
    await screens.look("board", ".message:has(img[alt^='Pussers Bones'])")
    await browser.press(".button", "Why?")
    await browser.see(".ephemeral", "An everyday hand")
    await screens.look("why", LAST)

    await browser.press(".place", "Boneyard")
    await browser.see(".message img[alt*='s rack, ']")
    await screens.look("rack", ".message:has(img[alt*='s rack, '])")
    thrown = await night.now()
    await browser.press("[data-custom*=':discard.']")
    await browser.wait_until_gone(".busy")
    await night.settle()
    assert (await night.now()).sequence > thrown.sequence, "a bone is thrown by a tap"
    await browser.wait_until_gone("[data-custom*=':discard.']")
    await screens.look("rack while waiting", ".message:has(img[alt*='s rack, '])")
    assert screens.faults == {}


async def import_paper(night: Evening, owner: Person) -> None:
    """Enter three lines of old paper into the books, and say who the names are."""
    read = await ask(night, owner, "import", file=Upload("old.csv", PAPER.encode(), "text/csv"))
    await night.settle(await owner.press(read, pressed(read, "Enter it")))
    for person in night.people:
        await ask(night, owner, "guests", name=person.name, person=person)


async def play_three_days(night: Evening) -> None:
    """Play a hand of Bonedoneskis on each of three days, which gives both people a vote."""
    for _ in range(3):
        await night.open("bonedoneskis")
        await night.start()
        await night.until(lambda table: not table.hand_open)
        await night.close()
        await night.pass_time(24 * 3600)


@pytest.mark.thorough(LONGER)
async def test_the_books_a_season_card_and_a_game_night(night: Evening, browser: Browser) -> None:
    screens, (skipper, bull) = Screens(browser), night.people
    await ask(night, night.harbour.owner, "settings", confirm=0)
    await import_paper(night, night.harbour.owner)
    await ask(night, skipper, "show")
    await browser.see(".ephemeral", "Skipper")
    await screens.look("tally", LAST)
    for page in ("Player", "Sheet", "Chart", "Records"):
        await browser.press(".ephemeral .button", page)
        await browser.wait_until_gone(".busy")
        await night.settle()
        await screens.look(f"tally {page.lower()}", LAST)

    await play_three_days(night)
    await ask(night, skipper, "season", name="Winter")
    await browser.see(".button", "Close the season")
    vote = await bull.wait_for_message(lambda message: "Close the season" in str(message.controls()))
    await night.settle(await bull.press(vote, pressed(vote, "Close the season")))
    await night.pass_time(25 * 3600)  # a day for the *No* of a regular
    await browser.see(".message img[alt*='Champion: ']")
    await screens.look("season card", ".message:has(img[alt*='Champion: '])")

    planned = await skipper.slash("night plan", options={"game": "duo-dominoes", "when": "in 3h", "weekly": True})
    await night.settle(planned)
    await browser.press(".button", "In: keep me a seat")
    await browser.see(".message", "In")
    await night.settle()
    await screens.look("night", ".message:has(.button):not(.ephemeral)")
    assert screens.faults == {}


@pytest.mark.thorough(LONGER)
async def test_a_table_and_a_lesson_in_a_language_of_long_words(
    night: Evening, browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every sentence is a third longer than in English: lobby, house rules, board, hand and lesson fit all the same."""
    lessons = disguise_lessons(LessonBook(LESSONS))
    monkeypatch.setattr(LessonBook, "read_in", lambda english, language: lessons if language == PSEUDO else english)
    screens, skipper, guild = Screens(browser), night.people[0], int(night.harbour.guild.id)

    def choose_language(connection: Connection) -> None:
        own = crews.ensure(connection, guild, 0, begins=crew_settings.make_settings_of_crew)
        spoken_to = replace(crew_settings.read_settings(own.settings), language=PSEUDO)
        crews.change_settings(connection, own.id, crew_settings.merge_settings(own.settings, spoken_to))

    with speak_pseudo():
        skipper.user.locale = PSEUDO
        await night.parts.store.write(choose_language)
        await night.open("duo-dominoes")
        words = words_of(await night.now(), PSEUDO)
        for name in ROBOTS[:2]:
            await browser.press(".button", words.label("lobby.robot+"))
            await browser.see(".message", name)
        await screens.look("lobby", ".message:has(.button)")
        await browser.press(".button", words.label("lobby.house"))
        await browser.see(".ephemeral", words.say("house/pick"))
        await screens.look("house rules", LAST)
        await browser.press(".button", words.label("lobby.start"))
        await browser.wait_until_gone(".button", words.label("lobby.start"))
        await night.settle()
        await browser.see(".message img[alt^='Dûø']")
        await screens.look("board", ".message:has(img)")
        await browser.press(".place", "Boneyard")
        await browser.see(f'.message img[alt^="{words.say("scene/held", name="Skipper", score=0)}"]')
        await screens.look("hand", ".message:has(img)")
        await night.settle(await skipper.slash("learn", options={"game": "duo-dominoes"}))
        await browser.see(".message", lessons.list_of_game("duo-dominoes")[0].steps[0].title)
        await screens.look("lesson", LAST)
    assert screens.faults == {}
