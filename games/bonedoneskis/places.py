"""The places, in the shuffled decks, of the cards shown to everybody, so that each card can be proved
(docs/fairness.md)."""

from collections.abc import Iterable

from games.bonedoneskis.events import Duelled, Event, HandBegan, Reshuffled
from games.bonedoneskis.state import State
from games.core.places import Drawing, Shown, list_shown_unique


def shown_places(before: State | None, drawings: Iterable[Drawing[Event]]) -> Shown:
    """For each shuffled deck of a hand, the places of the cards that everybody was shown."""
    return list_shown_unique(drawings, (HandBegan, Reshuffled), aside=(Duelled,))
