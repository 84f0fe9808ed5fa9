"""What one seat of a table of Pussers Bones may see, and what it could do by that."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple

from games.core.receipt import Receipt
from games.core.seats import Seat
from games.pieces.bones import COPIES, KINDS, Bone
from games.pussers.options import DEFAULT_HOUSE, House

EMPTY: Final = bytes(KINDS)
"""No bone of any kind."""
HOT_FROM: Final = 48
"""With how many bones left in the wall bones begin to be hot: a third of all 144."""


class SetOut(NamedTuple):
    """A set on a tray. `how` is "pair" (open, three bones), or of an All-Of "concealed", "open" or "added".

    `bone` is None where it lies face down and is not the viewer's own (PB-22).
    """

    how: str
    bone: Bone | None

    @property
    def size(self) -> int:
        """How many bones lie there."""
        return 3 if self.how == "pair" else 4


class Chair(NamedTuple):
    """A seat as everybody sees it; `sets` may show the owner more (`SetOut`).

    `breeze` is 0 to 3 (Eddie, Sammy, Wally, Normie); `rack` counts the bones standing on the rack, the working bone
    among them; `owed` counts bones due off the Loose; `robbed`/`shown` racks appear in `Ending`.
    """

    seat: Seat
    breeze: int
    rack: int
    sets: tuple[SetOut, ...]
    pretties: tuple[Bone, ...]
    owed: int
    score: int


@dataclass(frozen=True, slots=True)
class Discard:
    """A bone that was thrown, in order; `taken` is the seat that called it, or None."""

    seat: Seat
    bone: Bone
    taken: Seat | None


def has_let_it_go(discards: tuple[Discard, ...], seat: Seat, plucked: bool, do: Bone | None) -> bool:
    """Whether all that a "Do Bone!" of the seat in its turn could be on is the discard before it (PB-45)."""
    return bool(discards) and not plucked and do is None and discards[-1].taken is None and discards[-1].seat != seat


@dataclass(frozen=True, slots=True)
class SheetLine:
    """An entry of the score sheet: whose name stands before it, why, and what every seat got (sum zero).

    `reason` is a wording key: "tie_up", "shit_tie_up", "first_pretty", "own_wall", "squints", "double_squints",
    "mistaken_yes". `a_bit` is what each payer pays (the usual figure of the sheet: "Bear ties up with 6").
    """

    hand: int
    seat: Seat
    reason: str
    rule: str
    a_bit: int
    amounts: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Call:
    """What was called on the latest bone and settled, in the order in which it counted; for the log and the receipt.

    `said` is "yes" or "dobone"; `outcome` "taken", "tied_up", "beaten", "void", "shit_tie_up"; `after_ms` how long
    after the bone fell it was stamped.
    """

    seat: Seat
    said: str
    outcome: str
    after_ms: int


@dataclass(frozen=True, slots=True)
class Ending:
    """How a hand ended. `how` is "do_bone", "shit_tie_up" or "wash_out".

    `rack` is the winner's (or mistaken caller's) whole rack face up with `do` among it; `kind` the kind of hand
    ("pairs", "moon", ...). `losers` are the other racks by seat where the house shows them, else empty.
    """

    how: str
    seat: Seat | None
    kind: str
    do: Bone | None
    plucked: bool
    rack: tuple[Bone, ...]
    losers: tuple[tuple[Bone, ...], ...]
    receipt: Receipt | None
    next_eddie: Seat | None


@dataclass(frozen=True, kw_only=True)
class View:
    """The table as `seat` (None: the crowd) may see it. All times are milliseconds since 1970.

    `phase`: "plucking_eddie", "breaking", "sorting", "turn", "calling", "robbing", "between" (the hand is over; the
    next waits for "next") or "ruled_off".
    `rack` are the viewer's own standing bones in suit order without the working bone; `working` is that bone.
    `wall` has 72 entries, clockwise from Eddie's wall (PB-11): how many of a stack's two bones are left; `left` is
    their sum. `breaks` are the stacks that may be broken now. `latest` indexes `discards` while that bone may be
    called. `answered` is the viewer's own call so far, never another's. `last_calls` are settled calls.
    `do` is the viewer's bone that makes fourteen and `source` where it came from ("wall", "loose", "discard"), `last`
    whether it was the wall's last. `yes_open`: "Yes!" is still in time. `fourth` is a bone that may be robbed,
    `again` who plucks for Eddie, `sorter` who sorts; `waiting`: an act waits for calls on their way (PB-47).
    `plucked`: whoever's turn it is has had a working bone, or none is due.
    `counts` are `rack` and `working` by kind, `thrown_out` all bones of `discards` by kind.
    """

    seat: Seat | None
    players: int
    phase: str
    hand: int
    round: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    chairs: tuple[Chair, ...]
    eddie: Seat | None
    turn: Seat | None
    rack: tuple[Bone, ...] = ()
    working: Bone | None = None
    wall: bytes
    left: int
    broken_at: int | None
    breaks: tuple[int, ...]
    discards: tuple[Discard, ...]
    latest: int | None
    answered: str | None = None
    last_calls: tuple[Call, ...]
    shown_for_eddie: tuple[Bone | None, ...]
    rule_off_votes: tuple[Seat, ...]
    sheet: tuple[SheetLine, ...]
    ending: Ending | None
    may_pluck: bool = False
    may_discard_first: bool = False
    call_mode: str
    faithful: bool
    talk: str
    nicknames: tuple[tuple[str, str], ...]
    house: House = DEFAULT_HOUSE
    do: Bone | None = None
    source: str = ""
    last: bool = False
    yes_open: bool = False
    fourth: Bone | None = None
    again: tuple[Seat, ...] = ()
    sorter: Seat | None = None
    waiting: bool = False
    plucked: bool = False
    counts: bytes = EMPTY
    thrown_out: bytes = EMPTY

    if not TYPE_CHECKING:

        def __init__(self, crowd: "View | None" = None, own: Mapping[str, object] = {}, /, **values: object) -> None:
            """Take `values`, or what `crowd` shows with `own` in place of some of it.

            Ten times as fast as the constructor that a frozen record of so many fields has of itself.
            """
            object.__setattr__(self, "__dict__", values if crowd is None else vars(crowd) | own)

    @property
    def stage(self) -> str:
        """ "plucked" once whoever's turn it is has had a working bone, or none is due."""
        return "plucked" if self.plucked else ""

    @property
    def has_spoken(self) -> bool:
        """Whether the viewer has called on the latest bone, or an act waits for calls on their way (PB-47)."""
        return self.answered is not None or self.waiting

    @property
    def hot(self) -> tuple[Bone, ...]:
        """The viewer's bones that somebody is probably waiting for, one of a kind: once only a third of all bones is
        left in the wall, those of which nobody has thrown one out and two or more are out of his sight."""
        if self.left > HOT_FROM:
            return ()
        mine = (*self.rack, *(() if self.working is None else (self.working,)))
        lying = [bone for chair in self.chairs for out in chair.sets for bone in (out.bone,) * out.size]
        return tuple(
            bone
            for bone in dict.fromkeys(mine)
            if not self.thrown_out[bone] and COPIES[bone] - mine.count(bone) - lying.count(bone) >= 2
        )
