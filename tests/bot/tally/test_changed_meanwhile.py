"""Books that change between their reading and a change that was decided on them."""

import pytest

from bot.store import Store
from bot.store.books import revisions
from bot.tally.books import Book, DebtTransfer
from bot.tally.changes import debts, ledger
from bot.tally.changes.debts import find_owed
from bot.tally.changes.ledger import BookChanged
from tests.bot.tally.crew import Crew
from tests.refuses import refuses


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
