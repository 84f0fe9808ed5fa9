"""The strongest robot of Pussers Bones: it throws and takes the bones that leave its rack the best prospects."""

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.moves import Discard
from games.pussers.prospects import Moment, expect, look
from games.pussers.robot_aims import SUITS, Aim
from games.pussers.view import SetOut as Set
from games.pussers.view import View


def throws(view: View) -> Thought:
    """Throw the bone without which the rest can expect most."""
    _, bone, aim = _best_throw(look(view), view.counts)
    return Thought(Discard(Bone(bone)), "prospects", {"aim": f"aim/{aim.name}"})


def serves(view: View, bone: Bone) -> bool:
    """True if the viewer can expect more with the bone, in a set on the tray, than without it (PB-41, PB-42)."""
    seat = view.seat or 0
    chair = view.chairs[seat]
    standing = view.counts[bone]
    if standing < 2:  # the fourth onto an Open pair, where the house allows it
        return True
    taken = Set("pair" if standing == 2 else "open", bone)
    chairs = (*view.chairs[:seat], chair._replace(sets=(*chair.sets, taken)), *view.chairs[seat + 1 :])
    rest = view.counts[:bone] + b"\0" + view.counts[bone + 1 :]
    lying = bytearray(view.thrown_out)
    lying[bone] -= 1
    after = look(view._replace(chairs=chairs, counts=rest, thrown_out=bytes(lying)))
    worth = _best_throw(after, rest)[0] if standing == 2 else expect(after, rest)[0]  # PB-42: a bone is owed
    return worth > expect(look(view), view.counts)[0]


def _best_throw(moment: Moment, counts: bytes) -> tuple[float, int, Aim]:
    """The throw that leaves most to expect: that worth, the kind, and the aim of the rest."""
    best = -1.0, -1, SUITS[0]
    held = bytearray(counts)
    for kind in range(34):
        if held[kind]:
            held[kind] -= 1
            worth, aim = expect(moment, bytes(held))
            held[kind] += 1
            if worth > best[0]:
                best = worth, kind, aim
    return best
