"""Cards that are turned up or down: Queen of Hearts, King's Men, 4-tician, River King (R17, R18, R19, R25)."""

from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.packed import card_of, is_up, list_down_places
from games.bonedoneskis.events import Asked, KingCalled, TurnedDown, TurnedUp
from games.bonedoneskis.moves import TurnCard, TurnUp
from games.bonedoneskis.rulebook import Trigger
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import code_or_unknown


def turn_up(unfolding: Unfolding, seat: Seat, move: TurnUp) -> None:
    """Turn up a face-down card: any seat's by the queen of hearts (R17), one's own by a black king (R18).

    Raises Refused for a seat that was not asked, a seat that is not live, or a place that does not exist.
    """
    state, asked = unfolding.state, unfolding.need_question(seat, "R17", "R18")
    if asked.rule == "R18" and move.seat != seat:
        raise Refused("R18", "own_cards")
    if move.seat not in state.live_seats:
        raise Refused(asked.rule, "not_live", seat=move.seat)
    places = list_down_places(state.lines[move.seat])
    if not 1 <= move.place <= len(places):
        raise Refused(asked.rule, "no_place", seat=move.seat, places=len(places))
    _turn_up_at(unfolding, asked, move.seat, places[move.place - 1])


def _turn_up_at(unfolding: Unfolding, asked: Asked, seat: Seat, place: int, late: bool = False) -> None:
    card = card_of(unfolding.state.lines[seat][place])
    unfolding.add(TurnedUp(asked.rule, asked.seat, asked.cards[0], seat, card, late))


def turn_leftmost_up(unfolding: Unfolding, asked: Asked) -> None:
    """Turn up the leftmost face-down card of a black king's owner who did not answer (SM-4)."""
    _turn_up_at(unfolding, asked, asked.seat, list_down_places(unfolding.state.lines[asked.seat])[0], True)


def turn_card(unfolding: Unfolding, seat: Seat, move: TurnCard) -> None:
    """Turn down any live player's face-up card with a red 4 (R19), or turn up a card of one's own by a black
    king (R18). Raises Refused."""
    state, asked = unfolding.state, unfolding.need_question(seat, "R18", "R19")
    if asked.rule == "R18":
        line = state.lines[seat]
        place = next((place for place in list_down_places(line) if card_of(line[place]) == move.card), None)
        if place is None:
            raise Refused("R18", "own_cards")
        _turn_up_at(unfolding, asked, seat, place)
        return
    for owner in state.live_seats:
        if any(is_up(placed) and card_of(placed) == move.card for placed in state.lines[owner]):
            unfolding.add(TurnedDown(seat, asked.cards[0], owner, move.card))
            return
    raise Refused("R19", "no_target", card=code_or_unknown(move.card))


def call_king(unfolding: Unfolding, trigger: Trigger) -> None:
    """Record the call of a River King; it takes effect when the river is dealt (R25, SM-13)."""
    unfolding.add(KingCalled(trigger.seat, trigger.cards[0]))
