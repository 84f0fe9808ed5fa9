"""Code shared by the robots of all games: their levels, and a reason for every move."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from games.core.chance import Chance, Committed
from games.core.moves import M_co
from games.core.seats import Seat

P = TypeVar("P")
"""A play."""
V_contra = TypeVar("V_contra", contravariant=True)
"""A view."""


class Level(StrEnum):
    """The skill of a robot. All levels keep the rules, and see only what a player in their seat sees."""

    DECKHAND = "deckhand"
    """Knows the rules and plays the obvious: counts nothing, holds nothing back, misses some of its calls."""
    OLD_HAND = "old_hand"
    """Plays well: weighs what it has seen and what is likely to come, and misses few calls."""
    SHELLBACK = "shellback"
    """Works out more than a player could: in games with `Game.ponder` it plays its moves out in many deals. Not every
    game has it (`Game.LEVELS`)."""


class Thought(NamedTuple, Generic[M_co]):
    """A robot's move and its reason."""

    move: M_co
    why: str
    """A wording key ("heaviest" for the sentence "robot/heaviest")."""
    facts: Mapping[str, int | str] = {}
    """Facts that the sentence mentions: numbers, or wording keys ("aim/majors")."""


SAMPLES: Final = 100
"""The usual number of deals in which a shellback plays its moves out."""


class Thinker(Protocol[V_contra, M_co]):
    """The part of a game that robots need."""

    @property
    def ponder(self) -> Callable[[V_contra, Chance, int], Thought[M_co] | None] | None: ...

    def robot(self, view: V_contra, chance: Chance, level: Level = ...) -> Thought[M_co] | None: ...


def think(
    game: Thinker[V_contra, M_co], view: V_contra, chance: Chance, level: Level, samples: int = SAMPLES
) -> Thought[M_co] | None:
    """Choose a robot's move at its level, with its reason; None for silence. A shellback ponders `samples` deals; with
    nothing to ponder, it answers like an old hand."""
    if level is Level.SHELLBACK and samples and game.ponder is not None:
        pondered = game.ponder(view, chance, samples)
        if pondered is not None:
            return pondered
    return game.robot(view, chance, level)


def luck(secret: bytes, seen: int, seat: Seat) -> Committed:
    """Chance for a robot's next thought, independent of the deal.

    It depends on the hand's secret and on the number of events seen by more than one seat, so that one seat's secret
    actions cannot change a robot's choice.
    """
    return Committed(hmac.digest(secret, b"robots", "sha256"), (str(seat),), seen)


def weigh(plays: Sequence[P], parts: Callable[[P], Mapping[str, float]], chance: Chance) -> Thought[P]:
    """The play (of two or more) whose parts have the largest sum; chance settles ties.

    The reason is the part in which the chosen play is farthest ahead of the mean of the other plays.
    """
    worth = [parts(play) for play in plays]
    best = max(range(len(plays)), key=lambda place: (sum(worth[place].values()), chance.below(1024)))
    others = [parts_of for place, parts_of in enumerate(worth) if place != best]

    def ahead(part: str) -> float:
        return worth[best][part] - sum(other.get(part, 0.0) for other in others) / len(others)

    return Thought(plays[best], max(worth[best], key=ahead))
