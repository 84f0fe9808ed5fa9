"""A table of Pussers Bones as one seat may see it, with the moves open to that seat."""

from collections import Counter
from dataclasses import dataclass
from enum import StrEnum
from functools import cache
from typing import Final, NamedTuple, Self

from games.core.receipt import Receipt
from games.core.seats import Seat
from games.core.window import Closing
from games.pieces.bones import COPIES, KINDS, Bone
from games.pussers.events import Outcome
from games.pussers.options import House

EMPTY: Final = bytes(KINDS)
"""No bone of any kind."""
HOT_FROM: Final = 48
"""The number of bones left in the wall at which bones begin to be hot: a third of all 144."""


class Phase(StrEnum):
    """The phases of a table."""

    NEW = "new"
    PLUCKING_EDDIE = "plucking_eddie"
    BREAKING = "breaking"
    SORTING = "sorting"
    TURN = "turn"
    CALLING = "calling"
    ROBBING = "robbing"
    BETWEEN = "between"
    """The hand is over; the next waits for "next"."""
    RULED_OFF = "ruled_off"


NEW, PLUCKING_EDDIE, BREAKING, SORTING, TURN, CALLING, ROBBING, BETWEEN, RULED_OFF = Phase
"""The phases as names of this module, for code that runs in every move: on Python 3.11, `Phase.TURN` takes ten times as
long to read."""
IN_PLAY: Final = (TURN, CALLING, ROBBING)
"""The phases in which bones are plucked, thrown and called."""


class TraySet(NamedTuple):
    """A set on a tray. `how` is "pair" (open, three bones); for an All-Of it is "concealed", "open" or "added".

    `bone` is None for another seat's set that lies face down (PB-22).
    """

    how: str
    bone: Bone | None

    @property
    def size(self) -> int:
        """The number of bones in the set."""
        return 3 if self.how == "pair" else 4


class Chair(NamedTuple):
    """A seat as the viewer sees it. Everybody sees the same, except that only its owner sees the bones of a set that
    lies face down.

    `breeze` is 0 to 3 (Eddie, Sammy, Wally, Normie); `rack` counts the bones standing on the rack, the working bone
    among them; `owed` counts bones due off the Loose. Racks shown after the hand are in `Ending`.
    """

    seat: Seat
    breeze: int
    rack: int
    sets: tuple[TraySet, ...]
    pretties: tuple[Bone, ...]
    owed: int
    score: int


@dataclass(frozen=True, slots=True)
class DiscardedBone:
    """A bone that was thrown. `taken` is the seat that called it, or None."""

    seat: Seat
    bone: Bone
    taken: Seat | None


make_discarded: Final = cache(DiscardedBone)
"""Make a bone that was thrown: the same value for equal facts."""


def count_lying(discards: tuple[DiscardedBone, ...], chairs: tuple[Chair, ...]) -> Counter[Bone]:
    """Count the bones of each kind that lie in the middle or open on trays, or that were thrown and tied up on."""
    trays = [{group.bone: group.size for group in chair.sets if group.bone is not None} for chair in chairs]
    lying = Counter(one.bone for one in discards if one.taken is None or one.bone not in trays[one.taken])
    for tray in trays:
        lying.update(tray)
    return lying


def side_of(breeze: int, house: House) -> int:
    """The side of a breeze, clockwise from Eddie's (PB-2). Also turns a side into the breeze that sits there."""
    return -breeze % 4 if house.direction == "right" else breeze


def breeze_of_stack(stack: int, walls: tuple[int, ...], house: House) -> int:
    """The breeze whose wall has the stack; `walls` are clockwise from Eddie's."""
    side = 0
    while stack >= walls[side]:
        stack -= walls[side]
        side += 1
    return side_of(side, house)


def has_passed_discard(discards: tuple[DiscardedBone, ...], seat: Seat, plucked: bool, do: Bone | None) -> bool:
    """True if the seat to act let the last discard pass, and has no other bone to tie up on yet (PB-45).

    `plucked` tells if the seat has plucked since, and `do` is the bone that would make fourteen.
    """
    return bool(discards) and not plucked and do is None and discards[-1].taken is None and discards[-1].seat != seat


@dataclass(frozen=True, slots=True)
class SheetLine:
    """An entry of the score sheet: the seat it names, the reason, and the change for every seat (sum zero).

    `reason` is a wording key: "tie_up", "shit_tie_up", "first_pretty", "own_wall", "squints", "double_squints",
    "mistaken_yes". `a_bit` is the payment of each payer, the figure that people quote ("Bear ties up with 6").
    """

    hand: int
    seat: Seat
    reason: str
    rule: str
    a_bit: int
    amounts: tuple[int, ...]


class Near(NamedTuple):
    """A seat that came near to a hand."""

    seat: Seat
    lacking: int
    """The number of bones that the seat lacked."""
    kind: str = ""
    """The kind of hand that `bones` would have made ("pure", "minors", "majors", ...): "any" if not all of them would
    have made the same. Without them, the name of the aim that the seat was nearest to, "no_double" if it lacked a
    bone and a double, "worthless" if it lacked a bone and more (PB-66), or "mixed" if its tray fitted no hand
    (PB-53)."""
    bones: tuple[Bone, ...] = ()
    """The bones each of which would have done, the dearest first. Empty if the seat lacked more than one."""
    held: tuple[tuple[Seat, int], ...] = ()
    """The other seats whose racks held some of them, with how many."""
    thrown: tuple[tuple[Seat, int], ...] = ()
    """The other seats that threw one of them, each with the number of that discard in the hand, from 1."""
    together: tuple[Bone, ...] = ()
    """Two or three bones that would have completed the aim together, as others may have too; () if more lacked, or if
    no bone of some set was there."""
    passed: tuple[tuple[Seat, Bone], ...] = ()
    """If one bone lacked, the bones that others threw since the seat's own last throw, and that "Do Bone!" would have
    won (PB-44). Otherwise those that "Yes!" could have claimed (PB-41), and each of which would have brought the seat a
    bone nearer, a kind once. The latest comes last. Only the seat itself is told of them."""
    took_all: bool = False
    """True if more than one bone lacked, and the seat took each bone that it could have claimed (PB-41)."""


@dataclass(frozen=True, slots=True)
class Ending:
    """The end of a hand. `how` is "do_bone", "shit_tie_up" or "wash_out".

    `rack` is the whole rack of the winner, or of the mistaken caller, face up and with `do`. `plucked` is true if `do`
    came from the wall or off the Loose. `kind` is the kind of hand ("pairs", "moon", ...). `losers` has the other racks
    by seat, or all racks after a hand that nobody won, if the house shows them; otherwise it is empty. `heap` has the
    bones of the other racks if the house has them tossed in.
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
    nearest: tuple[Near, ...] = ()
    """The seats that came nearest in a hand that nobody won, if all racks are shown."""
    heap: tuple[Bone, ...] = ()


class View(NamedTuple):
    """The state as one seat, or the crowd, may see it. Times are milliseconds since 1970.

    The fields before `phase` depend on the seat; all others are the same for everybody. Those from `players` on are the
    ones of `State.steady`.

    `phase` is the value of a `Phase`; scenes also draw views of closed tables, whose phase is "closed".
    """

    seat: Seat | None
    """The viewer; None is the crowd."""
    rack: tuple[Bone, ...]
    """The viewer's own standing bones in suit order, without the working bone."""
    working: Bone | None
    """The bone that the viewer's turn brought, from the wall or off the Loose, while it is apart from the rack."""
    counts: bytes
    """`rack` and `working` by kind."""
    source: str
    """The place that `do` came from: "wall", "loose" or "discard"."""
    do: Bone | None
    """The bone that makes fourteen in the viewer's turn: `working`, or the discard that they called for a pair."""
    chairs: tuple[Chair, ...]
    answered: str | None
    """The viewer's own call so far."""
    may_pluck: bool
    may_discard_first: bool
    lacked: Near | None
    """Once a hand is over that the viewer did not tie up: what their own rack lacked."""
    phase: str
    to_act: tuple[Seat, ...]
    deadline: int | None
    turn: Seat | None
    wall: bytes
    """For each of 72 stacks, clockwise from Eddie's wall (PB-11), the bones left: 0 to 2."""
    left: int
    """The bones left in the wall."""
    discards: tuple[DiscardedBone, ...]
    latest: int | None
    """The place in `discards` of the bone that may be called now."""
    last_calls: tuple[Outcome, ...]
    """The settled calls on the latest bone, in the order in which they counted."""
    ending: Ending | None
    yes_open: bool
    """True while "Yes!" is in time."""
    fourth: Bone | None
    """A bone that may be robbed."""
    waiting: bool
    """True while an action waits for calls that may still arrive (PB-47)."""
    plucked: bool
    """True once the player on turn has plucked from the wall, or has called a bone instead."""
    thrown_out: bytes
    """All bones of `discards` by kind."""
    mumbled: tuple[Seat, ...]
    """The seats that have mumbled an excuse since their last turn began (PB-85)."""
    exhausted: bool
    """True once the wall is gone, so that nobody plucks or says "Yes!" any more (PB-49). One empty part of it is enough
    in a house with a box for the Loose."""
    players: int
    hand: int
    round: int
    scores: tuple[int, ...]
    over: bool
    eddie: Seat | None
    broken_at: int | None
    breaks: tuple[int, ...]
    """The stacks that may be broken now."""
    shown_for_eddie: tuple[Bone | None, ...]
    rule_off_votes: tuple[Seat, ...]
    sheet: tuple[SheetLine, ...]
    call_mode: str
    talk: str
    nicknames: tuple[tuple[str, str], ...]
    house: House
    sorter: Seat | None
    """The seat that sorts."""
    walls: tuple[int, ...]
    """The stacks that each wall was built with, clockwise from Eddie's; until Eddie is found, from the first seat's."""

    @property
    def may_show(self) -> bool:
        """False: at the end of a hand, the house shows what is shown (PB-70)."""
        return False

    @property
    def stage(self) -> str:
        """The stage of the turn: "plucked" once `plucked` is true, and "" before.

        It is "owed" instead of "plucked" while the player on turn is owed a bone off the Loose (PB-28), unless the
        house lets players forget that bone, or makes them throw first. It is "last" if the wall is gone, so that
        nothing may be thrown (PB-49), "race" while calls race each other and the next pluck (PB-47), and "held" while
        an act waits for late calls.
        """
        if self.waiting:
            return "held"
        if self.phase == Phase.CALLING:
            return "race" if self.house.closing is Closing.RACE else ""
        if self.phase != Phase.TURN or not self.plucked or self.turn is None:
            return ""
        if self.exhausted and not self.house.last_bone_discard:
            return "last"
        chair, house = self.chairs[self.turn], self.house
        throws_first = chair.rack and house.loose_after_discard == "required"
        return "owed" if chair.owed and not (house.can_forget or throws_first) else "plucked"

    @property
    def goal(self) -> int:
        """0: each hand counts by itself."""
        return 0

    @property
    def tap_stage(self) -> str:
        """Always "": a tap means the same throughout."""
        return ""

    @property
    def spoken(self) -> tuple[str, ...]:
        """The viewer's own call on the latest bone, until it is settled."""
        return (self.answered,) if self.answered is not None and self.phase in (CALLING, ROBBING) else ()

    @property
    def has_spoken(self) -> bool:
        """True if the viewer has called on the latest bone, or an action waits for late calls (PB-47)."""
        return self.answered is not None or self.waiting

    @property
    def interruptible(self) -> bool:
        """True outside a turn, and in a turn while a bone may be called or calls may still arrive."""
        return self.phase != TURN or self.latest is not None or self.waiting

    @property
    def courtesy_to(self) -> None:
        """None: a window gives everybody their time (PB-47)."""

    @property
    def closes_own(self) -> None:
        """None: nobody speaks about their own discard."""

    def end_courtesy(self) -> Self:
        """The same view."""
        return self

    @property
    def undealt(self) -> bool:
        """True until Eddie has broken the wall."""
        return self.phase in (PLUCKING_EDDIE, BREAKING)

    @property
    def out(self) -> tuple[()]:
        """(): each hand deals everybody in."""
        return ()

    @property
    def game_open(self) -> bool:
        """False: each hand counts by itself."""
        return False

    @property
    def standing(self) -> tuple[Bone, ...]:
        """The viewer's own bones on the rack, the working bone last."""
        return self.rack if self.working is None else (*self.rack, self.working)

    @property
    def gone(self) -> tuple[tuple[Bone, int], ...]:
        """The kinds on the viewer's rack of which bones lie in the middle or open on trays, each with their number."""
        lying = count_lying(self.discards, self.chairs)
        return tuple((bone, lying[bone]) for bone in dict.fromkeys(self.standing) if lying[bone])

    @property
    def hot(self) -> tuple[Bone, ...]:
        """The kinds of the viewer's bones that another seat is probably waiting for.

        Empty until only a third of all bones is left in the wall. From then on, these are the kinds that nobody has
        thrown and of which at least two bones are hidden from the viewer.
        """
        if self.left > HOT_FROM:
            return ()
        mine, lying = self.standing, count_lying(self.discards, self.chairs)
        return tuple(
            bone
            for bone in dict.fromkeys(mine)
            if not self.thrown_out[bone] and COPIES[bone] - mine.count(bone) - lying[bone] >= 2
        )


def find_callable_bone(view: View) -> Bone | None:
    """The bone that the viewer may call now, or None."""
    if view.phase not in IN_PLAY:
        return None
    if view.fourth is not None:
        return None if view.turn == view.seat else view.fourth
    if view.latest is None:
        return None
    thrown = view.discards[view.latest]
    return None if thrown.seat == view.seat else thrown.bone
