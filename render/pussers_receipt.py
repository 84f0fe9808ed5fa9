"""The receipt and the score sheet of Pussers Bones: the caller's bones face up, and the score line by line."""

from collections.abc import Callable, Sequence
from typing import Final

from games.pieces.bones import Bone
from games.pussers.view import Ending, View
from render import bones, sprites
from render.base.lettering import make_name_drawable
from render.base.picture import EndingWords, Sheet, SheetRow
from render.canvas import Canvas, clip
from render.drawing import Drawing
from render.pussers_hand import CALLED, IN_A_ROW, fan_tray, flow, put_called_rack
from render.style import Style, Theme
from render.words import Narrator, Voice, format_signed
from render.words.pussers import (
    AT_THE_END,
    BoneNamer,
    describe_entry,
    describe_kind,
    describe_outcome,
    describe_set,
    explain_ending,
    find_feeder,
    fit_bone_names,
    make_bone_namer,
    name_breeze,
    name_line,
    name_players,
)
from render.words.pussers_lacked import list_lacked, tell_washout

_SUMS: Final = ("points", "score")
"""The keys of receipt lines that add up other lines."""
_Group = list[tuple[str, int]]
"""Lines of a receipt, each with its name and its amount."""
_Tray = Sequence[tuple[Bone | None, ...]]
"""The fans of a tray."""
WIDTH: Final = 776
_MARGIN: Final = 20
_IN_A_ROW: Final = 13
"""The most small bones in a row."""
_HEAD: Final = 66
"""The height of the title."""
_PITCH: Final = 27
"""The height of a line of the sum."""


def fill_score_sheet(view: View, narrator: Narrator, reduce: Callable[[str], str]) -> Sheet:
    """Return the score sheet of the table. `reduce` removes from each name what a picture cannot draw."""
    voice = name_players(view, narrator, reduce)
    rows = tuple(SheetRow(str(line.hand), describe_entry(line, voice), line.amounts) for line in view.sheet)
    return Sheet(voice.say("scene/title"), tuple(voice.name(seat) for seat in range(view.players)), rows)


def sum_payments(view: View, whole: bool = False) -> tuple[int, ...]:
    """Add up the payments at the end of the hand, by seat, or those of the `whole` hand."""
    of_hand = [line for line in view.sheet if line.hand == view.hand]
    lines = [line.amounts for line in of_hand if whole or line.reason in AT_THE_END]
    return tuple(map(sum, zip(*lines, strict=True))) if lines else (0,) * view.players


def group_lines(ending: Ending | None, voice: Voice) -> tuple[_Group, _Group, _Group]:
    """Group the lines of the receipt: points, doubles, and amounts in "a bit"."""
    parts: dict[str, _Group] = {"points": [], "doubles": [], "a_bit": []}
    for line in ending.receipt.lines if ending is not None and ending.receipt else ():
        if line.key in _SUMS or line.unit not in parts:
            continue
        parts[line.unit].append((name_line(voice, line.key), line.amount))
    return parts["points"], parts["doubles"], parts["a_bit"]


def _multiply(points: _Group, doubles: _Group) -> str:
    """The points in all and what they're doubled to: "38 × 4 = 152"."""
    total, times = sum(n for _, n in points), 2 ** sum(n for _, n in doubles)
    return f"{total} × {times} = {total * times}"


def _describe_sums(ending: Ending, voice: Voice) -> list[str]:
    points, doubles, bits = group_lines(ending, voice)
    sums = []
    for key, lines in (("points", points), ("doubles", doubles)):
        if lines:
            terms = voice.list(f"{label} {n}" for label, n in lines)
            sums.append(voice.say(f"scene/sum/{key}", lines=terms, total=sum(n for _, n in lines)))
    if points:
        sums.append(_multiply(points, doubles))
    if bits:
        sums.append(voice.list(voice.say("scene/bit", label=label, count=n) for label, n in bits))
    return sums


def describe_receipt(view: View, narrator: Narrator) -> str:
    """Describe the receipt."""
    voice = name_players(view, narrator)
    ending = view.ending

    def build(namer: BoneNamer) -> str:
        parts = [voice.say("scene/hand_ended", hand=view.hand, how=describe_outcome(view, voice))]
        if ending is not None and ending.seat is not None:
            chair = view.chairs[ending.seat]
            rack = voice.group_repeats(map(namer, ending.rack))
            place = voice.list((voice.name(ending.seat), name_breeze(voice, chair.breeze)))
            parts += describe_kind(view, voice), voice.say("scene/shows", name=place, bones=rack)
            if ending.do is not None:
                key = "scene/do/plucked" if ending.plucked else "scene/do/called"
                parts.append(voice.say(key, bone=namer(ending.do)))
            tray = [describe_set(tray_set, voice, namer) for tray_set in chair.sets]
            tray += [voice.group_repeats(map(namer, chair.pretties))] if chair.pretties else []
            if tray:
                parts.append(voice.say("scene/tray", parts=tuple(tray)))
            parts += _describe_sums(ending, voice)
        parts.append(voice.list(map(voice.tell_change, voice.names, sum_payments(view))))
        parts += tell_washout(view, voice, namer)
        parts += [
            voice.tell("scene/had", seat, bones=voice.group_repeats(map(namer, rack)))
            for seat, rack in enumerate(ending.losers if ending else ())
            if rack
        ]
        if ending is not None and ending.heap:
            heap = voice.group_repeats(map(namer, ending.heap))
            parts.append(voice.say("scene/tossed_in", bones=heap))
        if ending is not None and ending.next_eddie is not None:
            parts.append(voice.tell("scene/next_eddie", ending.next_eddie))
        return voice.join_sentences(parts)

    return fit_bone_names(view, build)


def tell_outcome(view: View, narrator: Narrator) -> EndingWords | None:
    """Tell the viewer how the last hand ended; None while a hand is played."""
    if view.ending is None:
        return None
    voice, changes, namer = name_players(view, narrator), sum_payments(view), make_bone_namer(view)
    own_change = changes[view.seat] if view.seat is not None else 0
    amount, wins = format_signed(own_change) if own_change else "", own_change > 0 and view.seat == view.ending.seat
    told = voice.address(describe_outcome(view, voice), explain_ending(view, voice, namer), amount, wins)
    moved = voice.list(map(voice.tell_change, voice.names, changes))
    story = [moved] if any(changes) else tell_washout(view, voice, namer)
    if view.seat is not None and (whole := sum_payments(view, whole=True)[view.seat]) != own_change:
        story = [*story, voice.say("scene/all_told", change=whole)]
    lines = (voice.join_sentences(story),) if story else ()
    told = voice.join_clauses((told, *list_lacked(view, voice, namer)))
    return EndingWords(told, lines, fed=find_feeder(view))


def draw_receipt(view: View, narrator: Narrator, style: Style) -> Drawing:
    """Draw how the last hand ended and what it was worth. If nobody called, draw only the outcome."""
    theme = style.colours
    voice = name_players(view, narrator, make_name_drawable)
    ending = view.ending
    points, doubles, bits = group_lines(ending, voice)
    bits = bits if len(bits) > 1 or not points else []  # the title tells the amount of the hand
    fans = fan_tray(view.chairs[ending.seat]) if ending is not None and ending.seat is not None else []
    step = bones.find_height(CALLED) + 14
    rack_height = 0 if ending is None else -(-len(ending.rack) // IN_A_ROW) * step
    places = flow([sprites.find_fan_width(len(fan), 62) for fan in fans], 14, WIDTH - 4 * _MARGIN)
    tray_height = (places[-1][0] + 1) * (bones.find_height(62) + 10) + 2 if places else 0
    line_count = max(len(points), len(doubles)) + len(bits)
    lines_height = line_count * _PITCH + (82 if points else 24) if line_count else 0
    other_racks = _list_other_bones(view, voice)
    height = _HEAD + rack_height + tray_height + lines_height + len(other_racks) * 88 + 12
    canvas = Canvas(WIDTH, height, sprites.make_bone_palette(theme), theme.felt)
    canvas.write_title(_MARGIN, 14, describe_outcome(view, voice), 38, theme.text, WIDTH - 40)
    y = _HEAD
    if ending is not None:
        put_called_rack(canvas, ending, theme, (_MARGIN, y, 105, step), [theme.felt] * IN_A_ROW)
        y += rack_height
    for fan, (row, x) in zip(fans, places, strict=True):
        canvas.put(sprites.make_fan(fan, 62, theme, theme.felt), _MARGIN + x, y + row * (bones.find_height(62) + 10))
    y += tray_height
    if line_count:
        canvas.draw_panel((_MARGIN - 8, y, WIDTH - 2 * _MARGIN + 16, lines_height - 6), theme.panel)
        _draw_lines(canvas, theme, voice, (points, doubles, bits), y + 14)
    y += lines_height
    for label, rack, tray in other_racks:
        canvas.write_name((_MARGIN, y + 24, 144), label, (24, 21), (theme.muted, theme.felt), voice.names)
        for slot, bone in enumerate(rack):
            canvas.put(sprites.make_bone(bone, 40, theme, theme.felt), 170 + slot * 43, y + 10)
        x = 180 + len(rack) * 43
        for fan in tray:
            if x + sprites.find_fan_width(len(fan), 40) > WIDTH - _MARGIN:
                break
            canvas.put(sprites.make_fan(fan, 40, theme, theme.felt), x, y + 10)
            x += sprites.find_fan_width(len(fan), 40) + 10
        y += 88
    return Drawing(canvas, describe_receipt(view, narrator))


def _list_other_bones(view: View, voice: Voice) -> list[tuple[str, tuple[Bone, ...], _Tray]]:
    """The rows below the receipt, each with its label: the other players' racks and trays, or the heap of their bones
    (PB-70)."""
    ending = view.ending
    if ending is None:
        return []
    heap = [ending.heap[start : start + _IN_A_ROW] for start in range(0, len(ending.heap), _IN_A_ROW)]
    label = voice.say("scene/tossed_in/label")
    return [
        *((voice.name(seat), rack, fan_tray(view.chairs[seat])) for seat, rack in enumerate(ending.losers) if rack),
        *((label if not row else "", row_bones, ()) for row, row_bones in enumerate(heap)),
    ]


def _draw_lines(canvas: Canvas, theme: Theme, voice: Voice, lines: tuple[_Group, _Group, _Group], y: int) -> None:
    """Draw the points, the doubles, and the amounts in "a bit"."""
    points, doubles, bits = lines
    ground, half, left, right = theme.panel, WIDTH // 2, _MARGIN + 8, WIDTH - _MARGIN - 8
    for x, rows, sign in ((left, points, ""), (half + 12, doubles, "×2")):
        for row, (label, amount) in enumerate(rows):
            top = y + row * _PITCH
            canvas.write(x, top, clip(label, 500, 26, half - 120), 26, theme.text, weight=500, ground=ground)
            figure = f"{amount}" if not sign else " ".join([sign] * amount) if amount < 4 else f"×{2**amount}"
            canvas.write(x + half - 52, top, figure, 26, theme.text, anchor="r", ground=ground)
    y += max(len(points), len(doubles)) * _PITCH
    if points:
        product = _multiply(points, doubles)
        canvas.fill(left, y + 5, right - left, 2, theme.muted)
        canvas.write(right, y + 12, product, 32, theme.accent, weight=800, anchor="r", ground=ground)
        canvas.write(left, y + 15, voice.say("scene/score"), 28, theme.text, ground=ground)
        y += 60
    for row, (label, count) in enumerate(bits):
        top = y + row * _PITCH
        canvas.write(left, top, label, 26, theme.text, weight=500, ground=ground)
        canvas.write(right, top, voice.say("scene/a_bit", count=count), 26, theme.text, anchor="r", ground=ground)
