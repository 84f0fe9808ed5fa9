"""The first hand of Pussers Bones: two bones to say Yes! to, a flower, and a dragon that ties up."""

from functools import partial
from typing import Final

from games.core.chance import Chance
from games.core.first_hand import FirstHand
from games.core.robots import Level, Thought
from games.core.seats import Seat
from games.pieces.bones import FULL_SET, Bone, from_code, is_pretty
from games.pussers.moves import Discard, DoBone, Move, Pass, Pluck, Yes
from games.pussers.robot import robot as usual_robot
from games.pussers.view import Phase, View

_RACK: Final = "S2 S2 B5 B5 R7 R7 R7 DR DR R9 R9 S4 B8"
"""The beginner's rack, as Eddie. Each other seat plucks its first bone for Eddie, which is below `_SHOWN`."""
_SHOWN: Final = "S9"
"""The bone that the beginner plucks for Eddie (PB-7). The next seat's third group of four begins with it (PB-15)."""
_WALL: Final = "WN R3 S2 WW S8 B5 R1 B3 S6 F1 R4 DR"
"""The first bones of the wall. Robots throw out what they pluck: the beginner says Yes! to the S2 and the B5, and
Do Bone! to the DR. F1 is the beginner's flower."""
_AGAIN: Final = "R9 S2 B5 DR R9"
"""The helpful bones once more, for a beginner who let one go. Three other bones come before each of them."""
_LOOSE: Final = "WW S5"
"""The last stack, from which the bone for the flower comes."""


def _parse_bones(codes: str) -> list[Bone]:
    return [from_code(code) for code in codes.split()]


def _build_order() -> tuple[Bone, ...]:
    mine, wall, again, loose = _parse_bones(_RACK), _parse_bones(_WALL), _parse_bones(_AGAIN), _parse_bones(_LOOSE)
    remaining = list(FULL_SET)
    for bone in (*mine, *wall, *again, *loose, from_code(_SHOWN)):
        remaining.remove(bone)
    pretties = [bone for bone in remaining if is_pretty(bone)]
    plain = [bone for bone in remaining if not is_pretty(bone)]
    mixed = [plain[5 * place % len(plain)] for place in range(len(plain))]  # every bone once: 5 does not divide 104
    mixed.insert(8, from_code(_SHOWN))
    racks = (mine, mixed[:13], mixed[13:26], mixed[26:39])
    dealt = [bone for first in (0, 4, 8) for rack in racks for bone in rack[first : first + 4]]
    dealt += [rack[12] for rack in racks]
    rest: list[Bone] = []
    for number, bone in enumerate(mixed[39:], 1):
        rest.append(bone)
        if not number % 3 and again:
            rest.append(again.pop(0))
    return (*dealt, *wall, *rest, *pretties, *loose)


def _robot(view: View, chance: Chance) -> Thought[Move] | None:
    """Throw out the bone that was plucked, and call nothing."""
    thought = usual_robot(view, chance, Level.DECKHAND)
    if thought is None or isinstance(thought.move, Yes):
        return thought and Thought(Pass(), "calls_nothing")
    if isinstance(thought.move, DoBone) and view.phase != Phase.TURN:
        return Thought(Pass(), "calls_nothing")
    if isinstance(thought.move, Discard | DoBone) and view.working is not None:
        return Thought(Discard(view.working), "drawn")
    return thought


FIRST_HAND: Final = FirstHand[View, Move](
    players=4,
    order=_build_order(),
    robot=_robot,
    advise=partial(usual_robot, level=Level.SHELLBACK),
    house={"eddie_by": "pluck", "break_choice": "random", "enforcement": "guarded"},
    opening=tuple((Seat(seat), Pluck()) for seat in (1, 2, 3, 0)),
)
