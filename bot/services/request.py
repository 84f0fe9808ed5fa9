"""Requests about tables: the words of the answer, the requester's own seat, and the changes that are asked for."""

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Concatenate, ParamSpec, TypeAlias

from bot.messages.table_words import words_of
from bot.ports.requests import Location, Request
from bot.store.books import crews
from bot.store.database.engine import Connection
from bot.store.database.notifications import Notice
from bot.tables.aggregate.changes import AppliedChange, Change
from bot.tables.aggregate.permissions import must_sit
from bot.tables.aggregate.table import Table
from bot.tables.service import TableService
from bot.tally.members import label_users
from bot.wording import Words
from games.core.refused import Refused
from games.core.seats import Seat

P = ParamSpec("P")
Decide: TypeAlias = Callable[Concatenate[Table, P], Change | None]
"""A decision about a table that also takes facts of a request, such as its requester."""

Tell: TypeAlias = Callable[[Notice], Awaitable[None]]
"""Sends a notice to the process that serves the table, or to those that serve the user's tables."""


@dataclass(slots=True)
class TableRequest(Request):
    """A request whose table is looked up while the request is handled."""

    about: Table | None = None
    """The table that the request is about, once `TableLookup` has found it."""

    def words(self) -> Words:
        """The wording of a private answer: in the table's own words, once the table is known."""
        reader = self.requester.words()
        return reader if self.about is None else words_of(self.about, reader.language)


async def change_table(
    tables: TableService, table: int, request: Request, decide: Decide[P], *facts: P.args, **named: P.kwargs
) -> AppliedChange:
    """Commit the change that `decide` returns for the table and these facts, with the cause and time of the request.

    Raises Refused.
    """
    return await tables.change(table, request.cause, request.at, lambda present: decide(present, *facts, **named))


async def change_further(
    tables: TableService, table: int, request: Request, part: str, decide: Decide[P], *facts: P.args, **named: P.kwargs
) -> AppliedChange:
    """Commit a further change of the same request, as `change_table` does. `part` is added to the request's cause."""
    cause = f"{request.cause}:{part}"
    return await tables.change(table, cause, request.at, lambda present: decide(present, *facts, **named))


def find_own_seat(table: Table, request: Request) -> Seat:
    """Return the requester's seat. Raises Refused("TABLE", "not_seated")."""
    return must_sit(table, request.user)


def must_be_in_server(request: Request, reason: str = "server_only") -> Location:
    """Return the place of a request. Raises Refused with this `reason` in a DM."""
    if request.in_dm:
        raise Refused("TABLE", reason)
    return request.location


def find_own_name(connection: Connection, request: Request, places: tuple[int, ...]) -> str:
    """The requester's name in the crew that plays in `places`. Without a crew, it is the name they have on Discord."""
    crew, name = crews.find_at_place(connection, request.location.guild, places), request.requester.name
    return name if crew is None else label_users(connection, crew.id, {request.user: name}, {}).names[request.user]
