"""The outlook of a hand, for its replay: how often each seat gains most if the hidden bones are dealt anew."""

from games.core.chance import Chance
from games.lombardy.guess import make_guesser
from games.lombardy.open_hand import OpenHand
from games.lombardy.view import Phase, View


def outlook(view: View, chance: Chance, samples: int) -> tuple[float, ...]:
    """By seat, the share of `samples` deals in which the seat gains most by the count; () while no deal is played."""
    if view.phase != Phase.PLAY or view.line.first is None:
        return ()
    before = view.sheet_before or (0,) * view.players
    gained = [new - old for new, old in zip(view.scores, before, strict=True)]
    guess = make_guesser(view)
    won = [0.0] * view.players
    for _ in range(samples):
        hand = OpenHand(guess(chance))
        hand.finish()
        points = [sum(pair) for pair in zip(gained, hand.points, strict=True)]
        best = max(points)
        leaders = [seat for seat, gain in enumerate(points) if gain == best]
        for seat in leaders:
            won[seat] += 1.0 / len(leaders)
    return tuple(share / samples for share in won)
