"""Notes about the people and robots who gave up a seat.

While a result is open, it counts for the former players of a seat, so the table's row notes who they were. A result is
open during a hand, and in a game of several hands until that game is won. The row also notes the robots that gave up a
seat. Other former players stay unnamed, since events name no person.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.store import StoredSeat, StoredSettings
from bot.store.tables.settings import FormerRobot, Handover
from bot.tables.aggregate import Table
from bot.tables.aggregate.offers import with_settings
from bot.tables.history import events
from bot.tables.history.entries import Entry
from games.core import Seat


def is_result_open(table: Table) -> bool:
    """True during a hand, and between the hands of a game that is not won yet."""
    return table.hand_open or (table.playing is not None and table.public_view.game_open)


def with_handover_noted(table: Table, seat: Seat) -> StoredSettings:
    """A table's settings with a note that this seat is handed over, if a result is open."""
    settings, user = table.settings, table.occupant(seat).user_id
    if not is_result_open(table):
        return settings
    note = find_handover(table, seat, table.shuffle.number)
    if note is None:
        note = Handover(table.shuffle.number, user, lasts=True)
    elif user is not None:
        note = replace(note, last=user)
    return replace(settings, handed={**settings.handed, seat: note})


def without_decided_handovers(table: Table) -> Table:
    """The table before a deal, without the notes on a result that is decided."""
    settings = table.settings
    if is_result_open(table) or not settings.handed:
        return table
    return with_settings(table, replace(settings, handed={}))


def find_handover(table: Table, seat: Seat, hand: int) -> Handover | None:
    """The note on a seat that was handed over while the result of this hand was open; None if there is no note."""
    noted = table.settings.handed.get(seat)
    return noted if noted is not None and (noted.lasts or noted.hand == hand) else None


def list_former_users(table: Table) -> frozenset[int]:
    """The users who gave up a seat, and for whom the open result may count. An erased user appears as the
    negative id of their row in the books."""
    if not is_result_open(table):
        return frozenset()
    hand = table.shuffle.number
    notes = (find_handover(table, seat, hand) for seat in table.settings.handed)
    users = (user for note in notes if note is not None for user in (note.user, note.last))
    return frozenset(user for user in users if user)


_MOST_NOTES: Final = 20
"""The most former occupants that are noted for a seat."""
_ROBOTS: Final = frozenset({"robots", "outside", "queue"})
"""The ways in which a robot's seat changes hands (`events.Substituted.how`)."""


class FormerOccupant(NamedTuple):
    """A former occupant of a seat."""

    seat: Seat
    until: Entry
    """The event by which the seat changed hands."""
    robot: bool | None
    """True for a robot, False for a person; None if the release that noted it did not say."""
    name: str = ""
    """The name of a robot; "" if it is no longer known, and for a person."""

    def had_seat_at(self, entry: Entry) -> bool:
        """True if this occupant or an earlier one had the seat at an event. All events in the commit of the handover
        belong to the new occupant."""
        return entry.sequence < self.until.sequence and entry.cause != self.until.cause


def with_former_noted(settings: StoredSettings, old: StoredSeat) -> StoredSettings:
    """A table's settings with a note of the occupant `old`, who gives up a seat."""
    seat, robot = Seat(old.seat), FormerRobot(old.name, old.robot) if old.is_robot else None
    noted = (*settings.former.get(seat, ()), robot)[-_MOST_NOTES:]
    return replace(settings, former={**settings.former, seat: noted})


def list_former_occupants(table: Table, found: Sequence[Entry]) -> tuple[FormerOccupant, ...]:
    """All former occupants of a table's seats, the latest first. `found` are all of its events."""
    notes = {seat: list(noted) for seat, noted in table.settings.former.items()}
    occupants: list[FormerOccupant] = []
    for entry in reversed(found):
        if isinstance(entry.event, events.Substituted):
            seat, how = entry.event.seat, entry.event.how.partition("/")[0]
            noted = (notes.get(seat) or [None]).pop()
            robot = how in _ROBOTS if how else None
            occupants.append(FormerOccupant(seat, entry, robot, noted.name if robot and noted else ""))
    return tuple(occupants)
