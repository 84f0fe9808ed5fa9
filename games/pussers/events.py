"""Events of Pussers Bones, with the seats that may see each secret."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Hidden, Only, Public
from games.pieces.bones import Bone

Breakdown = tuple[tuple[str, int], ...]
"""The lines of a sum, with the names and in the order of the rulebook: (("tie_up", 20), ("pairs", 8))."""


@event("pussers.session_began", 1)
class SessionBegan:
    """The players sat down with these house options (PB-1)."""

    players: int
    options: Mapping[str, object]
    at: int


@event("pussers.wall_built", 1)
class WallBuilt:
    """The wall was built. Bones are listed by place: stack 0 top, stack 0 bottom, stack 1 top, ... (PB-10, PB-11)."""

    hand: int
    wall: Annotated[tuple[Bone, ...], Hidden()]
    walls: tuple[int, ...] = ()
    """The number of stacks in each seat's wall; with three players, Normie's is the last. Empty if each wall has 18."""


@event("pussers.shown_for_eddie", 1)
class ShownForEddie:
    """A bone was plucked for Eddie, shown and put back (PB-6)."""

    seat: Seat
    bone: Annotated[Bone, Public()]
    again: tuple[Seat, ...]
    """The seats that have to pluck now (PB-7, PB-8)."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "again" for a seat that must pluck once more (PB-7, PB-8)."""
        return "again" if self.seat in self.again else ""


@event("pussers.eddie_found", 1)
class EddieFound:
    """Eddie is found: the seat with the highest bone, or the one that dice name (PB-8, PB-9)."""

    seat: Seat
    dice: bool = False

    @property
    def variant(self) -> str:
        """The variant of the log line: "dice" if dice named the seat."""
        return "dice" if self.dice else ""


@event("pussers.broken", 1)
class Broken:
    """The wall was broken at a stack (PB-13) and every seat has its thirteen, in the order plucked (PB-15, PB-16)."""

    stack: int
    own_wall: bool
    """True if Eddie took bones of their own wall and owes for it (PB-14)."""
    racks: Annotated[tuple[tuple[Bone, ...], ...], Each()]
    whose: Seat | None = None
    """The seat whose wall was broken; None for the wall of no seat, and in events of older releases (PB-9)."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "own_wall" where Eddie owes for it, and "of" where the wall is somebody's."""
        return "own_wall" if self.own_wall else "of" if self.whose is not None else ""


@event("pussers.first_pretty", 1)
class FirstPretty:
    """A seat earned the First Pretty, or nobody did this hand (PB-24)."""

    seat: Seat | None
    """The seat; None if a pretty was plucked too early for anyone to earn it (`first_pretty_from`)."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "nobody" if nobody earns the First Pretty."""
        return "nobody" if self.seat is None else ""


@event("pussers.pretty_set_out", 1)
class PrettySetOut:
    """A pretty lies face up; one bone is owed (PB-21, PB-29)."""

    seat: Seat
    bone: Annotated[Bone, Public()]


@event("pussers.all_of_set_out", 1)
class AllOfSetOut:
    """Four alike lie face down; one bone is owed (PB-22, PB-30)."""

    seat: Seat
    bone: Annotated[Bone, Only("seat")]


@event("pussers.fourth_added", 1)
class FourthAdded:
    """A fourth was added to an Open pair; one bone is owed (PB-31)."""

    seat: Seat
    bone: Annotated[Bone, Public()]
    face_down: bool = False
    """True if all four lie face down from now on (`added_all_of`); False in events of older releases."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "face_down" where the four are turned down."""
        return "face_down" if self.face_down else ""


@event("pussers.mumbled", 1)
class Mumbled:
    """A seat mumbled an excuse (PB-85)."""

    seat: Seat
    excuse: int
    """The number of the excuse, from 0."""

    @property
    def variant(self) -> str:
        """The variant of the log line: the number of the excuse."""
        return str(self.excuse)


@event("pussers.sorted", 1)
class Sorted:
    """A seat has finished sorting. After the last seat, `turn` is Eddie; before, it is None (PB-20, PB-25)."""

    seat: Seat
    turn: Seat | None


@event("pussers.plucked", 1)
class Plucked:
    """A bone left the wall, from its head ("wall") or the Loose ("loose")."""

    seat: Seat
    bone: Annotated[Bone, Only("seat")]
    end: str

    @property
    def variant(self) -> str:
        """The variant of the log line: "wall" or "loose", the end of the wall."""
        return self.end


@event("pussers.pluck_returned", 1)
class PluckReturned:
    """A working bone went back to its place, because a call on the discard came in time (E8 of the rulings, PB-45)."""

    seat: Seat


@event("pussers.discarded", 1)
class Discarded:
    """A bone was thrown out and is open to calls (PB-33, PB-40)."""

    seat: Seat
    bone: Annotated[Bone, Public()]
    at: int


@event("pussers.listened", 1)
class Listened:
    """The window for calls opened: for the latest discard (`bone` None, PB-45) or for a robbery (PB-48)."""

    seat: Seat
    bone: Annotated[Bone | None, Public()]
    at: int


@event("pussers.called", 1)
class Called:
    """A seat said "yes", "dobone" or "pass". The call is not settled yet, and no other seat learns of it (PB-47)."""

    seat: Annotated[Seat, Only("seat")]
    said: Annotated[str, Only("seat")]
    at: Annotated[int, Only("seat")]


@event("pussers.acted", 1)
class Acted:
    """An act in a race: "wall" (a pluck), "discard" or "pass". It waits until calls on their way have come (PB-47)."""

    seat: Seat
    what: str
    bone: Annotated[Bone | None, Only("seat")]
    at: int


@dataclass(frozen=True, slots=True)
class Outcome:
    """The result of one call."""

    seat: Seat
    said: str
    """One of "yes" or "dobone"."""
    came_to: str
    """One of "taken", "tied_up", "beaten", "void", "late" or "shit_tie_up"."""
    after_ms: int
    """Milliseconds from the bone's fall to the call's stamp."""

    @property
    def outcome(self) -> str:
        """The same as `came_to`, by the name that `games.core.view.Call` asks for."""
        return self.came_to


@event("pussers.settled", 1)
class Settled:
    """The calls on one bone, in the order in which they counted (PB-46)."""

    calls: tuple[Outcome, ...]


@event("pussers.yes_taken", 1)
class YesTaken:
    """A discard was taken. `how` is "pair", "open" (an All-Of) or "added" (PB-41, PB-42)."""

    seat: Seat
    bone: Annotated[Bone, Public()]
    how: str
    face_down: bool = False
    """True if all four lie face down from now on, by `added_all_of`. False in events of older releases."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "all_of", or "face_down" where its four are turned down."""
        return "face_down" if self.face_down else "" if self.how == "pair" else "all_of"


@event("pussers.yes_undone", 1)
class YesUndone:
    """A "Do Bone!" in time beat a "Yes!"; the bone lies in the middle again (PB-46)."""

    seat: Seat
    bone: Annotated[Bone, Public()]


@event("pussers.robbed", 1)
class Robbed:
    """A "Do Bone!" took the added fourth; the pair stays a pair (E7 of the rulings, PB-48)."""

    seat: Seat
    bone: Annotated[Bone, Public()]


@event("pussers.turn_came", 1)
class TurnCame:
    """The turn passed to this seat (PB-33); nobody took the latest discard."""

    seat: Seat


@event("pussers.turn_resumed", 1)
class TurnResumed:
    """Nobody robbed the fourth; its owner's turn continues (PB-48)."""

    seat: Seat


@event("pussers.tied_up", 1)
class TiedUp:
    """A good "Do Bone!" and its sum (PB-60).

    Counted hands have points, doubles and a score; fixed hands have only a payment (`a_bit`).
    """

    seat: Seat
    kind: str
    pure: bool
    concealed: bool
    do: Annotated[Bone, Public()]
    source: str
    """One of "wall", "loose" or "discard"."""
    last: bool
    rack: Annotated[tuple[Bone, ...], Public()]
    """The bones on the rack, the Do bone among them."""
    all_ofs: Annotated[tuple[Bone, ...], Public()]
    """The face-down All-Ofs, turned up (PB-70)."""
    points: Breakdown
    doubles: Breakdown
    score: int
    a_bit: int
    """The payment in "a bit" (the game's unit), without `bonus`."""
    bonus: Breakdown


@event("pussers.shit_tied_up", 1)
class ShitTiedUp:
    """A mistaken "Do Bone!" and the first reason that applies (PB-82)."""

    seat: Seat
    reason: str
    do: Annotated[Bone | None, Public()]
    source: str
    rack: Annotated[tuple[Bone, ...], Public()]
    all_ofs: Annotated[tuple[Bone, ...], Public()]
    points: Breakdown
    doubles: Breakdown
    score: int


@event("pussers.paid", 1)
class Paid:
    """An entry of the sheet (PB-4, PB-68)."""

    seat: Seat
    """The seat that the entry names: it receives from all others, or pays them all."""
    reason: str
    """One of "tie_up", "squints", "double_squints", "first_pretty", "own_wall", "shit_tie_up" or "mistaken_yes"."""
    rule: str
    a_bit: int
    amounts: tuple[int, ...]
    """The change for each seat. The sum is zero."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "pays" if the seat pays the others."""
        return "pays" if self.amounts[self.seat] < 0 else ""


@event("pussers.hand_over", 1)
class HandOver:
    """The hand has ended, and the next Eddie is known (PB-71)."""

    how: str
    """One of "do_bone", "shit_tie_up" or "wash_out" (PB-5, PB-49)."""
    seat: Seat | None
    next_eddie: Seat
    round_complete: bool
    """True if the next hand starts a new Round (PB-72)."""
    losers: Annotated[tuple[tuple[Bone, ...], ...], Public()]
    """The racks of the other seats, by seat, if the house shows them; otherwise empty."""
    heap: Annotated[tuple[Bone, ...], Public()] = ()
    """The racks of the other seats as one heap in suit order, if the house has them tossed in; otherwise empty."""
    sheet: tuple[int, ...] = ()
    """The columns of the sheet, read out when a Round is complete (PB-73); otherwise empty."""
    stays: bool = False
    """True if Eddie stays Eddie (PB-71). False in events of older releases."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "wash_out", "tossed" (a heap), "round" (a sheet), "stays", or two of them.

        Two are joined by "/".
        """
        parts = ("wash_out" * (self.how == "wash_out"), "tossed" * bool(self.heap))
        return "/".join(filter(None, (*parts, "round" if self.sheet else "stays" if self.stays else "")))


@event("pussers.voted", 1)
class Voted:
    """A seat asked for the sheet to be ruled off, or withdrew that request (PB-73)."""

    seat: Seat
    wants: bool
    follows: bool = False
    """True for a robot's agreement. It lapses once no person asks any more."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "for" or "against", or "follows" for a robot's agreement."""
        if self.follows:
            return "follows"
        return "for" if self.wants else "against"


@event("pussers.ruled_off", 1)
class RuledOff:
    """The sheet was closed (PB-73, PB-94)."""

    rounds: int

    @property
    def variant(self) -> str:
        """The variant of the log line: "early" before a whole Round."""
        return "" if self.rounds else "early"


@event("pussers.laid_out", 1)
class LaidOut:
    """A position in the middle of a hand, for puzzles, lessons and the rulebook's vectors.

    Each seat's sets are listed as one bone for each set.
    """

    hand: int
    eddie: Seat
    turn: Seat
    plucked: bool
    """True if the seat to act has had its working bone."""
    owed: tuple[int, ...]
    first_pretty: bool
    racks: Annotated[tuple[tuple[Bone, ...], ...], Each()]
    open: Annotated[tuple[tuple[Bone, ...], ...], Public()]
    concealed: Annotated[tuple[tuple[Bone, ...], ...], Each()]
    claimed: Annotated[tuple[tuple[Bone, ...], ...], Public()]
    added: Annotated[tuple[tuple[Bone, ...], ...], Public()]
    pretties: Annotated[tuple[tuple[Bone, ...], ...], Public()]
    wall: Annotated[tuple[Bone, ...], Hidden()]
    """The rest of the wall as a row: the head first, the Loose last.

    With `loose: box` and more than 14 bones, the last 14 are the box.
    """


Event = (
    SessionBegan | WallBuilt | ShownForEddie | EddieFound | Broken | FirstPretty | PrettySetOut | AllOfSetOut
    | FourthAdded | Mumbled | Sorted | Plucked | PluckReturned | Discarded | Listened | Called | Acted | Settled
    | YesTaken | YesUndone | Robbed | TurnCame | TurnResumed | TiedUp | ShitTiedUp | Paid | HandOver | Voted | RuledOff
    | LaidOut
)  # fmt: skip
