"""The state of Pussers Bones. Only evolve.py writes to it."""

from dataclasses import dataclass, field
from typing import Final

from games.core.folding import copier
from games.core.seats import FIRST, Seat
from games.core.window import Window
from games.pieces.bones import Bone
from games.pussers.events import Acted, HandOver, ShitTiedUp, TiedUp
from games.pussers.options import House
from games.pussers.view import EMPTY, Call, Discard, Phase, SetOut, SheetLine

FULL_STACKS: Final = bytes([2]) * 72


@dataclass(slots=True)
class State:
    """The state of a session. A rack is stored as counts by kind, with the working bone included."""

    house: House
    players: int = 4
    began_at: int = 0
    phase: Phase = Phase.NEW
    hand: int = 0
    rounds: int = 0
    eddie: Seat | None = None
    first_eddie: Seat | None = None
    scores: tuple[int, ...] = ()
    sheet: tuple[SheetLine, ...] = ()
    votes: tuple[Seat, ...] = ()
    """The seats that ask for the sheet to be ruled off (PB-73)."""
    followers: tuple[Seat, ...] = ()
    """Those of `votes` that only follow who asks: robots."""
    walls: tuple[int, ...] = (18, 18, 18, 18)
    """The stacks in each seat's wall."""
    line: tuple[Bone, ...] = ()
    """The bones of the wall, in the order in which they leave its head."""
    tail: tuple[int, ...] = ()
    """The places of the wall, in the order in which their bones leave the Loose."""
    gone: int = 0
    """The mask of the places that are empty (PB-12)."""
    boxed: int = 0
    """The mask of the places in the box of the Loose (PB-17)."""
    head: int = 0
    loose: int = 0
    left: int = 0
    broken_at: int | None = None
    stacks: bytes = FULL_STACKS
    """The bones left in each stack, clockwise from Eddie's wall (PB-11)."""
    place: int = 0
    racks: list[bytes] = field(default_factory=list)
    rows: list[tuple[Bone, ...]] = field(default_factory=list)
    """The bones of each rack one by one, in suit order."""
    sets: tuple[tuple[SetOut, ...], ...] = ()
    pretties: tuple[tuple[Bone, ...], ...] = ()
    owed: tuple[int, ...] = ()
    early: int = 0
    """The mask of pretties that were plucked too early for the First Pretty (PB-24)."""
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
    """The bone that makes fourteen (PB-44)."""
    source: str = ""
    """The place that `do` came from: "wall", "loose" or "discard"."""
    last: bool = False
    """True if `do` was the last of the wall."""
    mended: bool = False
    mumbled: tuple[Seat, ...] = ()
    """The seats that have mumbled an excuse since their last turn began (PB-85)."""
    late: Seat | None = None
    discards: tuple[Discard, ...] = ()
    thrown_out: bytes = EMPTY
    """Counts by kind of the discards of this hand."""
    latest: int | None = None
    window: Window | None = None
    """The calls that the table listens for."""
    heard: str = "discard"
    """The reason for the window: "discard" or "fourth" (a robbery)."""
    fourth: Bone | None = None
    before: Window | None = None
    """In a robbery, the race's window for the latest discard."""
    yes_act: int | None = None
    """In a race, the time of the act after which "Yes!" is too late."""
    yes_by: Seat | None = None
    """The seat that took the discard with "Yes!", while a "Do Bone!" can still beat it; otherwise None."""
    pending: Acted | None = None
    """An act that waits for calls on their way (PB-47)."""
    last_calls: tuple[Call, ...] = ()
    own_wall_due: bool = False
    result: TiedUp | ShitTiedUp | None = None
    turned_up: tuple[Seat, ...] = ()
    """The seats whose face-down All-Ofs have been shown (PB-70, PB-82)."""
    ended: HandOver | None = None

    @property
    def chairs(self) -> int:
        """The number of breezes. With `fixed_chair` the empty chair has the last one (PB-3)."""
        return 4 if self.house.three_player_seats == "fixed_chair" else self.players

    def breeze(self, seat: Seat) -> int:
        """0 to 3: Eddie, Sammy, Wally, Normie (PB-2, PB-3)."""
        return int(seat - (self.eddie or 0)) % self.chairs

    @property
    def own_wall(self) -> int:
        """The stacks in Eddie's wall."""
        return self.walls[self.eddie or 0]

    @property
    def bone(self) -> Bone | None:
        """The bone open to calls: the latest discard, or the fourth that may be robbed."""
        if self.heard == "fourth":
            return self.fourth
        return None if self.latest is None else self.discards[self.latest].bone

    @property
    def thrower(self) -> Seat:
        """The seat that threw the discard, or added the fourth, that is open to calls."""
        return self.turn if self.latest is None or self.heard == "fourth" else self.discards[self.latest].seat


copy_state: Final = copier(State, "racks", "rows")
