"""The events of Block, with the visibility of each field."""

from typing import Annotated

from games.core import Seat
from games.core.events import event
from games.core.secret import Each, Hidden, Public
from games.pieces.dominoes import Domino


@event("block.began", 1)
class Began:
    """The players sat down."""

    players: int
    options: dict[str, str]
    """The house rules that differ from the book, as text."""


@event("block.dealt", 1)
class Dealt:
    """A hand was dealt (BL-2)."""

    hand: int
    leader: Seat
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Each()]
    boneyard: Annotated[tuple[Domino, ...], Hidden()]
    """The bones that nobody holds."""


@event("block.laid", 1)
class Laid:
    """A bone was laid (BL-20)."""

    seat: Seat
    bone: Annotated[Domino, Public()]
    end: str
    """Empty for the first bone of a line, otherwise "A" or "B"."""

    @property
    def variant(self) -> str:
        """The variant of the log line: "first" for the first bone of the line."""
        return "" if self.end else "first"


@event("block.knocked", 1)
class Knocked:
    """A player passed (BL-21)."""

    seat: Seat


@event("block.hand_ended", 1)
class HandEnded:
    """A hand is over, and all hands lie face up (BL-30 to BL-32)."""

    how: str
    """ "out", "blocked" or "level"."""
    holdings: Annotated[tuple[tuple[Domino, ...], ...], Public()]
    winner: Seat | None
    """None for a level hand, which nobody scores."""
    points: int

    @property
    def variant(self) -> str:
        """The variant of the log line: the way in which the hand ended."""
        return self.how


@event("block.game_won", 1)
class GameWon:
    """A player has reached the points of a game, which ends the session (BL-40)."""

    winner: Seat
    scores: tuple[int, ...]


Event = Began | Dealt | Laid | Knocked | HandEnded | GameWon
