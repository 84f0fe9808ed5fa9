"""The weaker robot of Pussers Bones. It looks only at its own bones, and collects its longest suit."""

from games.core.robots import EVEN, Temper, Thought
from games.pieces.bones import Bone
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.robots.robot_aims import ANY, SUITS, Aim, explain_answer, explain_throw, mask_of_tray
from games.pussers.view import View


def choose_throw(view: View, temper: Temper = EVEN) -> Thought[Discard]:
    """Throw a bone outside the collected suit, or otherwise any bone; of several kinds, the one it holds fewest of."""
    aim, held = _choose_aim(view), view.counts
    first, *others = sorted((kind for kind in range(34) if held[kind]), key=lambda kind: (aim.has(kind), held[kind]))
    if not others:
        return explain_throw("only_kind", aim, first)
    rival = others[0]
    if not aim.has(first):
        return explain_throw("stray", aim, first, rival)
    return explain_throw("fewest", aim, first, rival, {"held": held[first], "rival_held": held[rival]})


def choose_answer(view: View, bone: Bone, temper: Temper = EVEN) -> Thought[Yes | Pass]:
    """Say whether the bone serves the hand that the robot collects (PB-41)."""
    aim = _choose_aim(view)
    if not aim.has(bone):
        return explain_answer("not_of_them", aim)
    alike = view.counts[bone] if view.counts[bone] > 1 else 3  # the bone would be the fourth of an Open pair
    return explain_answer("serves", aim, {"this": alike + 1, "other": alike}, yes=True)


def _choose_aim(view: View) -> Aim:
    if view.house.suits == "any":
        return ANY
    held, tray = view.counts, mask_of_tray(view.chairs[view.seat or 0].sets)
    fitting = [suit for suit in range(3) if SUITS[suit].fits(tray)] or [0]
    return SUITS[max(fitting, key=lambda suit: sum(held[9 * suit : 9 * suit + 9]))]
