"""A person's own moves and salts, for the export of their data.

Each event is exported as their seat saw it. The hands of others are left out, and so is everything that nobody saw.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from bot.store import Connection, Json
from bot.store.people import personal_data
from bot.store.tables import days, rows as stored_tables
from bot.tables.history.entries import Entry, is_of_game, is_recorded, read_entries
from bot.tables.history.events import CommittedTo, Salted
from games.core import Seat, to_json, view_event
from games.core.events import UnknownEvent, kind_of
from games.core.secret import UNKNOWN, Each, is_unnoticed, marks_of, values_of

MOST_MOVES: Final = 10_000
"""The most moves that are exported, the newest tables first."""


class OwnMoves(NamedTuple):
    """The moves and salts of a person, as JSON data."""

    moves: list[dict[str, Json]]
    salts: list[dict[str, Json]]
    complete: bool
    """False if older moves were left out."""


def list_own_moves(connection: Connection, user: int, most: int = MOST_MOVES) -> OwnMoves:
    """A person's moves, salts and dealt pieces, in the seats that they have or were the last person to have.

    A hand of the day is left out until its secret is open.
    """
    moves: list[dict[str, Json]] = []
    salts: list[dict[str, Json]] = []
    still_secret = set(days.list_unopened_tables(connection, user))
    for row in personal_data.list_seats_taken(connection, user):
        if row.table in still_secret:
            continue
        if len(moves) >= most:
            return OwnMoves(moves[:most], salts, False)
        seat = Seat(row.seat)
        try:
            found = read_entries(connection, row.table)
        except UnknownEvent:  # the table belongs to a newer release
            continue
        own = [entry for entry in found if entry.at >= row.joined_at and not is_recorded(entry)]
        moves += _list_moves(own, row.table, row.game, seat)
        if any(isinstance(entry.event, Salted) for entry in own):
            salts += _list_salts(connection, found, row.table, seat, row.joined_at)
    return OwnMoves(moves[:most], salts, len(moves) <= most)


def _list_moves(found: Sequence[Entry], table: int, game: str, seat: Seat) -> Iterator[dict[str, Json]]:
    for entry in found:
        if is_of_game(entry.event) and _concerns(entry, seat):
            facts = dict(_list_facts(entry.event, seat))
            yield {"table": table, "game": game, "at": entry.at, "event": kind_of(entry.event), "facts": facts}


def _concerns(entry: Entry, seat: Seat) -> bool:
    """True for an event that has a value for each seat, such as a deal, and for an event that the seat made and learnt
    something of."""
    kind: type = type(entry.event)
    if any(isinstance(mark, Each) for mark in marks_of(kind).values()):
        return True
    moved = getattr(entry.event, "seat", None) == seat
    return moved and not (is_unnoticed(entry.event) and not dict(_list_facts(entry.event, seat)))


def _list_facts(event: object, seat: Seat) -> Iterator[tuple[str, Json]]:
    """The values in an event that the seat saw. A field with a value for each seat gives only this seat's value."""
    kind: type = type(event)
    secrecy = marks_of(kind)
    for name, value in values_of(view_event(event, seat)).items():
        if isinstance(secrecy.get(name), Each):
            known = value if isinstance(value, tuple) else ()
            yield name, [to_json(own) for own in known if own is not UNKNOWN]
        elif value is not UNKNOWN:
            yield name, to_json(value)


def _list_salts(
    connection: Connection, found: Sequence[Entry], table: int, seat: Seat, since: int
) -> Iterator[dict[str, Json]]:
    """The salts that the seat's present player gave, without those of former players."""
    salted_shuffles: set[int] = set()
    number = 0
    for entry in found:
        if isinstance(entry.event, CommittedTo):
            number = entry.event.number
        elif isinstance(entry.event, Salted) and entry.event.seat == seat and entry.at >= since:
            salted_shuffles.add(number)
    salts = stored_tables.salts_of(connection, table)
    for number in sorted(salted_shuffles):
        if (salt := salts.get(number, {}).get(str(int(seat)))) is not None:
            yield {"table": table, "hand": number, "salt": salt}
