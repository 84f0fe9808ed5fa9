"""The files of books that move: numbered ones of long books, those of the first release, and their limits."""

import json
from pathlib import Path

import pytest

from bot.ports import Location
from bot.store.books import Scope, postings
from bot.tally.books import TallyFilters
from bot.tally.books.statements import read_standings
from bot.tally.papers import books_file, plan
from bot.wording import Words, word_refusal
from tests.bot.tally.crew import ADMIN, HERE, USERS, Crew
from tests.bot.tally.test_moving import THERE, book_at, bring, file_of, live_some_years, pages
from tests.left_out import LONGER
from tests.refuses import refuses


async def bring_refused(crew: Crew, body: bytes) -> str:
    """The refusal of a file that may not come in."""
    with refuses() as refused:
        await bring(crew, body)
    return word_refusal(refused.value, Words(ADMIN.language))


@pytest.mark.thorough(LONGER)
async def test_long_books_come_in_numbered_files_in_order_and_go_a_file_at_a_time(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    await live_some_years(crew, 1)
    await crew.tally.paying.enter("Bull", "Ned", 4, False, crew.request())
    whole = await file_of(crew)
    monkeypatch.setattr(books_file, "MOST_LINES", 4)
    files = await crew.reports.export(TallyFilters(), "books", crew.request())
    assert [file.name for file in files] == [f"boneyard-books-{n}.json.gz" for n in range(1, len(files) + 1)]
    parts = [books_file.read(file.body) for file in files]
    assert len(parts) > 2 and all(len(part.entries) + len(part.payments) <= 4 for part in parts)
    assert "That's file 2 of those books. Bring in file 1 first." in await bring_refused(crew, files[1].body)
    for file in files:
        await bring(crew, file.body)
        if file is not files[-1]:
            assert "Everything in that file is in the books already" in (await bring(crew, file.body)).text
    assert await pages(crew, THERE) == await pages(crew, HERE)
    assert "Everything in that file is in the books already" in (await bring(crew, whole)).text
    there = await book_at(crew, THERE)
    last = (await crew.read(postings.read, there.crew.id))[-1].source.rpartition(":")[0]
    await crew.tally.undo(crew.request(ADMIN, THERE), last, "this file again")
    assert await pages(crew, THERE) != await pages(crew, HERE)
    for file in files:
        await bring(crew, file.body)
    assert (await pages(crew, THERE))[-1] == (await pages(crew, HERE))[-1]
    assert await crew.read(postings.audit) == []


@pytest.mark.thorough(LONGER)
async def test_a_file_of_the_first_release_comes_in_at_once_or_in_parts(
    crew: Crew, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Older files may have more lines than a step takes. Then the same file is brought as often as it has parts."""
    old = Path(__file__).with_name("golden").joinpath("books-1.0.0.json.gz").read_bytes()
    at_once = Location(3, 600)
    await bring(crew, old, at_once)
    monkeypatch.setattr(books_file, "MOST_LINES", 4)
    shown = [await bring(crew, old) for _ in range(6)]
    assert "This is part 1 of 5" in shown[0].text and "This is part 5 of 5" in shown[4].text
    assert "Everything in that file is in the books already" in shown[5].text
    assert await pages(crew, THERE) == await pages(crew, at_once)
    balances = {"Ned": 37, "Ursus": 17, "Bull": 2, "Wally": -56}
    for where in (at_once, THERE):
        book = await book_at(crew, where)
        rows = (await crew.read(read_standings, book, Scope(book.crew.id))).rows
        assert {row.name: row.amount for row in rows} == balances


async def test_only_the_scorer_gets_a_file_with_ids(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    with refuses("not_scorer"):
        await crew.reports.export(TallyFilters(), "books", crew.request("Bear"))
    (file,) = await crew.reports.export(TallyFilters(), "json", crew.request("Bear"))
    assert USERS["Bear"] not in {value for row in json.loads(file.body)["postings"] for value in row.values()}


async def test_books_of_too_many_people_are_refused_by_number(crew: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    body = await file_of(crew)
    monkeypatch.setattr(plan, "MOST_MEMBERS", 1)
    assert "at most 1." in await bring_refused(crew, body)
    monkeypatch.setattr(books_file, "MOST_MEMBERS", 1)
    with refuses("books_people"):
        await file_of(crew)
