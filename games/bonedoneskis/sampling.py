"""Random deals of the cards that a view hides, and the share of them in which each hand is best."""

from collections.abc import Iterator, Sequence
from typing import Final

from games.bonedoneskis.evaluate import evaluator
from games.bonedoneskis.options import Readings
from games.bonedoneskis.packed import UNSEEN, Line, Placed, card_of, filled, make_placed
from games.bonedoneskis.view import Chair, Lying, View
from games.core.chance import Chance
from games.pieces.cards import ALL, RANK, Card

SAMPLES: Final = 40
"""The number of sampled deals of the unseen cards for one estimate."""
RULES: Final = Readings()


def strength(view: View, chance: Chance, change: Line | None = None, samples: int = SAMPLES) -> float:
    """The chance, 0 to 1, that the viewer's hand is best, from random deals of the unseen cards.

    Others' face-up cards count as they lie. `change` is the viewer's line as it might become.
    """
    assert view.seat is not None
    own = change if change is not None else line_of(view.chairs[view.seat])
    others = [line_of(view.chairs[seat]) for seat in view.order if seat != view.seat]
    won = 0.0
    for mine, *theirs in _showdowns(view, (own, *others), chance, samples):
        best = max(theirs, default=0)
        won += 1.0 if mine > best else 0.5 if mine == best else 0.0
    return won / samples


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of so many deals in which the hand is best; () while no hand is played."""
    if view.phase in ("new", "between", "over") or not view.order or view.street < 3:
        return ()
    won = [0.0] * view.players
    lines = [line_of(view.chairs[seat]) for seat in view.order]
    for values in _showdowns(view, lines, chance, samples):
        best = max(values)
        first = [seat for seat, value in zip(view.order, values, strict=True) if value == best]
        for seat in first:
            won[seat] += 1.0 / len(first)
    return tuple(share / samples for share in won)


def _showdowns(view: View, lines: Sequence[Line], chance: Chance, samples: int) -> Iterator[list[int]]:
    """For each deal of the unseen cards, the values of these hands at the showdown."""
    seen = {card_of(placed) for line in lines for placed in line if card_of(placed) != UNSEEN}
    unseen = [card for card in ALL if card not in seen]
    streets = range(max(view.street, 3) + 1, view.length + 1)
    to_come = tuple(make_placed(UNSEEN, street, street < view.length) for street in streets)
    showdown = evaluator(RULES).showdown
    for _ in range(samples):
        deck = list(unseen)

        def draw(deck: list[Card] = deck) -> Card:
            return deck.pop(chance.below(len(deck))) if len(deck) > 1 else deck[0]

        yield [showdown(filled((*line, *to_come), draw)) for line in lines]


def line_of(chair: Chair) -> Line:
    """A line as the evaluator reads it; a card that the viewer cannot see is `UNSEEN`."""
    return tuple(_held(lying) for lying in chair.line)


def _held(lying: Lying) -> Placed:
    card = UNSEEN if lying.card is None else lying.card
    paid = lying.mark == "wild" and lying.card is not None and RANK[lying.card] == 11
    return make_placed(card, lying.dealt, lying.up, max(lying.dealt, 3), paid)
