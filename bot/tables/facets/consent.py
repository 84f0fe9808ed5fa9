"""The consent of players in a lobby to house rules that were changed after they had sat down."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from bot.tables.history import events
from bot.tables.history.entries import Step
from games.core.seats import Seat


@dataclass(frozen=True, slots=True)
class Consent:
    """The changes of house rules to which people in a lobby have not agreed yet. The start waits for their consent."""

    missing: Mapping[Seat, Mapping[str, str]] = field(default_factory=dict)
    """By seat of a person: the changed house rules, each with the old value to which that person had agreed."""
    changes: int = 0
    """The number of changes so far. An answer carries it, so that nobody agrees to a change that they have not seen."""

    @property
    def waits_for(self) -> tuple[Seat, ...]:
        """The seats whose players must still agree."""
        return tuple(seat for seat, changed in sorted(self.missing.items()) if changed)

    @property
    def changed(self) -> dict[str, str]:
        """The house rules to which somebody must still agree, each with an old value."""
        return {name: value for changed in self.missing.values() for name, value in changed.items()}

    def after(self, step: Step) -> Self:
        """Fold arrivals, departures, changes and answers. The start empties it."""
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
                    left = {place: changed for place, changed in consent.missing.items() if place != seat}
                    moved = {Seat(place - (place > seat)): changed for place, changed in left.items()}
                    consent = replace(consent, missing=moved)
                case events.HouseChanged() as changed if changed.before:
                    consent = consent._changed(changed)
                case events.HouseAgreed(seat=seat):
                    consent = replace(consent, missing={**consent.missing, seat: {}})
                case events.Started():
                    consent = replace(consent, missing={})
        return consent

    def _changed(self, changed: events.HouseChanged) -> Self:
        """Note a change for all seats but the one that made it. Nobody is asked about a value that they had agreed
        to."""
        missing = {}
        for seat, known in self.missing.items():
            others = {name: value for name, value in known.items() if name != changed.name}
            agreed = known.get(changed.name, changed.before)
            asks = seat != changed.by and agreed != changed.value
            missing[seat] = {**others, changed.name: agreed} if asks else others
        return replace(self, missing=missing, changes=self.changes + 1)
