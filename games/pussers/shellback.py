"""The strongest robot of Pussers Bones: it throws and takes the bones that leave its rack the best prospects."""

from typing import Final

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.moves import Discard
from games.pussers.prospects import best_throw, expect, look
from games.pussers.view import SetOut as Set
from games.pussers.view import View

_TAKES: Final = 0.8
"""The share of its prospects that a rack must keep after a "Yes!". Below 1, since a pair on the tray is certain."""


def throws(view: View) -> Thought[Discard]:
    """Throw the bone that leaves the rack with the best prospects."""
    found = best_throw(look(view), view.counts)
    first, *rest = (f"aim/{aim.name}" for aim in found.aims)
    hundred, other = round(100 * found.worth), round(100 * found.rival_worth)
    facts: dict[str, int | str] = {"aim": first, "second": rest[0] if rest else first, "this": hundred, "other": other}
    throw, rival, both = Discard(Bone(found.kind)), Discard(Bone(found.rival)), bool(rest) and rest[0] != first
    if hundred == other:
        return Thought(throw, "both_alike" if both else "alike", facts)
    return Thought(throw, "both_prospects" if both else "prospects", facts, rival)


def serves(view: View, bone: Bone) -> bool:
    """True if calling the bone leaves more than `_TAKES` of the viewer's prospects (PB-41, PB-42)."""
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
    worth = best_throw(after, rest).worth if standing == 2 else expect(after, rest)  # PB-42: a bone is owed
    return worth > _TAKES * expect(look(view), view.counts)
