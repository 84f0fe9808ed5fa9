"""Names and other words of people, made harmless: nothing in them becomes markup, a link or a spoiler in a message."""

from __future__ import annotations

import re
from typing import Final

_ALIKE: Final = str.maketrans({"*": "∗", "`": "ˋ", "~": "∼", "|": "ǀ", "[": "［", "]": "］", "<": "‹", "\\": "＼"})
"""Signs of Discord's markup, and what looks like them."""
_FIRST: Final = {"#": "＃", ">": "›", "-": "–"}
"""Signs that are markup at the beginning of a line."""
_UNDERSCORE: Final = re.compile(r"(?<![^\W_])_|_(?![^\W_])")
"""One that does not stand within a word, where it is markup."""


def harmless(text: str) -> str:
    """`text` as it is to be read: signs of markup replaced by others of the same look, one for one. Text that is
    harmless already stays as it is."""
    plain = _UNDERSCORE.sub("ˍ", text.translate(_ALIKE)).replace("://", ":∕∕")
    return _FIRST.get(plain[:1], plain[:1]) + plain[1:]
