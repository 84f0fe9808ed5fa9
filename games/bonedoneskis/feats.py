"""Achievements for the records: the biggest pot, Bonedoneskis, and wars won."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.bonedoneskis.events import Duelled, Event, HandEnded
from games.core.results import Feat, Record
from games.core.seats import Seat

RECORDS: Final = (Record("biggest_pot", highest=True), Record("bonedoneskis"), Record("duels"))
FEAT_EVENTS: Final = ("bonedoneskis.hand_ended", "bonedoneskis.duelled")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. Events other than `FEAT_EVENTS` may be left out."""
    return map(_of, events)


def _of(event: Event) -> tuple[Feat, ...]:
    if isinstance(event, Duelled):
        return (Feat("duels", event.winner),)
    if not isinstance(event, HandEnded):
        return ()
    found = []
    best = max(range(len(event.net)), key=event.net.__getitem__)
    if event.net[best] > 0:
        found.append(Feat("biggest_pot", Seat(best), sum(pot.amount for pot in event.pots)))
    if event.how == "bonedoneskis" and event.seat is not None:
        found.append(Feat("bonedoneskis", event.seat))
    return tuple(found)
