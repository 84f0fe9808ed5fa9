"""Pictures and words of a view, drawn by the scene of its game.

The roster names the module with the `SCENE` of each game; it is loaded with the first view of its game. A `Narrator`
says every sentence of a picture and its alt text to the reader.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from importlib import import_module
from typing import Any, Final, Generic, NamedTuple, Protocol, TypeVar

from games.roster import GAMES
from render import moving, sheet as sheets
from render.base.lettering import make_name_drawable
from render.base.picture import EndingWords, Picture, Sheet, SheetRow
from render.base.plain_text import shorten_name
from render.drawing import Drawing, stack
from render.style import Style
from render.words import Narrator

View = TypeVar("View")

_DEFAULT: Final = Style()


class Scene(NamedTuple, Generic[View]):
    """The pictures and words of one game. Each function takes a view and a `Narrator`."""

    draw_board: Callable[[View, Narrator, Style, int | None], Drawing]
    """Draw the public table: the same picture for every seat, and nothing in it that only the viewer may see.

    The last argument is the seat whose hand will lie below the picture. Where it matters who sits where, it is drawn
    lowest. What is the same for every reader is drawn once: a scene keeps its finished canvases.
    """
    draw_hand: Callable[[View, Narrator, Style], Drawing]
    """Draw the viewer's own pieces. Raises ValueError for the crowd's view."""
    draw_receipt: Callable[[View, Narrator, Style], Drawing]
    """Draw how the last hand ended and what it was worth."""
    fill_score_sheet: Callable[[View, Narrator, Callable[[str], str]], Sheet]
    """Return the score sheet of the table. The last argument removes from each name what a picture cannot draw."""
    tell_outcome: Callable[[View, Narrator], EndingWords | None]
    """Tell the viewer how the last hand ended; None while a hand is played."""
    describe_board: Callable[[View, Narrator, bool], str]
    """Describe the public table in words that fit an alt text; if the last argument is False, not what is asked of
    whom."""
    describe_hand: Callable[[View, Narrator], str]
    """Describe the viewer's own pieces in words that fit an alt text."""
    mark_closed: Callable[[View], View]
    """Return the view as it is once the table is closed: nobody is asked for anything. A hand that is over stays so."""


def load_scene(view: View) -> Scene[View]:
    """Load the scene of the view's game."""
    return _find_scene(type(view).__module__)


@cache
def _find_scene(module: str) -> Scene[Any]:
    for game in GAMES.values():
        if f"{module}.".startswith(f"{game.package}."):
            scene: Scene[Any] = import_module(game.scene).SCENE
            return scene
    raise LookupError(f"no game has the views of {module}: add its line to games/roster.py")


def draw_board(view: View, narrator: Narrator, style: Style = _DEFAULT) -> Picture:
    """Draw the public table. It looks the same from every seat's view."""
    return load_scene(view).draw_board(view, narrator, style, None).pack()


class SeatView(Protocol):
    """A view that says whose it is."""

    @property
    def seat(self) -> int | None:
        """The viewer; None is the crowd."""


def draw_board_and_hand(
    view: SeatView, narrator: Narrator, style: Style = _DEFAULT, crowd: SeatView | None = None
) -> Picture:
    """Draw the public table above the viewer's own pieces. Raises ValueError for the crowd's view.

    From the `crowd`'s view, the table is drawn once for all readers; it looks the same from the viewer's.
    """
    scene = load_scene(view)
    table = scene.draw_board(crowd or view, narrator, style, view.seat)
    return stack(table, scene.draw_hand(view, narrator, style)).pack()


def draw_receipt(view: View, narrator: Narrator, style: Style = _DEFAULT) -> Picture:
    """Draw how the last hand ended and what it was worth."""
    return load_scene(view).draw_receipt(view, narrator, style).pack()


def draw_sheet(view: View, narrator: Narrator, style: Style = _DEFAULT) -> Picture:
    """Draw the score sheet of the session. Its alt text keeps the letters that the font lacks."""
    scene = load_scene(view)
    return sheets.draw(
        scene.fill_score_sheet(view, narrator, make_name_drawable),
        style,
        narrator,
        scene.fill_score_sheet(view, narrator, shorten_name),
    )


def draw_evening(
    view: View, drawn: Sequence[SheetRow], spoken: Sequence[SheetRow], columns: Sequence[str], narrator: Narrator
) -> Picture:
    """Draw the last page of an evening: the score sheet with a row for each hand.

    `drawn` are the rows with names that fit the picture, and `spoken` those for the alt text. `columns` are the names
    above the amounts.
    """
    base = load_scene(view).fill_score_sheet(view, narrator, shorten_name)
    page = replace(base, columns=tuple(columns), rows=tuple(drawn), brought_forward=())
    return sheets.draw(page, _DEFAULT, narrator, replace(page, rows=tuple(spoken)), sheets.MOST_EVENING_LINES)


def draw_moving(steps: Sequence[tuple[View, Narrator, int]], alt: str) -> Picture:
    """Draw the public tables of a hand one after the other. Each step has the milliseconds for which it is shown."""
    frames = [moving.Frame(draw_board(view, narrator), time) for view, narrator, time in steps]
    return moving.animate(frames, alt)


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended; None while a hand is played."""
    return load_scene(view).tell_outcome(view, narrator)


def describe_view(view: SeatView, narrator: Narrator, moment: bool = True) -> str:
    """Describe everything that the view shows, for play without pictures.

    The viewer's hand comes first, if there is one, then the board on a line of its own. A message that asks somebody
    something by itself leaves the `moment` out, so that it is said once.
    """
    scene = load_scene(view)
    hand_words = [] if view.seat is None else [scene.describe_hand(view, narrator)]
    return "\n".join([*hand_words, scene.describe_board(view, narrator, moment)])


def mark_closed(view: View) -> View:
    """Return the view as it is once the table is closed: nobody is asked for anything."""
    return load_scene(view).mark_closed(view)
