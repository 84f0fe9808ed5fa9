"""Events of a table that are not its game's, a module for each topic.

They are stored with the game's events in one sequence, so that any process can fold a table from its events and seats.
No event names a person. Events have seat numbers, and the rows of seats name the people.
"""

from bot.tables.history.events.clocks import (
    BankUsed,
    CloseAgreed,
    CloseAsked,
    Closed,
    CloseRefused,
    GivenBack,
    LastHandCalled,
    LastHandDropped,
    Paused,
    Resumed,
    ServerFound,
    ServerLost,
    Slept,
)
from bot.tables.history.events.lobby import (
    Called,
    HouseAgreed,
    HouseChanged,
    Left,
    Opened,
    Seated,
    StartCame,
    Started,
    StartSet,
    Swapped,
)
from bot.tables.history.events.seats import (
    NEXT,
    Nudged,
    OfferEnded,
    Queued,
    Returned,
    SeatAccepted,
    SeatAgreed,
    SeatOffered,
    StoodIn,
    Substituted,
    Unqueued,
    Voted,
)
from bot.tables.history.events.shuffles import (
    PROOFS,
    CommittedTo,
    Drawn,
    HandOver,
    Prepared,
    Revealed,
    Rooted,
    Salted,
    SaltsClosed,
    Sealed,
    SecretsOpened,
)
from bot.tables.history.events.takebacks import (
    UndoAgreed,
    UndoAsked,
    Undone,
    UndoRefused,
)

__all__ = [
    "NEXT", "PROOFS", "BankUsed", "Called", "CloseAgreed", "CloseAsked", "CloseRefused", "Closed", "CommittedTo",
    "Drawn", "GivenBack", "HandOver", "HouseAgreed", "HouseChanged", "LastHandCalled", "LastHandDropped", "Left",
    "Nudged", "OfferEnded", "Opened", "Paused", "Prepared", "Queued", "Resumed", "Returned", "Revealed", "Rooted",
    "Salted", "SaltsClosed", "Sealed", "SeatAccepted", "SeatAgreed", "SeatOffered", "Seated", "SecretsOpened",
    "ServerFound", "ServerLost", "Slept", "StartCame", "StartSet", "Started", "StoodIn", "Substituted", "Swapped",
    "UndoAgreed", "UndoAsked", "UndoRefused", "Undone", "Unqueued", "Voted",
]  # fmt: skip
