"""Bone names, typed and spoken (docs/rules/pussers-bones.md, section 2)."""

import re
from collections.abc import Iterable
from difflib import get_close_matches
from functools import cache, lru_cache
from typing import Final

from games.core.moves import Ambiguous, Unreadable
from games.core.pieces import Pieces
from games.pieces.bones import CODES, KINDS, Bone, code, from_code, number

Nicknames = tuple[tuple[str, str], ...]
"""A table's own names: (bone code, name)."""

TALKS: Final = ("civil", "messdeck", "civvy")
_NUMBERS: Final = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_SUITS: Final = {
    "civil": ("Rick", "Stick", "Ball"),
    "messdeck": ("Rick", "Stick", "Ball"),
    "civvy": ("Character", "Bamboo", "Circle"),
}
_HONOURS: Final = {
    "civil": ("Eddie", "Sammy", "Wally", "Normie", "Blood", "Cabbage", "Blanket"),
    "messdeck": ("Eat Me", "Suck Me", "Wank Me", "Gnaw Me", "Blood", "Cabbage", "Blanket"),
    "civvy": ("East", "South", "West", "North", "Red Dragon", "Green Dragon", "White Dragon"),
}
_OTHER_NAMES: Final = {
    "R1": ("Jimmy", "Jimmy Rick"),
    "S1": ("Jimmy Stick",),
    "B1": ("Jimmy Ball",),
    "WE": ("Breeze Eddie", "East Wind"),
    "WS": ("Breeze Sammy", "South Wind"),
    "WW": ("Breeze Wally", "West Wind"),
    "WN": ("Breeze Normie", "North Wind"),
    "DR": ("Red", "Red Bone", "Dragon Red"),
    "DG": ("Green", "Green Bone", "Dragon Green"),
    "DW": ("White", "White Bone", "Dragon White"),
}
_SUIT_WORDS: Final[tuple[tuple[str, ...], ...]] = (
    ("r", "rick", "ricks", "character", "characters", "crack", "cracks"),
    ("s", "stick", "sticks", "bamboo", "bamboos", "bam", "bams"),
    ("b", "ball", "balls", "circle", "circles", "dot", "dots"),
)
_GROUP_WORDS: Final[tuple[tuple[str, ...], ...]] = (("f", "flower", "flowers"), ("n", "season", "seasons"))


def name_bone(bone: Bone, talk: str = "civil", nicknames: Nicknames = ()) -> str:
    """The spoken name of a bone: the table's nickname or, without one, its name in the register `talk`."""
    own = dict(nicknames).get(code(bone))
    return own or _find_usual_name(bone, talk)


def _name_piece(piece: int, talk: str) -> str:
    return name_bone(Bone(piece), talk or TALKS[0])


BONES: Final = Pieces(
    kind="Bone",
    every=tuple(map(Bone, range(KINDS))),
    code=CODES.__getitem__,
    from_code=from_code,
    symbol=CODES.__getitem__,
    name=_name_piece,
    by_name=True,
)


def _find_usual_name(bone: Bone, talk: str) -> str:
    if bone >= 34:
        return f"{'Flower' if bone < 38 else 'Season'} {_NUMBERS[number(bone) - 1]}"
    if bone >= 27:
        return _HONOURS[talk][bone - 27]
    if bone == 0 and talk != "civvy":
        return "Jimmy Rick"
    return f"{_NUMBERS[bone % 9]} {_SUITS[talk][bone // 9]}"


@cache
def _build_vocabulary() -> dict[str, frozenset[Bone]]:
    """Every usual name, without tables' nicknames, with the bones it may mean."""
    found: dict[str, set[Bone]] = {}

    def add(name: str, bone: Bone) -> None:
        found.setdefault(_normalise(name), set()).add(bone)

    for kind, short in enumerate(CODES):
        bone = Bone(kind)
        for name in (short, *(_find_usual_name(bone, talk) for talk in TALKS), *_OTHER_NAMES.get(short, ())):
            add(name, bone)
        for word in _list_group_words(kind):
            for figure in (str(number(bone)), _NUMBERS[number(bone) - 1]):
                add(f"{figure} {word}", bone)
                add(f"{word} {figure}", bone)
    return {name: frozenset(bones) for name, bones in found.items()}


def _list_group_words(kind: int) -> tuple[str, ...]:
    if kind < 27:
        return _SUIT_WORDS[kind // 9]
    return _GROUP_WORDS[(kind - 34) // 4] if kind >= 34 else ()


def _normalise(text: str) -> str:
    """Normalise a typed name: lower case, single spaces, and without "the", "a", "for" and "it".

    "R 1" becomes "r1", "9b" becomes "9 b", and "Rick1" becomes "rick 1".
    """
    words = re.sub(r"[^a-z0-9]+", " ", text.lower()).split()
    joined = " ".join(word for word in words if word not in ("the", "a", "for", "it"))
    joined = re.sub(r"\b(\d)([a-z]+)\b", r"\1 \2", joined)
    return re.sub(r"\b([a-z]{2,})(\d)\b", r"\1 \2", re.sub(r"\b([rsbfn]) (\d)\b", r"\1\2", joined))


def parse_name(words: str, nicknames: Nicknames = (), among: Iterable[Bone] | None = None) -> Bone:
    """Parse the name of a bone at a table with these nicknames; the beginning of a name is enough.

    If a name fits several bones, those in `among` (the viewer's own rack) are preferred. Raises Ambiguous with the
    candidates' codes, or Unreadable.
    """
    fitting = find_fitting(words, nicknames)
    if among is not None and len(fitting) > 1:
        fitting = fitting & frozenset(among) or fitting
    if len(fitting) == 1:
        return next(iter(fitting))
    if fitting:
        raise Ambiguous(words, tuple(map(code, sorted(fitting))))
    near = get_close_matches(_normalise(words), _build_vocabulary(), 1, 0.75)
    raise Unreadable(words, "bone_near", near=near[0]) if near else Unreadable(words, "bone")


@lru_cache(maxsize=4096)
def find_fitting(words: str, nicknames: Nicknames = ()) -> frozenset[Bone]:
    """The bones whose name this is, or else those whose names begin with it."""
    text = _normalise(words)
    if not text:
        return frozenset()
    own = {_normalise(name): from_code(short) for short, name in nicknames}
    if text in own:
        return frozenset((own[text],))
    known = _build_vocabulary()
    if text in known:
        return known[text]
    by_nickname = {bone for name, bone in own.items() if name.startswith(text)}
    return frozenset(by_nickname.union(*(bones for name, bones in known.items() if name.startswith(text))))
