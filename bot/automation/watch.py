"""Figures for a host who sleeps: if people are served, and since when they are not."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final, NamedTuple

from bot.automation.scheduler import Scheduler
from bot.delivery.workers import MessageWorkers
from bot.outbox.outbox import find_oldest_due
from bot.ports.clock import Clock
from bot.release import NewestRelease
from bot.store.backups import kept_backups
from bot.store.store import Store

SILENT: Final = 20.0
"""Seconds without an answer of Discord after which people are not served."""
STUCK: Final = 120.0
"""Seconds after which a table whose automatic moves fail counts as one that cannot be played."""
LATE: Final = 600.0
"""Seconds after which a message that has not arrived is worth a look."""


class Figures(NamedTuple):
    """The figures of a moment. Times are seconds."""

    unanswered: float
    """For how long Discord has answered none of the bot's requests; 0 if it does."""
    stuck: int
    """The tables whose automatic moves have failed for a while."""
    undelivered: float
    """The age of the oldest message that is due and has not arrived; 0 if there is none."""
    backup: float | None
    """The age of the last backup that was restored as a proof; None if there was none."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Takes the figures. Nothing is measured between two looks."""

    store: Store
    scheduler: Scheduler
    workers: MessageWorkers
    clock: Clock
    unanswered: Callable[[], float]
    newest: NewestRelease

    async def take_figures(self) -> Figures:
        """Look at everything. Raises StoreUnavailable."""
        now = self.clock()
        due = await self.store.read(find_oldest_due, now)
        last = await self.store.read(kept_backups.last)
        return Figures(
            self.unanswered(),
            self.scheduler.count_stuck(round(STUCK * 1000)),
            max(self.workers.find_longest_behind(), 0.0 if due is None else (now - due) / 1000),
            None if last is None else (now - last.at) / 1000,
        )

    def is_answered(self) -> bool:
        """False once Discord has answered nothing for a while."""
        return self.unanswered() < SILENT

    def all_go_on(self) -> bool:
        """False while there is a table that cannot be played."""
        return not self.scheduler.count_stuck(round(STUCK * 1000))

    async def all_arrive(self) -> bool:
        """False while a message is long overdue."""
        return (await self.take_figures()).undelivered < LATE
