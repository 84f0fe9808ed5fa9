"""A player's rack in Pussers Bones: bones in suit order, the working bone beside them, the tray, and a bone to call."""

from collections.abc import Sequence
from typing import Final

from games.pieces.bones import Bone, code, is_pretty
from games.pussers.view import Chair, Ending, Phase, TraySet, View, find_callable_bone
from render import bones, sprites
from render.base.lettering import make_name_drawable
from render.canvas import Canvas, clip, clip_name
from render.drawing import Drawing
from render.style import Style, Theme
from render.words import Narrator, Voice, format_signed
from render.words.pussers import (
    describe_hand,
    describe_moment,
    make_drawable_bone_namer,
    name_breeze,
    name_players,
    turn_down_added,
)

WIDTH: Final = 776
_MARGIN: Final = 20
_GAP: Final = 8
_APART: Final = 14
_HEAD: Final = 70
_FOOT: Final = 54
CALLED: Final = 96
"""The width of the caller's bones at the end of a hand."""
IN_A_ROW: Final = 7
"""The number of them in a row."""


def lay_set(tray_set: TraySet) -> tuple[Bone | None, ...]:
    """Return the bones of a set, with None for a bone face down.

    The owner of a concealed All-Of sees its two bones in the middle (PB-22).
    """
    bone = tray_set.bone
    if bone is None:
        return (None,) * tray_set.size
    return (None, bone, bone, None) if tray_set.how == "concealed" else (bone,) * tray_set.size


def fan_tray(chair: Chair) -> list[tuple[Bone | None, ...]]:
    """Return the fans on a tray: one for each set, and the pretties last."""
    fans = [*map(lay_set, chair.sets)]
    if chair.pretties:
        fans.append(chair.pretties)
    return fans


def put_fan(canvas: Canvas, fan: tuple[Bone | None, ...], place: tuple[int, int], width: int, theme: Theme) -> None:
    """Lay a fan on a tray. A set stands on a bar, so that it cannot be mistaken for pretties."""
    x, y = place
    canvas.put(sprites.make_fan(fan, width, theme, theme.panel), x, y)
    if None in fan or not any(is_pretty(bone) for bone in fan if bone is not None):
        canvas.fill(x, y + bones.find_height(width) + 4, sprites.find_fan_width(len(fan), width), 5, theme.accent)


def put_called_rack(
    canvas: Canvas, ending: Ending, theme: Theme, place: tuple[int, int, int, int], grounds: Sequence[str]
) -> None:
    """Lay the caller's bones in rows, with a ring around the Do bone.

    `place` is the upper left corner, and the steps to the right and down. `grounds` are the colours under the columns.
    """
    left, top, across, down = place
    do_slot = max((slot for slot, bone in enumerate(ending.rack) if bone == ending.do), default=None)
    for slot, bone in enumerate(ending.rack):
        x, y = left + slot % IN_A_ROW * across, top + slot // IN_A_ROW * down
        canvas.put(sprites.make_bone(bone, CALLED, theme, grounds[slot % IN_A_ROW]), x, y)
        if slot == do_slot:
            box = (x - 5, y - 5, CALLED + 10, bones.find_height(CALLED) + 10)
            canvas.draw_rounded(box, 14, theme.accent, line=4)


def flow(widths: list[int], gap: int, limit: int) -> list[tuple[int, int]]:
    """Arrange things of these widths in rows of at most `limit` pixels; returns (row, x) for each."""
    places: list[tuple[int, int]] = []
    row = x = 0
    for width in widths:
        if x and x + width > limit:
            row, x = row + 1, 0
        places.append((row, x))
        x += width + gap
    return places


def _draw_head(canvas: Canvas, view: View, chair: Chair, voice: Voice, theme: Theme) -> None:
    """Draw the name and breeze of the viewer, the bones that are left in the wall, and the viewer's score."""
    score = format_signed(chair.score)
    score_width = canvas.write(WIDTH - _MARGIN, 16, score, 34, theme.accent, weight=800, anchor="r")
    name, breeze = voice.name(chair.seat), name_breeze(voice, chair.breeze)
    about = [breeze] if view.eddie is not None and name != breeze else []
    about.append(voice.say("scene/in_wall", count=view.left))
    room = WIDTH - 3 * _MARGIN - score_width
    title = clip_name(name, 800, 34, room, "".join(f" · {part}" for part in about), voice.names)
    canvas.write(_MARGIN, 16, title, 34, theme.text, weight=800)


def _write_foot(view: View, chair: Chair, voice: Voice) -> str:
    """The present moment, and the bones owed to the viewer. The buttons already say when it is their turn."""
    mine = view.turn == view.seat and view.phase == Phase.TURN
    moment = "" if mine else describe_moment(view, voice, make_drawable_bone_namer(view))
    return f"{moment} · {voice.say('scene/owed', count=chair.owed)}".strip(" ·") if chair.owed else moment


def draw_hand(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw the viewer's rack. Raises ValueError for the crowd's view."""
    if view.seat is None:
        raise ValueError("the crowd has no rack")
    theme = style.colours
    chair = turn_down_added(view)[view.seat]
    width, per_row = (138, 5) if style.big else (96, 7)
    tray_width = 84 if style.big else 62
    own, hot = view.standing, view.hot if style.hot else ()
    gone_of_kind = dict(view.gone) if style.dead else {}
    called = find_callable_bone(view) if view.phase == Phase.CALLING else None
    rings = dict(style.rings)
    rows = max(1, -(-len(own) // per_row))
    step = bones.find_height(width) + 16
    fans = fan_tray(chair)
    tray = flow([sprites.find_fan_width(len(fan), tray_width) for fan in fans], 14, WIDTH - 4 * _MARGIN)
    tray_step = bones.find_height(tray_width) + 14
    tray_height = (tray[-1][0] + 1) * tray_step + 14 if tray else 0
    thrown_height = bones.find_height(tray_width) + 14 if called is not None else 0
    voice = name_players(view, narrator, make_name_drawable)
    foot = _write_foot(view, chair, voice)
    height = _HEAD + rows * step + tray_height + max(_FOOT if foot else _GAP, thrown_height)
    canvas = Canvas(WIDTH, height, sprites.make_bone_palette(theme), theme.felt)
    _draw_head(canvas, view, chair, voice, theme)

    ringed: list[tuple[int, int, str]] = []
    for slot, bone in enumerate(own):
        is_working = slot == len(view.rack)
        x, y = _MARGIN + slot % per_row * (width + _GAP) + _APART * is_working, _HEAD + slot // per_row * step
        turns = min(2, gone_of_kind.get(bone, 0))
        drawn = sprites.make_bone(bone, width, theme, theme.felt, turns)
        canvas.put(drawn, x, y + (bones.find_height(width) * turns // 4 if turns == 1 else 0))
        if bone in hot:  # a bar on the lower edge hides neither the print nor the neighbours
            canvas.fill(x + width // 5, y + bones.find_height(width) - 10, width * 3 // 5, 9, theme.accent)
        if own.count(bone) > 1:  # alike bones stand on a bar, the working bone on its own
            joined = _GAP if slot % per_row and own[slot - 1] == bone and not is_working else 0
            canvas.fill(x - joined, y + bones.find_height(width) + 5, width + joined, 5, theme.accent)
        ring = rings.pop(code(bone), theme.accent if is_working and not style.marks else None)
        if ring is not None:
            ringed.append((x - 6, y - 6, ring))
    for x, y, ring in ringed:
        canvas.draw_rounded((x, y, width + 12, bones.find_height(width) + 12), 16, ring, line=4)

    y = _HEAD + rows * step
    if tray:
        canvas.draw_panel((_MARGIN - 8, y, WIDTH - 2 * _MARGIN + 16, tray_height - 2), theme.panel)
        for fan, (row, x) in zip(fans, tray, strict=True):
            put_fan(canvas, fan, (2 * _MARGIN - 8 + x, y + 8 + row * tray_step), tray_width, theme)
        y += tray_height
    left = _MARGIN
    if called is not None:
        canvas.put(sprites.make_bone(called, tray_width, theme, theme.felt), left, y + 2)
        left, y = left + tray_width + 16, y + thrown_height // 2 - 26
    canvas.write(left, y + 6, clip(foot, 700, 28, WIDTH - _MARGIN - left), 28, theme.muted)
    return Drawing(canvas, describe_hand(view, narrator))
