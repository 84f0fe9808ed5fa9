"""The board of Pussers Bones: four walls around the discards, and every seat with its tray."""

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from games.pieces.bones import Bone
from games.pussers.view import IN_PLAY, Chair, Ending, Phase, View, side_of
from render import bones, sprites
from render.base.lettering import make_name_drawable
from render.canvas import Canvas, clip, clip_name, measure
from render.drawing import Drawing
from render.pussers_hand import CALLED, IN_A_ROW, fan_tray, flow, put_called_rack, put_fan
from render.style import Style, Theme
from render.words import Narrator, Voice, format_signed
from render.words.pussers import (
    describe_board,
    describe_calls,
    describe_moment,
    find_acting_seat,
    hide_own_sets,
    make_drawable_bone_namer,
    name_breeze,
    name_players,
)

WIDTH: Final = 880
_MARGIN: Final = 16
_PANEL: Final = (WIDTH - 3 * _MARGIN) // 2
_ALONG: Final = 43
"""Pixels from stack to stack in the upper and lower walls."""
_THICK: Final = 30
_POOL: Final = 18 * _ALONG
_DEEP, _FLAT = 504, 306
"""The pixels between the upper and the lower wall; and while the discards leave two rows empty."""
_POOL_ROWS: Final = (67, 11, 5)
"""The width of a discard (26 pixels on a phone), the discards in a row, and the rows that fit."""
_BIG_POOL_ROWS: Final = (96, 7, 3)
"""The same in large print, as long as all discards fit."""
_ORDERED_ROWS: Final = (44, 16, 6)
"""The same if each player's discards lie before them, in a quarter of the middle."""


def _place_wall(x: int, y: int, side: int, stacks: int, depth: int) -> list[tuple[int, int, int, int]]:
    """Return x, y, width and height of each stack of a wall, clockwise. Side 0 is the upper wall (PB-11)."""
    left, top = x + _THICK + 6, y + _THICK + 6
    right, low, room = left + _POOL + 6, top + depth + 6, (_POOL, depth)[side % 2]
    pitch = room // max(18, stacks)
    spare = (room - stacks * pitch) // 2
    along = [spare + k * pitch for k in (range(stacks) if side < 2 else reversed(range(stacks)))]
    if side % 2:
        return [(right if side == 1 else x - 4, top + at, _THICK + 4, pitch - 1) for at in along]
    return [(left + at, y if side == 0 else low, pitch - 3, _THICK) for at in along]


class _Board(NamedTuple):
    """A board that is being drawn: its picture, view, voice and colours, and the depth of its middle."""

    canvas: Canvas
    view: View
    voice: Voice
    theme: Theme
    depth: int


def _draw_walls(board: _Board, x: int, y: int) -> None:
    """Draw the four walls. Eddie's wall is the upper one."""
    canvas, view, voice, theme, depth = board
    for side in range(4):
        breeze, stacks, begins = side_of(side, view.house), view.walls[side], sum(view.walls[:side])
        places = _place_wall(x, y, side, stacks, depth)
        heights = view.wall[begins : begins + stacks]
        left, top, width, height = places[0 if side < 2 else -1]
        across, down = places[1][0] - places[0][0], places[1][1] - places[0][1]
        drawn = sprites.make_wall(
            heights if side < 2 else heights[::-1], (width, height), (abs(across), abs(down)), theme, theme.felt
        )
        canvas.put(drawn, left, top)
        for number, place in enumerate(places, begins):
            _mark_stack(canvas, view, theme, number, place, side)
        if view.phase == Phase.BREAKING:
            left, top, width, height = places[stacks // 2]
            at = ((left, top + height + 36), (left - 60, top - 2), (left, top - 62), (left + width + 60, top - 2))[side]
            canvas.write(*at, voice.say(f"scene/wall_of/{breeze}"), 26, theme.text, anchor="mrml"[side])


def _mark_stack(
    canvas: Canvas, view: View, theme: Theme, number: int, place: tuple[int, int, int, int], side: int
) -> None:
    """Ring a stack where the wall may be broken or was broken. Before the break, write every sixth stack's number."""
    left, top, width, height = place
    breaking = view.phase == Phase.BREAKING
    if breaking and number in view.breaks:
        canvas.draw_rounded((left - 1, top - 1, width + 2, height + 2), 5, theme.accent, line=2)
    elif not breaking and number == view.broken_at:
        canvas.draw_rounded((left - 2, top - 1, width + 4, height + 2), 6, theme.muted, line=2)
    if breaking and number % 6 == 0:
        inward = ((width // 2, height + 4), (-30, -2), (width // 2, -28), (width + 22, -2))[side]
        canvas.write(left + inward[0], top + inward[1], str(number), 24, theme.muted, anchor="m")


def _draw_stripe(board: _Board, corner: tuple[int, int], per_row: int, step: int) -> None:
    """Draw the stripe of a blanket within the walls, under the middle one of `per_row` bones, `step` apart."""
    if stripe := board.theme.stripe:
        board.canvas.fill(corner[0] + 11 + per_row // 2 * step, corner[1] + 2, step, board.depth - 4, stripe)


def _find_ground(theme: Theme, column: int, per_row: int) -> str:
    """Return the colour under a bone in this column of a row."""
    return theme.stripe if theme.stripe and column == per_row // 2 else theme.felt


def _draw_pool(board: _Board, chairs: Mapping[int, Chair], corner: tuple[int, int], big: bool) -> None:
    """Draw the discards in the middle, or each player's in the quarter before their panel; `chairs` are by place.

    They lie in the order of the throws. Once they no longer fit, each row covers the lower half of the one before. The
    latest is ringed while it may be called.
    """
    canvas, view, _, theme, depth = board
    lying = [discard for discard in view.discards if discard.taken is None]
    width, per_row, rows = _BIG_POOL_ROWS if big and len(lying) <= _BIG_POOL_ROWS[1] * _BIG_POOL_ROWS[2] else _POOL_ROWS
    rows = rows if depth == _DEEP else rows - 2
    groups = [(0, 0, lying)]
    in_row, in_column = per_row, rows
    if view.house.discards == "in_order":
        width, per_row, rows = _ORDERED_ROWS
        in_row, in_column = per_row // 2, rows // 2
        groups = [
            (in_column * (place > 1), in_row * (place in (1, 2)), [one for one in lying if one.seat == chair.seat])
            for place, chair in sorted(chairs.items(), key=lambda item: bool(lying) and item[1].seat == lying[-1].seat)
        ]
    step_x, step_y = (_POOL - 20) // per_row, (depth - 20) // rows
    _draw_stripe(board, corner, per_row, step_x)
    x = y = 0
    for first_row, first_column, own in groups:
        crowded = len(own) > in_row * in_column  # four more rows are enough for all the bones of a hand
        pitch = step_y * (in_column - 1) // (in_column + 3) if crowded else step_y
        for place, discard in enumerate(own):
            column = first_column + place % in_row
            x, y = corner[0] + 12 + column * step_x, corner[1] + 14 + first_row * step_y + place // in_row * pitch
            canvas.put(sprites.make_bone(discard.bone, width, theme, _find_ground(theme, column, per_row)), x, y)
    if lying and view.latest is not None:
        canvas.draw_rounded((x - 5, y - 5, width + 10, bones.find_height(width) + 10), 12, theme.accent, line=4)


def _draw_called_rack(board: _Board, ending: Ending, corner: tuple[int, int]) -> None:
    """Draw the caller's bones in place of the discards."""
    theme = board.theme
    place = (corner[0] + 16, corner[1] + 60, 107, bones.find_height(CALLED) + 22)
    _draw_stripe(board, corner, IN_A_ROW, place[2])
    put_called_rack(
        board.canvas, ending, theme, place, [_find_ground(theme, slot, IN_A_ROW) for slot in range(IN_A_ROW)]
    )


def _draw_plucked_for_eddie(board: _Board, corner: tuple[int, int]) -> None:
    """Draw the bone that each seat plucked to find Eddie, above the seat's name."""
    canvas, view, voice, theme, _ = board
    column_width = _POOL // view.players
    for seat, bone in enumerate(view.shown_for_eddie):
        x = corner[0] + seat * column_width + (column_width - 96) // 2
        if bone is not None:
            canvas.put(sprites.make_bone(bone, 96, theme, theme.felt), x, corner[1] + 110)
        name = clip_name(voice.name(seat), 700, 26, column_width - 10, among=voice.names)
        canvas.write(x + 48, corner[1] + 260, name, 26, theme.text, anchor="m")


def _measure_panel(fans: list[tuple[Bone | None, ...]], width: int) -> int:
    places = _place_fans(fans, width)
    rows = places[-1][0] + 1 if places else 0
    return 54 + rows * (bones.find_height(width) + 12) + (6 if rows else 0)


def _place_fans(fans: list[tuple[Bone | None, ...]], width: int) -> list[tuple[int, int]]:
    return flow([sprites.find_fan_width(len(fan), width) for fan in fans], 12, _PANEL - 28)


def _draw_panel(board: _Board, chair: Chair, place: tuple[int, int, int], width: int) -> None:
    """Draw a seat's panel: name, breeze, score, sets and pretties, with an outline if it is the seat's turn."""
    canvas, view, voice, theme, _ = board
    x, y, height = place
    canvas.draw_panel(
        (x, y, _PANEL, height), theme.panel, theme.accent if chair.seat == find_acting_seat(view) else None
    )
    ground = theme.panel
    score_width = canvas.write(
        x + _PANEL - 16, y + 10, format_signed(chair.score), 30, theme.accent, weight=800, anchor="r", ground=ground
    )
    name = voice.name(chair.seat)
    breeze_name = name_breeze(voice, chair.breeze)
    shown_breeze = breeze_name if view.eddie is not None and name != breeze_name else ""
    room = _PANEL - 52 - score_width - (12 + measure(shown_breeze, 700, 24) if shown_breeze else 0)
    name_width = canvas.write_name((x + 16, y + 10, room), name, (30, 23), (theme.text, ground), voice.names)
    if shown_breeze:
        canvas.write(x + 28 + name_width, y + 15, shown_breeze, 24, theme.muted, ground=ground)
    fans = fan_tray(chair)
    for fan, (row, left) in zip(fans, _place_fans(fans, width), strict=True):
        at = y + 54 + row * (bones.find_height(width) + 12)
        put_fan(canvas, fan, (x + 16 + left, at), width, theme)


def draw_board(view: View, narrator: Narrator, style: Style, near: int | None = None) -> Drawing:
    """Draw the public table. It looks the same from every seat's view, and to every reader, whoever sits `near`."""
    return _draw_table(view, narrator, style.colours, style.big)


@lru_cache(maxsize=16)
def _draw_table(view: View, narrator: Narrator, theme: Theme, big: bool) -> Drawing:
    """Draw the table once for the channel and all hands below it."""
    voice = name_players(view, narrator, make_name_drawable)
    width = 62 if big else 48
    by_breeze = {chair.breeze if view.eddie is not None else chair.seat: chair for chair in hide_own_sets(view)}
    by_place: dict[int, Chair] = {side_of(breeze, view.house): chair for breeze, chair in by_breeze.items()}
    heights = [
        max(_measure_panel(fan_tray(by_place[place]) if place in by_place else [], width) for place in pair)
        for pair in ((0, 1), (3, 2))
    ]
    calls = describe_calls(view, voice)
    top = 112
    table = top + heights[0] + 14
    few = sum(discard.taken is None for discard in view.discards) <= _POOL_ROWS[1] * (_POOL_ROWS[2] - 2)
    depth = _FLAT if few and view.phase in IN_PLAY and not big and view.house.discards == "middle" else _DEEP
    below = table + depth + 2 * _THICK + 26
    foot = below + heights[1] + (14 + 38 * len(calls) if calls else 0)
    canvas = Canvas(WIDTH, foot + _MARGIN, sprites.make_bone_palette(theme), theme.felt)
    board = _Board(canvas, view, voice, theme, depth)

    bones_left = voice.say("scene/left", count=view.left)
    bones_left_width = canvas.write(WIDTH - _MARGIN - 4, 14, bones_left, 28, theme.muted, anchor="r")
    heading = voice.say("scene/heading", hand=view.hand, round=view.round)
    canvas.write(_MARGIN + 4, 14, clip(heading, 700, 28, WIDTH - 60 - bones_left_width), 28, theme.muted)
    moment = describe_moment(view, voice, make_drawable_bone_namer(view))
    canvas.write_title(_MARGIN + 4, 52, moment, 40, theme.text, WIDTH - 2 * _MARGIN - 8)

    for place in range(4):
        x = _MARGIN if place in (0, 3) else 2 * _MARGIN + _PANEL
        y, height = (top, heights[0]) if place < 2 else (below, heights[1])
        if place in by_place:
            _draw_panel(board, by_place[place], (x, y, height), width)
    x = (WIDTH - _POOL - 2 * _THICK - 12) // 2
    _draw_walls(board, x, table)
    corner = (x + _THICK + 6, table + _THICK + 6)
    if view.phase == Phase.PLUCKING_EDDIE:
        _draw_plucked_for_eddie(board, corner)
    elif view.ending is not None and view.ending.rack and view.phase in (Phase.BETWEEN, Phase.RULED_OFF):
        _draw_called_rack(board, view.ending, corner)
    else:
        _draw_pool(board, by_place, corner, big)
    for row, call in enumerate(calls):
        canvas.write(_MARGIN + 4, below + heights[1] + 10 + 38 * row, clip(call, 700, 28, WIDTH - 40), 28, theme.accent)
    return Drawing(canvas, describe_board(view, narrator))
