"""Code shared by the robots of all games: their levels, and a reason for every move."""

import hmac
from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Final, Generic, NamedTuple, Protocol, TypeVar

from games.core.chance import Chance, SecretChance
from games.core.moves import M_co
from games.core.seats import Seat

M = TypeVar("M")
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


def _take_first(first: int, second: int) -> int:
    return first


class Temper(NamedTuple):
    """A robot's character. Tempers change how a level plays, and hardly how well."""

    name: str
    """The end of keys of sentences; "" for no temper."""
    weights: Mapping[str, float] = {}
    """Factors by which it weighs parts of a move's worth, by name; 1 for all other parts."""
    pause: Callable[[int, int], int] = _take_first
    """Which of two drawn pauses it takes."""
    slips: int = 0
    """The percentage of a deckhand's turns in which it lays its second-best piece."""

    def scale(self, part: str, worth: float) -> float:
        """The worth of a part to this robot."""
        return worth * self.weights.get(part, 1.0)


EVEN: Final = Temper("")
"""The temper of robots that have none."""
TEMPERS: Final = (
    Temper("bold", {"scores": 1.2, "next_passes": 1.25, "majors": 1.5, "bets": 0.95}, min, 9),
    Temper("careful", {"leaves_little": 1.25, "sheds": 1.25, "kept": 1.05, "calls": 1.05}, max, 4),
    Temper("stubborn", {"goes_on": 1.5, "keeps_many": 1.25, "kept": 0.95, "calls": 0.95}, slips=6),
)
"""The tempers that are drawn for robots of every level."""


def find_temper(name: str) -> Temper:
    """The temper of this name; `EVEN` if there is none."""
    return next((temper for temper in TEMPERS if temper.name == name), EVEN)


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
    def ponder(self) -> Callable[[V_contra, Chance, int, Temper], Thought[M_co] | None] | None: ...

    @property
    def robot(self) -> Callable[[V_contra, Chance, Level, Temper], Thought[M_co] | None]: ...


def think(
    game: Thinker[V_contra, M_co],
    view: V_contra,
    chance: Chance,
    level: Level,
    samples: int = SAMPLES,
    temper: Temper = EVEN,
) -> Thought[M_co] | None:
    """Choose a robot's move at its level, with its reason; None for silence. A shellback ponders `samples` deals. If
    there is nothing to ponder, the game's `robot` answers."""
    if level is Level.SHELLBACK and samples and game.ponder is not None:
        pondered = game.ponder(view, chance, samples, temper)
        if pondered is not None:
            return pondered
    return game.robot(view, chance, level, temper)


def make_robot_chance(secret: bytes, seen: int, seat: Seat) -> SecretChance:
    """Chance for a robot's next thought, independent of the deal.

    It depends on the hand's secret and on `seen`, the number of events that more than one seat has seen. So one seat's
    secret actions cannot change a robot's choice.
    """
    return SecretChance(hmac.digest(secret, b"robots", "sha256"), (str(seat),), seen)


def slip(best: Thought[M], chance: Chance, temper: Temper) -> Thought[M]:
    """A deckhand's thought: now and then it takes its next best move. Whether it does is drawn whatever it holds."""
    if not temper.slips or chance.below(100) >= temper.slips or best.rival is None:
        return best
    return Thought(best.rival, "slipped", {}, best.move)


def weigh(
    plays: Sequence[P], parts: Callable[[P], Mapping[str, float]], chance: Chance, temper: Temper = EVEN
) -> Thought[P]:
    """The play (of two or more) whose parts have the largest sum; chance settles ties.

    The reason is the part in which it is farthest ahead of the next best play: "not_<part>" if only that one has it,
    "even" if it is ahead in none.
    """
    worth = [{part: temper.scale(part, of_part) for part, of_part in parts(play).items()} for play in plays]
    order = [(sum(of_play.values()), chance.below(1024)) for of_play in worth]
    best, rival, *_ = sorted(range(len(plays)), key=order.__getitem__, reverse=True)
    mine, other = worth[best], worth[rival]
    ahead = {part: mine.get(part, 0.0) - other.get(part, 0.0) for part in (*mine, *other)}
    part = max(ahead, key=ahead.__getitem__)
    why = "even" if ahead[part] <= 0 else part if part in mine else f"not_{part}"
    return Thought(plays[best], why, {}, plays[rival])
