"""What one seat of a table of Lombardy Bones may see."""

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
    """How the last hand was counted: "out", "dead" or "all_pass"; bones face up, pips, what each column moved by."""

    how: str
    out: Seat | None
    holdings: tuple[tuple[Domino, ...], ...]
    pips: tuple[int, ...]
    changes: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class View:
    """The table as `seat` (None: the crowd) may see it.

    `phase` is "lead" (doubles are being answered), "no_lead", "play", "last_call", "shown", "restart", "counted" or
    "over". `holding` and `answer` are the viewer's own. `window` is whose score can be called; no total is told
    (LB-36). `waits` says that the next player may not act yet (LB-81). `pending` are the viewer's own words that are
    not judged yet (LB-80). `shown` holds all bones where they lie face up before the count. `quiet` says that robots
    let the last bone be for a while yet (LB-81). The last five are house rules that matter in looking at a table.
    """

    seat: Seat | None
    players: int
    phase: str
    hand: int
    to_act: tuple[Seat, ...]
    deadline: int | None
    scores: tuple[int, ...]
    over: bool
    deal: int
    turn: Seat | None
    leader: Seat | None
    holding: tuple[Domino, ...]
    answered: bool
    answer: Domino | None
    counts: tuple[int, ...]
    boneyard: int
    drawable: int
    drew: bool
    line: Line
    plays: tuple[Laid, ...]
    window: Seat | None
    waits: bool
    last: Seat | None
    above_shown: bool
    reneges: bool
    asked: tuple[Seat, ...]
    pending: tuple[str, ...]
    shown: tuple[tuple[Domino, ...], ...]
    target: int
    touched: bool
    ending: Ending | None
    winners: tuple[Seat, ...]
    quiet: bool
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
        """Whether the viewer has answered, or has words that are not judged yet (LB-80)."""
        return self.answered or bool(self.pending)
