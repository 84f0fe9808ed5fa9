"""Feats for the records: hands, scores called, reneges caught, games, games won, wrong calls."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.core.results import HANDS, Feat, Loss, Partners, Record, WrongCall
from games.core.seats import Seat
from games.lombardy.events import Called, Counted, Event, GameOver, RenegeCalled
from games.lombardy.state import State
from games.pieces.dominoes import code

RECORDS: Final = (
    Record(HANDS),
    Record("games"),
    Record("games_won", out_of="games", on_season_card=True),
    Record("scores_called", on_season_card=True),
    Record("reneges"),
    Record("wrong_calls"),
)
PARTNERS: Final[Partners] = ()
FEAT_EVENTS: Final = ("lombardy.called", "lombardy.renege_called", "lombardy.counted", "lombardy.game_over")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. The caller may leave out kinds other than `FEAT_EVENTS`."""
    return map(_list_feats, events)


def _list_feats(event: Event) -> tuple[Feat, ...]:
    match event:
        case Called(seat=seat, right=right, automatic=False):
            return (Feat("scores_called" if right else "wrong_calls", seat),)
        case RenegeCalled(seat=seat, true=true):
            return (Feat("reneges" if true else "wrong_calls", seat),)
        case Counted(sheet=sheet):
            return tuple(Feat(HANDS, Seat(seat)) for seat in range(len(sheet)))
        case GameOver(winners=winners, sheet=sheet):
            tries = (Feat("games", Seat(seat)) for seat in range(len(sheet)))
            return (*(Feat("games_won", seat) for seat in winners), *tries)
        case _:
            return ()


def find_wrong_call(event: Event) -> WrongCall | None:
    """The wrong call that an event records: a score that was not there (LB-32) or a mistaken renege (LB-44)."""
    match event:
        case Called(seat=seat, right=False, change=change) | RenegeCalled(seat=seat, true=False, change=change):
            return WrongCall(seat, -change)
        case _:
            return None


def find_losses(before: State, event: Event, after: State) -> tuple[Loss, ...]:
    """Scores that were never called (LB-30), once the hand is counted, and wrong calls (LB-32, LB-44)."""
    if isinstance(event, Counted):
        return tuple(Loss(seat, "uncalled", worth, code(bone)) for seat, bone, worth in after.uncalled)
    wrong = find_wrong_call(event)
    return () if wrong is None else (Loss(wrong.seat, "wrong_call", wrong.cost),)
