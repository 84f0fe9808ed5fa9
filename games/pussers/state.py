"""The state of Pussers Bones. Only evolve.py writes to it, apart from `shared` and `steady`, which views fill."""

from dataclasses import dataclass, field
from typing import Any, Final

from games.core.folding import make_copier
from games.core.seats import FIRST, Seat
from games.core.window import Window
from games.pieces.bones import Bone
from games.pussers.events import Acted, HandOver, Outcome, ShitTiedUp, TiedUp
from games.pussers.options import House
from games.pussers.view import EMPTY, Chair, DiscardedBone, Phase, SheetLine, TraySet

FULL_STACKS: Final = bytes([2]) * 72
Steady = tuple[Any, dict[Any, tuple[Chair, ...]], tuple[object, ...]]
"""The fields of chairs except `rack`; the chairs by the numbers of standing bones; and the last fields of a view."""


@dataclass(slots=True)
class Wall:
    """The wall as a line with two ends (PB-10 to PB-17)."""

    built: tuple[int, ...] = (18, 18, 18, 18)
    """The number of stacks in each seat's wall."""
    line: tuple[Bone, ...] = ()
    """The bones of the wall, in the order in which they leave its head."""
    tail: tuple[int, ...] = ()
    """The places of the wall, in the order in which their bones leave the Loose."""
    gone: int = 0
    """The mask of the places that are empty (PB-12)."""
    boxed: int = 0
    """The mask of the places in the box of the Loose (PB-17)."""
    head: int = 0
    """The place in `line` from which the next bone of the wall is looked for."""
    left: int = 0
    """The number of bones left."""
    broken_at: int | None = None
    stacks: bytes = FULL_STACKS
    """The number of bones left in each stack, clockwise from Eddie's wall (PB-11)."""
    last_place: int = 0
    """The place of the last bone that was plucked from the head."""

    def copy(self) -> "Wall":
        """A copy on which a move can be tried. Each part of the state has one."""
        return _copy_wall(self)


@dataclass(slots=True)
class EddieDraw:
    """The bones that are shown to find Eddie (PB-8)."""

    shown: tuple[Bone | None, ...] = ()
    numbers: tuple[int, ...] = ()
    """The number of each seat's bone; 0 for a seat without a bone yet, -1 for a seat that can no longer be Eddie."""
    plucking: tuple[Seat, ...] = ()
    """The seats that pluck, or pluck again."""

    @staticmethod
    def begin(players: int) -> "EddieDraw":
        """The draw before the first bone."""
        return EddieDraw((None,) * players, (0,) * players, tuple(Seat(seat) for seat in range(players)))

    def copy(self) -> "EddieDraw":
        """A copy."""
        return EddieDraw(self.shown, self.numbers, self.plucking)


@dataclass(slots=True)
class FirstPrettyPrize:
    """The First Pretty of the hand (PB-24)."""

    early: int = 0
    """The mask of pretties that were plucked too early for it."""
    open: bool = False
    """True while it can be earned."""
    seat: Seat | None = None
    """The seat that earned it."""

    def copy(self) -> "FirstPrettyPrize":
        """A copy."""
        return FirstPrettyPrize(self.early, self.open, self.seat)


@dataclass(slots=True)
class Racks:
    """The bones before the players, by seat."""

    counts: list[bytes] = field(default_factory=list)
    """The bones of each rack as counts by kind, with the working bone included."""
    rows: list[tuple[Bone, ...]] = field(default_factory=list)
    """The bones of each rack one by one, in suit order."""
    sets: tuple[tuple[TraySet, ...], ...] = ()
    pretties: tuple[tuple[Bone, ...], ...] = ()
    owed: tuple[int, ...] = ()
    """The number of bones off the Loose that each seat is owed (PB-28)."""
    turned_up: tuple[Seat, ...] = ()
    """The seats whose racks and face-down All-Ofs lie open (PB-70, PB-82)."""

    @staticmethod
    def begin(players: int) -> "Racks":
        """The racks before the deal."""
        none: tuple[()] = ()
        return Racks([EMPTY] * players, [none] * players, (none,) * players, (none,) * players, (0,) * players)

    def copy(self) -> "Racks":
        """A copy."""
        return Racks([*self.counts], [*self.rows], self.sets, self.pretties, self.owed, self.turned_up)


@dataclass(slots=True)
class Calls:
    """The part of the state that listens for calls."""

    window: Window | None = None
    """The open window with the calls made in it; None without a window."""
    listens_for: str = "discard"
    """The bone that may be called: the latest "discard", or a "fourth" that may be robbed."""
    fourth: Bone | None = None
    suspended_race: Window | None = None
    """In a robbery, the window of the race for the latest discard, which opens again if nobody robs."""
    yes_closed_at: int | None = None
    """In a race, the time of the act after which "Yes!" is too late."""
    yes_by: Seat | None = None
    """The seat that took the discard with "Yes!", while a "Do Bone!" can still beat it; otherwise None."""
    pending: Acted | None = None
    """An act that waits for calls on their way (PB-47)."""
    last_outcomes: tuple[Outcome, ...] = ()
    """The calls that were settled last."""

    def copy(self) -> "Calls":
        """A copy."""
        return _copy_calls(self)


@dataclass(slots=True)
class Sheet:
    """The sheet, and the wish to rule it off."""

    scores: tuple[int, ...] = ()
    lines: tuple[SheetLine, ...] = ()
    rounds: int = 0
    first_eddie: Seat | None = None
    votes: tuple[Seat, ...] = ()
    """The seats that ask for the sheet to be ruled off (PB-73)."""
    followers: tuple[Seat, ...] = ()
    """The robots among `votes`. Their votes count only as long as a person asks."""

    def copy(self) -> "Sheet":
        """A copy."""
        return _copy_sheet(self)


@dataclass(slots=True)
class State:
    """The state of a session."""

    house: House
    players: int = 4
    began_at: int = 0
    phase: Phase = Phase.NEW
    hand: int = 0
    sheet: Sheet = field(default_factory=Sheet)
    eddie: Seat | None = None
    wall: Wall = field(default_factory=Wall)
    racks: Racks = field(default_factory=Racks)
    first_pretty: FirstPrettyPrize = field(default_factory=FirstPrettyPrize)
    eddie_draw: EddieDraw = field(default_factory=EddieDraw)
    sorter: Seat | None = None
    turn: Seat = FIRST
    plucked: bool = False
    thrown: bool = False
    """True once the seat to act has thrown in this turn."""
    working: Bone | None = None
    do: Bone | None = None
    """The bone that makes fourteen (PB-44)."""
    source: str = ""
    """The place that `do` came from: "wall", "loose" or "discard"."""
    last: bool = False
    """True if `do` was the last of the wall."""
    mended: bool = False
    """True once the seat to act has taken a bone off the Loose that it was not owed (PB-85)."""
    mumbled: tuple[Seat, ...] = ()
    """The seats that have mumbled an excuse since their last turn began (PB-85)."""
    late_plucker: Seat | None = None
    """The seat that threw without plucking, while it may still pluck (PB-84)."""
    discards: tuple[DiscardedBone, ...] = ()
    thrown_out: bytes = EMPTY
    """Counts by kind of the discards of this hand."""
    latest: int | None = None
    callable: tuple[tuple[Seat, int], ...] = ()
    """The seats that held two or more of a bone as another threw it, each with its place in `discards` (PB-41)."""
    calls: Calls = field(default_factory=Calls)
    own_wall_due: bool = False
    """True while Eddie still has to pay for their own wall (PB-14)."""
    result: TiedUp | ShitTiedUp | None = None
    ended: HandOver | None = None
    shared: tuple[tuple[Chair, ...], tuple[object, ...]] | None = field(default=None, init=False, compare=False)
    """The chairs and fields that all views of this state share. The first view sets them, and each event sets None."""
    steady: Steady | None = field(default=None, init=False, compare=False)
    """Facts that views share for longer. A view sets them, and all but the commonest events drop them."""

    @property
    def chair_count(self) -> int:
        """The number of chairs that breezes go to. With `fixed_chair`, the empty chair is one of them (PB-3)."""
        return 4 if self.house.three_player_seats == "fixed_chair" else self.players

    def breeze_of(self, seat: Seat) -> int:
        """The breeze of a seat, 0 to 3: Eddie, Sammy, Wally, Normie (PB-2, PB-3)."""
        return int(seat - (self.eddie or 0)) % self.chair_count

    @property
    def own_wall_stacks(self) -> int:
        """The number of stacks in Eddie's wall."""
        return self.wall.built[self.eddie or 0]

    @property
    def callable_bone(self) -> Bone | None:
        """The bone open to calls: the latest discard, or the fourth that may be robbed."""
        if self.calls.listens_for == "fourth":
            return self.calls.fourth
        return None if self.latest is None else self.discards[self.latest].bone

    @property
    def thrower(self) -> Seat:
        """The seat that threw the discard, or added the fourth, that is open to calls."""
        return (
            self.turn if self.latest is None or self.calls.listens_for == "fourth" else self.discards[self.latest].seat
        )


_copy_wall: Final = make_copier(Wall)
_copy_calls: Final = make_copier(Calls)
_copy_sheet: Final = make_copier(Sheet)
copy_state: Final = make_copier(State, "wall", "eddie_draw", "first_pretty", "racks", "calls", "sheet")
