"""Changes to a table: a `Decision` proposes a `Change`, and an `AppliedChange` is a committed one."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NamedTuple

from bot.store.database.engine import Connection
from bot.store.tables.rows import Status, StoredSeat, StoredTable
from bot.store.tables.settings import StoredSettings
from bot.tables.aggregate.table import Table
from bot.tables.history import events as table_events
from bot.tables.history.entries import Entry
from bot.tables.history.outcomes import Outcome
from games.core.options import Options


@dataclass(frozen=True, slots=True)
class Change:
    """Everything that a decision would write in one commit. A field that is None changes nothing."""

    events: Sequence[object]
    """The events, in order."""
    state: object = None
    """The game's state after the events, if the decision has computed it."""
    seats: tuple[StoredSeat, ...] | None = None
    status: Status | None = None
    options: Options | None = None
    """The house rules of the game."""
    settings: StoredSettings | None = None
    """The house rules of the table itself, and its notes."""
    salts: Mapping[str, str] | None = None
    """The salts of the present shuffle, by seat number."""
    next_shuffle: int | None = None
    """The number of the shuffle whose commitment is to be added after the events, with a new secret."""
    secret: bytes = field(default=b"", repr=False)
    """The secret of the shuffle whose commitment is among the events; b"" if there is none."""
    outcome: Outcome | None = None
    """The game's decision, to store with the cause."""
    write_also: Callable[[Connection], object] | None = None
    """A function that writes further rows in the same transaction."""

    @property
    def changes_settings(self) -> bool:
        """True if the options or settings of the table's row change. Its status does not count."""
        return self.options is not None or self.settings is not None

    def with_change(self, row: StoredTable) -> StoredTable:
        """The table's row with the changed options, settings and status."""
        return replace(
            row,
            options=row.options if self.options is None else dict(self.options),
            settings=self.settings or row.settings,
            status=self.status or row.status,
        )


class AppliedChange(NamedTuple):
    """The table after a change, and the new entries; () if no change was made here."""

    table: Table
    entries: tuple[Entry, ...] = ()
    repeated: bool = False
    """True if the cause was known already, so that nothing changed."""

    @property
    def ends_hand(self) -> bool:
        """True if the change ended a hand or the table."""
        ends = table_events.HandOver | table_events.Revealed | table_events.Closed
        return any(isinstance(entry.event, ends) for entry in self.entries)


Decision = Callable[[Table], Change | None]
"""A function that looks at a table and returns a change, or None to change nothing. Raises Refused."""
