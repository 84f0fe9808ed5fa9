"""The use cases that read a paper or moved books, enter them and take them back.

A paper may have thousands of lines. So it is read and compared with the books away from the writer.
"""

from __future__ import annotations

import asyncio

from msgspec import Struct, field

from bot.ports import Clock, Request
from bot.store import Connection, Store, key_values
from bot.store.books import Crew, Scope, StoredTransfer, payments, postings, reports, sources
from bot.tally.books import Achievements, Book, clean_words
from bot.tally.books.achievements import moved_prefix
from bot.tally.changes.ledger import MOVED, PAPER, must_be_scorer, read_and
from bot.tally.changes.members import MOST_GUESTS
from bot.tally.papers import books_file, csv_import, entering
from bot.tally.papers.paper_check import GivenPaper, Reading, read_paper
from bot.tally.papers.plan import Plan, plan_move, plan_paper, refuse_crowd
from games.core import Refused


def read_body(body: bytes, book: Book) -> str:
    """The text of a file that was handed in. Raises Refused("TALLY", "paper_size" or "paper_alphabet")."""
    return books_file.keep(body) if books_file.is_packed(body) else csv_import.decode(body, book)


class Papers(Struct):
    """The use cases that enter papers and moved books, and take them back."""

    store: Store
    clock: Clock
    most_guests: int = MOST_GUESTS
    feats: Achievements = field(default_factory=Achievements)

    async def check(
        self, book: Book, given: GivenPaper, at: int, everything: bool = False
    ) -> tuple[Plan, Reading | None]:
        """Read a paper or moved books, and plan what they add to the book. Return the reading of a paper, too.

        Lines of a paper that are in the books already are left out, except with `everything`. Raises Refused.
        """
        if books_file.is_kept(given.text):
            file = await asyncio.to_thread(books_file.read_kept, given.text)
            mark = MOVED + books_file.make_digest(given.text)
            plan, read = await self.store.read(plan_move, book, mark, file, self.feats), None
        else:
            read = await asyncio.to_thread(read_paper, book, given.text, at, given.order)
            plan = await self.store.read(plan_paper, book, read, given.season, everything, at)
        refuse_crowd(book, plan, self.most_guests)
        return plan, read

    async def enter(self, crew: Crew, request: Request, given: GivenPaper, drop: str, everything: bool = False) -> Plan:
        """Enter a paper or moved books (see `check`), and return what was entered.

        `drop` is the key of the note that is dropped then. Wrong lines stay out. Raises Refused if the requester is
        not a scorer, or if there is nothing new.
        """

        async def attempt(book: Book) -> Plan:
            must_be_scorer(book, request.requester)
            plan, read = await self.check(book, given, request.at, everything)
            if read is not None and (wrong := read.paper.wrong) and not read.paper.lines:
                raise Refused("TALLY", "paper_wrong", line=wrong[0].number)
            if read is not None and read.asks_order:
                raise Refused("TALLY", "paper_years")
            if plan.is_empty:
                raise Refused("TALLY", "paper_nothing_new")
            await self.store.write(entering.enter, book, request, plan, drop)
            return plan

        return await read_and(self.store, crew, attempt)

    async def take_back(self, crew: Crew, request: Request, text: str, reason: str) -> int:
        """Reverse all entries of a paper or of moved books, given by their mark ("paper:3fa4…"), in their own season.
        Return the number of entries. Raises Refused."""
        mark, why = text.strip(), clean_words(reason, "reason")

        async def attempt(book: Book) -> int:
            must_be_scorer(book, request.requester)
            left, has_more = await self.store.read(_find_left, crew, mark)
            if len(mark) < len(PAPER) + 12 or not await self.store.read(sources.is_used, crew.id, mark):
                raise Refused("TALLY", "entry", given=text[:40])
            if not left and not has_more:
                raise Refused("TALLY", "paper_undone", paper=mark)
            reversals = [postings.make_reversal(entry, request.at, why, request.user, entry.season) for entry in left]
            await self.store.write(entering.take_back, book, request, mark, why, reversals)
            return len(reversals)

        return await read_and(self.store, crew, attempt)


def _find_left(connection: Connection, crew: Crew, mark: str) -> tuple[list[StoredTransfer], bool]:
    """The entries of a paper or of moved books that were not taken back; True with payments or feats."""
    paid = payments.list_moved(connection, crew.id, mark)
    feats = key_values.list_keys(connection, f"{moved_prefix(crew.id)}{mark}")
    return reports.list_standing(connection, Scope(crew.id), mark), bool(paid or feats)
