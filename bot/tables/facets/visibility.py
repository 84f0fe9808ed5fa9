"""Counts and events of a table that can be shown without revealing secret moves."""

from collections.abc import Mapping
from typing import Self

from msgspec import Struct
from msgspec.structs import replace

from bot.tables.history import events
from bot.tables.history.entries import Step, hides_nothing, is_public
from games.core import Seat


class Visibility(Struct, frozen=True):
    """The counts and events that can be shown."""

    public_events: int = 0
    """The number of events that more than one seat learnt of. Unlike the sequence, it does not count secret events."""
    public_moves: int = 0
    """The number of these events that are the game's own. It is the same at all tables with the same moves."""
    controls_from: int = 0
    """The value of `public_events` when the hand or its phase last changed, or when a seat was last asked anew. Custom
    ids carry this number."""
    last_seen: tuple[object, ...] = ()
    """The events of the last move that everybody saw whole."""
    last_public: Mapping[Seat, object] = {}
    """By seat, the last event that the seat made in this hand and everybody saw whole. The seat with the latest event
    comes last."""
    last_own: Mapping[Seat, object] = {}
    """By seat, the last event that the seat made in this hand. Events of a former player of the seat are left out."""

    def after(self, step: Step) -> Self:
        public_events = self.public_events + sum(is_public(entry) for entry in step.entries)
        public_moves = self.public_moves + sum(is_public(entry) for entry in step.moves)
        if step.view is None:
            return replace(self, public_events=public_events)
        seen = [entry for entry in step.moves if hides_nothing(entry.event)]
        last = tuple(entry.event for entry in seen if entry.cause == seen[-1].cause)
        public = {} if step.changes_hand else dict(self.last_public)
        own = {} if step.changes_hand else dict(self.last_own)
        for seat, event in step.movers:
            own[seat] = event
            if hides_nothing(event):
                public.pop(seat, None)
                public[seat] = event
        for entry in step.entries:
            if isinstance(entry.event, events.Substituted):
                own.pop(entry.event.seat, None)  # the next player must not see the former player's private event
        return replace(
            self,
            public_events=public_events,
            public_moves=public_moves,
            controls_from=public_events if step.changes_controls else self.controls_from,
            last_seen=last or self.last_seen,
            last_public=public,
            last_own=own,
        )
