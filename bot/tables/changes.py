"""Changes to a table: proposed (`Change`), decided (`Decision`) and committed (`Committed`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, NamedTuple

from bot.store.engine import Connection
from bot.store.tables import StoredSeat
from bot.tables import events as table_events
from bot.tables.shuffles import new_secret
from bot.tables.table import Entry, Table


@dataclass(frozen=True, slots=True)
class Change:
    """What a change would write: events in order, and rows that change with them. `outcome` is kept with the cause.
    `secrets` are those of the commitments among the events, by digest."""

    events: Sequence[Any]
    seats: tuple[StoredSeat, ...] | None = None
    row: Mapping[str, Any] = field(default_factory=dict)
    status: str | None = None
    salts: Mapping[str, str] | None = None
    outcome: Any = None
    also: Callable[[Connection], object] | None = None
    secrets: Mapping[str, str] = field(default_factory=dict, repr=False)


class Committed(NamedTuple):
    """What came of a change: the table after it and the new entries; none if the cause was known."""

    table: Table
    entries: tuple[Entry, ...] = ()
    repeated: bool = False
    outcome: Any = None

    @property
    def ends_hand(self) -> bool:
        """Whether a hand or the table ended with it."""
        return any(isinstance(entry.event, table_events.Revealed | table_events.Closed) for entry in self.entries)


Decision = Callable[[Table], Change | None]


def seal(draft: Change, number: int) -> Change:
    """The draft with a commitment to shuffle `number` at its end."""
    secret, digest = new_secret()
    events = (*draft.events, table_events.CommittedTo(number, digest))
    return replace(draft, events=events, secrets={**draft.secrets, digest: secret})
