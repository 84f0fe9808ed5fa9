"""Events of Lombardy Bones, with their secrecy marks."""

from dataclasses import dataclass
from typing import Annotated

from games.core.events import event
from games.core.seats import Seat
from games.core.secret import Each, Hidden, Only, Public
from games.pieces.dominoes import Domino


@event("lombardy.began", 1)
@dataclass(frozen=True, slots=True)
class Began:
    """The players sat down; `options` are the house options that differ from the defaults, as text."""

    players: int
    options: dict[str, str]


@event("lombardy.dealt", 1)
@dataclass(frozen=True, slots=True)
class Dealt:
    """Seven bones each (LB-4); `deal` counts the deals of this hand from 1. The boneyard lies in drawing order."""

    hand: int
    deal: int
    at: int
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Each()]
    boneyard: Annotated[tuple[Domino, ...], Hidden()]


@event("lombardy.answered", 1)
@dataclass(frozen=True, slots=True)
class Answered:
    """A player has said which double they own up to (LB-5)."""

    seat: Seat
    double: Annotated[Domino | None, Only("seat")]


@event("lombardy.led", 1)
@dataclass(frozen=True, slots=True)
class Led:
    """The calling of the doubles found a lead; `held_back` are the seats that LB-40 has caught, for no eyes."""

    seat: Seat
    bone: Annotated[Domino, Public()]
    at: int
    held_back: Annotated[tuple[Seat, ...], Hidden()]


@event("lombardy.nobody_led", 1)
@dataclass(frozen=True, slots=True)
class NobodyLed:
    """The calling ended with nothing laid (LB-8)."""

    at: int
    held_back: Annotated[tuple[Seat, ...], Hidden()]


@event("lombardy.heard", 1)
@dataclass(frozen=True, slots=True)
class Heard:
    """Words with their stamp, kept until messages that were sent before can no longer arrive (LB-80)."""

    seat: Annotated[Seat, Only("seat")]
    words: Annotated[str, Only("seat")]
    at: Annotated[int, Only("seat")]


@event("lombardy.settled", 1)
@dataclass(frozen=True, slots=True)
class Settled:
    """Words stamped up to `upto` are judged now, in the order of LB-80; its outcomes follow."""

    upto: Annotated[int, Hidden()]


@event("lombardy.turned_down", 1)
@dataclass(frozen=True, slots=True)
class TurnedDown:
    """Words that were heard and, in their order, came to nothing: the rule that refuses them."""

    seat: Annotated[Seat, Only("seat")]
    words: Annotated[str, Only("seat")]
    at: Annotated[int, Only("seat")]
    rule: Annotated[str, Only("seat")]
    reason: Annotated[str, Only("seat")]


@event("lombardy.laid", 1)
@dataclass(frozen=True, slots=True)
class Laid:
    """A bone went down. `above` is what all can see: a double above the spinner; `offence` whether LB-41 minds."""

    seat: Seat
    bone: Annotated[Domino, Public()]
    end: str
    at: int
    above: bool
    offence: Annotated[bool, Hidden()]


@event("lombardy.drew", 1)
@dataclass(frozen=True, slots=True)
class Drew:
    """A player drew (LB-22)."""

    seat: Seat
    bone: Annotated[Domino, Only("seat")]


@event("lombardy.passed", 1)
@dataclass(frozen=True, slots=True)
class Passed:
    """A player passed; `dry` when nothing was left to draw (LB-27)."""

    seat: Seat
    dry: bool


@event("lombardy.called", 1)
@dataclass(frozen=True, slots=True)
class Called:
    """A score was called, or written by itself (`automatic`, LB-91). `change` is what it moves (LB-31, LB-32)."""

    seat: Seat
    number: int
    right: bool
    change: int
    automatic: bool


@event("lombardy.waived", 1)
@dataclass(frozen=True, slots=True)
class Waived:
    """The player of the last bone said "no score"."""

    seat: Seat


@event("lombardy.wait_over", 1)
@dataclass(frozen=True, slots=True)
class WaitOver:
    """The next player may act (LB-81)."""


@event("lombardy.quiet_over", 1)
@dataclass(frozen=True, slots=True)
class QuietOver:
    """Robots may act again: everybody has had the time to call something about the last bone (LB-81)."""


@event("lombardy.renege_called", 1)
@dataclass(frozen=True, slots=True)
class RenegeCalled:
    """Renege was called. A true call names the `offenders` with their doubles (LB-43); a mistaken one costs `change`
    (LB-44)."""

    seat: Seat
    true: bool
    offenders: tuple[Seat, ...]
    doubles: Annotated[tuple[Domino, ...], Public(briefly=True)]
    change: int


@event("lombardy.restarted", 1)
@dataclass(frozen=True, slots=True)
class Restarted:
    """The hand begins again (LB-50): the sheet as it now stands (LB-51), what the offenders lost, and whether the
    target counts as touched."""

    sheet: tuple[int, ...]
    losses: tuple[int, ...]
    touched: bool


@event("lombardy.last_call", 1)
@dataclass(frozen=True, slots=True)
class LastCall:
    """No more bones go down: `how` is "out" (LB-25), "dead" (LB-26) or "all_pass" (LB-27)."""

    how: str
    at: int


@event("lombardy.done", 1)
@dataclass(frozen=True, slots=True)
class SaidDone:
    """A player has nothing more to say."""

    seat: Seat


@event("lombardy.shown", 1)
@dataclass(frozen=True, slots=True)
class Shown:
    """Bones were turned up before points are written (`renege_closes: showing`)."""

    at: int
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]


@event("lombardy.counted", 1)
@dataclass(frozen=True, slots=True)
class Counted:
    """The count (LB-53): bones up, what each column moves by before the floor of LB-64, what that floor `spared` it,
    and the sheet after it."""

    how: str
    out: Seat | None
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]
    pips: tuple[int, ...]
    changes: tuple[int, ...]
    spared: tuple[int, ...]
    sheet: tuple[int, ...]


@event("lombardy.game_over", 1)
@dataclass(frozen=True, slots=True)
class GameOver:
    """The game has ended (LB-70 to LB-73)."""

    winners: tuple[Seat, ...]
    sheet: tuple[int, ...]


Event = (
    Began | Dealt | Answered | Led | NobodyLed | Heard | Settled | TurnedDown | Laid | Drew | Passed | Called | Waived
    | WaitOver | QuietOver | RenegeCalled | Restarted | LastCall | SaidDone | Shown | Counted | GameOver
)  # fmt: skip
