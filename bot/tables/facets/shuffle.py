"""The shuffle that a table has committed to."""

from dataclasses import dataclass, field, replace
from typing import Self

from bot.store import Secret
from bot.tables.history import events
from bot.tables.history.entries import Entry, Step, is_proof


@dataclass(frozen=True, slots=True)
class Shuffle:
    """The present shuffle. Its secret is made before its hand, and opens when the hand or the session is over."""

    number: int = 0
    """The number of the present shuffle, from 1; 0 before the first commitment."""
    secret: Secret | None = field(default=None, repr=False)
    """The secret of the present shuffle and the players' salts; None until they are read from the store."""
    last_opened: int = 0
    """The number of the last shuffle whose secret is open."""
    last_finished: int = 0
    """The number of the last shuffle whose hand is over. Prepared hands do not count, since they have no secret."""
    closed_at: int | None = None
    """The number of events at the moment the salts were closed, not counting proof events. None while the salts are
    open, and in shuffles of older releases."""
    root: str = ""
    """The root of the order from which the hand is dealt, fixed with the salts; "" if no order is fixed."""
    seal: str | None = None
    """The id of the message that sealed the salts; "" if Discord took no message, None without a seal."""
    draws: int = 0
    """The number of decisions so far that drew from the present shuffle."""
    proofs: int = 0
    """The number of proof events among all of the table's events."""
    prepared: bool = False
    """True if the hand was prepared for a beginner. Such a hand has no secret."""

    def after(self, step: Step) -> Self:
        shuffle = self
        for entry in step.entries:
            shuffle = shuffle._after(entry)
        return shuffle

    def _after(self, entry: Entry) -> Self:
        proofs = self.proofs + is_proof(entry.event)
        match entry.event:
            case events.CommittedTo(number=number):
                prepared = isinstance(entry.event, events.Prepared)
                return type(self)(number, None, self.last_opened, self.last_finished, proofs=proofs, prepared=prepared)
            case events.HandOver(number=number):
                return replace(self, last_finished=number)
            case events.Revealed(number=number):
                return replace(self, last_opened=number, last_finished=self.last_finished if self.prepared else number)
            case events.SecretsOpened(last=number):
                return replace(self, last_opened=number)
            case events.SaltsClosed(root=root):
                return replace(self, closed_at=entry.sequence - proofs, root=root, proofs=proofs)
            case events.Sealed(message=message):
                return replace(self, seal=message, proofs=proofs)
            case events.Drawn(draw=draw):
                return replace(self, draws=draw, proofs=proofs)
        return self

    def with_secret(self, secret: Secret | None) -> Self:
        """The shuffle with this secret, as the store has it."""
        return replace(self, secret=secret)

    @property
    def known_secret(self) -> Secret:
        """The secret of the present shuffle. Raises LookupError if it is not known."""
        if self.secret is None:
            raise LookupError("the table has not committed to a shuffle")
        return self.secret
