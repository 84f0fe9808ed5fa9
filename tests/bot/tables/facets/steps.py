"""Steps to fold a facet with: a few events, and the public views around them."""

from dataclasses import dataclass
from typing import cast

from bot.tables.history.entries import Entry, Step
from games.core import Seat, View

BEAR, BULL = Seat(0), Seat(1)


@dataclass(frozen=True)
class PublicView:
    """The part of a public view that facets read."""

    hand: int = 1
    phase: str = "turn"
    to_act: tuple[Seat, ...] = (BEAR,)
    deadline: int | None = None
    scores: tuple[int, ...] = (0, 0)


def step(*events: object, at: int = 1_000, before: PublicView | None = None, view: PublicView | None = None) -> Step:
    """A step of these events, numbered from 1, that are all stamped `at`."""
    made = tuple(Entry(number, at, "i:1", event) for number, event in enumerate(events, 1))
    return Step(made, cast("View | None", before), cast("View | None", view))
