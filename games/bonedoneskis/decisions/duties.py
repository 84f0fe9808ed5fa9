"""Duties, and payments between players: black jacks, hooks, duels, the nine, Krablers (R6, R16, R21, R23, R24)."""

from games.bonedoneskis.decisions.unfolding import Unfolding
from games.bonedoneskis.events import Asked, Duelled, FeePaid, Folded, KrablerBound, NinePaid
from games.bonedoneskis.moves import Fold, Pay
from games.bonedoneskis.rulebook import Trigger, stake_of
from games.core.folding import must_have
from games.core.seats import Seat
from games.pieces.cards import ALL, RANK, Card


def pay_or_fold(unfolding: Unfolding, seat: Seat, move: Pay | Fold) -> None:
    """Pay or fold (SM-10). A stack too short for the fee pays what it has, but activates no jack. Raises Refused."""
    state, asked = unfolding.state, unfolding.need_question(seat, "R6", "R23")
    if isinstance(move, Fold):
        unfolding.add(Folded(seat, asked.rule, False, unfolding.at))
        return
    amount = min(state.house.fee, state.stacks[seat])
    unfolding.add(FeePaid(asked.rule, seat, asked.cards, amount, amount == state.house.fee))


def fold_silent_seat(unfolding: Unfolding, asked: Asked) -> None:
    """Fold a seat that did not answer a fee (SM-10)."""
    unfolding.add(Folded(asked.seat, asked.rule, True, unfolding.at))


def find_winning_side(turns: list[tuple[Card, Card]]) -> int | None:
    """The winner of a war: 0 for the left player of each turn, 1 for the right one, None if the war is undecided.

    The player ahead wins as soon as they have won two turns, or as soon as three turns or more have been played.
    """
    first = sum(1 for left, right in turns if RANK[left] > RANK[right])
    second = sum(1 for left, right in turns if RANK[right] > RANK[left])
    if first == second or (max(first, second) < 2 and len(turns) < 3):
        return None
    return int(second > first)


def play_war(unfolding: Unfolding, trigger: Trigger) -> None:
    """Play the war of the snowmen with a second deck: both players pay the stake, and the winner takes both (R16,
    SM-2). Nobody can decline, even after folding."""
    snowmen = must_have(unfolding.state.snowmen, "snowmen")
    cards = list(unfolding.chance.shuffle(ALL))
    turns: list[tuple[Card, Card]] = []
    winning_side: int | None = None
    while winning_side is None:
        turns.append((cards.pop(), cards.pop()))
        winning_side = find_winning_side(turns)
    winner = (snowmen.first, snowmen.second)[winning_side]
    unfolding.add(Duelled(snowmen.first, snowmen.second, stake_of(unfolding.state), tuple(turns), winner))


def pay_nine(unfolding: Unfolding, trigger: Trigger) -> None:
    """Make every other live player pay the owner of the nine of spades, as far as their stacks go (R21, SM-12)."""
    state = unfolding.state
    amounts = tuple(
        min(state.house.nine_pay, state.stacks[seat]) if seat in state.live_seats and seat != trigger.seat else 0
        for seat in range(state.players)
    )
    unfolding.add(NinePaid(trigger.seat, amounts))


def bind_krabler(unfolding: Unfolding, trigger: Trigger) -> None:
    """Bind the Krabler's owner to a bet or a raise in this round (R24, SM-14)."""
    unfolding.add(KrablerBound(trigger.seat, trigger.cards))
