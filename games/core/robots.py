"""What the robots of all games share: how well they play, and that each can say why it did what it did."""

from collections.abc import Callable, Mapping, Sequence
from enum import StrEnum
from typing import Any, NamedTuple

from games.core.chance import Chance


class Level(StrEnum):
    """How well a robot plays. Both see what a player in their seat sees, and keep the rules."""

    DECKHAND = "deckhand"
    """Knows the rules and plays the obvious: counts nothing, holds nothing back, sleeps some of its calls."""
    OLD_HAND = "old_hand"
    """Plays well: weighs what it has seen and what is to be expected, and sleeps little."""


class Thought(NamedTuple):
    """What a robot does, and why: `why` is a wording key ("heaviest" for the sentence "robot/heaviest").

    Facts are numbers or, as texts, keys of sentences themselves ("aim/majors").
    """

    move: Any
    why: str
    facts: Mapping[str, int | str] = {}


def weighed(plays: Sequence[Any], parts: Callable[[Any], Mapping[str, float]], chance: Chance) -> Thought:
    """The play (of two or more) whose parts add up to most; chance settles between equals.

    The reason is the part by which it is farthest ahead of the mean of the others.
    """
    worth = [parts(play) for play in plays]
    best = max(range(len(plays)), key=lambda place: (sum(worth[place].values()), chance.below(1024)))
    others = [each for place, each in enumerate(worth) if place != best]

    def ahead(part: str) -> float:
        return worth[best][part] - sum(each.get(part, 0.0) for each in others) / len(others)

    return Thought(plays[best], max(worth[best], key=ahead))
