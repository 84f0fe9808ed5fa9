"""Changes of the books cost the writer the same in a crew of any size and age."""

import re
from collections.abc import Awaitable, Callable
from typing import Any, cast

import pytest
from sqlalchemy import event

from bot.ports.requests import Location, Request
from bot.services.books.papers import Papers
from bot.store.books import crews, revisions
from bot.store.database.engine import Connection
from bot.store.people import erasure
from bot.store.store import Store
from bot.tally.books.book import Book
from bot.tally.books.settle import DebtTransfer, NamedTransfer
from bot.tally.changes import debts, joining, ledger, members
from bot.tally.changes.debts import find_owed
from bot.tally.changes.ledger import BookChanged
from bot.tally.papers.paper_check import GivenPaper
from tests.bot.tally.crew import ADMIN, DAY, USERS, Crew, enter_hand, person
from tests.bot.tally.test_moving import book_at, bring, file_of
from tests.bot.tally.test_real_hands import StepCountingStore
from tests.left_out import LONGER
from tests.refuses import refuses

PAPER = "date,entry,Bear,Bull,Stranger\n2014-03-01,Moon,50,-25,-25\n"
MORE = 400
"""The extra steps of SQLite's machine that deeper trees may take. Reading 400 members takes thousands."""


CHANGES = re.compile(r"(?:INSERT INTO|UPDATE|DELETE FROM) (members|accounts|seasons|crews SET revision)\b")


class WatchingStore(StepCountingStore):
    """A store that also notes the changes of books that leave out their revision."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.forgotten: list[set[str]] = []

    async def write(self, function: Callable[..., Any], *arguments: object) -> Any:
        def watch(connection: Connection) -> Any:
            changed: set[str] = set()

            def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
                changed.update(CHANGES.findall(statement))

            event.listen(connection, "before_cursor_execute", note)
            done = function(connection, *arguments)
            event.remove(connection, "before_cursor_execute", note)
            if changed and "crews SET revision" not in changed:
                self.forgotten.append(changed)
            return done

        return await super().write(watch)


class Acts:
    """Everything that people do to the books of a server, with the steps of each act's costliest transaction."""

    def __init__(self, crew: Crew, where: Location) -> None:
        self.crew = crew
        self.where = where
        self.steps: dict[str, int] = {}
        counting = WatchingStore(crew.store)
        self.counting = counting
        crew.tally.store = cast(Store, counting)
        crew.tally.papers = Papers(cast(Store, counting), crew.clock)
        for service in (crew.tally.paying, crew.tally.changes):
            object.__setattr__(service, "store", counting)

    def request(self, name: str = "") -> Request:
        return self.crew.request(person(name) if name else ADMIN, self.where)

    async def act(self, name: str, doing: Awaitable[Any]) -> None:
        self.counting.found.clear()
        await doing
        self.steps[name] = max(self.counting.found)

    async def enter_hand(self, number: int, wait: int) -> str:
        crew = await self.crew.reports.find_crew(self.crew.request(ADMIN, self.where))
        hand = {"Bear": 12, "Bull": -6, "Wally": -6}, "pussers-bones", "tie_up", number
        return str(await self.counting.write(enter_hand, crew.id, *hand, self.crew.clock.now, wait))

    async def do_everything(self, file: bytes) -> dict[str, int]:
        tally, act = self.crew.tally, self.act
        await act("hand", self.enter_hand(0, 0))
        first, second, third = [await self.enter_hand(number, DAY * (number < 3)) for number in (1, 2, 3)]
        await act("confirm", tally.changes.make(self.request("Bear"), ledger.confirm, first))
        await act("dispute", tally.changes.make(self.request("Bull"), ledger.dispute, second, "no"))
        await act("undo", tally.undo(third, "wrong", self.request()))
        await act(
            "adjust", tally.changes.make(self.request(), ledger.adjust, NamedTransfer("Bear", "Wally", 3), "a swap")
        )
        await act("paid", tally.paying.enter("Bear", "Bull", 2, False, self.request("Bear")))
        book = await book_at(self.crew, self.where)
        owed = await self.crew.read(find_owed, book)
        giver, taker = min(owed, key=lambda one: owed[one]), max(owed, key=lambda one: owed[one])
        await act("press", tally.paying.press(DebtTransfer(giver, taker, 1), 0, self.request()))
        for name in ("Old Mate", "Older Bull"):
            await act("guest", tally.add_guest(name, None, self.request("Bear")))
        await act("alias", tally.changes.make(self.request("Bear"), members.add_alias, "Bear", "Ursus"))
        await act("alias out", tally.changes.make(self.request("Bear"), members.remove_alias, "Bear", "Ursus"))
        await act("rename", tally.changes.make(self.request(), members.rename, "Wally", "Wal", False))
        await act("cross", tally.changes.make(self.request(), members.set_crossed, "Old Mate", True))
        await act("person", tally.add_guest("Old Mate", person("Ned"), self.request()))
        await act("join", tally.changes.make(self.request(), joining.propose, "Bull", "Older Bull"))
        book = await book_at(self.crew, self.where)
        gone, kept = book.find_member("Older Bull").id, book.find_member("Bull").id
        await act("agree", tally.changes.make(self.request("Bull"), joining.answer, gone, kept, True))
        await act("part", tally.changes.make(self.request(), joining.part, "Older Bull"))
        await act("guest out", tally.changes.make(self.request(), members.remove_guest, "Older Bull"))
        await tally.check_paper(GivenPaper(PAPER, "The 2014 sheet"), self.request())
        await act("paper", tally.enter_paper(GivenPaper(PAPER, "The 2014 sheet").digest, self.request()))
        await act("move", bring(self.crew, file, self.where))
        await act("rule off", tally.rule_off("Next", self.request()))
        await act("erasure", self.counting.write(erasure.erase, USERS["Bull"]))
        assert self.counting.forgotten == []
        return self.steps


@pytest.mark.thorough(LONGER)
async def test_no_change_of_the_books_grows_with_a_crew(store: Store) -> None:
    """SQLite counts the steps of its machine. A deeper tree takes a few more; members and seasons take none."""
    if await store.read(lambda connection: connection.dialect.name) != "sqlite":
        return
    elsewhere = Crew(store)
    await elsewhere.enter_hand({"Bear": 4, "Ned": -4})
    file = await file_of(elsewhere)
    places = Location(11, 1), Location(12, 2)
    large = await elsewhere.reports.find_crew(elsewhere.request(ADMIN, places[1]))
    people = [(f"Mate {number}", (), 5_000 + number, 0) for number in range(400)]
    await store.write(crews.add_members, large.id, people, 0)
    for number in range(20):
        await store.write(crews.rule_off, large.id, number)
    small, grown = [await Acts(Crew(store), where).do_everything(file) for where in places]
    assert {name: steps - small[name] for name, steps in grown.items() if steps > small[name] + MORE} == {}
    assert len(small) == 21


async def test_a_book_that_changed_meanwhile_is_read_again(store: Store) -> None:
    crew = Crew(store)
    await crew.add_people("Bear", "Bull")
    before = await crew.book()
    await crew.add_people("Wally")
    with pytest.raises(BookChanged):
        await store.write(ledger.lock_books, before)
    met: list[Book] = []

    async def attempt(book: Book) -> Book:
        met.append(book)
        if len(met) == 1:
            await crew.add_people("Ned")
        await store.write(ledger.lock_books, book)
        return book

    found = await ledger.read_and(store, before.crew, attempt)
    assert [len(book.members) for book in met] == [3, 4]
    assert found == await crew.book()


async def test_reading_books_that_keep_changing_is_given_up(store: Store) -> None:
    crew = Crew(store)
    await crew.add_people("Bear")
    there = (await crew.book()).crew

    async def attempt(book: Book) -> None:
        await store.write(revisions.advance, there.id)
        await store.write(ledger.lock_books, book)

    with pytest.raises(Exception, match="change too often"):
        await ledger.read_and(store, there, attempt)


async def test_two_buttons_pressed_at_once_pay_no_debt_twice(store: Store) -> None:
    """Both presses read books in which Bear still owes 10. The second one is refused and decided again on new books."""
    crew = Crew(store)
    await crew.enter_hand({"Bear": -10, "Ned": -10, "Bull": 10, "Wally": 10})
    book = await crew.book()
    owed = await store.read(find_owed, book)
    bear, bull, wally = (book.find_member(name).id for name in ("Bear", "Bull", "Wally"))
    await store.write(debts.enter_by_button, book, crew.request(), DebtTransfer(bear, bull, 10), 0, owed)
    with pytest.raises(BookChanged):
        await store.write(debts.enter_by_button, book, crew.request(), DebtTransfer(bear, wally, 10), 0, owed)
    with refuses("not_owed"):
        await crew.tally.paying.press(DebtTransfer(bear, wally, 10), 0, crew.request())
