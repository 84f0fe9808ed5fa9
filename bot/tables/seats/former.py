"""The former occupants of seats, as far as they are known from the stored events and the notes in the table's row.

Events name no person, so former players stay unnamed. Robots that gave up a seat are noted in the table's row.
"""

from collections.abc import Sequence
from dataclasses import replace
from typing import Final, NamedTuple

from bot.store.tables.rows import StoredSeat
from bot.store.tables.settings import FormerRobot, StoredSettings
from bot.tables.aggregate.table import Table
from bot.tables.history import events
from bot.tables.history.entries import Entry
from bot.tables.history.outcomes import level_named
from games.core.robots import Level
from games.core.seats import Seat

_MOST_NOTES: Final = 20
"""The most former occupants that are noted for a seat."""
_ROBOTS: Final = frozenset({"robots", "outside", "queue"})
"""The ways in which a robot's seat changes hands (`events.Substituted.how`)."""
_OF_PEOPLE: Final = frozenset({"own", "away", "other"})
"""The ways in which a person's seat changes hands."""


class Former(NamedTuple):
    """A former occupant of a seat."""

    seat: Seat
    until: Entry
    """The event by which the seat changed hands."""
    robot: bool | None
    """True for a robot, False for a person; None if that is no longer known."""
    name: str = ""
    """The name of a robot; "" if it is no longer known, and for a person."""
    level: Level | None = None
    """The level of the robot, or of a person's stand-ins; None if it is no longer known."""

    def had_seat_at(self, entry: Entry) -> bool:
        """True if this occupant or an earlier one had the seat at an event. All events in the commit of the handover
        belong to the new occupant."""
        return entry.sequence < self.until.sequence and entry.cause != self.until.cause


def note_former(settings: StoredSettings, old: StoredSeat) -> StoredSettings:
    """A table's settings with a note of the occupant `old`, who gives up a seat."""
    seat, robot = Seat(old.seat), FormerRobot(old.name, old.robot) if old.user_id is None else None
    noted = (*settings.former.get(seat, ()), robot)[-_MOST_NOTES:]
    return replace(settings, former={**settings.former, seat: noted})


def former_occupants(table: Table, found: Sequence[Entry]) -> tuple[Former, ...]:
    """All former occupants of a table's seats, the latest first. `found` are all of its events."""
    notes = {seat: list(noted) for seat, noted in table.row.settings.former.items()}
    made: list[Former] = []
    came: dict[Seat, list[bool]] = {}
    for entry in found:
        if isinstance(entry.event, events.Substituted):
            came.setdefault(entry.event.seat, []).append(entry.event.robot)
    for entry in reversed(found):
        if not isinstance(entry.event, events.Substituted):
            continue
        seat, how = entry.event.seat, entry.event.how.partition("/")[0]
        came[seat].pop()
        before = came[seat][-1] if came[seat] else None
        robot = before if before is not None else True if how in _ROBOTS else False if how in _OF_PEOPLE else None
        known = notes.get(seat) or [None]
        noted = known.pop()
        if robot and noted:
            made.append(Former(seat, entry, True, noted.name, level_named(noted.level)))
        elif robot:  # a robot that takes over a seat is an old hand
            made.append(Former(seat, entry, True, level=Level.OLD_HAND if before or how == "queue" else None))
        else:
            made.append(Former(seat, entry, robot, level=Level.OLD_HAND if robot is False else None))
    return tuple(made)
