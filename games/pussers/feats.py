"""Feats for the records: hands, tie-ups by kind, Moons, the best score, hands as Eddie, wrong calls."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import HANDS, Feat, Record, WrongCall
from games.core.seats import Seat
from games.pussers.events import EddieFound, Event, HandOver, Paid, SessionBegan, Settled, ShitTiedUp, TiedUp

RECORDS: Final = (
    Record(HANDS),
    Record("tie_ups", out_of=HANDS),
    Record("moons"),
    Record("best_score", highest=True, on_season_card=True),
    Record("eddies", on_season_card=True),
    Record("eddie_run", highest=True, on_season_card=True),
    Record("wrong_calls"),
)
FEAT_EVENTS: Final = (
    "pussers.session_began",
    "pussers.tied_up",
    "pussers.shit_tied_up",
    "pussers.settled",
    "pussers.eddie_found",
    "pussers.hand_over",
)


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. The caller may leave out kinds other than `FEAT_EVENTS`."""
    eddie: Seat | None = None
    run = players = 0
    for event in events:
        found = list(_list_call_feats(event))
        if isinstance(event, SessionBegan):
            players = event.players
        if isinstance(event, HandOver):
            found += (Feat(HANDS, Seat(seat)) for seat in range(players))
            if eddie is not None:
                run += 1
                found += (Feat("eddies", eddie), Feat("eddie_run", eddie, run))
        if isinstance(event, HandOver | EddieFound):
            following = event.next_eddie if isinstance(event, HandOver) else event.seat
            eddie, run = following, run if following == eddie else 0
        yield tuple(found)


def _list_call_feats(event: Event) -> Iterator[Feat]:
    match event:
        case TiedUp(seat=seat, kind=kind, score=score):
            yield Feat("tie_ups", seat, sort=kind)
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


def find_wrong_call(event: Event) -> WrongCall | None:
    """The wrong call that an event records: a Shit Tie Up (PB-82), or a mistaken Yes that the house fines (PB-81)."""
    if isinstance(event, Paid) and event.reason in ("shit_tie_up", "mistaken_yes"):
        return WrongCall(event.seat, -event.amounts[event.seat])
    return None
