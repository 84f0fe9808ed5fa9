"""Events of a shuffle: its secret, its salts, its seal, its draws, and the opening of the secret."""

from games.core import Seat
from games.core.events import Body, event, upcast


@event("table.committed", 1)
class CommittedTo:
    """The table committed to the secret of shuffle `number`, whose SHA-256 is `digest`."""

    number: int
    digest: str


@event("table.prepared", 1)
class Prepared(CommittedTo):
    """The next hand was prepared for a beginner. Nothing in it is drawn from chance, so there is no secret."""

    digest: str = ""


@event("table.revealed", 1)
class Revealed:
    """The hand of shuffle `number` is over, and its secret is open to all."""

    number: int


@event("table.hand_over", 1)
class HandOver:
    """The hand of shuffle `number` is over; its secret stays closed until the session ends."""

    number: int


@event("table.secrets_opened", 1)
class SecretsOpened:
    """The session is over. The secrets of all of its shuffles, up to number `last`, are open to all."""

    last: int


@event("table.salts_closed", 2)
class SaltsClosed:
    """The deal of shuffle `number` has begun: its salts are final, and the order from which it takes pieces is fixed.

    The random streams of the hand are named after this event.
    """

    number: int
    root: str
    """The root of the fixed order; "" if the first draw shuffles nothing, and in hands of older releases."""
    pieces: int
    """The number of pieces in the fixed order."""


@upcast("table.salts_closed", 1)
def _add_order(body: Body) -> Body:
    return {**body, "root": "", "pieces": 0}


@event("table.sealed", 1)
class Sealed:
    """The salts of shuffle `number` are sealed by a public message. The deal depends on the id of the message."""

    number: int
    message: str
    """The id of that message; "" if Discord took no message."""

    @property
    def variant(self) -> str:
        """The variant of the event's sentence: "none" for a seal without a message."""
        return "" if self.message else "none"


@event("table.drawn", 1)
class Drawn:
    """A decision drew from shuffle `number`. The events of the decision follow this one."""

    number: int
    draw: int
    """The number of this decision among all that drew from the shuffle, from 1."""


@event("table.rooted", 2)
class Rooted(Drawn):
    """A decision drew and shuffled pieces. Each shuffled order has a root, by which single pieces can be proved."""

    roots: tuple[str, ...]
    sizes: tuple[int, ...]
    """The number of pieces in each order."""
    told: int
    """The number of orders, from the first, whose roots the seal carries. The log carries the others."""


@upcast("table.rooted", 1)
def _add_untold(body: Body) -> Body:
    return {**body, "told": 0}


@event("table.salted", 1)
class Salted:
    """A player salted the coming shuffle."""

    seat: Seat


PROOFS = (SaltsClosed, Sealed, Drawn)
"""The proof events of a shuffle. The counters that chance depends on leave these events out."""
