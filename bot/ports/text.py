"""Makes typed text harmless. Every name, reason, salt and nickname of a piece passes through here.

The result is one line without markup, mentions, links, spoilers or hidden characters.
"""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import count
from typing import Final

from render.base.lettering import make_name_drawable
from render.base.plain_text import close_direction, cut, put_on_one_line, shorten_name

MOST_NAME: Final = 32
"""The most characters of a name, as on Discord."""
NAMELESS: Final = "Nameless"
"""The name for a person whose own name has no visible character."""

_ALIKE: Final = str.maketrans({"*": "∗", "`": "ˋ", "~": "∼", "|": "ǀ", "[": "［", "]": "］", "<": "‹", "\\": "＼"})
"""Characters of Discord's markup, each with a harmless one that looks like it."""
_FIRST: Final = {"#": "＃", ">": "›", "-": "–"}
"""Characters that are markup only at the beginning of a line, each with a harmless one."""
_UNDERSCORE: Final = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
"""Matches an underscore at the edge of a word, where Discord reads it as markup."""
_EVERYONE: Final = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_INVITATION: Final = re.compile(r"(?<=\.gg)/|(?<=discord\.com)/|(?<=discordapp\.com)/", re.IGNORECASE)
"""Matches the slash in the URL of an invitation to a server. Discord shows a card for it, even without https."""
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs"))
_JOINERS: Final = "\u200c\u200d"

_LOOKALIKES: Final = str.maketrans(
    dict(
        zip(
            "АВЕЅІЈКМНОРСТУХԌԚԜӀаеорсухіјѕһԁԛԝ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧαορνυι" + "ՕօɑÐ" + "0I1ǀ|",
            "ABESlJKMHOPCTYXGQWlaeopcyxijshdqw" + "ABEZHlKMNOPTYXaopvui" + "OoaĐ" + "Ollll",
            strict=True,
        )
    )
)
"""Characters that look like another: letters of other alphabets, and whatever looks like an "l"."""
_NUMBERED: Final = re.compile(r"(.+) \(([0-9]{1,3})\)", re.DOTALL)
"""Matches a name that has a number already: "Bear (2)"."""
_RAISED: Final = {"ª": "\ue000", "º": "\ue001"}
"""Raised letters that tell "Mª" from "Ma", each with a sign that no text has once it is cleaned."""
_KEYBOARDS: Final = dict.fromkeys("’‘ʼʻ´ˋ", "'") | dict.fromkeys("‐‒–−", "-") | dict.fromkeys("\ufe0e\ufe0f")
"""Signs that one keyboard writes for another's, as in "O’Brien" and "Jean‐Luc", and the invisible styles of emojis."""
_SAME: Final = str.maketrans({**_RAISED, **_KEYBOARDS, "Ş": "Ș", "ş": "ș", "Ţ": "Ț", "ţ": "ț"})


def without_markup(text: str) -> str:
    """`text` with each character of markup replaced by one that looks like it. Text without markup stays as it is."""
    plain = _UNDERSCORE.sub("ˍ", text.translate(_ALIKE)).replace("://", ":∕∕")
    plain = _INVITATION.sub("∕", _EVERYONE.sub("＠", plain))
    return _FIRST.get(plain[:1], plain[:1]) + plain[1:]


def clean(text: str) -> str:
    """`text` on one line, without markup and hidden characters; empty if none of it is visible."""
    return without_markup(put_on_one_line(text))


def without_marks(name: str) -> str:
    """A cleaned name without the marks of direction at its end."""
    return name.rstrip("\u200e\u200f")


def clean_name(name: str, most: int = MOST_NAME) -> str:
    """A cleaned name of at most `most` characters; `NAMELESS` if nothing visible is left."""
    return shorten_name(without_markup(put_on_one_line(name)), most) or NAMELESS


def without_hidden(text: str) -> str:
    """Typed text without hidden characters, for parsing. Line breaks stay."""
    return "".join(
        sign for sign in text if sign in "\n\t" or sign in _JOINERS or unicodedata.category(sign) not in _HIDDEN
    )


@lru_cache(maxsize=8192)
def fold_name(name: str) -> str:
    """A name in lower case, without markup and differences of width or keyboard: "ＢＥＡＲ" is "bear", and "O’Neil" is
    "o'neil"; "Weiß" is not "weiss"."""
    return " ".join(_put_in_one_width(name).lower().split())


def _put_in_one_width(text: str) -> str:
    return unicodedata.normalize("NFKC", clean(text).translate(_SAME))


def tell_apart(name: str, others: Iterable[str]) -> str:
    """The name, with a number after it if it looks like one of the others, in words or in pictures: "Bear (2)". After
    "Bear (2)" comes "Bear (3)"."""
    return _add_number(name, {look for other in others for look in list_looks(other)})


def label_person(name: str, others: Iterable[str]) -> str:
    """The name by which a person is called among others, in words and in pictures alike.

    A name that looks like another gets a number after it: "Bear (2)". A name without a letter that a picture can draw
    gets a number in front: "№ 1".
    """
    return _make_label(name, {look for other in others for look in list_looks(other)})


def label_people(names: Sequence[str]) -> list[str]:
    """The names by which people are called among each other, in the same order, each as `label_person` makes it.

    Of names that look alike, the first one stays as it is.
    """
    taken: set[str] = set()
    kept: dict[int, str] = {}
    for place, name in enumerate(names):
        if _is_drawn(name) and taken.isdisjoint(list_looks(name)):
            kept[place] = name
            taken |= list_looks(name)
    labels: list[str] = []
    for place, name in enumerate(names):
        labels.append(kept.get(place) or _make_label(name, taken))
        taken |= list_looks(labels[-1])
    return labels


def _is_drawn(name: str) -> bool:
    return name.isascii() or bool(make_name_drawable(name, MOST_NAME))


def _make_label(name: str, taken: set[str]) -> str:
    if _is_drawn(name):
        return _add_number(name, taken)
    numbered = (shorten_name(f"№ {number} {name}", MOST_NAME) for number in count(1))
    return next(candidate for candidate in numbered if taken.isdisjoint(list_looks(candidate)))


def _add_number(name: str, taken: set[str]) -> str:
    if taken.isdisjoint(list_looks(name)):
        return name
    known = _NUMBERED.fullmatch(without_marks(name))
    name, first = (known[1], int(known[2]) + 1) if known else (name, 2)
    endings = (f" ({number})" for number in count(first))
    numbered = (close_direction(cut(put_on_one_line(name), MOST_NAME - 1 - len(ending)) + ending) for ending in endings)
    return next(candidate for candidate in numbered if taken.isdisjoint(list_looks(candidate)))


def is_alike(name: str, other: str) -> bool:
    """True if two names look the same, in words or in pictures."""
    return not list_looks(name).isdisjoint(list_looks(other))


@lru_cache(maxsize=8192)
def list_looks(name: str) -> frozenset[str]:
    """The looks of a name: in words, and as a picture draws it. Two names that share a look are easily confused.

    Each is a look in lower case, or begins with a line break and has its case: "Ian" looks like "lan", but not like
    "Lan".
    """
    is_plain = name.isascii() and len(name) <= MOST_NAME
    shown = (name,) if is_plain else (name, make_name_drawable(name, MOST_NAME) or name)
    exact = ("\n" + " ".join(_put_in_one_width(text).translate(_LOOKALIKES).split()) for text in shown)
    return frozenset((*map(fold_name, shown), *exact))


def list_texts(value: object) -> Iterator[str]:
    """Yield every text in a value, at any depth of its lists and tuples."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from list_texts(part)
