"""Type of view -> scene: the pictures of every game, and the same in words.

`names` are the players' names by seat, the empty tuple where none are known. A view of an unknown type raises KeyError.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final

from render import sheet as sheets
from render.picture import Picture, Sheet
from render.style import Style
from render.words import Names, Who, drawable, plain

_USUAL: Final = Style()


@dataclass(frozen=True, slots=True)
class Scenes:
    """A game's scenes: what a seat holds, the table, how a hand ended, the sheet, who sits where, words, and what is
    left of a view when its table is closed."""

    rack: Callable[[Any, Names, Style, bool], Picture]
    board: Callable[[Any, Names, Style], Picture]
    receipt: Callable[[Any, Names, Style], Picture]
    sheet: Callable[[Any, Who], Sheet]
    who: Callable[[Any, Names, Callable[[str], str]], Who]
    table: Callable[[Any, Names], str]
    words: Callable[[Any, Names], str]
    closed: Callable[[Any], Any]


def _pussers() -> Scenes:
    from render import pussers_board, pussers_hand, pussers_receipt
    from render.words import pussers as words

    return Scenes(
        pussers_hand.draw,
        pussers_board.draw,
        pussers_receipt.draw,
        pussers_receipt.sheet_of,
        words.who_in,
        words.board_words,
        words.all_words,
        words.closed,
    )


def _stud() -> Scenes:
    from render import stud_scene
    from render.words import stud as words

    return Scenes(
        stud_scene.hand,
        stud_scene.board,
        stud_scene.receipt,
        words.sheet_of,
        words.who_in,
        words.board_words,
        words.all_words,
        words.closed,
    )


def _dominoes() -> Scenes:
    from render import domino_scene
    from render.words import dominoes as words

    return Scenes(
        domino_scene.hand,
        domino_scene.board,
        domino_scene.receipt,
        words.sheet_of,
        words.who_in,
        words.board_words,
        words.all_words,
        words.closed,
    )


_DRAWN: Final = {
    "games.pussers.view": _pussers,
    "games.bonedoneskis.view": _stud,
    "games.duo.view": _dominoes,
    "games.lombardy.view": _dominoes,
}


@cache
def _loaded(views: str) -> Scenes:
    return _DRAWN[views]()


def _scenes(view: Any) -> Scenes:
    """The scenes of a view, which are loaded with the first view of its game."""
    return _loaded(type(view).__module__)


def rack(view: Any, names: Names = (), style: Style = _USUAL, hidden: bool = False) -> Picture:
    """What the seat of `view` holds; `hidden` shows only how much that is. Raises ValueError for the crowd's view."""
    return _scenes(view).rack(view, names, style, hidden)


def board(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """The public table. Anybody's view will do; nothing that only its seat may see is shown."""
    return _scenes(view).board(view, names, style)


def closed(view: Any) -> Any:
    """The view of a table that was closed: it asks nobody for anything; a hand that was over stays as it is."""
    return _scenes(view).closed(view)


def receipt(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """How the last hand ended and what it brought."""
    return _scenes(view).receipt(view, names, style)


def sheet(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """The session's score sheet."""
    scenes = _scenes(view)
    drawn, told = (scenes.sheet(view, scenes.who(view, names, reduce)) for reduce in (drawable, plain))
    return sheets.draw(drawn, style, told)


def board_in_words(view: Any, names: Names = ()) -> str:
    """The public table in words: the alt text of `board`, without drawing it."""
    return _scenes(view).table(view, names)


def in_words(view: Any, names: Names = ()) -> str:
    """All that `view` shows, in words; for play without pictures."""
    return _scenes(view).words(view, names)
