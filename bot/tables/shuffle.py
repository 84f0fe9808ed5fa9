"""The shuffle that a table has committed to."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Self

from bot.store.tables import Secret
from bot.tables import events
from bot.tables.entries import Step


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The present shuffle: made before its hand, and open once that is over."""

    number: int = 0
    """The number of shuffles that the table has committed to."""
    secret: Secret | None = field(default=None, repr=False)
    """The secret of the present one with the players' salts; None until it is read from the store."""

    def after(self, step: Step) -> Self:
        """Fold commitments."""
        numbers = [entry.event.number for entry in step.entries if isinstance(entry.event, events.CommittedTo)]
        return replace(self, number=numbers[-1], secret=None) if numbers else self

    def sealed(self, secret: Secret | None) -> Self:
        """The shuffle with its secret as the store has it."""
        return replace(self, secret=secret)

    @property
    def committed(self) -> Secret:
        """The secret of the present shuffle. Raises LookupError before the first commitment."""
        if self.secret is None:
            raise LookupError("the table has not committed to a shuffle")
        return self.secret
