"""One seat's view of a table of Lombardy Bones."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Final, Self

from games.core.seats import Seat
from games.core.view import PlainView
from games.lombardy.events import Counted
from games.lombardy.options import House
from games.pieces.dominoes import Domino
from games.pieces.line import Line

Ending = Counted
"""The end of a hand."""


class Phase(StrEnum):
    """The phases of a table."""

    NEW = "new"
    LEAD = "lead"
    """Players answer for their doubles (LB-5)."""
    NO_LEAD = "no_lead"
    PLAY = "play"
    LAST_CALL = "last_call"
    SHOWN = "shown"
    RESTART = "restart"
    COUNTED = "counted"
    OVER = "over"


PLAY: Final = Phase.PLAY
"""The phase as a name of this module, for code that runs in every move: on Python 3.11, `Phase.PLAY` takes ten times as
long to read."""
CALLING_PHASES: Final = (Phase.NO_LEAD, Phase.LAST_CALL, Phase.SHOWN)
"""The phases in which only calls are awaited."""


@dataclass(frozen=True, slots=True)
class Step:
    """One step of the hand: a bone laid, or a pass."""

    seat: Seat
    bone: Domino | None
    """None for a pass."""
    end: str
    """Empty for the lead, and for a pass."""


@dataclass(frozen=True, slots=True)
class View(PlainView):
    """The table as `seat` (None: the crowd) may see it. The scores are the sheet; totals are not shown (LB-36)."""

    deal: int
    """The ordinal of the deal within the hand, from 1; 0 after the count."""
    turn: Seat | None
    leader: Seat | None
    holding: tuple[Domino, ...]
    """The viewer's own bones."""
    answered: bool
    """True if the viewer has answered for their doubles."""
    answer: Domino | None
    """The double in the viewer's own answer."""
    counts: tuple[int, ...]
    """The number of bones in each seat's hand."""
    boneyard: int
    """The number of bones in the boneyard."""
    drawable: int
    """The number of bones that can still be drawn (LB-22)."""
    drew: bool
    """True if the player to act has drawn."""
    line: Line
    steps: tuple[Step, ...]
    to_score: Seat | None
    """The seat whose score can be called."""
    waits: bool
    """True while the next player may not act yet (LB-81)."""
    last: Seat | None
    """The player of the last bone."""
    above_shown: bool
    """True if the last bone is a double above the spinner; with `renege_closes: count`, if any bone was."""
    reneges: bool
    """True if renege can be called under the house rules of the table and after the lead of this deal."""
    barred: tuple[Seat, ...]
    """The seats that may not call renege again yet (LB-45)."""
    pending: tuple[str, ...]
    """The viewer's own moves that are not judged yet (LB-80)."""
    shown: tuple[tuple[Domino, ...], ...]
    """All bones while they lie face up before the count."""
    touched: bool
    """True if a column has stood at the target (LB-70)."""
    ending: Ending | None
    """The count of the last hand."""
    winners: tuple[Seat, ...]
    quiet: bool
    """True while robots leave the last bone alone (LB-81)."""
    clockwise: bool
    """True if play goes to the left (LB-1)."""
    draws: tuple[tuple[Seat, int], ...] = ()
    """The draws of the deal: seat, and the number of steps before it."""
    sheet_before: tuple[int, ...] = ()
    """The sheet at the deal."""
    house: House = field(default_factory=House)
    """All house rules of the table."""
    uncalled: tuple[tuple[Seat, Domino, int], ...] = ()
    """Once the hand is over, the bones whose scores their players did not call: the seat, the bone, and the score."""
    miscalled: tuple[tuple[Seat, Domino, int, int], ...] = ()
    """Once the hand is over (LB-36), the wrong calls: the seat, the bone, the number called, and the total."""

    @property
    def goal(self) -> int:
        """The points that win the game (LB-70)."""
        return self.house.target

    @property
    def brought(self) -> tuple[int, ...]:
        """The change of each column since the deal, by called scores (LB-30) and the count; () before a deal."""
        return tuple(now - then for then, now in zip(self.sheet_before, self.scores, strict=bool(self.sheet_before)))

    @property
    def dry_passes(self) -> int:
        """The number of consecutive dry passes (LB-27)."""
        if self.drawable:
            return 0
        laid = max((number + 1 for number, step in enumerate(self.steps) if step.bone is not None), default=0)
        return len(self.steps) - max(laid, max((step for _, step in self.draws), default=0))

    @property
    def spoken(self) -> tuple[str, ...]:
        """The viewer's calls that are not judged yet (LB-80)."""
        return tuple(words for words in self.pending if words.startswith(("score", "noscore")))

    @property
    def interruptible(self) -> bool:
        """True outside play, and in play while a score or a renege may be called."""
        return self.phase != Phase.PLAY or self.reneges or self.to_score is not None or self.waits

    @property
    def courtesy_to(self) -> Seat | None:
        """The player of the last bone, while robots leave it alone. Nobody's double above the spinner is hurried past,
        since it may be a renege (LB-41, LB-81)."""
        return self.last if self.quiet and not self.above_shown else None

    @property
    def closes_own(self) -> Seat | None:
        """The player whose score the next player waits for (LB-30, LB-81)."""
        return self.to_score if self.waits else None

    def end_courtesy(self) -> Self:
        """The view of a robot after another robot's bone."""
        return replace(self, quiet=False)

    @property
    def undealt(self) -> bool:
        """True before the first deal."""
        return self.phase == Phase.NEW

    @property
    def game_open(self) -> bool:
        """True from the first deal until somebody has won (LB-72)."""
        return self.hand > 0 and not self.over

    @property
    def stage(self) -> str:
        """The stage of a turn: "waits" before the player may act (LB-81), "draw" if they can draw (LB-22), else "".

        "again" if the same hand is to be dealt again (LB-50); "score" in a last call in which there can be no renege.
        """
        if self.phase == Phase.RESTART:
            return "again"
        if self.phase == Phase.LAST_CALL:
            return "" if self.reneges else "score"
        if self.waits:
            return "waits"
        return "draw" if self.phase == Phase.PLAY and self.drawable and not self.drew else ""

    @property
    def tap_stage(self) -> str:
        """The part of the spinner that counts in a score (LB-15); "" once the viewer has laid three bones.

        "closed": both halves, since the spinner is not open yet. "bare_ends": its bare ends, once it is open. "open":
        none.
        """
        if sum(step.bone is not None and step.seat == self.seat for step in self.steps) > 2:
            return ""
        if not self.line.open:
            return "closed"
        return "bare_ends" if self.house.bare_ends_count else "open"

    @property
    def has_spoken(self) -> bool:
        """True if the viewer has answered, or has moves that are not judged yet (LB-80)."""
        return self.answered or bool(self.pending)
