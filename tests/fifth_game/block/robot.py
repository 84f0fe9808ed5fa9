"""Robots for Block. The deckhand lays its heaviest bone; the old hand guesses what others lack."""

from math import comb
from typing import Final

from games.core import Chance, Level
from games.core.robots import EVEN, Temper, Thought, weigh
from games.core.seats import find_next_seat
from games.core.view import own_seat
from games.pieces.dominoes import ALL, PIPS, WITH, mask
from games.pieces.line import Line
from tests.fifth_game.block.moves import Knock, Lay, Move, Next, plays
from tests.fifth_game.block.view import Phase, View

_ALL: Final = mask(ALL)


def robot(view: View, chance: Chance, level: Level = Level.OLD_HAND, temper: Temper = EVEN) -> Thought[Move] | None:
    """The move of a robot of this level with its reason; None to stay silent."""
    if view.phase == Phase.BETWEEN:
        return Thought(Next(), "next")
    if view.seat is None or view.turn != view.seat:
        return None
    mine = plays(view)
    if not mine:
        return Thought(Knock(), "nothing_fits")
    if len(mine) == 1:
        return Thought(mine[0], "only_one")
    if level is Level.DECKHAND:
        return weigh(mine, lambda play: {"heaviest": PIPS[play.bone]}, chance)
    return weigh(mine, lambda play: _weigh(view, play), chance, temper)


def _weigh(view: View, play: Lay) -> dict[str, float]:
    line = view.line.lay(play.bone, play.end) if play.end else Line.begin(play.bone)
    left = mask(view.holding) & ~(1 << play.bone)
    if not left:
        return {"goes_out": 1_000.0}
    other = find_next_seat(own_seat(view), view.players)
    unseen = _ALL & ~left & ~line.on_table
    for number in range(7):
        if view.lacking[other] >> number & 1:
            unseen &= ~WITH[number]
    stuck = _chance_of_none(unseen.bit_count(), (unseen & line.wanted).bit_count(), view.counts[other])
    return {
        "sheds": PIPS[play.bone] * 0.5,
        "goes_on": 1.5 * (left & line.wanted).bit_count(),
        "other_knocks": 12.0 * stuck,
    }


def _chance_of_none(unseen: int, fitting: int, held: int) -> float:
    """The chance that a hand of `held` bones, drawn from `unseen`, has none of the `fitting`."""
    return comb(unseen - fitting, held) / comb(unseen, held) if held <= unseen - fitting else 0.0
