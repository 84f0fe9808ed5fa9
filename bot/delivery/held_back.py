"""The messages that Discord refuses at present. Each is tried again by a slow clock: after minutes, then after hours.

The row of such a message says why it was refused and how often (`MessageData.refusal`). These rows are read again at
each start and at each new connection to Discord.
"""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Final

from bot.outbox.slow_clock import HOUR, find_wait
from bot.ports.clock import Clock
from bot.store.messages.message_keys import MessageKey
from bot.store.messages.projections import STOPPED, Projection

LONGEST_HELD: Final = 30 * 24 * HOUR
"""Milliseconds after the last try of a message in which the clock tries it again. Later, only an event does."""
LOOKED_EVERY: Final = 30.0
"""Seconds between two looks for messages to try again."""
MOST_TRIES: Final = 50
"""The most tries for a message of a closed table. The slow clock makes them within about a week."""


def find_due(row: Projection) -> int:
    """The time at which a message may be tried again; 0 for a message that is not held back."""
    return row.updated_at + find_wait(row.data.refusals) if row.state == STOPPED else 0


@dataclass(slots=True)
class HeldBack:
    """Knows the messages that are held back, and wakes each when its time has come."""

    clock: Clock
    wake: Callable[[int, MessageKey], None] = lambda table, key: None
    """Tries the message of a table again."""
    servers: set[int] = field(default_factory=set)
    """The servers in which messages were held back. Events there may let them through."""
    _due: dict[tuple[int, MessageKey], int] = field(default_factory=dict)
    """By table and message, the time of the next try."""
    _tries: dict[tuple[int, MessageKey], int] = field(default_factory=dict)
    """By table and message, the number of failed tries, for messages whose row does not count them."""

    def note(self, row: Projection) -> None:
        """Note a message that is held back."""
        if self.clock() - row.updated_at < LONGEST_HELD:
            self._due[row.table, row.key] = find_due(row)

    def put_off(self, table: int, key: MessageKey) -> None:
        """Look at a message again later, although its row does not say that it is held back."""
        tries = self._tries[table, key] = self._tries.get((table, key), 0) + 1
        self._due[table, key] = self.clock() + find_wait(tries)

    def forget(self, table: int, key: MessageKey) -> None:
        """Forget a message that Discord has taken."""
        self._due.pop((table, key), None)
        self._tries.pop((table, key), None)

    async def look(self) -> float | None:
        """Wake the messages whose time has come. Return the seconds until the next one's, or None."""
        now = self.clock()
        for table, key in [held for held, due in self._due.items() if due <= now]:
            del self._due[table, key]
            self.wake(table, key)
        return min(((due - now) / 1000 for due in self._due.values()), default=None)
