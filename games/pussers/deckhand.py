"""A robot of Pussers Bones that looks at its own bones alone: it collects the suit that it has most of."""

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.robot_aims import ANY, SUITS, Aim
from games.pussers.view import View


def throws(view: View) -> Thought:
    """The bone of which it holds fewest, and first of all one that it does not collect."""
    aim, held = _aim(view), view.counts
    stray = [kind for kind in aim.outside if held[kind]]
    return aim.plainly[min(stray or (kind for kind in aim.inside if held[kind]), key=held.__getitem__)]


def serves(view: View, bone: Bone) -> bool:
    """True if it collects such bones."""
    return bool(_aim(view).mask >> bone & 1)


def _aim(view: View) -> Aim:
    if view.house.suits == "any":
        return ANY
    held, sets = view.counts, view.chairs[view.seat or 0].sets
    fitting = [suit for suit in range(3) if SUITS[suit].fits(sets)] or [0]
    return SUITS[max(fitting, key=lambda suit: sum(held[9 * suit : 9 * suit + 9]))]
