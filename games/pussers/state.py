"""A table of Pussers Bones as it stands. Only evolve.py writes it."""

from dataclasses import dataclass, fields
from operator import attrgetter
from typing import Final

from games.core.seats import FIRST, Seat
from games.core.window import Window
from games.pieces.bones import Bone
from games.pussers.events import Acted, HandOver, ShitTiedUp, TiedUp
from games.pussers.options import House
from games.pussers.view import EMPTY, Call, Discard, SetOut, SheetLine

FULL_STACKS: Final = bytes([2]) * 72


@dataclass(slots=True)
class State:
    """Everything that is true at the table.

    `phase` is as in `games.pussers.view.View`. A rack is counts by kind, the working bone among them.
    The wall is `line`: bones in the order of the head; `tail` gives the places in the order of the Loose, `gone` and
    `boxed` are masks of places (PB-12, PB-17). `stacks` counts what is left by stack from Eddie's wall (PB-11).
    `do`, `source` and `last` say which bone makes fourteen (PB-44). `window` is the table's ear; `heard` says what it
    listens for: "discard" or "fourth" (a robbery). `yes_act` is when Yes became too late in a race, `yes_by` who has
    taken the discard while a Do Bone is still in time, `pending` an act that waits for calls on their way (PB-47),
    `before` a race's ear for the latest discard while a robbery is listened for.
    `early` is the mask of pretties that were plucked too early for the First Pretty (PB-24).
    `thrown_out` counts by kind what has been discarded this hand; `turned_up` are the seats whose face-down
    All-Ofs have been shown (PB-70, PB-82).
    """

    house: House
    players: int = 4
    began_at: int = 0
    phase: str = "new"
    hand: int = 0
    rounds: int = 0
    eddie: Seat | None = None
    first_eddie: Seat | None = None
    scores: tuple[int, ...] = ()
    sheet: tuple[SheetLine, ...] = ()
    votes: tuple[Seat, ...] = ()
    line: tuple[Bone, ...] = ()
    tail: tuple[int, ...] = ()
    gone: int = 0
    boxed: int = 0
    head: int = 0
    loose: int = 0
    left: int = 0
    broken_at: int | None = None
    stacks: bytes = FULL_STACKS
    place: int = 0
    racks: tuple[bytes, ...] = ()
    sets: tuple[tuple[SetOut, ...], ...] = ()
    pretties: tuple[tuple[Bone, ...], ...] = ()
    owed: tuple[int, ...] = ()
    early: int = 0
    first_pretty_open: bool = False
    first_pretty: Seat | None = None
    shown: tuple[Bone | None, ...] = ()
    numbers: tuple[int, ...] = ()
    again: tuple[Seat, ...] = ()
    sorter: Seat | None = None
    turn: Seat = FIRST
    plucked: bool = False
    thrown: bool = False
    working: Bone | None = None
    do: Bone | None = None
    source: str = ""
    last: bool = False
    mended: bool = False
    late: Seat | None = None
    discards: tuple[Discard, ...] = ()
    thrown_out: bytes = EMPTY
    latest: int | None = None
    window: Window | None = None
    heard: str = "discard"
    fourth: Bone | None = None
    before: Window | None = None
    yes_act: int | None = None
    yes_by: Seat | None = None
    pending: Acted | None = None
    last_calls: tuple[Call, ...] = ()
    own_wall_due: bool = False
    result: TiedUp | ShitTiedUp | None = None
    turned_up: tuple[Seat, ...] = ()
    ended: HandOver | None = None

    def copy(self) -> "State":
        """A copy for evolve.py to write on."""
        return State(*_ALL_FIELDS(self))

    @property
    def chairs(self) -> int:
        """How many breezes there are: with `fixed_chair` the empty chair has the last one (PB-3)."""
        return 4 if self.house.three_player_seats == "fixed_chair" else self.players

    def breeze(self, seat: Seat) -> int:
        """0 to 3: Eddie, Sammy, Wally, Normie (PB-2, PB-3)."""
        return int(seat - (self.eddie or 0)) % self.chairs

    @property
    def bone(self) -> Bone | None:
        """What may be called now: the latest discard, or the fourth that may be robbed."""
        if self.heard == "fourth":
            return self.fourth
        return None if self.latest is None else self.discards[self.latest].bone

    @property
    def thrower(self) -> Seat:
        """Whose bone may be called now."""
        return self.turn if self.latest is None or self.heard == "fourth" else self.discards[self.latest].seat


_ALL_FIELDS: Final = attrgetter(*(each.name for each in fields(State)))
