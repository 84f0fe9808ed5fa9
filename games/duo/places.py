"""The places of the tiles that everybody was shown, so that each can be proved (docs/fairness.md)."""

from collections.abc import Iterable

from games.core.places import Drawing, Shown, shown_of_unique
from games.duo.events import Dealt, ThrownIn
from games.duo.state import State


def shown_places(before: State | None, drawings: Iterable[Drawing]) -> Shown:
    """For each order of a hand, the places of the pieces that everybody was shown."""
    return shown_of_unique(drawings, (Dealt, ThrownIn))
