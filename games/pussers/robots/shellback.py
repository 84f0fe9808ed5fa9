"""The strongest robot of Pussers Bones: it throws and takes the bones that leave its rack the best prospects."""

from dataclasses import replace
from typing import Final

from games.core.robots import EVEN, Temper, Thought
from games.pieces.bones import Bone, with_more
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.robots.prospects import assess, estimate_payment, find_best_throw
from games.pussers.robots.robot_aims import explain_throw
from games.pussers.view import TraySet, View
from games.pussers.washout import needs_double

_LEAST_KEPT: Final = 0.8
"""The share of its prospects that a rack must keep after a "Yes!". Below 1, since a pair on the tray is certain."""
_LEAST_LOSS: Final = 0.1
"""The loss in "a bit" below which two throws are called equal. Hands played out deny most smaller losses."""


def choose_throw(view: View, temper: Temper = EVEN) -> Thought[Discard]:
    """Throw the bone that leaves the rack with the best prospects."""
    situation, held = assess(view), view.counts
    best = find_best_throw(situation, held)
    if best.rival == best.kind:
        return explain_throw("only_kind", best.aim, best.kind)
    left, rival_left = (situation.unseen[kind] for kind in (best.kind, best.rival))
    facts: dict[str, int | str] = {"aim": f"after/{best.aim.name}", "left": left, "rival_left": rival_left}
    why = "even" if best.worth - best.rival_worth < _LEAST_LOSS else "prospects"
    why += "/fewer" * (left < rival_left)
    breaks = held[best.kind] > 1 and best.kind not in situation.doubling
    if (
        breaks
        and needs_double(view.chairs[view.seat or 0], view.house, held)
        and find_best_throw(replace(situation, doubles=1), held).kind != best.kind
    ):
        why = "seeks_double"  # PB-66
    return explain_throw(why, best.aim, best.kind, best.rival, facts)


def choose_answer(view: View, bone: Bone, temper: Temper = EVEN) -> Thought[Yes | Pass]:
    """Call the bone if that leaves more than `_LEAST_KEPT` of the viewer's prospects (PB-41, PB-42)."""
    standing = view.counts[bone]
    if standing < 2:  # it would be the fourth of an Open pair, where the house allows that
        return Thought(Yes(), "fourth", {}, Pass())
    taken = take_bone(view, bone)
    after, rest = assess(taken), taken.counts
    # After an All-Of a bone is owed, and nothing is thrown yet (PB-42).
    worth = find_best_throw(after, rest).worth if standing == 2 else estimate_payment(after, rest)
    before = estimate_payment(assess(view), view.counts)
    if worth > temper.scale("kept", _LEAST_KEPT) * before:
        return Thought(Yes(), f"raises/{standing}" if worth > before else "certain", {}, Pass())
    lacks = needs_double(taken.chairs[view.seat or 0], view.house, rest)
    return Thought(Pass(), "no_hope" if not before else "pair_without_double" if lacks else "lets_go", {}, Yes())


def take_bone(view: View, bone: Bone) -> View:
    """The view once its seat has taken a bone for a pair or an All-Of, and thrown nothing yet."""
    seat, standing = view.seat or 0, view.counts[bone]
    chair, taken = view.chairs[seat], TraySet("pair" if standing == 2 else "open", bone)
    chairs = (*view.chairs[:seat], chair._replace(sets=(*chair.sets, taken)), *view.chairs[seat + 1 :])
    rest, thrown_out = with_more(view.counts, bone, -standing), with_more(view.thrown_out, bone, -1)
    return view._replace(chairs=chairs, counts=rest, thrown_out=thrown_out)
