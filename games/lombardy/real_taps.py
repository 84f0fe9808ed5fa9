"""The taps that write down a hand of Lombardy Bones from a real table."""

from typing import Final

from games.core.options import Options, bind
from games.core.real_table import Hand, HandLine, Taps, make_seat_taps, make_taps
from games.lombardy.options import House
from games.lombardy.real_table import SCORES
from games.pieces.dominoes import CODES, DOUBLES
from games.pieces.left_over import tap_left_over

_DOUBLES: Final = tuple(CODES[piece] for piece in reversed(DOUBLES))


def tap_real(players: int, options: Options, hand: Hand, line: HandLine | None) -> Taps:
    """Offer scores and calls, then the end of the hand, and then what everybody has left."""
    ended = any(other.verb in ("out", "blocked", "passed") for other in hand)
    if line is None:
        return Taps(() if ended else (make_taps("blocked", "passed"),))
    match line.verb:
        case "left":
            return tap_left_over(hand, line)
        case "wrong" if not line.rest:
            groups = (range(first, first + 25) for first in (1, 26, 51, 76))
            return Taps(tuple(make_taps(*map(str, group)) for group in groups), may_end=False)
        case "renege":
            return _tap_renege(players, line)
        case "":
            return Taps((make_taps("left"),), may_end=False) if ended else _tap_call(bind(House, options))
        case _:
            return Taps()


def _tap_call(house: House) -> Taps:
    calls = ("out", *(() if house.automatic else ("wrong",)), *(("renege",) if house.hears_renege else ()))
    return Taps((make_taps(*SCORES[:5]), make_taps(*SCORES[5:]), make_taps(*calls)), may_end=False)


def _tap_renege(players: int, line: HandLine) -> Taps:
    """Offer the words after "renege": none for a mistaken call, and each caught player with their double for a true one
    (LB-43)."""
    if line.seat is None:
        return Taps()
    last = line.words.split()[-1]
    if last == "renege":
        return Taps((make_seat_taps(players, line.seat),))
    if last in _DOUBLES:
        return Taps((make_seat_taps(players, line.seat, ", "),))
    if last in ("held", "laid"):
        return Taps((make_taps(*_DOUBLES),), may_end=False)
    return Taps((make_taps("held", "laid"),), may_end=False)
