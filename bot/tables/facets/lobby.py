"""The facets of a lobby: its calls for players, the start by the clock, and the consent to changed house rules."""

from collections.abc import Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core import Seat


class CallForPlayers(Struct, frozen=True):
    """The last call for players."""

    sequence: int | None = None
    """The sequence of the last call; None if there was no call."""
    role: str = ""
    """The id of the server role that was called."""

    def after(self, step: Step) -> Self:
        call = self
        for entry in step.entries:
            if isinstance(entry.event, events.Called):
                call = replace(call, sequence=entry.sequence, role=entry.event.role)
        return call


class Start(Struct, frozen=True):
    """A start by the clock."""

    at: int | None = None
    """The time at which the game is to start by itself (real milliseconds); None if no time is set."""
    came: int | None = None
    """The sequence of the event that records that the time came; None before that."""
    came_at: int | None = None
    """The time of that event (real milliseconds)."""
    began: bool = False
    """True if the game began at that time. False if there were too few players, or if `agreed` is False."""
    agreed: bool = True
    """False if the game did not begin because somebody had not agreed to the house rules."""

    def after(self, step: Step) -> Self:
        start = self
        for entry in step.entries:
            match entry.event:
                case events.StartSet(at=at):
                    start = replace(start, at=at)
                case events.StartCame(enough=began, agreed=agreed):
                    start = replace(start, at=None, came=entry.sequence, came_at=entry.at, began=began, agreed=agreed)
        return start


class Consent(Struct, frozen=True):
    """The house rules that changed after people had sat down, and to which they have not agreed yet. The start waits
    until they have."""

    missing: Mapping[Seat, Mapping[str, str]] = {}
    """By seat of a person, the changed house rules, each with the old value that they had agreed to."""
    changes: int = 0
    """The number of changes so far. Answers carry it, so that people only agree to changes that they have seen."""

    @property
    def awaited(self) -> tuple[Seat, ...]:
        """The seats whose players must still agree."""
        return tuple(seat for seat, changed in sorted(self.missing.items()) if changed)

    @property
    def changed(self) -> dict[str, str]:
        """The house rules that somebody must still agree to, each with an old value."""
        return {name: value for changed in self.missing.values() for name, value in changed.items()}

    def after(self, step: Step) -> Self:
        """Fold arrivals, departures, changes and answers. The start of the game drops all open changes."""
        consent = self
        for entry in step.entries:
            match entry.event:
                case events.Seated(seat=seat, robot=False):
                    consent = replace(consent, missing={**consent.missing, seat: {}})
                case events.Swapped(seat=seat, other=other):
                    places = {seat: other, other: seat}
                    moved = {places.get(place, place): changed for place, changed in consent.missing.items()}
                    consent = replace(consent, missing=moved)
                case events.Left(seat=seat):
                    others = {place: changed for place, changed in consent.missing.items() if place != seat}
                    moved = {Seat(place - (place > seat)): changed for place, changed in others.items()}
                    consent = replace(consent, missing=moved)
                case events.HouseChanged() as changed if changed.before:
                    consent = consent._note_change(changed)
                case events.HouseAgreed(seat=seat):
                    consent = replace(consent, missing={**consent.missing, seat: {}})
                case events.Started():
                    consent = replace(consent, missing={})
        return consent

    def _note_change(self, changed: events.HouseChanged) -> Self:
        """Note a change for all seats except the seat that made it. A seat that had agreed to the new value before is
        not asked again."""
        missing = {}
        for seat, known in self.missing.items():
            others = {name: value for name, value in known.items() if name != changed.name}
            agreed = known.get(changed.name, changed.before)
            must_agree = seat != changed.by and agreed != changed.value
            missing[seat] = {**others, changed.name: agreed} if must_agree else others
        return replace(self, missing=missing, changes=self.changes + 1)
