"""Achievements for the records: hands played, hands won, the biggest pot, Bonedoneskis, and duels won."""

from collections.abc import Iterable, Iterator
from typing import Final

from games.bonedoneskis.events import Duelled, Event, Folded, HandBegan, HandEnded
from games.bonedoneskis.rulebook import BY_ID, FEE_RULES
from games.bonedoneskis.state import State
from games.core.results import HANDS, Feat, Loss, Record, WrongCall
from games.core.seats import Seat

RECORDS: Final = (
    Record(HANDS),
    Record("hands_won", out_of=HANDS),
    Record("biggest_pot", highest=True, on_season_card=True),
    Record("bonedoneskis", on_season_card=True),
    Record("duels"),
)
FEAT_EVENTS: Final = ("bonedoneskis.hand_began", "bonedoneskis.hand_ended", "bonedoneskis.duelled")


def feats(events: Iterable[Event]) -> Iterator[tuple[Feat, ...]]:
    """The feats of each event of a session, in order. The caller may leave out events that are not of `FEAT_EVENTS`."""
    dealt_in: list[Seat] = []
    for event in events:
        if isinstance(event, HandBegan):
            dealt_in = [Seat(seat) for seat, ante in enumerate(event.antes) if ante]
        yield _list_feats(event, dealt_in)


def _list_feats(event: Event, dealt_in: Iterable[Seat]) -> tuple[Feat, ...]:
    if isinstance(event, Duelled):
        return (Feat("duels", event.winner),)
    if not isinstance(event, HandEnded):
        return ()
    found = [Feat("hands_won", Seat(seat)) for seat, net in enumerate(event.net) if net > 0]
    best_seat = max(range(len(event.net)), key=event.net.__getitem__)
    if event.net[best_seat] > 0:
        found.append(Feat("biggest_pot", Seat(best_seat), sum(pot.amount for pot in event.pots)))
    if event.how == "bonedoneskis" and event.seat is not None:
        found.append(Feat("bonedoneskis", event.seat))
    return (*found, *(Feat(HANDS, seat) for seat in dealt_in))


def find_wrong_call(event: Event) -> WrongCall | None:
    """The wrong call in an event; None if there is none. At a showdown, the seat that lost most made it (BD-20)."""
    if not isinstance(event, HandEnded) or len(event.hands) < 2:
        return None
    seat = min((hand.seat for hand in event.hands), key=event.net.__getitem__)
    return WrongCall(seat, -event.net[seat])


def find_losses(before: State, event: Event, after: State) -> tuple[Loss, ...]:
    """Free powers slept on (R29), once the hand is over, and folds where a check was free (BD-13)."""
    if isinstance(event, HandEnded):
        return tuple(
            Loss(call.seat, "slept", piece=f"choice/{BY_ID[call.rule].name}")
            for call in after.slept
            if call.rule not in FEE_RULES
        )
    betting = before.betting
    if isinstance(event, Folded) and betting is not None and betting.to_match == betting.bets[event.seat]:
        return (Loss(event.seat, "free_fold"),)
    return ()
