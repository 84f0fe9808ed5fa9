"""The weaker robot of Pussers Bones. It looks only at its own bones, and collects its longest suit."""

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.moves import Discard
from games.pussers.robot_aims import ANY, SUITS, Aim, mask_of_tray
from games.pussers.view import View


def throws(view: View) -> Thought[Discard]:
    """Throw the bone held least often, starting with those outside the collected suit."""
    aim, held = _aim(view), view.counts
    stray = [kind for kind in aim.outside if held[kind]]
    return aim.plainly[min(stray or (kind for kind in aim.inside if held[kind]), key=held.__getitem__)]


def serves(view: View, bone: Bone) -> bool:
    """True if the bone serves the hand that the robot collects."""
    return bool(_aim(view).mask >> bone & 1)


def _aim(view: View) -> Aim:
    if view.house.suits == "any":
        return ANY
    held, tray = view.counts, mask_of_tray(view.chairs[view.seat or 0].sets)
    fitting = [suit for suit in range(3) if SUITS[suit].fits(tray)] or [0]
    return SUITS[max(fitting, key=lambda suit: sum(held[9 * suit : 9 * suit + 9]))]
