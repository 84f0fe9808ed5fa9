"""Words of people, made harmless: the one place through which every name, reason, salt and house word goes.

What is left is one line that reads as it looks. Nothing in it becomes markup, a mention, a link, a spoiler or a new
line in a message, and nothing in it is hidden.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from itertools import count
from typing import Final

from render.base.plain_text import one_line

__all__ = ["MOST_NAME", "NAMELESS", "apart", "clean", "clean_name", "harmless", "look", "readable"]

MOST_NAME: Final = 32
"""The most letters of a name, as Discord has it."""
NAMELESS: Final = "Nameless"
"""The name for a person whose own name has no visible character."""

_ALIKE: Final = str.maketrans({"*": "∗", "`": "ˋ", "~": "∼", "|": "ǀ", "[": "［", "]": "］", "<": "‹", "\\": "＼"})
"""Signs of Discord's markup, each with a harmless sign that looks like it."""
_FIRST: Final = {"#": "＃", ">": "›", "-": "–"}
"""Signs that are markup only at the beginning of a line, each with a harmless sign."""
_UNDERSCORE: Final = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
"""Matches an underscore that does not stand within a word: there, Discord reads it as markup."""
_EVERYONE: Final = re.compile(r"@(?=everyone|here)", re.IGNORECASE)
_INVITATION: Final = re.compile(r"(?<=\.gg)/|(?<=discord\.com)/|(?<=discordapp\.com)/", re.IGNORECASE)
"""Matches the slash in the address of an invitation: Discord shows a card for the address, even without https."""
_HIDDEN: Final = frozenset(("Cc", "Cf", "Cs"))
_JOINERS: Final = "\u200c\u200d"

_LOOKALIKES: Final = str.maketrans(
    dict(
        zip(
            "аеорсухіјѕһԁԛԝвкмнт" + "αορνυικχτβεηγω" + "01lǀ|",
            "aeopcyxijshdqwbkmht" + "aopvuikxtbenyw" + "oiiii",
            strict=True,
        )
    )
)
"""Letters of other alphabets, and digits, that look like Latin letters, after folding the case."""


def harmless(text: str) -> str:
    """`text` as it is to be read: signs of markup replaced by others of the same look, one for one. Text that is
    harmless already stays as it is."""
    plain = _UNDERSCORE.sub("ˍ", text.translate(_ALIKE)).replace("://", ":∕∕")
    plain = _INVITATION.sub("∕", _EVERYONE.sub("＠", plain))
    return _FIRST.get(plain[:1], plain[:1]) + plain[1:]


def clean(text: str) -> str:
    """`text` on one line, harmless and without hidden signs; empty if nothing can be seen of it."""
    return harmless(one_line(text))


def clean_name(name: str, most: int = MOST_NAME) -> str:
    """A name that can be seen, cleaned, and cut if it is too long."""
    words = clean(name)
    return (words if len(words) <= most else words[: most - 1].rstrip() + "…") or NAMELESS


def readable(text: str) -> str:
    """Clean typed words before they are parsed: remove hidden characters, keep line ends."""
    return "".join(
        sign for sign in text if sign in "\n\t" or sign in _JOINERS or unicodedata.category(sign) not in _HIDDEN
    )


def look(text: str) -> str:
    """A key that is equal for texts that look equal, or nearly so."""
    folded = unicodedata.normalize("NFKC", unicodedata.normalize("NFKC", clean(text)).casefold())
    return " ".join(folded.translate(_LOOKALIKES).split())


def apart(name: str, others: Iterable[str]) -> str:
    """The name, followed by a number if it looks like one of the others."""
    taken = {look(other) for other in others}
    if look(name) not in taken:
        return name
    for number in count(2):
        ending = f" {number}"
        longer = f"{name[: MOST_NAME - len(ending)].rstrip()}{ending}"
        if look(longer) not in taken:
            return longer
    raise AssertionError("numbers do not end")
