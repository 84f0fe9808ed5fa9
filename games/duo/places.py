"""The places of the tiles that everybody was shown, so that each can be proved (docs/fairness.md)."""

from collections.abc import Iterable

from games.core.places import Drawing, Shown, list_shown_unique
from games.duo.events import Dealt, Event, ThrownIn
from games.duo.state import State


def shown_places(before: State | None, drawings: Iterable[Drawing[Event]]) -> Shown:
    """For each order of a hand, the places of the pieces that everybody was shown."""
    return list_shown_unique(drawings, (Dealt, ThrownIn))
