"""Changes to the books, all made in the same way: find the crew, write the change and announce it."""

from collections.abc import Callable
from typing import Final, TypeVar, TypeVarTuple

from msgspec import Struct

from bot.ports import Request
from bot.services.books.reports import Reports
from bot.store import Connection, Store
from bot.store.books import Crew, crews
from bot.store.books.crews import Owned
from bot.tally.books import Book
from bot.tally.changes.ledger import change_books
from games.core import Refused

T = TypeVar("T")
Ts = TypeVarTuple("Ts")
Write = Callable[[Connection, Book, Request, *Ts], T]
"""A change of the books. It checks the requester's right, and raises Refused."""
_GONE: Final[dict[Owned, str]] = {
    "member": "page_old",
    "season": "no_sheet",
    "entry": "entry",
    "payment": "no_payment",
}
"""The reason of the refusal for what is not in the books of the server."""


class Changes(Struct, frozen=True):
    """Changes the books of crews. `wake` lets the outbox announce a change."""

    store: Store
    reports: Reports
    wake: Callable[[], None]

    async def make(self, request: Request, write: Write[*Ts, T], *facts: *Ts) -> T:
        """Change the books of the crew that plays in the channel."""
        return await self.make_in(await self.reports.find_crew(request), request, write, *facts)

    async def make_about(self, what: Owned, number: int, request: Request, write: Write[*Ts, T], *facts: *Ts) -> T:
        """Change the books that have what a button names. Raises Refused."""
        return await self.make_in(await self.find_crew_of(what, number, request), request, write, *facts)

    async def find_crew_of(self, what: Owned, number: int, request: Request) -> Crew:
        """Find the crew of what a button names: a crew of this server, though perhaps not the one that plays in the
        channel. A DM may ask about a member. Raises Refused."""
        found, guild = await self.store.read(crews.find_crew_of, what, number), request.location.guild
        if found is None or (found.guild != guild and (guild or what != "member")):
            raise Refused("TALLY", _GONE[what], given=str(number)[:40])
        return found

    async def make_in(self, crew: Crew, request: Request, write: Write[*Ts, T], *facts: *Ts) -> T:
        """Change the books of a crew, which may not be the one that plays in the channel."""
        result = await change_books(self.store, crew, write, request, *facts)
        self.wake()
        return result
