"""Requests about a table: its words for the answer, and the requester's own seat."""

from dataclasses import dataclass

from bot.messages.table_words import words_of
from bot.ports.requests import Request
from bot.tables.aggregate.table import Table
from bot.tables.seats import absentees
from bot.tables.service import TableService
from bot.wording import Words
from games.core.refused import Refused
from games.core.seats import Seat


def own_seat(table: Table, request: Request) -> Seat:
    """Return the requester's seat. Raises Refused("TABLE", "not_seated")."""
    seat = table.seat_of(request.user)
    if seat is None:
        raise Refused("TABLE", "not_seated")
    return seat


async def take_seat_back(tables: TableService, table: Table, request: Request) -> Table:
    """If a robot stands in for the requester, give them their seat back. Return the present table."""
    seat = table.seat_of(request.user)
    if seat is None or table.occupant(seat).stand_in is None:
        return table
    cause = f"{request.cause}:back"
    return (
        await tables.change(table.id, cause, request.at, lambda present: absentees.give_seat_back(present, seat))
    ).table


@dataclass(slots=True)
class TableRequest(Request):
    """A request whose table is looked up while the request is handled."""

    about: Table | None = None
    """The table that the request is about, once `TableLookup` has found it."""

    def words(self) -> Words:
        """The wording of a private answer: in the table's own words, once the table is known."""
        reader = self.requester.words()
        return reader if self.about is None else words_of(self.about, reader.language)
