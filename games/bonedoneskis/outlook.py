"""The outlook of a hand, for its replay: the share of random deals of the hidden cards in which each hand is best."""

from typing import Final

from games.bonedoneskis.sampling import showdowns
from games.bonedoneskis.view import Phase, View
from games.core.chance import Chance

LAST_STREET: Final = 0.1
"""The part of a hand's lead over an equal share that is left on the last street. Who is still there after all bets has
something against the boards that they see, so what all see tells little by then (`tests/bench/outlooks.py`)."""


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, how often the hand is best, by the boards and the bets; () while no hand is played."""
    found = shares(view, chance, samples)
    if not found or view.street < view.length:
        return found
    fair = 1.0 / len(view.order)
    return tuple(fair + LAST_STREET * (share - fair) if seat in view.order else 0.0 for seat, share in enumerate(found))


def shares(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the hand is best; () while no hand is played."""
    if view.phase in (Phase.NEW, Phase.BETWEEN, Phase.OVER) or not view.order or view.street < 3:
        return ()
    won = [0.0] * view.players
    for values in showdowns(view, [view.chairs[seat] for seat in view.order], [], chance, samples):
        best = max(values)
        first = [seat for seat, value in zip(view.order, values, strict=True) if value == best]
        for seat in first:
            won[seat] += 1.0 / len(first)
    return tuple(share / samples for share in won)
