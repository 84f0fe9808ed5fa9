"""What is said at a table of Pussers Bones."""

from typing import Any, Final

SENTENCES: Final[dict[str, str]] = {}
MESSDECK: Final[dict[str, str]] = {}
CIVVY: Final[dict[str, str]] = {}

_NUMBERS: Final = ("One", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine")
_SUITS: Final = {"": ("Rick", "Stick", "Ball"), "civvy": ("Character", "Bamboo", "Circle")}
_HONOURS: Final = {
    "": ("Eddie", "Sammy", "Wally", "Normie", "Blood", "Cabbage", "Blanket"),
    "messdeck": ("Eat Me", "Suck Me", "Wank Me", "Gnaw Me", "Blood", "Cabbage", "Blanket"),
    "civvy": ("East", "South", "West", "North", "Red Dragon", "Green Dragon", "White Dragon"),
}


def spoken(bone: Any, talk: str = "") -> str:
    """What a bone is called (docs/rules/pussers-bones.md, section 2)."""
    if bone < 27:
        if bone == 0 and talk != "civvy":
            return "Jimmy Rick"
        return f"{_NUMBERS[bone % 9]} {_SUITS.get(talk, _SUITS[''])[bone // 9]}"
    if bone < 34:
        return _HONOURS.get(talk, _HONOURS[""])[bone - 27]
    return f"{'Flower' if bone < 38 else 'Season'} {_NUMBERS[(bone - 34) % 4]}"
