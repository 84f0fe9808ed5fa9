"""Feats for the records: hands, games, games won, and the most points by going out."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import HANDS, Feat, Partners, Record
from games.core.seats import Seat
from games.duo.events import Event, GameWon, HandEnded

RECORDS: Final = (
    Record(HANDS),
    Record("games"),
    Record("games_won", out_of="games", on_season_card=True),
    Record("most_points", highest=True),
)
PARTNERS: Final[Partners] = ((Seat(0), Seat(2)), (Seat(1), Seat(3)))
FEAT_EVENTS: Final = ("duo.game_won", "duo.hand_ended")
_SEATS: Final = tuple(map(Seat, range(4)))


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. The caller may leave out events that are not of `FEAT_EVENTS`."""
    return map(_list_feats, events)


def _list_feats(event: Event) -> tuple[Feat, ...]:
    match event:
        case GameWon(winners=winners):
            return (*(Feat("games_won", seat) for seat in winners), *(Feat("games", seat) for seat in _SEATS))
        case HandEnded(how=how, last=seat, points=points):
            best = (Feat("most_points", seat, points),) if how == "out" and points else ()
            return (*best, *(Feat(HANDS, seat) for seat in _SEATS))
        case _:
            return ()
