"""The pages of large books on a phone, in both themes: 12 people of 40 letters, 24 seasons and 6,000 postings.

This is no part of the suite. `SCREENSHOTS=folder python -m pytest tests/stories/look_at_books.py` keeps what the person
saw in a folder, to be looked at.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterator
from pathlib import Path
from random import Random

import pytest

from bot.store.books import crews, postings
from bot.store.books.postings import NewTransfer
from bot.store.database.engine import Connection
from bot.tally.apportionment import share_out
from tests.chance import SeededChance
from tests.harbour.browser import Browser
from tests.harbour.screens import Screens
from tests.stories.evening import Evening, draw_emojis, evening
from tests.stories.test_tally import ask

pytestmark = pytest.mark.browser

NAMES = tuple(f"{begin} of the {middle} and the Windward Isles".ljust(40, "s")[:40] for begin, middle in (
    ("Skipper", "Lee"), ("Bull", "Lee"), ("Wally", "Lee"), ("Normie", "Lee"), ("Sammy", "Lee"), ("Eddie", "Lee"),
    ("Bartholomew", "Lee"), ("Quartermaster", "Lee"), ("Montgomery", "Bay"), ("Ned", "Bay"), ("Old Mate", "Bay"),
    ("Blackbeard", "Bay"),
))  # fmt: skip
SEASONS, HANDS, DAY = 24, 500, 86_400_000
LAST = "#log > :last-child"


@pytest.fixture(scope="module")
def browser(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Browser]:
    browser = Browser.open(tmp_path_factory.mktemp("browser"))
    yield browser
    browser.close()


@pytest.fixture
async def night(tmp_path: Path, browser: Browser) -> AsyncIterator[Evening]:
    """An evening whose first person has the page open in the browser."""
    chance = SeededChance("books")
    async with evening(tmp_path, names=NAMES[:2], chance=chance, draw_emojis=draw_emojis) as night:
        await browser.go(night.harbour.page_url(night.people[0]))
        await browser.see(".place", "table")
        yield night
        await browser.go("about:blank")
        assert await browser.complaints() == []


def fill(connection: Connection, guild: int, users: dict[str, int], now: int) -> None:
    """Fill the books with 24 seasons of hands that twelve people had a part in."""
    chance, crew = Random(33), crews.at_place(connection, guild, (), now).id
    seats: list[list[int]] = []
    for name in NAMES:
        user = users.get(name)
        member = (
            crews.add_member(connection, crew, name, now)
            if user is None
            else crews.member(connection, crew, user, name, now)
        )
        seats.append([postings.account(connection, crew, f"m:{member.id}", member.id)])
    begin = now - SEASONS * 30 * DAY
    for hand in range(HANDS):
        at = begin + hand * SEASONS * 30 * DAY // HANDS
        if hand and hand * SEASONS // HANDS != (hand - 1) * SEASONS // HANDS:
            crews.rule_off(connection, crew, at, f"The winter sheet of the year {2000 + hand * SEASONS // HANDS}")
        amounts = [chance.randint(-400, 400) for _ in NAMES[1:]]
        amounts.append(-sum(amounts))
        chance.shuffle(amounts)
        game = chance.choice(("pussers-bones", "bonedoneskis", "duo-dominoes", "lombardy-bones"))
        postings.post(connection, NewTransfer(crew, f"paper:x:{hand}", share_out(amounts, seats), at, game=game,
                                              reason="A long evening on the mess deck, told by many"))  # fmt: skip


async def test_large_books_and_a_real_table(night: Evening, browser: Browser) -> None:
    screens, (skipper, _) = Screens(browser), night.people
    users = {person.name: int(person.id) for person in night.people}
    await night.store.write(fill, int(night.harbour.guild.id), users, night.harbour.clock.now())
    for what in ("show", "player", "sheet", "chart", "records"):
        for season in ("23", "all"):
            await ask(night, skipper, what, season=season)
            await browser.gone(".busy")
            await night.settle()
            await screens.look(f"{what} {season}", LAST)
    for what, options in (("card", {"season": "23"}), ("champions", {}), ("settle", {}), ("partners", {}),
                          ("versus", {"other": NAMES[1], "season": "all"})):  # fmt: skip
        await ask(night, skipper, what, **options)
        await browser.gone(".busy")
        await night.settle()
        await screens.look(what, LAST)
    await ask(night, skipper, "hand")
    await screens.look("real table", LAST)
    await browser.press(".ephemeral .button", "Pussers Bones")
    await browser.see(".ephemeral", "Tap everybody")
    await screens.look("real seats", LAST)
    for name in NAMES[:4]:
        await browser.press(".ephemeral .button", name)
        await browser.gone(".busy")
        await night.settle()
    await browser.see(".ephemeral", "Tap whoever")
    await screens.look("real line", LAST)
    await browser.press(".ephemeral .button", NAMES[0])
    await browser.see(".ephemeral .button", "Ties up")
    await screens.look("real words", LAST)
    await browser.press(".ephemeral .button", "Ties up")
    await browser.see(".ephemeral", "ties up")
    await screens.look("real bones", LAST)
    of_the_page = ('p.guild "', 'p.origin "', "sticks out: b. ")  # its own lines for names end in an ellipsis
    faults = {
        name: left
        for name, found in screens.faults.items()
        if (left := [fault for fault in list(found) if not any(part in fault for part in of_the_page)])  # type: ignore[call-overload]
    }
    assert faults == {}
