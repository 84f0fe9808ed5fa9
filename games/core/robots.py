"""Code shared by the robots of all games: their levels, and a reason for every move."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from games.core.chance import Chance, SecretChance
from games.core.moves import Choice, M_co
from games.core.seats import Seat
from games.core.view import View

M = TypeVar("M")
V = TypeVar("V", bound=View)
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
    rival: M_co | None = None
    """The next best move, which the sentence compares it with; None if nothing else was weighed."""


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
    """Choose a robot's move at its level, with its reason; None for silence. A shellback ponders `samples` deals. If
    there is nothing to ponder, the game's `robot` answers."""
    if level is Level.SHELLBACK and samples and game.ponder is not None:
        pondered = game.ponder(view, chance, samples)
        if pondered is not None:
            return pondered
    return game.robot(view, chance, level)


def make_random_robot(choices: Callable[[V], tuple[Choice[M], ...]]) -> Callable[[V, Chance, Level], Thought[M] | None]:
    """Make the robot of a game that has none of its own. At its turn, it takes any move that is open to it."""

    def robot(view: V, chance: Chance, level: Level = Level.OLD_HAND, /) -> Thought[M] | None:
        found = [choice for choice in choices(view) if not choice.late] if view.seat in view.to_act else []
        return Thought(found[chance.below(len(found))].move, "any") if found else None

    return robot


def make_robot_chance(secret: bytes, seen: int, seat: Seat) -> SecretChance:
    """Chance for a robot's next thought, independent of the deal.

    It depends on the hand's secret and on `seen`, the number of events that more than one seat has seen. So one seat's
    secret actions cannot change a robot's choice.
    """
    return SecretChance(hmac.digest(secret, b"robots", "sha256"), (str(seat),), seen)


def weigh(plays: Sequence[P], parts: Callable[[P], Mapping[str, float]], chance: Chance) -> Thought[P]:
    """The play (of two or more) whose parts have the largest sum; chance settles ties.

    The reason is the part in which it is farthest ahead of the next best play: "not_<part>" if only that one has it,
    "even" if it is ahead in none.
    """
    worth = [parts(play) for play in plays]
    order = [(sum(of_play.values()), chance.below(1024)) for of_play in worth]
    best, rival, *_ = sorted(range(len(plays)), key=order.__getitem__, reverse=True)
    mine, other = worth[best], worth[rival]
    ahead = {part: mine.get(part, 0.0) - other.get(part, 0.0) for part in (*mine, *other)}
    part = max(ahead, key=ahead.__getitem__)
    why = "even" if ahead[part] <= 0 else part if part in mine else f"not_{part}"
    return Thought(plays[best], why, {}, plays[rival])
