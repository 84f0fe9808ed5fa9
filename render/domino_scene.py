"""The scene of the two domino games, Duo Dominoes and Lombardy Bones."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.duo.view import View as DuoView
from games.pieces.dominoes import HALVES, Domino, code, from_code
from games.pieces.line import Line
from render import sprites
from render.base.domino_layout import LaidLine, lay_out
from render.base.lettering import make_name_drawable
from render.canvas import Canvas, Sprite, clip, clip_name, measure, wrap
from render.drawing import Drawing
from render.scenes import Scene
from render.style import Style, Theme
from render.words import Narrator, name_seats
from render.words.dominoes import (
    DominoView,
    SeatSummary,
    describe_board,
    describe_hand,
    fill_score_sheet,
    mark_closed,
    shorten_ends,
    sort_hand,
    summarise,
    tell_outcome,
)

WIDTH: Final = 736
"""The width in pixels. A phone of 390 points shows it 345 points wide, with two or three pixels a point."""
_MARGIN: Final = 13
_PANEL_WIDTH: Final = (WIDTH - 3 * _MARGIN) // 2
_THIRD: Final = (WIDTH - 4 * _MARGIN) // 3
"""The width of a panel where three stand in a row."""
_HALVES: Final = (44, 38, 34, 30)
"""The sizes in pixels for half a domino of the line. With the least, a domino is 28 points long on a phone."""
_BIG_HALVES: Final = (48, *_HALVES)
_HALVES_AT_THE_END: Final = (*_HALVES, 27, 24)
"""The same for the line of a hand that is over. The smaller sizes keep the picture of a long line on one screen."""
_LINE_AT_THE_END: Final = 334
"""The height in pixels that such a line fits."""
_LINE_ABOVE_A_HAND: Final = 320
"""The same above a reader's hand, so that both fit a phone with the question and the buttons."""
_SMALL: Final = 18
"""The size of half a bone in the seats' panels."""
_PANEL_HEIGHT: Final = 94
_AROUND: Final = {2: ((1, 2), (1, 0)), 3: ((1, 2), (0, 1), (2, 1)), 4: ((1, 2), (0, 1), (1, 0), (2, 1))}
"""By number of players, each seat's column and row: the nearest seat below the line, the others clockwise from there.

Columns are left (0), middle (1) and right (2). Rows 0 and 1 are the upper and the lower row above the line; row 2 is
below the line.
"""


_ABOVE: Final = {2: ((0, 0), (2, 0)), 3: ((0, 0), (2, 0), (1, 1)), 4: ((0, 0), (2, 0), (0, 1), (2, 1))}
"""The same at the end of a hand, when nobody plays on: all seats above the line, so that the picture fits a phone."""


def _place_seats(view: DominoView, near: int | None) -> dict[int, tuple[int, int]]:
    """Return the column and row of each seat, as people sit around the line.

    The seat `near` would be below the line, where its hand is shown, so it has no place here; if it is None, the first
    seat is there. Seats are numbered counter-clockwise in Duo Dominoes (DD-2), and clockwise in Lombardy Bones (LB-1).
    """
    step = -1 if isinstance(view, DuoView) else 1
    places = {((near or 0) + step * turn) % view.players: place for turn, place in enumerate(_AROUND[view.players])}
    one_row = near is not None and not isinstance(view, DuoView)  # the panels of duos have more to say
    return {seat: (at, 0 if one_row else row) for seat, (at, row) in places.items() if seat != near}


_Fit = tuple[tuple[int, ...], int]
"""The sizes for half a domino of a line, largest first, and the height in pixels that the line should fit."""


class _ShownLine(NamedTuple):
    """A line, with the domino in it that would have been better; None where nothing is marked."""

    line: Line
    better: Domino | None
    fit: _Fit


def _lay_better(line: Line, style: Style, fit: _Fit) -> _ShownLine:
    """The line as it lies, with the better domino of `style.marks` where it would have been played."""
    verb, _, rest = style.marks[-1].partition(" ") if style.marks else ("", "", "")
    if verb != "play":
        return _ShownLine(line, None, fit)
    piece, end = from_code(rest[:3]), rest[4:5]
    if line.first is None:
        return _ShownLine(Line.begin(piece), piece, fit)
    return _ShownLine(line.lay(piece, end or line.list_fitting_ends(piece)[0]), piece, fit)


def _fit_layout(line: Line, fit: _Fit) -> tuple[LaidLine, int]:
    """Lay out the line as large as fits. Returns the layout and the size of half a domino in pixels. The line is laid
    out for a middle size, and once again for the least, so that dominoes seldom change places."""
    sizes, most = fit
    middle, least = sizes[len(sizes) // 2], sizes[-1]
    for half in sizes:
        layout = lay_out(line, (WIDTH - 46) / (middle if half >= middle else least) - 2)
        left, upper, right, lower = layout.box
        if (lower - upper) * half <= most and (right - left) * half <= WIDTH - 20 and layout.is_clear:
            return layout, half
    return lay_out(line, (WIDTH - 46) / least - 2), least


@lru_cache(maxsize=64)
def _draw_line(shown: _ShownLine, theme: Theme, uncounted: tuple[str, ...], nothing: str) -> Canvas:
    """Draw the line, or write `nothing` while none is laid. It is the same for every reader, and so is packed once."""
    layout, half = _fit_layout(shown.line, shown.fit)
    left, upper, right, lower = layout.box
    height = round((lower - upper) * half) if layout.placed else 134
    canvas = Canvas(WIDTH, 28 + height, sprites.make_domino_palette(theme), theme.felt)
    if not layout.placed:
        canvas.write(WIDTH // 2, 60, nothing, 25, theme.muted, anchor="m")
    x0 = WIDTH / 2 - (left + right) / 2 * half
    y0 = 10 - upper * half
    laid, rings = [], []
    for piece in layout.placed:
        dx, dy = piece.half_size
        x, y = round(x0 + (piece.x - dx) * half), round(y0 + (piece.y - dy) * half)
        laid.append(
            (sprites.make_domino(piece.first, piece.second, half - 2, piece.lying, theme, theme.felt), x + 1, y + 1)
        )
        if shown.better is not None and {piece.first, piece.second} == {*HALVES[shown.better]}:
            rings.append((x - 3, y - 3, round(2 * dx * half) + 6, round(2 * dy * half) + 6))
    canvas.put_all(laid)
    for box in rings:
        canvas.draw_rounded(box, 10, theme.accent, line=5)
    size = max(20, half // 2)
    for end in layout.ends:
        x, y = round(x0 + end.x * half), round(y0 + end.y * half)
        colour = theme.muted if end.letter in uncounted else theme.accent
        canvas.write(x, y - round(size * 0.62), end.letter, size, colour, weight=800, anchor="m")
    return canvas


@lru_cache(maxsize=64)
def _draw_seat(theme: Theme, seat: SeatSummary, names: tuple[str, ...], width: int) -> Canvas:
    """Draw the panel of a seat. It is the same for every reader."""
    canvas, ground = Canvas(width, _PANEL_HEIGHT, sprites.make_domino_palette(theme), theme.felt), theme.panel
    canvas.draw_panel((0, 0, width, _PANEL_HEIGHT), ground, theme.accent if seat.acts else None)
    lacks_width = measure(seat.lacks, 700, 22) + 17 if seat.lacks else 0
    right = width - 13
    score_width = canvas.write(right, 8, str(seat.score), 25, theme.accent, weight=800, anchor="r", ground=ground)
    room = width - 47 - score_width - 12 * len(seat.note)
    name_width = canvas.write_name((13, 8, room), seat.name, (25, 20), (theme.text, ground), names)
    canvas.write(23 + name_width, 12, seat.note, 20, theme.muted, ground=ground)
    pitch = min(_SMALL + 7, (width - 75 - lacks_width) // max(1, seat.count))
    if seat.faces:
        for slot, piece in enumerate(seat.faces):
            canvas.put(_make_standing(piece, _SMALL, theme, ground), 15 + slot * pitch, 47)
    elif seat.count:
        canvas.put(sprites.make_domino_backs(seat.count, pitch, _SMALL, theme, ground), 15, 47)
    count_width = canvas.write(right, 54, str(seat.count), 22, theme.muted, anchor="r", ground=ground)
    canvas.write(right - 13 - count_width, 54, seat.lacks, 22, theme.accent, anchor="r", ground=ground)
    return canvas


def _make_standing(piece: Domino, half: int, theme: Theme, ground: str) -> Sprite:
    return sprites.make_domino(*HALVES[piece], half, False, theme, ground)


def draw_board(view: DominoView, narrator: Narrator, style: Style, near: int | None = None) -> Drawing:
    """Draw the line, every player's name, score and number of bones, and whose turn it is.

    Seats are placed around the line as people sit. The seat `near` is below the line, without a panel, since its hand
    is shown there.
    """
    is_large = near is None or isinstance(view, DuoView)
    fit = (_HALVES, 502) if is_large else (_HALVES_AT_THE_END, _LINE_ABOVE_A_HAND)
    shown = _lay_better(view.line, style, (_BIG_HALVES, 636) if style.big else fit)
    return _draw_table(view, narrator, style.colours, _place_seats(view, near), shown)


_Places = Mapping[int, tuple[int, int]]
"""By seat, the column and row of its panel."""


def _draw_table(view: DominoView, narrator: Narrator, theme: Theme, places: _Places, shown: _ShownLine) -> Drawing:
    """Draw the line and the panels of the seats. Above a reader's hand, the message tells what the picture leaves out:
    the moment, the last step, and the heading of Lombardy Bones."""
    voice = name_seats(view, narrator, make_name_drawable)
    summary = summarise(view, voice)
    rows = sorted({row for _, row in places.values() if row < 2})
    palette = sprites.make_domino_palette(theme)
    own = len(places) < view.players
    top = 94 if not own else 47 if isinstance(view, DuoView) else 13
    above = Canvas(WIDTH, top + (_PANEL_HEIGHT + 8) * len(rows), palette, theme.felt)
    foot = _PANEL_HEIGHT + 8 if any(row == 2 for _, row in places.values()) else 0
    notes = "" if view.ending else " · ".join(summary.notes[own and bool(view.steps) :])  # the outcome tells the last
    below = Canvas(WIDTH, foot + (37 if notes else 0) + 5, palette, theme.felt)
    if top > 13:
        above.write(_MARGIN + 4, 12, clip(summary.heading, 700, 24, WIDTH - 34), 24, theme.muted)
    if not own:
        above.write_title(_MARGIN + 4, 43, summary.moment, 33, theme.text, WIDTH - 34)
    wide, step = _PANEL_WIDTH, _PANEL_WIDTH + _MARGIN
    if len(places) == 3 and len(rows) == 1:
        wide, step = _THIRD, 2 * (_THIRD + _MARGIN)
    for seat, (column, row) in places.items():
        canvas, y = (below, 0) if row == 2 else (above, top + (_PANEL_HEIGHT + 8) * rows.index(row))
        x = _MARGIN + column * step // 2
        canvas.put_canvas(_draw_seat(theme, summary.seats[seat], voice.names, wide), x, y)
    line = _draw_line(shown, theme, summary.uncounted, voice.say("scene/nothing_laid"))
    if notes:
        below.write(_MARGIN + 4, foot, clip(notes, 700, 24, WIDTH - 34), 24, theme.muted)
    return Drawing(above, describe_board(view, narrator), (line, below))


def draw_hand(view: DominoView, narrator: Narrator, style: Style) -> Drawing:
    """Draw the viewer's bones, highest first. Raises ValueError for the crowd's view."""
    if view.seat is None:
        raise ValueError("the crowd has no bones")
    theme = style.colours
    voice = name_seats(view, narrator, make_name_drawable)
    summary = summarise(view, voice)
    width = 650
    half, per_row = (94, 6) if style.big else (77, 7)
    step_x, step_y = half + 11, 2 * half + 13
    rows = -(-len(view.holding) // per_row)
    seat = summary.seats[view.seat]
    notes = wrap(" · ".join(summary.own_notes), 24, width - 34) if summary.own_notes else []
    below = 60 + rows * step_y
    canvas = Canvas(width, below + 8 + 31 * len(notes), sprites.make_domino_palette(theme), theme.felt)
    score_width = canvas.write(width - 17, 13, str(seat.score), 28, theme.accent, weight=800, anchor="r")
    ends = shorten_ends(view, summary)
    ends_shown = f" · {voice.say('scene/ends_short', ends=ends)}" if ends else ""
    title = clip_name(seat.name, 800, 28, width - 50 - score_width, ends_shown, voice.names)
    canvas.write(17, 13, title, 28, theme.text, weight=800)
    for slot, piece in enumerate(sort_hand(view.holding)):
        x, y = 17 + slot % per_row * step_x, 62 + slot // per_row * step_y
        canvas.put(_make_standing(piece, half, theme, theme.felt), x, y)
        if (ring := style.rings.get(code(piece))) is not None:
            canvas.draw_rounded((x - 5, y - 5, half + 10, 2 * half + 10), 12, ring, line=4)
    for row, note in enumerate(notes):
        canvas.write(17, below + 7 + 31 * row, clip(note, 700, 24, width - 34), 24, theme.muted)
    return Drawing(canvas, describe_hand(view, narrator))


def draw_receipt(view: DominoView, narrator: Narrator, style: Style) -> Drawing:
    """Draw the line of the last hand, and what everybody had left."""
    shown = _ShownLine(view.line, None, (_HALVES_AT_THE_END, _LINE_AT_THE_END))
    return _draw_table(view, narrator, style.colours, dict(enumerate(_ABOVE[view.players])), shown)


SCENE: Final = Scene[DominoView](
    draw_board,
    draw_hand,
    draw_receipt,
    fill_score_sheet,
    tell_outcome,
    describe_board,
    describe_hand,
    mark_closed,
)
