"""Feats for the records: games won, and the most points by going out."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import Feat, Record
from games.duo.events import Event, GameWon, HandEnded

RECORDS: Final = (Record("games_won"), Record("most_points", highest=True))
FEAT_EVENTS: Final = ("duo.game_won", "duo.hand_ended")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order; events other than `FEAT_EVENTS` may be left out."""
    return map(_of, events)


def _of(event: Event) -> tuple[Feat, ...]:
    match event:
        case GameWon(winners=winners):
            return tuple(Feat("games_won", seat) for seat in winners)
        case HandEnded(how="out", last=seat, points=points):
            return (Feat("most_points", seat, points),)
        case _:
            return ()
