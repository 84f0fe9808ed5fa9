"""The first hand of Bonedoneskis: a pair of aces, a wild seven, and a Nine to claim."""

from functools import partial
from typing import Final

from games.bonedoneskis import moves
from games.bonedoneskis.moves import Move
from games.bonedoneskis.robot import robot as usual
from games.bonedoneskis.view import Phase, View
from games.core.chance import Chance
from games.core.first_hand import FirstHand
from games.core.robots import Level, Thought
from games.pieces.cards import from_code

_DECK: Final = (
    "As Ts Jd Qs  Ad 6d 7s Kd  Tc 5h Ah 4d  9s 9d 4c 4s  7c 2d Qc Ac  Ks 6h Kh 8h  "
    "8s 2s 2h 5s 7d 6c 8c 6s 5d 4h Jc 2c 8d Jh 3s Js 9c Kc 9h Td 5c 7h Th Qd 3c 3h 3d Qh"
)
"""The cards as they are dealt, one to each of four seats in turn. The beginner gets As Ad Tc, 9s, 7c and Ks."""


def _robot(view: View, chance: Chance) -> Thought[Move] | None:
    """Call every bet, raise nothing, and claim nothing."""
    thought = usual(view, chance, Level.DECKHAND)
    if thought is None:
        return None
    if view.phase == Phase.BETTING and "check" in view.acts:
        return Thought(moves.Check(), "not_strong")
    if view.phase == Phase.BETTING and "call" in view.acts:
        return Thought(moves.Call(), "must_call")
    return Thought(moves.Done(), "nothing_to_claim") if isinstance(thought.move, moves.Claim) else thought


FIRST_HAND: Final = FirstHand[View, Move](
    players=4,
    order=tuple(map(from_code, _DECK.split())),
    robot=_robot,
    advise=partial(usual, level=Level.SHELLBACK),
)
