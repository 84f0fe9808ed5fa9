"""Achievements for the records: tie-ups, Moons, the best score, the longest run as Eddie, wrong calls."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import Feat, Record
from games.core.seats import Seat
from games.pussers.events import EddieFound, Event, HandOver, Settled, ShitTiedUp, TiedUp

RECORDS: Final = (
    Record("tie_ups"),
    Record("moons"),
    Record("best_score", highest=True),
    Record("eddie_run", highest=True),
    Record("wrong_calls"),
)
FEAT_EVENTS: Final = (
    "pussers.tied_up",
    "pussers.shit_tied_up",
    "pussers.settled",
    "pussers.eddie_found",
    "pussers.hand_over",
)


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. Events other than `FEAT_EVENTS` may be left out."""
    eddie: Seat | None = None
    run = 0
    for event in events:
        found = list(_of_calls(event))
        if isinstance(event, HandOver) and eddie is not None:
            run += 1
            found.append(Feat("eddie_run", eddie, run))
        if isinstance(event, HandOver | EddieFound):
            following = event.next_eddie if isinstance(event, HandOver) else event.seat
            eddie, run = following, run if following == eddie else 0
        yield tuple(found)


def _of_calls(event: Event) -> Iterator[Feat]:
    match event:
        case TiedUp(seat=seat, kind=kind, score=score):
            yield Feat("tie_ups", seat)
            if kind == "moon":
                yield Feat("moons", seat)
            if score:
                yield Feat("best_score", seat, score)
        case ShitTiedUp(seat=seat):
            yield Feat("wrong_calls", seat)
        case Settled(calls=calls):
            yield from (
                Feat("wrong_calls", call.seat) for call in calls if call.said == "yes" and call.came_to == "void"
            )
