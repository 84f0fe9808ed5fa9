"""Names of people of 37 countries go through every door of the books: none is refused, changed or merged."""

from pathlib import Path
from typing import Final

import pytest

from bot.ports import Request, clean_name
from bot.services.books.suggestions import suggest_members
from bot.store import Connection
from bot.store.books import Crew as StoredCrew
from bot.tally.books import TallyFilters, load_book
from bot.tally.books.money_words import MOST_OF_PERSON
from bot.tally.changes import members
from render.base.lettering import make_name_drawable
from tests.bot.tally.crew import Crew
from tests.left_out import LONGER
from tests.refuses import refuses

_LINES: Final = (Path(__file__).parent / "people.txt").read_text(encoding="utf-8").splitlines()
NAMES: Final = tuple(name for line in _LINES for name in line.partition(": ")[2].split(", "))
"""A word for money, letters of many scripts, and pairs that differ in one letter are among them."""
pytestmark = pytest.mark.parametrize("kind", ["sqlite"])
"""Names are compared by code alone."""


def enter_guests(connection: Connection, crew: StoredCrew, request: Request) -> None:
    """Enter everybody as a guest, one after another."""
    for name in NAMES:
        members.add_guest(connection, load_book(connection, crew), request, name)


def is_kept(name: str, shown: str) -> bool:
    """True if a person is called by their own name, but for a number before what no picture can draw."""
    return shown.endswith(name) if make_name_drawable(name) == "" else clean_name(name, MOST_OF_PERSON) == shown


async def test_everybody_sits_down_under_their_name(crew: Crew) -> None:
    arriving = {1000 + number: clean_name(name) for number, name in enumerate(NAMES)}
    found = await crew.read(members.label_users, await crew.id(), {}, arriving)
    assert {arriving[user]: name for user, name in found.names.items() if not is_kept(arriving[user], name)} == {}
    await crew.enter_hand({"Bear": 1, "Bull": -1})
    for name in ("Cash", "007", "Rand", "Bull"):
        found = await crew.read(members.label_users, await crew.id(), {}, {12: name})
        await crew.write(members.note_names, await crew.id(), found.new, found.revision)
        assert (await crew.book()).find_by_user(12).name == name  # type: ignore[union-attr]


@pytest.mark.thorough(LONGER)
async def test_everybody_is_a_guest_and_is_found(crew: Crew) -> None:
    await crew.write(enter_guests, await crew.reports.find_crew(crew.request()), crew.request())
    book = await crew.book()
    guests = {name: book.find_member(name) for name in NAMES}
    assert len({guest.id for guest in guests.values()}) == len(NAMES)
    assert {name: guest.name for name, guest in guests.items() if not is_kept(name, guest.name)} == {}
    for name in NAMES:
        assert book.resolve_member(TallyFilters(player=name.upper() if name.isascii() else name)) == guests[name]
    for typed, name in (("lukasz", "Lukasz"), ("zdzblo", "Źdźbło"), ("BJÖRK", "Björk"), ("igdir", "Iğdır")):
        assert book.resolve_member(TallyFilters(player=typed)) == guests[name]
    assert [label for label, _ in await crew.reports.read(crew.request(), suggest_members, "źdźb")] == [
        "Źdźbło (guest)"
    ]
    assert [label for label, _ in await crew.reports.read(crew.request(), suggest_members, "oersted")] == []
    assert [label for label, _ in await crew.reports.read(crew.request(), suggest_members, "orsted")] == [
        "Ørsted (guest)"
    ]


async def test_a_name_that_nobody_can_tell_from_another_is_refused_before_it_is_shown_as_new(crew: Crew) -> None:
    await crew.tally.add_guest("Ilic", None, crew.request())
    with refuses("TALLY/namesake"):
        await crew.check_paper("date,llic,Ilić\n2014-01-01,1,-1\n")


async def test_a_guest_for_whom_there_is_no_room_is_refused_before_they_are_shown_as_new(crew: Crew) -> None:
    crew.papers.most_guests = 1
    with refuses("QUOTA/guests"):
        await crew.check_paper("date,Ana,Bia\n2014-01-01,1,-1\n")
