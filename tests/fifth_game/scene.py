"""The scene of Block: its pictures, and its alt text."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Final

from games.pieces.dominoes import HALVES, PIPS, Domino, code
from games.pieces.line import Line
from render import sprites
from render.base.picture import Outcome, Picture, Sheet, SheetRow
from render.canvas import Canvas, clip
from render.style import Style
from render.words import (
    CLOSED,
    IS_CLOSED,
    Names,
    Who,
    choose_fitting,
    clean_name,
    count_noun,
    drawable_name,
    name_seats,
)
from tests.fifth_game.block.view import View

_WIDTH: Final = 880
_HALF: Final = 40
"""The width of half a bone in a hand, in pixels."""
_LAID: Final = 28
"""The width of half a bone in the line: small enough for fourteen bones in a row."""
_LINE: Final = 44
"""The height of a line of text, in pixels."""


def _who(names: Names, reduce: Callable[[str], str] = clean_name) -> Who:
    return name_seats(names, ("Seat 1", "Seat 2"), reduce)


def _now(view: View, who: Who) -> str:
    if view.phase == CLOSED:
        return IS_CLOSED
    if view.turn is not None:
        return f"{who(view.turn)} to lay"
    return _result(view, who) or "No hand has been dealt yet"


def _result(view: View, who: Who) -> str:
    ending = view.ending
    if ending is None:
        return ""
    if ending.winner is None:
        return "The hand is level"
    how = "goes out" if ending.how == "out" else "has fewer pips"
    return f"{who(ending.winner)} {how}: {count_noun(ending.points, 'point')}"


def _seats(view: View, who: Who) -> list[str]:
    return [f"{who(seat)}: {view.scores[seat]} of {view.target}, {count_noun(view.counts[seat], 'bone')}"
            for seat in range(view.players)]  # fmt: skip


def _line(view: View) -> str:
    line = view.line
    if line.first is None:
        return "Nothing laid yet"
    ends = ", ".join(f"{end} shows {number}" for end, number in line.ends().items())
    laid = " ".join(f"{max(pair)}-{min(pair)}" for pair in chain(line))
    return f"Laid, from A to B: {laid}. {ends}"


def _board_alt(view: View, names: Names) -> str:
    def write(who: Who) -> str:
        asleep = f"{count_noun(view.sleeping, 'bone')} asleep"
        return ". ".join([f"Block, hand {view.hand}", _now(view, who), *_seats(view, who), asleep, _line(view)]) + "."

    return choose_fitting(lambda: write(_who(names)), lambda: write(_who(())))


def _canvas(lines: Sequence[str], high: int, style: Style) -> Canvas:
    """A canvas with lines of text, and room for bones below them."""
    theme = style.colours
    canvas = Canvas(_WIDTH, 30 + _LINE * len(lines) + high, sprites.domino_palette(theme), theme.felt)
    for number, line in enumerate(lines):
        canvas.write(20, 14 + _LINE * number, clip(line, 700, 30, _WIDTH - 40), 30, theme.text)
    return canvas


def _draw(alt: str, lines: Sequence[str], bones: Sequence[Sequence[Domino | None]], style: Style) -> Picture:
    theme = style.colours
    rows = [list(held[start : start + 12]) for held in bones for start in range(0, max(1, len(held)), 12)]
    canvas = _canvas(lines, (2 * _HALF + 20) * len(rows), style)
    for number, row in enumerate(rows):
        y = 20 + _LINE * len(lines) + (2 * _HALF + 20) * number
        for place, bone in enumerate(row):
            back = sprites.domino_back(_HALF, False, theme, theme.felt)
            face = back if bone is None else sprites.domino(*HALVES[bone], _HALF, False, theme, theme.felt)
            canvas.put(face, 20 + place * (_HALF + 14), y)
    return Picture(canvas.png(), alt)


def chain(line: Line) -> list[tuple[int, int]]:
    """The bones of the line from end A to end B, each as its left and its right number."""
    if line.first is None:
        return []
    first = HALVES[line.first]
    arms = []
    for arm, joint in zip(line.arms, first, strict=True):
        turned = []
        for bone in arm:
            inner, outer = HALVES[bone] if HALVES[bone][0] == joint else reversed(HALVES[bone])
            turned.append((inner, outer))
            joint = outer
        arms.append(turned)
    return [*((outer, inner) for inner, outer in reversed(arms[0])), first, *arms[1]]


def board(view: View, names: Names, style: Style, near: int | None = None) -> Picture:
    """Draw the public table: the state of play, both players, and the line from end A to end B."""
    who, theme = _who(names, drawable_name), style.colours
    ends = " · ".join(f"{end} {number}" for end, number in view.line.ends().items())
    open_ends = f"Open ends: {ends}" if ends else "Nothing laid yet"
    lines = [f"Block · hand {view.hand}", _now(view, who), *_seats(view, who), open_ends]
    canvas = _canvas(lines, _LAID + 20, style)
    for place, (left, right) in enumerate(chain(view.line)):
        face = sprites.domino(left, right, _LAID, True, theme, theme.felt)
        canvas.put(face, 20 + place * (2 * _LAID + 4), 20 + _LINE * len(lines))
    return Picture(canvas.png(), _board_alt(view, names))


def hand(view: View, names: Names, style: Style, hidden: bool = False) -> Picture:
    """Draw the viewer's bones. Raises ValueError for the crowd's view."""
    if view.seat is None:
        raise ValueError("the crowd has no bones")
    who = _who(names, drawable_name)
    shown = tuple(None if hidden else bone for bone in view.holding)
    alt = choose_fitting(
        lambda: _hand_alt(view, view.seat, _who(names), hidden), lambda: _hand_alt(view, view.seat, _who(()), hidden)
    )
    return _draw(alt, [who(view.seat), _now(view, who)], [shown], style)


def _hand_alt(view: View, seat: int | None, who: Who, hidden: bool) -> str:
    assert seat is not None
    if hidden:
        bones = f"{count_noun(len(view.holding), 'bone')} face down"
    else:
        bones = ", ".join(code(bone) for bone in view.holding) or "none"
    return f"The bones of {who(seat)}: {bones}. {_now(view, who)}."


def receipt(view: View, names: Names, style: Style) -> Picture:
    """Draw both hands as they lay at the end."""
    ending = view.ending
    held = ((), ()) if ending is None else ending.holdings

    def write(who: Who) -> str:
        parts = [f"Block, hand {view.hand}", _result(view, who) or _now(view, who)]
        for seat, bones in enumerate(held):
            parts.append(f"{who(seat)}: {' '.join(map(code, bones)) or 'none'} ({sum(PIPS[bone] for bone in bones)})")
        return ". ".join(parts) + "."

    alt = choose_fitting(lambda: write(_who(names)), lambda: write(_who(())))
    return _draw(alt, [_result(view, _who(names, drawable_name)) or "Block"], held, style)


def outcome(view: View, names: Names) -> Outcome | None:
    """Tell how the last hand ended."""
    told = _result(view, _who(names)) if view.turn is None else ""
    return Outcome(told) if told else None


def sheet(view: View, names: Names, reduce: Callable[[str], str]) -> Sheet:
    """Return the points so far."""
    who = _who(names, reduce)
    return Sheet("Block", (who(0), who(1)), (SheetRow("", "Points", view.scores),), balanced=False)


def words(view: View, names: Names) -> str:
    """Describe everything that the viewer may see, for play without pictures."""
    own = [] if view.seat is None else [_hand_alt(view, view.seat, _who(names), hidden=False)]
    return "\n".join([*own, _board_alt(view, names)])


def let_wait(view: View) -> View:
    """Return the view unchanged, since the picture of a hand shows the state of play."""
    return view


def mark_closed(view: View) -> View:
    """Return the view of a closed table, in which nobody is to move. A hand that had ended stays unchanged."""
    return view if view.phase in ("between", "over") else replace(view, phase=CLOSED, to_act=(), turn=None)


if TYPE_CHECKING:  # A missing or mistyped function fails type checking here.
    from render.scenes import Scene
    from tests.fifth_game import scene as _scene

    SCENE: Scene[View] = _scene
