"""Events of Lombardy Bones, with the visibility of each field. `at` is a time in milliseconds."""

from operator import add
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Hidden, Only, Public
from games.pieces.dominoes import Domino


@event("lombardy.began", 1)
class Began:
    """The players sat down; `options` are the house options that differ from the defaults, as text."""

    players: int
    options: dict[str, str]
    rightwards: bool = False
    """True if play goes to the right (LB-1). Older releases went to the left whatever the option said."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "right" if play goes to the right."""
        return "right" if self.rightwards else ""


@event("lombardy.dealt", 1)
class Dealt:
    """A deal of seven bones each (LB-4)."""

    hand: int
    deal: int
    """The ordinal of this deal within the hand, from 1."""
    at: int
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Each()]
    boneyard: Annotated[tuple[Domino, ...], Hidden()]
    """The remaining bones, in drawing order."""


@event("lombardy.answered", 1)
class Answered:
    """A player has committed to the double they will own up to (LB-5)."""

    seat: Seat
    double: Annotated[Domino | None, Only("seat")]
    """None if they will own up to no double."""


@event("lombardy.led", 1)
class Led:
    """The doubles were called, and a player owned up to the one that leads."""

    seat: Seat
    bone: Annotated[Domino, Public()]
    at: int
    held_back: Annotated[tuple[Seat, ...], Hidden()]
    """The seats that held back a double (LB-40), which nobody sees."""


@event("lombardy.nobody_led", 1)
class NobodyLed:
    """The doubles were called, and nobody owned up to one (LB-8)."""

    at: int
    held_back: Annotated[tuple[Seat, ...], Hidden()]


@event("lombardy.heard", 1)
class Heard:
    """A move as typed, with its stamp, queued until no earlier message can still arrive (LB-80)."""

    seat: Annotated[Seat, Only("seat")]
    words: Annotated[str, Only("seat")]
    at: Annotated[int, Only("seat")]


@event("lombardy.settled", 1)
class Settled:
    """The moves stamped up to `upto` are now judged, in the order of LB-80; their outcomes follow."""

    upto: Annotated[int, Hidden()]


@event("lombardy.turned_down", 1)
class TurnedDown:
    """A queued move that was refused when its turn came, with the rule that refuses it."""

    seat: Annotated[Seat, Only("seat")]
    words: Annotated[str, Only("seat")]
    at: Annotated[int, Only("seat")]
    rule: Annotated[str, Only("seat")]
    reason: Annotated[str, Only("seat")]


@event("lombardy.laid", 1)
class Laid:
    """A bone was laid."""

    seat: Seat
    bone: Annotated[Domino, Public()]
    end: str
    at: int
    above: bool
    """True if the bone is a double above the spinner, as everybody can see."""
    offence: Annotated[bool, Hidden()]
    """True if laying the bone breaks LB-41."""


@event("lombardy.drew", 1)
class Drew:
    """A player drew (LB-22)."""

    seat: Seat
    bone: Annotated[Domino, Only("seat")]


@event("lombardy.passed", 1)
class Passed:
    """A player passed; `dry` is true if nothing was left to draw (LB-27)."""

    seat: Seat
    dry: bool


@event("lombardy.called", 1)
class Called:
    """A player called a score, or the bot wrote it (`automatic`, LB-91)."""

    seat: Seat
    number: int
    right: bool
    change: int
    """The change to the caller's column (LB-31, LB-32)."""
    automatic: bool

    @property
    def variant(self) -> str:
        """The variant of the log line: "right" or "wrong"."""
        return "right" if self.right else "wrong"


@event("lombardy.waived", 1)
class Waived:
    """The player of the last bone said "no score"."""

    seat: Seat


@event("lombardy.wait_over", 1)
class WaitOver:
    """The wait for the last bone's score is over: the next player may act (LB-81)."""


@event("lombardy.quiet_over", 1)
class QuietOver:
    """Robots may act again: everybody has had time for a call about the last bone (LB-81)."""


@event("lombardy.renege_called", 1)
class RenegeCalled:
    """Renege was called."""

    seat: Seat
    true: bool
    offenders: tuple[Seat, ...]
    """The seats caught by a true call (LB-43)."""
    doubles: Annotated[tuple[Domino, ...], Public(briefly=True)]
    """The double of each offender."""
    change: int
    """The cost of a mistaken call (LB-44); 0 for a true one."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "right" or "wrong"."""
        return "right" if self.true else "wrong"


@event("lombardy.restarted", 1)
class Restarted:
    """The hand begins again (LB-50)."""

    sheet: tuple[int, ...]
    """The sheet after the restart (LB-51)."""
    losses: tuple[int, ...]
    """The change that the penalty makes to each seat's column."""
    touched: bool
    """True if a player has reached the target (LB-70), and the restart does not undo that."""
    undone: tuple[int, ...] = ()
    """The change to each seat's column as the deal is undone (LB-51). Older releases did not store it."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "paid" for a penalty, "undone" for scores undone, or "paid/undone"."""
        return "/".join(name for name, moved in (("paid", self.losses), ("undone", self.undone)) if any(moved))


@event("lombardy.last_call", 1)
class LastCall:
    """No more bones will be laid: `how` is "out" (LB-25), "dead" (LB-26) or "all_pass" (LB-27)."""

    how: str
    at: int

    @property
    def variant(self) -> str:
        """The variant of the log line: the way in which the laying ended."""
        return self.how


@event("lombardy.done", 1)
class SaidDone:
    """A player has nothing more to call."""

    seat: Seat


@event("lombardy.shown", 1)
class Shown:
    """All bones were turned up before points are written (`renege_closes: showing`)."""

    at: int
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]


@event("lombardy.counted", 1)
class Counted:
    """A hand was counted (LB-53), with all bones face up."""

    how: str
    """The end of play: "out", "dead" or "all_pass", as in `LastCall`."""
    out: Seat | None
    """The seat that went out, if any."""
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]
    pips: tuple[int, ...]
    changes: tuple[int, ...]
    """The change of each column before the floor of LB-64."""
    spared: tuple[int, ...]
    """The part of each column's loss that the floor takes away."""
    sheet: tuple[int, ...]
    """The sheet after the count."""

    @property
    def moved(self) -> tuple[int, ...]:
        """The change of each column after the floor."""
        return tuple(map(add, self.changes, self.spared))


@event("lombardy.game_over", 1)
class GameOver:
    """The game has ended (LB-70 to LB-73)."""

    winners: tuple[Seat, ...]
    sheet: tuple[int, ...]


Event = (
    Began | Dealt | Answered | Led | NobodyLed | Heard | Settled | TurnedDown | Laid | Drew | Passed | Called | Waived
    | WaitOver | QuietOver | RenegeCalled | Restarted | LastCall | SaidDone | Shown | Counted | GameOver
)  # fmt: skip
