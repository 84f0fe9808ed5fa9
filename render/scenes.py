"""Type of view -> scene: the pictures of every game, and the same in words.

`names` are the players' names by seat, the empty tuple where none are known. A view of an unknown type raises KeyError.
"""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from games.bonedoneskis.view import View as Stud
from games.duo.view import View as Duo
from games.lombardy.view import View as Lombardy
from games.pussers.view import View as Pussers
from render import felt, laid
from render import rack as pussers_rack
from render import receipt as pussers_receipt
from render import sheet as sheets
from render import tray as pussers_board
from render.picture import Picture, Sheet
from render.style import Style
from render.words import Names, Who, drawable, plain
from render.words import dominoes as domino_words
from render.words import pussers as pussers_words
from render.words import stud as stud_words

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


_SCENES: Final[dict[type, Scenes]] = {
    Pussers: Scenes(
        pussers_rack.draw,
        pussers_board.draw,
        pussers_receipt.draw,
        pussers_receipt.sheet_of,
        pussers_words.who_in,
        pussers_words.board_words,
        pussers_words.all_words,
        pussers_words.closed,
    ),
    Stud: Scenes(
        felt.hand,
        felt.board,
        felt.receipt,
        stud_words.sheet_of,
        stud_words.who_in,
        stud_words.board_words,
        stud_words.all_words,
        stud_words.closed,
    ),
    **dict.fromkeys(
        (Duo, Lombardy),
        Scenes(
            laid.hand,
            laid.board,
            laid.receipt,
            domino_words.sheet_of,
            domino_words.who_in,
            domino_words.board_words,
            domino_words.all_words,
            domino_words.closed,
        ),
    ),
}


def rack(view: Any, names: Names = (), style: Style = _USUAL, hidden: bool = False) -> Picture:
    """What the seat of `view` holds; `hidden` shows only how much that is. Raises ValueError for the crowd's view."""
    return _SCENES[type(view)].rack(view, names, style, hidden)


def board(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """The public table. Anybody's view will do; nothing that only its seat may see is shown."""
    return _SCENES[type(view)].board(view, names, style)


def closed(view: Any) -> Any:
    """The view of a table that was closed: it asks nobody for anything; a hand that was over stays as it is."""
    return _SCENES[type(view)].closed(view)


def receipt(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """How the last hand ended and what it brought."""
    return _SCENES[type(view)].receipt(view, names, style)


def sheet(view: Any, names: Names = (), style: Style = _USUAL) -> Picture:
    """The session's score sheet."""
    scenes = _SCENES[type(view)]
    drawn, told = (scenes.sheet(view, scenes.who(view, names, reduce)) for reduce in (drawable, plain))
    return sheets.draw(drawn, style, told)


def board_in_words(view: Any, names: Names = ()) -> str:
    """The public table in words: the alt text of `board`, without drawing it."""
    return _SCENES[type(view)].table(view, names)


def in_words(view: Any, names: Names = ()) -> str:
    """All that `view` shows, in words; for play without pictures."""
    return _SCENES[type(view)].words(view, names)
