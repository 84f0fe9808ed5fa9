"""The places in the shuffle of the bones that everybody saw, so that each can be proved (docs/fairness.md)."""

from collections.abc import Iterable

from games.core.places import Drawing, Shown, list_shown_unique
from tests.fifth_game.block.events import Dealt, Event
from tests.fifth_game.block.state import State


def shown_places(before: State | None, drawings: Iterable[Drawing[Event]]) -> Shown:
    """For each shuffle of a hand, the places of the pieces that everybody saw."""
    return list_shown_unique(drawings, (Dealt,))
