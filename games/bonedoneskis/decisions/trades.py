"""Exchanges of cards: 2 Hog, sold 3s, trade cards, 8 Ball, blind swaps (R4, R7, R12, R13, R14, R26)."""

from functools import cache

from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.packed import (
    DEALT,
    arrival_street_of,
    card_of,
    is_spent,
    is_up,
    list_down_places,
    origin_of,
)
from games.bonedoneskis.events import Asked, ChoiceMissed, Replaced, Reshuffled, Sold, Stolen, Swapped, Traded
from games.bonedoneskis.moves import Steal, Trade
from games.bonedoneskis.rulebook import Trigger, find_partner, list_targets
from games.bonedoneskis.state import State
from games.core.folding import must_have
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import Card, code, code_or_unknown, from_code, mask

_ALWAYS_TRADED = (from_code("Ts"), from_code("2h"))
"""The trade cards of every house (R12)."""


@cache
def mask_of_trade_cards(nines: tuple[str, ...]) -> int:
    """The mask of the trade cards: those of every house, and the red `nines` of this one (R12, `trade_nine`)."""
    return mask((*_ALWAYS_TRADED, *(from_code(name) for name in nines)))


def list_trade_cards(state: State) -> tuple[tuple[Seat, Card], ...]:
    """List the trade cards dealt up on this street and not moved since, in seat order (R12, R13)."""
    trade_mask = mask_of_trade_cards(state.house.trade_nines)
    return tuple([
        (seat, card_of(placed))
        for seat in state.live_seats
        if state.boards[seat] & trade_mask
        for placed in state.lines[seat]
        if trade_mask >> card_of(placed) & 1
        and is_up(placed)
        and not is_spent(placed)
        and origin_of(placed) == DEALT
        and arrival_street_of(placed) == state.street
    ])  # fmt: skip


def list_trade_targets(state: State, seat: Seat) -> tuple[Card, ...]:
    """List the targets of a trade card: other live players' face-up cards dealt on this street (R12)."""
    return list_targets(state, seat, street=state.street)


def ask_next_trade(unfolding: Unfolding) -> bool:
    """Ask the owner of the next trade card that has a target. Return True if a seat was asked. A card without a target
    lapses (S2, SM-8)."""
    for seat, card in list_trade_cards(unfolding.state):
        if list_trade_targets(unfolding.state, seat):
            unfolding.add(Asked("R12", seat, (card,), unfolding.at))
            return True
        unfolding.add(ChoiceMissed("R12", seat, (card,)))
    return False


def _find_owner(state: State, card: Card) -> Seat:
    return next(seat for seat in state.live_seats if any(card_of(placed) == card for placed in state.lines[seat]))


def trade(unfolding: Unfolding, seat: Seat, move: Trade) -> None:
    """Swap the trade card or the 8 Ball for the named card. Raises Refused (R12, R14)."""
    state, asked = unfolding.state, unfolding.need_question(seat, "R12", "R14")
    targets = list_trade_targets(state, seat) if asked.rule == "R12" else list_targets(state, seat)
    if move.card not in targets:
        raise _make_refusal(asked.rule, move.card, targets)
    fee = state.house.fee if asked.rule == "R14" else 0
    unfolding.add(Traded(asked.rule, seat, asked.cards[0], _find_owner(state, move.card), move.card, fee, True))


def _make_refusal(rule: str, card: Card, targets: tuple[Card, ...]) -> Refused:
    return Refused(rule, "no_target", card=code_or_unknown(card), targets=tuple(map(code, targets)))


def trade_by_default(unfolding: Unfolding, asked: Asked) -> None:
    """Trade for a silent seat: it gets the rightmost target of the next player clockwise who has a target (R12)."""
    state = unfolding.state
    targets = list_trade_targets(state, asked.seat)
    for other in state.list_clockwise(asked.seat):
        takable = [card_of(placed) for placed in state.lines[other] if card_of(placed) in targets]
        if takable:
            unfolding.add(Traded("R12", asked.seat, asked.cards[0], other, takable[-1], 0, False))
            return


def steal(unfolding: Unfolding, seat: Seat, move: Steal) -> None:
    """Take a 2 or a 5 with the 2 Hog. Raises Refused (R4)."""
    unfolding.need_question(seat, "R4")
    targets = list_targets(unfolding.state, seat, (2, 5))
    if move.card not in targets:
        raise _make_refusal("R4", move.card, targets)
    unfolding.add(Stolen(seat, _find_owner(unfolding.state, move.card), move.card))


def waste_power(unfolding: Unfolding, asked: Asked) -> None:
    """Spend a power without effect, because its owner did not answer (SM-3, SM-5 to SM-7)."""
    unfolding.add(ChoiceMissed(asked.rule, asked.seat, asked.cards))


def sell(unfolding: Unfolding, trigger: Trigger) -> None:
    """Move the 3 to the muck for the fee and replace it with the top card of the deck (R7, SM-11, BD-16)."""
    unfolding.add(Sold(trigger.seat, trigger.cards[0], unfolding.state.house.fee))
    if not unfolding.state.deck:
        unfolding.add(Reshuffled(unfolding.chance.shuffle(unfolding.state.muck)))
    unfolding.add(Replaced(trigger.seat, unfolding.state.deck[0]))


def swap_blind(unfolding: Unfolding, trigger: Trigger) -> None:
    """Swap a random face-down card of the row's owner for one of the row's partner (R26, SM-9)."""
    state, seat = unfolding.state, trigger.seat
    other = must_have(find_partner(state, seat, (trigger.cards[0], trigger.cards[1], trigger.cards[2])), "partner")
    own_places, other_places = list_down_places(state.lines[seat]), list_down_places(state.lines[other])
    place = own_places[unfolding.draw_below(len(own_places))]
    other_place = other_places[unfolding.draw_below(len(other_places))]
    got, given = card_of(state.lines[other][other_place]), card_of(state.lines[seat][place])
    unfolding.add(Swapped(seat, trigger.cards, place, got, other, other_place, given))
