"""Views of Lombardy Bones."""

from dataclasses import dataclass

from games.core.seats import Seat
from games.core.view import Call
from games.pieces.dominoes import Domino
from games.pieces.line import Line


@dataclass(frozen=True, slots=True)
class Laid:
    """One step of the hand as played: a bone at an end (empty for the lead), or a pass, where `bone` is None."""

    seat: Seat
    bone: Domino | None
    end: str


@dataclass(frozen=True, slots=True)
class Ending:
    """The count of the last hand: "out", "dead" or "all_pass"; bones face up, pips, the change of each column."""

    how: str
    out: Seat | None
    holdings: tuple[tuple[Domino, ...], ...]
    pips: tuple[int, ...]
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The state as one seat, or the crowd, may see it.

    `clockwise` and the four fields after it are house rules that matter for looking on.
    """

    seat: Seat | None
    """The viewer; None is the crowd."""
    players: int
    phase: str
    """ "lead" (doubles are answered), "no_lead", "play", "last_call", "shown", "restart", "counted" or "over"."""
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    deal: int
    turn: Seat | None
    leader: Seat | None
    holding: tuple[Domino, ...]
    """The viewer's own bones."""
    answered: bool
    answer: Domino | None
    """The viewer's own sealed answer."""
    counts: tuple[int, ...]
    boneyard: int
    drawable: int
    drew: bool
    line: Line
    plays: tuple[Laid, ...]
    window: Seat | None
    """The seat whose score can be called; no total is told (LB-36)."""
    waits: bool
    """True while the next player may not act yet (LB-81)."""
    last: Seat | None
    above_shown: bool
    reneges: bool
    asked: tuple[Seat, ...]
    pending: tuple[str, ...]
    """The viewer's own words that are not judged yet (LB-80)."""
    shown: tuple[tuple[Domino, ...], ...]
    """All bones, where they lie face up before the count."""
    target: int
    touched: bool
    ending: Ending | None
    winners: tuple[Seat, ...]
    quiet: bool
    """True while robots let the last bone be (LB-81)."""
    clockwise: bool
    bare_ends_count: bool
    drawn_innocent: bool
    renege_closes: str
    automatic: bool
    hot: tuple[Domino, ...] = ()
    last_calls: tuple[Call, ...] = ()

    @property
    def stage(self) -> str:
        """ "waits" while the next player may not act yet (LB-81)."""
        return "waits" if self.waits else ""

    @property
    def has_spoken(self) -> bool:
        """True if the viewer has answered, or has words that are not judged yet (LB-80)."""
        return self.answered or bool(self.pending)
