"""The taps that write down a hand of Duo Dominoes from a real table."""

from games.core.options import Options
from games.core.real_table import Hand, Line, Taps, tap_words
from games.pieces.dominoes import tap_left_over


def tap_real(players: int, options: Options, hand: Hand, line: Line | None) -> Taps:
    """Offer the end of the hand, and then what the others have left."""
    if line is None:
        return Taps()
    if line.verb == "left":
        return tap_left_over(hand, line)
    if line.words:
        return Taps()
    ended = any(other.verb in ("out", "blocked") for other in hand)
    return Taps((tap_words("left") if ended else tap_words("out", "blocked"),), whole=False)
