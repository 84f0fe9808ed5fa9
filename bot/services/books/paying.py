"""Use cases of payments, for commands and buttons. They reply, or raise Refused("TALLY", ...)."""

import asyncio
from collections.abc import Mapping

from msgspec import Struct

from bot.messages.books import debt_page, turning
from bot.messages.books.debt_page import describe, describe_state
from bot.ports import Message, Reply, Request, reply_text
from bot.services.books.changing import Changes
from bot.services.books.reports import Reports, word_scope
from bot.store import Store
from bot.store.books import Crew, Payment
from bot.tally.books import Book, TallyFilters, load_book, settle
from bot.tally.changes import debts
from bot.tally.changes.ledger import read_and
from games.core import Refused


class Paying(Struct, frozen=True):
    """The use cases that enter and answer payments."""

    store: Store
    reports: Reports
    changes: Changes

    async def show_debts(self, request: Request, start: int = 0, crew: int | None = None) -> Message:
        """List the hand-overs that make everybody even, each with a button to say that it is done.

        `start` is the number of hand-overs before this page. `crew` is the one that a button names; raises Refused if
        another crew plays in the channel.
        """
        book = await self.reports.find_book(request)
        if crew not in (None, book.id):
            raise Refused("TALLY", "page_elsewhere")
        words = book.words
        owed, waiting = await self.store.read(debts.read, book)
        hand_overs = await asyncio.to_thread(settle.find_hand_overs, owed)
        owing = await self.store.read(debts.with_newest, book, hand_overs)
        fewest = "tally/fewest" if len(owed) <= settle.EXACT else "tally/few"
        end = words.say(fewest, count=len(hand_overs)) if hand_overs else words.say("tally/even")
        title = words.say("tally/settle", what=word_scope(book, TallyFilters("all")))
        plain = (await self.reports.pages.people.get(request.user)).text_only
        page = debt_page.Debts(title, owing, waiting, end, turning.make_rows(book, TallyFilters(), "settle"))
        return debt_page.show(book, page, request.requester, plain, start)

    async def enter(self, giver: str, taker: str, amount: int, forgive: bool, request: Request) -> Reply:
        """Enter a payment, or forgive a debt. An empty name means the requester."""
        crew = await self.reports.find_crew(request)
        named = settle.NamedTransfer(giver, taker, amount)

        async def attempt(book: Book) -> tuple[Payment, Mapping[int, int]]:
            owed = await self.store.read(debts.find_owed, book)
            return await self.store.write(debts.enter, book, request, named, owed if forgive else None), owed

        payment, owed = await read_and(self.store, crew, attempt)
        self.changes.wake()
        due = max(0, min(-owed.get(payment.giver, 0), owed.get(payment.taker, 0)))
        return await self._make_reply(crew, payment, request, None if payment.amount <= due else due)

    async def press(self, transfer: settle.DebtTransfer, newest: int, request: Request) -> Reply:
        """Enter the payment that a button names. Its crew may differ from the channel's."""
        crew = await self.changes.find_crew_of("member", transfer.giver, request)

        async def attempt(book: Book) -> Payment:
            owed = await self.store.read(debts.find_owed, book)
            return await self.store.write(debts.enter_by_button, book, request, transfer, newest, owed)

        payment = await read_and(self.store, crew, attempt)
        self.changes.wake()
        return await self._make_reply(crew, payment, request)

    async def answer(self, request: Request, right: bool, payment: int) -> Reply:
        """Confirm a waiting payment, or strike it out. Its crew may differ from the channel's."""
        crew = await self.changes.find_crew_of("payment", payment, request)
        answered = await self.changes.make_in(crew, request, debts.answer, payment, right)
        return await self._make_reply(crew, answered, request)

    async def _make_reply(self, crew: Crew, payment: Payment, request: Request, due: int | None = None) -> Reply:
        """Describe a payment. `due` is what was owed, if the payment is more; otherwise None."""
        book = (await self.store.read(load_book, crew)).read_by(request.words)
        text = book.words.say("tally/payment/line", what=describe(book, payment), state=describe_state(book, payment))
        more = "" if due is None else book.words.say("tally/payment/more", amount=book.settings.format_amount(due))
        return reply_text(f"{text}\n{more}".rstrip())
