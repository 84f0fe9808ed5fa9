"""Fees and payments owed: black jacks, hooks, the nine, Krablers (R6, R21, R23, R24)."""

from games.bonedoneskis.events import Asked, FeePaid, Folded, KrablerBound, NinePaid
from games.bonedoneskis.moves import Fold, Pay
from games.bonedoneskis.rulebook import Trigger
from games.bonedoneskis.unfolding import Unfolding
from games.core.refused import Refused
from games.core.seats import Seat


def answer(unfolding: Unfolding, seat: Seat, move: Pay | Fold) -> None:
    """Pay or fold (SM-10). A stack too short for the fee pays what it has, but activates no jack. Raises Refused."""
    state, asked = unfolding.state, unfolding.state.asked
    if asked is None or asked.rule not in ("R6", "R23"):
        raise Refused("SM-1", "not_asked")
    if asked.seat != seat:
        raise Refused(asked.rule, "not_asked", seat=asked.seat)
    if isinstance(move, Fold):
        unfolding.add(Folded(seat, asked.rule, False, unfolding.at))
        return
    amount = min(state.house.fee, state.stacks[seat])
    unfolding.add(FeePaid(asked.rule, seat, asked.cards, amount, amount == state.house.fee))


def fold_instead(unfolding: Unfolding, asked: Asked) -> None:
    """Fold a seat that did not answer a fee (SM-10)."""
    unfolding.add(Folded(asked.seat, asked.rule, True, unfolding.at))


def nine(unfolding: Unfolding, trigger: Trigger) -> None:
    """Make every other live player pay the owner of the nine of spades, as far as their stacks go (R21, SM-12)."""
    state = unfolding.state
    amounts = tuple(
        min(state.house.nine_pay, state.stacks[seat]) if seat in state.order and seat != trigger.seat else 0
        for seat in range(state.players)
    )
    unfolding.add(NinePaid(trigger.seat, amounts))


def bind(unfolding: Unfolding, trigger: Trigger) -> None:
    """Bind the Krabler's owner to a bet or a raise in this round (R24, SM-14)."""
    unfolding.add(KrablerBound(trigger.seat, trigger.cards))
