"""The scene of Block: its pictures, and its alt text."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Final

from games.pieces.dominoes import HALVES, PIPS, Domino, code
from games.pieces.line import Line
from render import sprites
from render.base.lettering import make_name_drawable
from render.base.picture import EndingWords, Sheet, SheetRow
from render.canvas import Canvas, clip
from render.drawing import Drawing
from render.scenes import Scene
from render.style import Style
from render.words import CLOSED, Narrator, Voice, choose_fitting, name_seats
from tests.fifth_game.block.view import View

_WIDTH: Final = 880
_HALF: Final = 40
"""The width of half a bone in a hand, in pixels."""
_LAID: Final = 28
"""The width of half a bone in the line: small enough for fourteen bones in a row."""
_LINE: Final = 44
"""The height of a line of text, in pixels."""


def _now(view: View, voice: Voice) -> str:
    if view.phase == CLOSED:
        return voice.say("scene/closed")
    if view.turn is not None:
        return voice.say("scene/to_lay", name=voice.name(view.turn))
    return _result(view, voice) or voice.say("scene/undealt")


def _result(view: View, voice: Voice) -> str:
    ending = view.ending
    if ending is None:
        return ""
    if ending.winner is None:
        return voice.say("scene/level")
    how = "scene/out" if ending.how == "out" else "scene/fewer"
    return voice.say(how, name=voice.name(ending.winner), points=ending.points)


def _seats(view: View, voice: Voice) -> list[str]:
    return [
        voice.say(
            "scene/row", name=voice.name(seat), score=view.scores[seat], goal=view.target, count=view.counts[seat]
        )
        for seat in range(view.players)
    ]


def _line(view: View, voice: Voice) -> list[str]:
    line = view.line
    if line.first is None:
        return [voice.say("scene/nothing_laid")]
    ends = voice.list(voice.say("scene/end", end=end, number=number) for end, number in line.ends.items())
    laid = " ".join(f"{max(pair)}-{min(pair)}" for pair in chain(line))
    return [voice.say("scene/line", laid=laid), ends]


def describe_board(view: View, narrator: Narrator, moment: bool = True) -> str:
    """Describe the public table."""

    def write(voice: Voice) -> str:
        asleep = voice.say("scene/asleep", count=view.sleeping)
        head = voice.say("scene/title_hand", hand=view.hand)
        now = [_now(view, voice)] if moment else []
        return voice.join_sentences([head, *now, *_seats(view, voice), asleep, *_line(view, voice)])

    return choose_fitting(
        lambda: write(name_seats(view, narrator)),
        lambda: write(name_seats(view, narrator, named=False)),
    )


def _canvas(lines: Sequence[str], high: int, style: Style) -> Canvas:
    """A canvas with lines of text, and room for bones below them."""
    theme = style.colours
    canvas = Canvas(_WIDTH, 30 + _LINE * len(lines) + high, sprites.make_domino_palette(theme), theme.felt)
    for number, line in enumerate(lines):
        canvas.write(20, 14 + _LINE * number, clip(line, 700, 30, _WIDTH - 40), 30, theme.text)
    return canvas


def _draw(alt: str, lines: Sequence[str], bones: Sequence[Sequence[Domino | None]], style: Style) -> Drawing:
    theme = style.colours
    rows = [list(held[start : start + 12]) for held in bones for start in range(0, max(1, len(held)), 12)]
    canvas = _canvas(lines, (2 * _HALF + 20) * len(rows), style)
    for number, row in enumerate(rows):
        y = 20 + _LINE * len(lines) + (2 * _HALF + 20) * number
        for place, bone in enumerate(row):
            back = sprites.make_domino_back(_HALF, theme, theme.felt)
            face = back if bone is None else sprites.make_domino(*HALVES[bone], _HALF, False, theme, theme.felt)
            canvas.put(face, 20 + place * (_HALF + 14), y)
    return Drawing(canvas, alt)


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


def draw_board(view: View, narrator: Narrator, style: Style, near: int | None = None) -> Drawing:
    """Draw the public table: the state of play, the players, and the line from end A to end B."""
    voice, theme = name_seats(view, narrator, make_name_drawable), style.colours
    ends = " · ".join(f"{end} {number}" for end, number in view.line.ends.items())
    open_ends = voice.say("scene/open_ends", ends=ends) if ends else voice.say("scene/nothing_laid")
    lines = [voice.say("scene/heading", hand=view.hand), _now(view, voice), *_seats(view, voice), open_ends]
    canvas = _canvas(lines, _LAID + 20, style)
    for place, (left, right) in enumerate(chain(view.line)):
        face = sprites.make_domino(left, right, _LAID, True, theme, theme.felt)
        canvas.put(face, 20 + place * (2 * _LAID + 4), 20 + _LINE * len(lines))
    return Drawing(canvas, describe_board(view, narrator))


def draw_hand(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the viewer's bones. Raises ValueError for the crowd's view."""
    if view.seat is None:
        raise ValueError("the crowd has no bones")
    voice = name_seats(view, narrator, make_name_drawable)
    heading = [voice.name(view.seat), _now(view, voice)]
    return _draw(describe_hand(view, narrator), heading, [view.holding], style)


def describe_hand(view: View, narrator: Narrator) -> str:
    """Describe the viewer's bones."""
    seat = 0 if view.seat is None else view.seat

    def write(voice: Voice) -> str:
        bones = voice.list(code(bone) for bone in view.holding) or voice.say("fact/none")
        return voice.join_sentences([voice.say("scene/held", name=voice.name(seat), bones=bones), _now(view, voice)])

    return choose_fitting(
        lambda: write(name_seats(view, narrator)),
        lambda: write(name_seats(view, narrator, named=False)),
    )


def draw_receipt(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw all hands as they lay at the end."""
    ending = view.ending
    held = ((),) * view.players if ending is None else ending.holdings

    def write(voice: Voice) -> str:
        parts = [voice.say("scene/title_hand", hand=view.hand), _result(view, voice) or _now(view, voice)]
        for seat, bones in enumerate(held):
            pieces = " ".join(map(code, bones)) or voice.say("fact/none")
            pips = sum(PIPS[bone] for bone in bones)
            parts.append(voice.say("scene/left", name=voice.name(seat), pieces=pieces, pips=pips))
        return voice.join_sentences(parts)

    alt = choose_fitting(
        lambda: write(name_seats(view, narrator)),
        lambda: write(name_seats(view, narrator, named=False)),
    )
    head = _result(view, name_seats(view, narrator, make_name_drawable)) or narrator.say("scene/title")
    return _draw(alt, [head], held, style)


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell how the last hand ended."""
    told = _result(view, name_seats(view, narrator)) if view.turn is None else ""
    return EndingWords(told) if told else None


def fill_score_sheet(view: View, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return the sheet: the points of each player so far."""
    voice = name_seats(view, narrator, reduce)
    points = SheetRow("", voice.say("scene/points"), view.scores)
    return Sheet(
        voice.say("scene/title"), tuple(voice.name(seat) for seat in range(view.players)), (points,), balanced=False
    )


def mark_closed(view: View) -> View:
    """Return the view of a closed table, in which nobody is to move. If the hand has ended, the view is unchanged."""
    return view if view.phase in ("between", "over") else replace(view, phase=CLOSED, to_act=(), turn=None)


SCENE: Final = Scene[View](
    draw_board,
    draw_hand,
    draw_receipt,
    fill_score_sheet,
    tell_outcome,
    describe_board,
    describe_hand,
    mark_closed,
)
