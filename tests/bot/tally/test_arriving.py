"""The people of moved books: who they are in the new ones, and under which names they come."""

from __future__ import annotations

from typing import cast

from bot.services.books.papers import Papers
from bot.store import Store
from bot.store.books import Scope, crews, postings
from bot.tally.books import NamedTransfer
from bot.tally.books.statements import read_standings
from bot.tally.changes import ledger, members
from tests.bot.tally.crew import ADMIN, HERE, USERS, Crew, person
from tests.bot.tally.test_crashing_papers import OvertakenStore
from tests.bot.tally.test_moving import THERE, book_at, bring, file_of, spoil


async def test_hundreds_of_people_come_in(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 9, "Bull": -9})
    people = [(f"Mate {number}", [f"No {number}"], None, number) for number in range(100)]
    await crew.store.write(crews.add_members, await crew.id(), people, 0)
    await crew.change(ADMIN, members.set_crossed, "Mate 7", True)
    body = await file_of(crew)
    await bring(crew, body)
    assert await file_of(crew, THERE) == body


async def test_whoever_sits_down_before_they_arrive_comes_once(crew: Crew) -> None:
    """When the file is read, the other books lack Bear and have Bull as a guest. Both play before the file comes in."""
    await crew.enter_hand({"Bear": 9, "Bull": -9})
    body = await file_of(crew)
    there = await crew.reports.find_crew(crew.request(ADMIN, THERE))
    await crew.tally.add_guest("Bull", None, crew.request(ADMIN, THERE))

    async def sit_down() -> None:
        for name in ("Bear", "Bull"):
            await crew.store.write(crews.ensure_member, there.id, USERS[name], name, 1)

    crew.tally.papers = Papers(cast(Store, OvertakenStore(crew.store, sit_down)), crew.clock)
    await bring(crew, body)
    book = await book_at(crew, THERE)
    standings = await crew.store.read(read_standings, book, Scope(book.crew.id))
    assert {row.name: row.amount for row in standings.rows} == {"Bear": 9, "Bull (2)": -9}
    assert await crew.store.read(postings.audit) == []


async def test_a_moved_season_keeps_its_long_title_if_that_is_taken(crew: Crew) -> None:
    title = "The long winter of the lighthouse crews"
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    for name in ("Ann", "Bo"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN, THERE))
    await crew.tally.changes.make(crew.request(ADMIN, THERE), ledger.adjust, NamedTransfer("Ann", "Bo", 1), "before")
    for where in (HERE, THERE):
        await crew.tally.rule_off(crew.request(ADMIN, where), title)
    await crew.enter_hand({"Bear": 1, "Bull": -1})
    await crew.tally.rule_off(crew.request(ADMIN), "")
    await bring(crew, await file_of(crew))
    titles = [season.name for season in (await book_at(crew, THERE)).seasons]
    assert f"{title} (2)" in titles


async def test_people_are_found_by_id_or_by_name_and_their_books_go_on(crew: Crew) -> None:
    """In books that are in use, the moved seasons come before the present ones, under titles of their own."""
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.add_guest("Old Mate", None, crew.request(ADMIN))
    await crew.adjust(ADMIN, "Bull", "Old Mate", 2, "a swap")
    await crew.tally.rule_off(crew.request(ADMIN), "")
    await crew.enter_hand({"Wally": 1, "Bear": -1})
    there = crew.request(ADMIN, THERE)
    crew_there = await crew.reports.find_crew(crew.request(ADMIN, THERE))
    await crew.store.write(crews.ensure_member, crew_there.id, 11, "Bruin", 1)
    await crew.store.write(crews.ensure_member, crew_there.id, 99, "Bull", 1)
    await crew.tally.add_guest("Old Mate", None, there)
    await crew.tally.changes.make(
        crew.request(ADMIN, THERE), ledger.adjust, NamedTransfer("Bruin", "Bull", 5), "before"
    )
    await crew.tally.rule_off(crew.request(ADMIN, THERE), "")
    shown = await bring(crew, await file_of(crew))
    assert "Bear is Bruin" in shown.text and "Bull is new here" in shown.text and "\nOld Mate +2\n" in shown.text
    assert "Bull (2)" not in shown.text and "the chart ends at" in shown.text
    book = await book_at(crew, THERE)
    assert [book.title(season) for season in book.seasons] == ["Season 1 (2)", "Season 1", "Season 2"]
    amounts = {
        row.name: row.amount
        for row in (await crew.store.read(read_standings, book, Scope(book.crew.id))).rows
        if row.amount
    }
    assert amounts == {"Bull": 5, "Bull (2)": -8, "Old Mate": 2, "Wally": 1}


async def test_nobody_comes_under_a_name_that_looks_like_another_or_as_somebody_erased(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    there = await crew.reports.find_crew(crew.request(ADMIN, THERE))
    await crew.store.write(crews.ensure_member, there.id, 98, "Bear", 1)
    gone = await crew.store.write(crews.ensure_member, there.id, 99, "Bull", 1)
    await crew.store.write(
        crews.change_member, gone._replace(name=crews.make_former_name(gone.id), aliases=[], user_id=None)
    )
    body = spoil(await file_of(crew), "members", 0, 0, value="B\u0435ar")
    body = spoil(body, "members", 1, 0, value=crews.make_former_name(gone.id))
    body = spoil(body, "members", 1, 1, value=["Be\u0430r"])
    await bring(crew, body)
    names = {member.name: member.user_id for member in (await book_at(crew, THERE)).members.values()}
    assert names["Bear"] == 98 and names["B\u0435ar (2)"] == person("Bear").user
    assert names[crews.make_former_name(gone.id)] is None
    assert not any(member.aliases for member in (await book_at(crew, THERE)).members.values())
