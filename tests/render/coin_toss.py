"""A game outside `games/`, with its view and its scene in one module."""

from collections.abc import Callable
from dataclasses import dataclass, replace

from render.base.picture import EndingWords, Sheet, SheetRow
from render.canvas import Canvas, Palette
from render.drawing import Drawing
from render.scenes import Scene
from render.style import Style
from render.words import Narrator


@dataclass(frozen=True)
class View:
    """A tossed coin. `guess` is the viewer's guess."""

    seat: int | None
    phase: str
    guess: str
    shown: str


def _draw(alt: str, style: Style) -> Drawing:
    theme = style.colours
    canvas = Canvas(300, 60, Palette(theme.pairs), theme.felt)
    canvas.write(10, 10, alt, 28, theme.text)
    return Drawing(canvas, alt)


def draw_board(view: View, narrator: Narrator, style: Style, near: int | None = None) -> Drawing:
    """Draw the coin."""
    return _draw(f"The coin shows {view.shown}", style)


def draw_hand(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the viewer's guess."""
    if view.seat is None:
        raise ValueError("the crowd has no guess")
    return _draw(f"Your guess: {view.guess}", style)


def draw_receipt(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the result of the toss."""
    return _draw(f"It was {view.shown}", style)


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell how the toss ended."""
    return EndingWords(f"It was {view.shown}")


def fill_score_sheet(view: View, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return a sheet of one toss."""
    return Sheet("Coin toss", tuple(map(reduce, narrator.names)), (SheetRow("1", "Heads", (1, -1)),))


def describe_board(view: View, narrator: Narrator, moment: bool = True) -> str:
    """Describe the coin."""
    return f"The coin shows {view.shown}."


def describe_hand(view: View, narrator: Narrator) -> str:
    """Describe the guess."""
    return f"Your guess: {view.guess}."


def mark_closed(view: View) -> View:
    """Return the view of a closed table."""
    return replace(view, phase="closed")


SCENE = Scene[View](
    draw_board,
    draw_hand,
    draw_receipt,
    fill_score_sheet,
    tell_outcome,
    describe_board,
    describe_hand,
    mark_closed,
)
