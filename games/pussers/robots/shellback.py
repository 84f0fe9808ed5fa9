"""The strongest robot of Pussers Bones: it throws and takes the bones that leave its rack the best prospects."""

from typing import Final

from games.core.robots import Thought
from games.pieces.bones import Bone
from games.pussers.moves import Discard, Pass, Yes
from games.pussers.robots.prospects import EQUAL_ABOVE, assess, estimate_payment, find_best_throw
from games.pussers.robots.robot_aims import explain_throw
from games.pussers.view import TraySet, View

_LEAST_KEPT: Final = 0.8
"""The share of its prospects that a rack must keep after a "Yes!". Below 1, since a pair on the tray is certain."""
_LEAST_LOSS: Final = 0.1
"""The loss in "a bit" below which two throws are called equal. Hands played out deny most smaller losses."""
_MANY: Final = 1_000
"""Above this percentage of the present prospects, the reason says "more than ten times" instead of a number."""


def choose_throw(view: View) -> Thought[Discard]:
    """Throw the bone that leaves the rack with the best prospects."""
    best = find_best_throw(assess(view), view.counts)
    first = best.aims[0]
    if best.rival == best.kind:
        return explain_throw("only_kind", first, best.kind)
    most_hurt = best.most_hurt or first
    second = next((aim for aim in (*best.aims[1:], most_hurt) if aim.name != first.name), None)
    facts: dict[str, int | str] = {"aim": f"after/{first.name}", "costs": f"after/{most_hurt.name}"}
    if second is not None:
        facts["second"] = f"after/{second.name}"
    equal = best.rival_worth > EQUAL_ABOVE * best.worth or best.worth - best.rival_worth < _LEAST_LOSS
    if not equal:
        facts |= {"this": round(10 * best.worth), "other": round(10 * best.rival_worth)}
    why = ("both_alike" if equal else "both_prospects") if second else ("even" if equal else "prospects")
    return explain_throw(why, first, best.kind, best.rival, facts)


def choose_answer(view: View, bone: Bone) -> Thought[Yes | Pass]:
    """Call the bone if that leaves more than `_LEAST_KEPT` of the viewer's prospects (PB-41, PB-42)."""
    seat = view.seat or 0
    chair = view.chairs[seat]
    standing = view.counts[bone]
    if standing < 2:  # it would be the fourth of an Open pair, where the house allows that
        return Thought(Yes(), "fourth", {}, Pass())
    taken = TraySet("pair" if standing == 2 else "open", bone)
    chairs = (*view.chairs[:seat], chair._replace(sets=(*chair.sets, taken)), *view.chairs[seat + 1 :])
    rest = view.counts[:bone] + b"\0" + view.counts[bone + 1 :]
    thrown_out = bytearray(view.thrown_out)
    thrown_out[bone] -= 1
    after = assess(view._replace(chairs=chairs, counts=rest, thrown_out=bytes(thrown_out)))
    # After an All-Of a bone is owed, and nothing is thrown yet (PB-42).
    worth = find_best_throw(after, rest).worth if standing == 2 else estimate_payment(after, rest)
    before = estimate_payment(assess(view), view.counts)
    if not before:
        return Thought(Yes(), "only_hope", {}, Pass()) if worth else Thought(Pass(), "no_hope", {}, Yes())
    ratio = round(100 * worth / before)  # in percent
    if worth > _LEAST_KEPT * before:
        why = "multiplies" if ratio > _MANY else "raises" if ratio > 100 else "certain" if ratio < 100 else "as_good"
        return Thought(Yes(), why, {"this": ratio, "other": 100, "share": round(100 * _LEAST_KEPT)}, Pass())
    return Thought(Pass(), "lets_go", {"this": ratio, "other": 100}, Yes())
