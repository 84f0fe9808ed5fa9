"""Feats for the records: blocked hands, and points scored in a hand."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import Feat, Partners, Record
from tests.fifth_game.block.events import Event, HandEnded

RECORDS: Final = (Record("blocks"), Record("best_hand", highest=True))
PARTNERS: Final[Partners] = ()
FEAT_EVENTS: Final = ("block.hand_ended",)


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order; events other than `FEAT_EVENTS` may be left out."""
    return map(_of, events)


def _of(event: Event) -> tuple[Feat, ...]:
    if not isinstance(event, HandEnded) or event.winner is None:
        return ()
    best = Feat("best_hand", event.winner, event.points)
    return (Feat("blocks", event.winner), best) if event.how == "blocked" else (best,)
