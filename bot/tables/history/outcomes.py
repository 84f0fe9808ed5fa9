"""Outcomes: the game's decision behind a commit, stored with its cause so that it can be made again."""

from collections.abc import Mapping
from typing import Final, NamedTuple, TypeAlias

from bot.store.database.schema import Json
from games.core.events import UnknownEvent
from games.core.robots import Level
from games.core.seats import Seat


class Thinking(NamedTuple):
    """The level and the effort with which a robot thought before a move."""

    level: Level
    deals: int | None = None
    """The most deals that the robot was allowed to play out; None for a robot that does not guess."""


class Began(NamedTuple):
    """The beginning of a game: the number of its players, and the time on the game's clock."""

    players: int
    at: int
    rules: str | None = None
    """The fingerprint of the rules that decided; None in decisions of older releases."""

    @property
    def drew(self) -> bool:
        """True: every game begins with a shuffle."""
        return True


class Moved(NamedTuple):
    """A move of a seat, at a time on the game's clock. If `seat` is None, silence made the move."""

    seat: Seat | None
    words: str
    at: int
    drew: bool
    """True if the move drew from chance."""
    thinking: Thinking | None = None
    """None for a move of a person, and for a robot's move of an older release."""
    rules: str | None = None
    """As in `Began`."""


Outcome: TypeAlias = Began | Moved


def read_outcome(stored: Json) -> Outcome | None:
    """Read a stored outcome; None for a commit without a decision of the game. Raises UnknownEvent."""
    if not isinstance(stored, Mapping):
        return None
    if "begin" in stored:
        return Began(int(stored["begin"]), int(stored["at"]), stored.get("rules"))
    if "move" not in stored:
        return None
    seat, level, deals = stored["seat"], stored.get("level"), stored.get("deals")
    return Moved(
        seat=None if seat is None else Seat(int(seat)),
        words=str(stored["move"]),
        at=int(stored["at"]),
        drew=bool(stored.get("drew")),
        thinking=None if level is None else Thinking(_read_level(level), None if deals is None else int(deals)),
        rules=stored.get("rules"),
    )


def write_outcome(outcome: Outcome | None) -> Json:
    """An outcome as it is stored."""
    if outcome is None:
        return None
    rules = {} if outcome.rules is None else {"rules": outcome.rules}
    if isinstance(outcome, Began):
        return {"seat": None, "begin": outcome.players, "at": outcome.at, "drew": outcome.drew, **rules}
    stored = {"seat": outcome.seat, "move": outcome.words, "at": outcome.at, "drew": outcome.drew, **rules}
    if outcome.thinking is None:
        return stored
    level, deals = outcome.thinking
    return {**stored, "level": level.value, **({} if deals is None else {"deals": deals})}


def _read_level(name: Json) -> Level:
    """Read the level that is noted with a robot's move. Raises UnknownEvent for a level of a newer release."""
    try:
        return Level(name)
    except ValueError:
        raise UnknownEvent(f"robot of level {name}") from None


_NAMELESS: Final = (None, "house")
"""The stored levels that name no level: those of stand-ins, and of robots from releases that had only one level. They
all play as old hands."""


def find_level(name: str | None) -> Level:
    """The level with this stored name. Raises UnknownEvent for a level of a newer release."""
    return Level.OLD_HAND if name in _NAMELESS else _read_level(name)
