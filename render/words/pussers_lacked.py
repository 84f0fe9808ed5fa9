"""Words for the bones that players of Pussers Bones lacked for a hand."""

from collections import Counter
from typing import Final

from games.pieces.bones import Bone
from games.pussers.view import Near, View
from render.words import Voice
from render.words.pussers import BoneNamer, join_with_semicolons

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


def tell_lacked(view: View, sentence: str, voice: Voice, namer: BoneNamer) -> str:
    """Add what the viewer lacked to the sentence about the end, where it was as far as that lies open, and the calls
    that they missed."""
    lacked = view.lacked
    if lacked is None:
        return sentence
    told = _tell_own(view, lacked, sentence, voice, namer)
    if not lacked.passed:
        return voice.say("scene/passed/none", told=told) if lacked.took_all else told
    calls = [voice.say("scene/passed/of", name=voice.name(seat), bone=namer(bone)) for seat, bone in lacked.passed]
    *others, last = calls[-_MOST_PASSED:]
    named = voice.say("scene/lacked/or", names=voice.list(others), last=last) if others else last
    return voice.say("scene/passed/do" if lacked.bones else "scene/passed", told=told, calls=named)


def _tell_own(view: View, lacked: Near, sentence: str, voice: Voice, namer: BoneNamer) -> str:
    """Add what the viewer lacked. If they missed a "Yes!", its bone stands for the bones that are named otherwise."""
    if lacked.kind in _NOT_BONES:
        return voice.say(f"scene/lacked/{lacked.kind}", told=sentence)
    if lacked.bones:
        bone, hand = _name_either(lacked.bones, voice, namer), voice.say(f"scene/a_hand/{lacked.kind}")
        told = voice.say("scene/lacked/one", told=sentence, bone=bone, hand=hand)
        shown = [near for near in view.ending.nearest if near.seat == view.seat] if view.ending is not None else []
        return _tell_where(shown[0] if shown else lacked, told, bool(shown), voice)
    kind = lacked.kind.partition("/")[0]
    hand = voice.say(f"scene/a_hand/{kind if kind in _OTHER_HANDS else 'minors'}")
    if lacked.passed or not lacked.together:
        return voice.say("scene/lacked/some", told=sentence, lacking=lacked.lacking, hand=hand)
    bones = Counter(map(namer, lacked.together)).items()
    named = tuple(bone if count == 1 else voice.say("scene/lacked/twice", bone=bone) for bone, count in bones)
    key = "scene/lacked/named" if kind in ("moon", "lizard") else "scene/lacked/such"
    return voice.say(key, told=sentence, bones=named, hand=hand, lacking=lacked.lacking)


def _name_either(bones: tuple[Bone, ...], voice: Voice, namer: BoneNamer) -> str:
    """Name bones each of which would do: "Six Stick or Nine Stick". Many are counted."""
    *names, last = map(namer, bones)
    if len(names) >= _MOST_EITHER:
        return voice.say("scene/lacked/many", count=len(bones))
    return voice.say("scene/lacked/or", names=voice.list(names), last=last) if names else last


def tell_washout(view: View, voice: Voice, namer: BoneNamer) -> list[str]:
    """Tell the story of a hand that nobody won, in sentences without full stops: who came nearest, and if they lacked
    a bone each, which it was of the others. Empty if the racks are not shown."""
    nearest = sorted(view.ending.nearest, key=lambda near: near.seat != view.seat) if view.ending is not None else []
    if nearest and nearest[0].lacking > 1:
        kinds = {near.kind if near.kind in _NOT_BONES[:2] else "bones" for near in nearest}
        key = "scene/nearest/" + (kinds.pop() if len(kinds) == 1 else "any" if "worthless" in kinds else "mixed")
        names = (voice.say("scene/you") if near.seat == view.seat else voice.name(near.seat) for near in nearest)
        return [voice.say(key, names=tuple(names), lacking=nearest[0].lacking)]
    return [_tell_near(near, voice, namer) for near in nearest if near.seat != view.seat][:_MOST_NEAR]


def _tell_near(near: Near, voice: Voice, namer: BoneNamer) -> str:
    bone, hand = _name_either(near.bones, voice, namer), voice.say(f"scene/a_hand/{near.kind}")
    return _tell_where(near, voice.say("scene/lacked", name=voice.name(near.seat), bone=bone, hand=hand), True, voice)


def _tell_where(near: Near, told: str, shown: bool, voice: Voice) -> str:
    """Add who had and who threw the bone that a seat lacked: "Bear threw 1, Able 3". `shown` if all racks lie open."""
    where = []
    for verb, counts in (("had", dict(near.held)), ("threw", Counter(seat for seat, _ in near.thrown))):
        keys = [f"scene/{verb}_some", *["scene/some"] * len(counts)]
        named = [(voice.name(seat), count) for seat, count in sorted(counts.items())]
        said = [voice.say(key, name=name, count=count) for key, (name, count) in zip(keys, named, strict=False)]
        where += [voice.list(said)] if said else []
    if where:
        return voice.say("scene/lacked/where", told=told, where=join_with_semicolons(voice, where))
    return voice.say("scene/lacked/none", told=told) if shown else told
