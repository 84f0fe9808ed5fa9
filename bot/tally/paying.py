"""Use cases of payments, for commands and buttons. They reply, or raise Refused("TALLY", ...)."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass

from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import Message
from bot.store.books import crews, payments
from bot.store.books.crews import Crew
from bot.store.books.payments import Payment
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tally import debt_page, debts, settle, turning
from bot.tally.book import Book, TallyFilters, load_book
from bot.tally.debt_page import describe, describe_state
from bot.tally.ledger import change_books, read_and
from bot.tally.reports import Reports
from games.core.refused import Refused


@dataclass(frozen=True, slots=True)
class Paying:
    """The use cases that enter and answer payments. `wake` lets the outbox announce them."""

    store: Store
    reports: Reports
    wake: Callable[[], None]

    async def show_debts(self, request: Request, start: int = 0, crew: int | None = None) -> Message:
        """List the hand-overs that make everybody even, each with a button to say that it is done.

        `start` is the number of hand-overs before this page. `crew` is the one that a button names; raises Refused if
        another crew plays in the channel.
        """
        book = await self.reports.find_book(request)
        if crew not in (None, book.crew.id):
            raise Refused("TALLY", "page_elsewhere")
        words = book.words
        owed, waiting = await self.store.read(debts.read, book)
        hand_overs = await asyncio.to_thread(settle.find_hand_overs, owed)
        owing = await self.store.read(debts.with_newest, book, hand_overs)
        fewest = "tally/fewest" if len(owed) <= settle.EXACT else "tally/few"
        end = words.say(fewest, count=len(hand_overs)) if hand_overs else words.say("tally/even")
        title = words.say("tally/settle", what=self.reports.word_scope(book, TallyFilters("all")))
        plain = (await self.reports.people.get(request.user)).text_only
        page = debt_page.Debts(title, owing, waiting, end, turning.make_rows(book, TallyFilters(), "settle"))
        return debt_page.show(book, page, request.requester, plain, start)

    async def enter(self, giver: str, taker: str, amount: int, forgive: bool, request: Request) -> Reply:
        """Enter a payment, or forgive a debt. An empty name means the requester."""
        crew = await self.reports.find_crew(request)
        named = settle.NamedTransfer(giver, taker, amount)
        payment = await change_books(self.store, crew, debts.enter, request, named, forgive)
        return await self._make_reply(crew, payment, request)

    async def press(self, transfer: settle.DebtTransfer, newest: int, request: Request) -> Reply:
        """Enter the payment that a button names. Its crew may differ from the channel's."""
        crew = await self.store.read(crew_of_member, request.location.guild, transfer.giver)

        async def attempt(book: Book) -> Payment:
            owed = await self.store.read(debts.find_owed, book)
            return await self.store.write(debts.enter_by_button, book, request, transfer, newest, owed)

        payment = await read_and(self.store, crew, attempt)
        return await self._make_reply(crew, payment, request)

    async def answer(self, payment: int, right: bool, request: Request) -> Reply:
        """Confirm a waiting payment, or strike it out. Its crew may differ from the channel's."""
        crew = await self.store.read(_crew_of_payment, request.location.guild, payment)
        answered = await change_books(self.store, crew, debts.answer, request, payment, right)
        return await self._make_reply(crew, answered, request)

    async def _make_reply(self, crew: Crew, payment: Payment, request: Request) -> Reply:
        self.wake()
        book = (await self.store.read(load_book, crew)).read_by(request.words())
        return reply_text(
            book.words.say("tally/payment/line", what=describe(book, payment), state=describe_state(book, payment))
        )


def crew_of_member(connection: Connection, guild: int, member: int) -> Crew:
    """Find the crew of a server by one of its members. Raises Refused("TALLY", "page_old")."""
    found = crews.find_crew_of_member(connection, member)
    if found is None or found.guild != guild:
        raise Refused("TALLY", "page_old")
    return found


def _crew_of_payment(connection: Connection, guild: int, number: int) -> Crew:
    payment = payments.find(connection, number)
    found = None if payment is None else crews.find_crew(connection, payment.crew)
    if found is None or found.guild != guild:
        raise Refused("TALLY", "no_payment")
    return found
