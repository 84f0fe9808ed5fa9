"""Type of view -> scene: the pictures of every game, and the same in words.

`names` are the players' names by seat, the empty tuple where none are known. A view of an unknown type raises KeyError.
"""

from collections.abc import Callable
from typing import Any, Final

from games.pussers.view import View as Pussers
from render import rack as pussers_rack
from render.picture import Picture
from render.style import Style
from render.words import Names
from render.words.pussers import all_words

_RACKS: Final[dict[type, Callable[[Any, Names, Style, bool], Picture]]] = {Pussers: pussers_rack.draw}
_WORDS: Final[dict[type, Callable[[Any, Names], str]]] = {Pussers: all_words}


def rack(view: Any, names: Names = (), style: Style = Style(), hidden: bool = False) -> Picture:  # noqa: B008
    """What the seat of `view` holds; `hidden` shows only how much that is. Raises ValueError for the crowd's view."""
    return _RACKS[type(view)](view, names, style, hidden)


def in_words(view: Any, names: Names = ()) -> str:
    """All that `view` shows, in words; for play without pictures."""
    return _WORDS[type(view)](view, names)
