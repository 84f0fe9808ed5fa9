"""Turning of cards: Queen of Hearts, King's Men, 4-tician, River King (R17, R18, R19, R25)."""

from games.bonedoneskis.events import Asked, KingCalled, TurnedDown, TurnedUp
from games.bonedoneskis.moves import TurnDown, TurnUp
from games.bonedoneskis.packed import card_of, down_places, is_up
from games.bonedoneskis.rulebook import Trigger
from games.bonedoneskis.unfolding import Unfolding
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import CODES


def turn_up(unfolding: Unfolding, seat: Seat, move: TurnUp) -> None:
    """Turn up a face-down card: any seat's by the queen of hearts (R17), one's own by a black king (R18).

    Raises Refused for a seat that was not asked, a seat that is not live, or a place that does not exist.
    """
    state, asked = unfolding.state, unfolding.state.asked
    if asked is None or asked.rule not in ("R17", "R18"):
        raise Refused("SM-1", "not_asked")
    if asked.seat != seat:
        raise Refused(asked.rule, "not_asked", seat=asked.seat)
    if asked.rule == "R18" and move.seat != seat:
        raise Refused("R18", "own_cards")
    if move.seat not in state.order:
        raise Refused(asked.rule, "not_live", seat=move.seat)
    places = down_places(state.lines[move.seat])
    if not 1 <= move.place <= len(places):
        raise Refused(asked.rule, "no_place", seat=move.seat, places=len(places))
    _up(unfolding, asked, move.seat, places[move.place - 1])


def _up(unfolding: Unfolding, asked: Asked, seat: Seat, place: int) -> None:
    card = card_of(unfolding.state.lines[seat][place])
    unfolding.add(TurnedUp(asked.rule, asked.seat, asked.cards[0], seat, card))


def leftmost(unfolding: Unfolding, asked: Asked) -> None:
    """Turn up the leftmost face-down card of a black king's owner who did not answer (SM-4)."""
    _up(unfolding, asked, asked.seat, down_places(unfolding.state.lines[asked.seat])[0])


def turn_down(unfolding: Unfolding, seat: Seat, move: TurnDown) -> None:
    """Turn down any live player's face-up card with a red 4 (R19). Raises Refused."""
    state, asked = unfolding.state, unfolding.state.asked
    if asked is None or asked.rule != "R19":
        raise Refused("SM-1", "not_asked")
    if asked.seat != seat:
        raise Refused("R19", "not_asked", seat=asked.seat)
    for owner in state.order:
        if any(is_up(placed) and card_of(placed) == move.card for placed in state.lines[owner]):
            unfolding.add(TurnedDown(seat, asked.cards[0], owner, move.card))
            return
    raise Refused("R19", "no_target", card=CODES[move.card] if 0 <= move.card < 52 else "?")


def call_king(unfolding: Unfolding, trigger: Trigger) -> None:
    """Record the call of a River King; it takes effect when the river is dealt (R25, SM-13)."""
    unfolding.add(KingCalled(trigger.seat, trigger.cards[0]))
