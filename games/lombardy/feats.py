"""Feats for the records: scores called, reneges caught, games won, wrong calls."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import Feat, Record
from games.lombardy.events import Called, Event, GameOver, RenegeCalled

RECORDS: Final = (Record("scores_called"), Record("reneges"), Record("games_won"), Record("wrong_calls"))
FEAT_EVENTS: Final = ("lombardy.called", "lombardy.renege_called", "lombardy.game_over")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order; events other than `FEAT_EVENTS` may be left out."""
    return map(_of, events)


def _of(event: Event) -> tuple[Feat, ...]:
    match event:
        case Called(seat=seat, right=right, automatic=False):
            return (Feat("scores_called" if right else "wrong_calls", seat),)
        case RenegeCalled(seat=seat, true=true):
            return (Feat("reneges" if true else "wrong_calls", seat),)
        case GameOver(winners=winners):
            return tuple(Feat("games_won", seat) for seat in winners)
        case _:
            return ()
