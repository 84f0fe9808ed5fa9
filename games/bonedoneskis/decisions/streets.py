"""Dealing: hands, streets, extensions, and an empty deck (BD-1, BD-9, BD-15, BD-16, R25)."""

from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.evaluation.packed import card_of, deal_street_of, is_spent, is_up
from games.bonedoneskis.evaluation.readings import RED_SIXES
from games.bonedoneskis.events import Dealt, Extended, HandBegan, Reshuffled
from games.bonedoneskis.rulebook import RED_KING_MASK
from games.bonedoneskis.shapes import has_both_red_sixes
from games.bonedoneskis.state import State
from games.core.refused import Refused
from games.core.seats import Seat
from games.pieces.cards import ALL, Card


def begin_hand(unfolding: Unfolding) -> None:
    """Start a hand: antes, the next dealer, a shuffled deck (BD-1, BD-10). Raises Refused if fewer than two can pay."""
    state = unfolding.state
    antes = tuple([min(state.house.ante, stack) for stack in state.stacks])
    if len(antes) - antes.count(0) < 2:
        raise Refused("BD-10", "too_few", needed=2)
    dealer = state.dealer
    if state.hand:
        dealer = next(
            seat for step in range(1, state.players + 1) if antes[seat := Seat((dealer + step) % state.players)]
        )
    unfolding.add(HandBegan(state.hand + 1, dealer, antes, unfolding.chance.shuffle(ALL)))


def _find_river_kings(state: State) -> frozenset[Seat]:
    """The live seats whose River King was called and lies face up (R25)."""
    return frozenset(
        seat
        for seat in state.live_seats
        if state.boards[seat] & RED_KING_MASK
        and any(
            is_up(placed) and is_spent(placed) and deal_street_of(placed) == 2 and RED_KING_MASK >> card_of(placed) & 1
            for placed in state.lines[seat]
        )
    )


def deal_street(unfolding: Unfolding) -> None:
    """Deal a card to each live player in seat order, on third street after two hole cards each (S1, BD-6, BD-9)."""
    state = unfolding.state
    if not state.dealt_to:
        _settle_length(unfolding)
    street, players = state.street, state.players
    undealt_seats = [seat for seat in state.live_seats if seat not in state.dealt_to]
    river = street == state.length
    king_seats = _find_river_kings(state) if river else frozenset()
    up: list[Card | None] = [None] * players
    down: list[tuple[Card, ...]] = [()] * players
    deck, top = state.deck, 0
    if street == 3:
        top = 2 * len(undealt_seats)
        for place, seat in enumerate(undealt_seats):
            down[seat] = (deck[place], deck[place + len(undealt_seats)])
    for seat in undealt_seats:
        if top == len(deck):
            if top:
                unfolding.add(Dealt(street, tuple(up), tuple(down)))
                up, down = [None] * players, [()] * players
            unfolding.add(Reshuffled(unfolding.chance.shuffle(state.muck)))  # BD-16
            deck, top = state.deck, 0
        card = deck[top]
        top += 1
        if not river or (king_seats and seat not in king_seats):
            up[seat] = card
            if card in RED_SIXES and has_both_red_sixes(state.boards[seat] | 1 << card):
                break  # R10: both red 6s end the hand
        else:
            down[seat] = (card,)
    unfolding.add(Dealt(street, tuple(up), tuple(down)))


def _settle_length(unfolding: Unfolding) -> None:
    """Make the game a card longer, if a card of the last street asks for it and enough cards are left (BD-15)."""
    state = unfolding.state
    if not state.extends:
        return
    cards_needed = len(state.live_seats) * 2
    unfolding.add(Extended(state.length + 1, cards_needed > len(state.deck) + len(state.muck)))
