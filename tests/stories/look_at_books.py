"""The pages of large books on a phone, in both themes: 12 people of 40 letters, 24 seasons and 6,000 postings.

This is no part of the suite. `SCREENSHOTS=folder python -m pytest tests/stories/look_at_books.py` keeps screenshots
of the pages in a folder, for somebody to look at.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from functools import partial
from pathlib import Path
from random import Random

import pytest

from bot.store.books import crews, postings
from bot.store.books.postings import NewTransfer
from bot.store.database.engine import Connection
from bot.tables.aggregate.table import Table
from bot.tally.apportionment import share_out
from harbour import Message, Upload
from tests.chance import SeededChance
from tests.harbour.browser import Browser
from tests.harbour.screens import Screens
from tests.stories.evening import Evening, draw_emojis, evening
from tests.stories.test_tally import ask, offer_to_all, pressed, scorer

pytestmark = pytest.mark.browser

NAMES = tuple(f"{begin} of the {middle} and the Windward Isles".ljust(40, "s")[:40] for begin, middle in (
    ("Skipper", "Lee"), ("Bull", "Lee"), ("Wally", "Lee"), ("Normie", "Lee"), ("Sammy", "Lee"), ("Eddie", "Lee"),
    ("Bartholomew", "Lee"), ("Quartermaster", "Lee"), ("Montgomery", "Bay"), ("Ned", "Bay"), ("Old Mate", "Bay"),
    ("Blackbeard", "Bay"),
))  # fmt: skip
SEASONS, ENTRIES, DAY = 24, 500, 86_400_000
LAST = "#log > :last-child"
TALL = 2_600
"""A height at which a whole page is seen."""


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser.open(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture
async def night(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """An evening whose first person has the page open in the browser."""
    chance = SeededChance("books")
    async with evening(tmp_path, names=NAMES[:4], chance=chance, draw_emojis=draw_emojis) as night:
        await browser.go(night.harbour.find_page_url(night.people[0]))
        await browser.see(".place", "table")
        yield night
        await browser.go("about:blank")
        assert await browser.complaints() == []


def fill(connection: Connection, guild: int, users: dict[str, int], now: int) -> None:
    """Fill the books with 24 seasons of hands that twelve people had a part in."""
    chance, crew = Random(33), crews.ensure_at_place(connection, guild, (), now).id
    seats: list[list[int]] = []
    for name in NAMES:
        user = users.get(name)
        member = (
            crews.add_member(connection, crew, name, now)
            if user is None
            else crews.ensure_member(connection, crew, user, name, now)
        )
        seats.append([postings.open_account(connection, crew, f"m:{member.id}", member.id)])
    begin = now - SEASONS * 30 * DAY
    for hand in range(ENTRIES):
        at = begin + hand * SEASONS * 30 * DAY // ENTRIES
        if hand and hand * SEASONS // ENTRIES != (hand - 1) * SEASONS // ENTRIES:
            crews.rule_off(connection, crew, at, f"The winter sheet of the year {2000 + hand * SEASONS // ENTRIES}")
        amounts = [chance.randint(-400, 400) for _ in NAMES[1:]]
        amounts.append(-sum(amounts))
        chance.shuffle(amounts)
        game = chance.choice(("pussers-bones", "bonedoneskis", "duo-dominoes", "lombardy-bones"))
        postings.post(connection, NewTransfer(crew, f"paper:x:{hand}", share_out(amounts, seats), at, game=game,
                                              reason="A long evening on the mess deck, told by many"))  # fmt: skip


async def ask_and_look(night: Evening, screens: Screens, what: str, name: str = "", /, **options: object) -> Message:
    answer = await ask(night, night.people[0], what, **options)
    await screens.window.wait_until_gone(".busy")
    await night.settle()
    await screens.look(name or what, LAST)
    return answer


def check(screens: Screens) -> None:
    """Check that nothing is cut, faint or small, except the page's own lines for names, which end in an ellipsis."""
    of_the_page = ('p.guild "', 'p.origin "', "sticks out: b. ", "sticks out: summary")
    faults = {
        name: left
        for name, found in screens.faults.items()
        if (left := [fault for fault in list(found) if not any(part in fault for part in of_the_page)])  # type: ignore[call-overload]
    }
    assert faults == {}


async def test_large_books_and_a_real_table(night: Evening, browser: Browser) -> None:
    screens, (skipper, *_) = Screens(browser), night.people
    users = {person.name: int(person.id) for person in night.people}
    await night.store.write(fill, int(night.harbour.guild.id), users, night.harbour.clock.now())
    for what in ("show", "player", "sheet", "chart", "records"):
        for season in ("23", "all"):
            await ask(night, skipper, what, season=season)
            await browser.wait_until_gone(".busy")
            await night.settle()
            await screens.look(f"{what} {season}", LAST)
    for what, options in (("card", {"season": "23"}), ("champions", {}), ("settle", {}), ("partners", {}),
                          ("versus", {"other": NAMES[1], "season": "all"})):  # fmt: skip
        await ask(night, skipper, what, **options)
        await browser.wait_until_gone(".busy")
        await night.settle()
        await screens.look(what, LAST)
    await ask(night, skipper, "hand")
    await screens.look("real table", LAST)
    await browser.press(".ephemeral .button", "Pussers Bones")
    await browser.see(".ephemeral", "Tap everybody")
    await screens.look("real seats", LAST)
    for name in NAMES[:4]:
        await browser.press(".ephemeral .button", name)
        await browser.wait_until_gone(".busy")
        await night.settle()
    await browser.see(".ephemeral", "Tap whoever")
    await screens.look("real line", LAST)
    await browser.press(".ephemeral .button", NAMES[0])
    await browser.see(".ephemeral .button", "Ties up")
    await screens.look("real words", LAST)
    await browser.press(".ephemeral .button", "Ties up")
    await browser.see(".ephemeral", "ties up")
    await screens.look("real bones", LAST)
    check(screens)


HOUSES = {
    "duo-dominoes": {"match_games": "1", "game_points": "30"},
    "pussers-bones": {},
    "bonedoneskis": {},
    "lombardy-bones": {"target": "100"},
}
HANDS = 1


def is_enough(hands: int, table: Table) -> bool:
    """True once a table has played these hands. Partners have won together only when a game is over."""
    return table.status == "closed" or table.public_view.hand > hands


async def test_evenings_and_what_is_left_of_them(night: Evening, browser: Browser) -> None:
    """The last page of an evening of each game, its keepsakes, and the pages of records, partners and champions."""
    await browser.resize(390, TALL)
    screens, harbour = Screens(browser), night.harbour
    offer_to_all(night)
    scorer(night, night.people[0])
    for game, house in HOUSES.items():
        await night.open(game, **house)
        await night.start()
        await night.until(partial(is_enough, 99 if game == "duo-dominoes" else HANDS), 900)
        await night.close()
        await night.settle()
        await browser.wait_until_gone(".busy")
        await screens.look(f"evening of {game}", LAST)
        page = harbour.channel.history()[-1]
        went = next((str(one["custom_id"]) for one in page.buttons() if "went" in str(one["custom_id"])), "")
        if went:
            await night.settle(await night.people[0].press(page, went))
            await screens.look(f"how {game} went", LAST)
        replayed = await night.people[0].slash("replay show", options={})
        await night.settle(replayed)
        await screens.look(f"replay of {game}", LAST)
        shown = await replayed.message()
        keep = [str(one["custom_id"]) for one in shown.buttons() if "keep" in str(one["custom_id"])]
        if keep:
            modal = await (await night.people[0].press(shown, keep[0])).modal()
            told = "The night that nobody will forget, told by the one who won it"
            await night.settle(await night.people[0].submit_modal(modal, {"line": told}))
            await browser.press("#form-dialog button", "Cancel")
            await browser.wait_until_gone("#form-dialog")
            await screens.look(f"kept {game}", LAST)
    for number in (1, 2, 3, 4, 5, 6, 7, 8):
        await ask(night, harbour.owner, "confirm", entry=str(number))
    for what in ("records", "partners", "card", "settle", "remember", "sheet"):
        await ask_and_look(night, screens, what)
    await ask_and_look(night, screens, "versus", other=night.people[1].mention)
    check(screens)


FIFTEEN = tuple(f"{begin} of the Long Watch below Decks"[:32] for begin in (
    "Ada", "Ben", "Cleo", "Dan", "Eve", "Fay", "Gus", "Hal", "Ida", "Jon", "Kay", "Lou", "Mae", "Nat", "Oz",
))  # fmt: skip


async def test_a_crew_of_fifteen_and_papers(night: Evening, browser: Browser) -> None:
    """The page of debts of fifteen people, what an import and an export show, and the wall of champions."""
    await browser.resize(390, TALL)
    screens, owner = Screens(browser), night.people[0]
    offer_to_all(night)
    role = scorer(night, owner)
    await ask(night, night.harbour.owner, "settings", scorer=role.id)
    lines = ["date,entry," + ",".join(FIFTEEN)]
    chance = Random(15)
    for day in range(1, 29):
        amounts = [chance.randint(-400, 400) for _ in FIFTEEN[1:]]
        lines.append(
            f"2014-03-{day:02},A long evening on the mess deck,{','.join(map(str, (*amounts, -sum(amounts))))}"
        )
    paper = Upload("old.csv", "\n".join(lines).encode(), "text/csv")
    shown = await ask_and_look(night, screens, "import", "import of a paper", file=paper)
    await night.settle(await owner.press(shown, pressed(shown, "Enter it")))
    await screens.look("entered paper", LAST)
    wrong = Upload("old.csv", ("\n".join(lines[:9]) + "\n" + "1-Mar-14,x,5.0,(5),1\n").encode(), "text/csv")
    await ask_and_look(night, screens, "import", "import of a wrong paper", file=wrong)
    grown = Upload(
        "old.csv",
        (
            "sep=;\n" + "\n".join(lines).replace(",", ";") + "\n1-Apr-14;x;5.0;(5)" + ";0" * 13 + "\nTotal;;5;-5"
        ).encode(),
        "text/csv",
    )
    await ask_and_look(night, screens, "import", "import of a grown paper", file=grown)
    for page in range(3):
        shown = await ask_and_look(night, screens, "settle", f"settle {page}") if not page else shown
        if page:
            more = [one for one in shown.buttons() if str(one["label"]).startswith("More")]
            if not more:
                break
            await night.settle(await owner.press(shown, str(more[0]["custom_id"])))
            await screens.look(f"settle {page}", LAST)
    moved = await ask_and_look(night, screens, "export", format="books")
    (file,) = moved.attachments
    await ask_and_look(
        night, screens, "import", "import of books", file=Upload(file.filename, file.body, "application/json")
    )
    check(screens)


async def test_the_wall_of_many_seasons(night: Evening, browser: Browser) -> None:
    await browser.resize(390, TALL)
    screens = Screens(browser)
    users = {person.name: int(person.id) for person in night.people}
    await night.store.write(fill, int(night.harbour.guild.id), users, night.harbour.clock.now())
    for what in ("champions", "settle"):
        await ask_and_look(night, screens, what)
    await ask_and_look(night, screens, "card", season="23")
    for what in ("show", "player", "sheet", "chart"):
        await ask_and_look(night, screens, what, season="all")
    await ask_and_look(night, screens, "versus", other=NAMES[1], season="all")
    check(screens)
