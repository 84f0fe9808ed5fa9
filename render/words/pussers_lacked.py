"""Words for the bones that players of Pussers Bones lacked for a hand."""

from collections import Counter
from collections.abc import Sequence
from typing import Final

from games.pussers.view import Near, View, count_lying
from render.words import Voice
from render.words.pussers import BoneNamer

_MOST_NEAR: Final = 2
"""The most players of a washed-out hand whose missing bone is named."""
_MOST_EITHER: Final = 3
"""The most bones that are named of those each of which would have done."""
_MOST_PASSED: Final = 2
"""The most missed calls that are named: the last ones."""
_NOT_BONES: Final = ("no_double", "worthless", "mixed")
"""The kinds of those who lacked more, or something else, than bones."""
_OTHER_HANDS: Final = ("majors", "moon", "lizard")
"""The aims that are no hands of Minors."""


def list_lacked(view: View, voice: Voice, namer: BoneNamer) -> list[str]:
    """Tell in clauses what the viewer lacked, where it was if that lies open, and the calls that they missed."""
    lacked, ending = view.lacked, view.ending
    if lacked is None or ending is None:
        return []
    seen = count_lying(view.discards, view.chairs) + Counter((*view.standing, *ending.rack))
    # A thrown bone that was tied up on is counted twice.
    out = [seen[bone] - (bone == ending.do and not ending.plucked) > 3 for bone in lacked.bones]
    told = [_tell_own(lacked, bool(ending.nearest) or all(out), voice, namer)]
    if lacked.passed:
        calls = [voice.tell("scene/passed/of", seat, bone=namer(bone)) for seat, bone in lacked.passed]
        key = "scene/passed/do" if lacked.bones else "scene/passed"
        told.append(voice.say(key, calls=_name_either(calls[-_MOST_PASSED:], voice)))
    elif lacked.took_all:
        told.append(voice.say("scene/passed/none"))
    return told


def _tell_own(lacked: Near, opened: bool, voice: Voice, namer: BoneNamer) -> str:
    """Say what the viewer lacked. If they missed a "Yes!", its bone stands for the bones that are named otherwise."""
    if lacked.kind in _NOT_BONES:
        return voice.say(f"scene/lacked/{lacked.kind}")
    if lacked.bones:
        return _tell_near("scene/lacked/one", lacked, opened, voice, namer)
    kind = lacked.kind.partition("/")[0]
    hand = voice.say(f"scene/a_hand/{kind if kind in _OTHER_HANDS else 'minors'}")
    if lacked.passed or not lacked.together:
        return voice.say("scene/lacked/some", lacking=lacked.lacking, hand=hand)
    bones = Counter(map(namer, lacked.together)).items()
    named = tuple(bone if count == 1 else voice.say("scene/lacked/twice", bone=bone) for bone, count in bones)
    key = "scene/lacked/named" if kind in ("moon", "lizard") else "scene/lacked/such"
    return voice.say(key, bones=named, hand=hand, lacking=lacked.lacking)


def _name_either(names: Sequence[str], voice: Voice) -> str:
    """List names of which each would do: "Six Stick or Nine Stick"."""
    *others, last = names
    return voice.say("scene/lacked/or", names=voice.list(others), last=last) if others else last


def tell_washout(view: View, voice: Voice, namer: BoneNamer) -> list[str]:
    """Tell the story of a hand that nobody won, in sentences without full stops: who came nearest, and if they lacked
    a bone each, which it was of the others. Empty if the racks are not shown."""
    nearest = view.ending.nearest if view.ending is not None else ()
    if nearest and nearest[0].lacking > 1:
        kinds = {near.kind if near.kind in _NOT_BONES[:2] else "bones" for near in nearest}
        key = "scene/nearest/" + (kinds.pop() if len(kinds) == 1 else "any" if "worthless" in kinds else "mixed")
        names = voice.name_viewer_first(near.seat for near in nearest)
        return [voice.say(key, names=names, lacking=nearest[0].lacking)]
    others = [near for near in nearest if near.seat != view.seat]
    return [_tell_near("scene/lacked", near, True, voice, namer) for near in others[:_MOST_NEAR]]


def _tell_near(key: str, near: Near, opened: bool, voice: Voice, namer: BoneNamer) -> str:
    """Say of which bone a seat lacked one, and who had and who threw it: "Bear threw 1, Able 3". `opened` if all racks
    lie open, or all these bones."""
    bones = [*map(namer, near.bones)]
    bone = _name_either(bones, voice)
    if len(bones) > _MOST_EITHER:
        bone = voice.say("scene/lacked/many", count=len(bones))
    told = voice.tell(key, near.seat, bone=bone, hand=voice.say(f"scene/a_hand/{near.kind}"))
    where = []
    for verb, counts in (("had", dict(near.held)), ("threw", Counter(seat for seat, _ in near.thrown))):
        keys = [f"scene/{verb}_some", *["scene/some"] * len(counts)]
        said = zip(keys, sorted(counts.items()), strict=False)
        where.append(voice.list(voice.tell(key, seat, count=count) for key, (seat, count) in said))
    if any(where):
        return voice.say("scene/lacked/where", told=told, where=voice.join_clauses(where))
    return voice.say("scene/lacked/none", told=told) if opened else told
