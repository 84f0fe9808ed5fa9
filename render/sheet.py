"""The score sheet: lined paper with a red margin, one line for each entry, columns with totals."""

from dataclasses import replace
from functools import lru_cache
from typing import Final

from render.base.picture import Picture, Sheet, SheetRow
from render.canvas import Canvas, Palette, choose_size, clip, clip_name, fit
from render.style import Paper, Style
from render.words import (
    TITLE,
    Narrator,
    Voice,
    choose_fitting,
    clean_name,
    draw_names,
    drawable_name,
    format_net,
    format_short,
    format_signed,
    tell_names_apart,
)

WIDTH: Final = 800
ROWS: Final = 18
"""The entries on one sheet; older ones are brought forward."""
LONGEST: Final = 64
"""The most lines of a sheet that tells a whole evening."""
_BESIDE: Final = 6
"""The most columns that fit beside the entry."""
_LINE: Final = 46
_NARROW: Final = 36
"""The height of the lines of a sheet with more than `ROWS` of them."""
_MARGIN: Final = 78
_HEAD: Final = 122


@lru_cache(maxsize=4)
def _palette(paper: Paper) -> Palette:
    inks = (paper.text, paper.muted, paper.minus, paper.plus, paper.margin, paper.rule)
    return Palette([(paper.sheet, ink) for ink in inks])


def bring_forward(sheet: Sheet, lines: int = ROWS) -> Sheet:
    """Keep the last entries of a sheet, as many as `lines` lines hold, and bring the sum of the others forward."""
    most = lines // _step(sheet)
    if len(sheet.rows) <= most:
        return sheet
    return replace(sheet, rows=sheet.rows[-most:], brought=replace(sheet, rows=sheet.rows[:-most]).totals)


def _step(sheet: Sheet) -> int:
    """Return the number of lines for a row: with many columns, the amounts stand below the entry."""
    return 1 if len(sheet.columns) <= _BESIDE else 2


def format_amount(sheet: Sheet, value: int, narrator: Narrator) -> str:
    """Write an amount of the sheet with its sign."""
    return format_net(narrator, value) if sheet.hundredths else format_signed(value)


def _format_drawn(sheet: Sheet, value: int, narrator: Narrator) -> str:
    """Write an amount short enough for a column."""
    return format_net(narrator, value) if sheet.hundredths else format_short(value)


def describe(sheet: Sheet, narrator: Narrator) -> str:
    """Describe the sheet line by line."""
    voice = Voice(narrator)

    def build(rows: tuple[SheetRow, ...], names: tuple[str, ...], full: bool) -> str:
        parts = [voice.say("sheet/columns", title=sheet.title, names=voice.list(names))]
        if any(sheet.brought):
            parts.append(voice.say("sheet/brought_amounts", amounts=_list_amounts(sheet, sheet.brought, narrator)))
        for row in rows:
            label = f"{row.mark} {row.entry}".strip() if full else row.mark or row.entry
            parts.append(voice.say("sheet/row", entry=label, amounts=_list_amounts(sheet, row.amounts, narrator)))
        totals = zip(names, sheet.totals, strict=True)
        told = voice.list(f"{name} {format_amount(sheet, total, narrator)}" for name, total in totals)
        parts.append(voice.say("sheet/totals", totals=told))
        if sheet.balanced:
            parts.append(voice.say("sheet/zero"))
        return voice.join_sentences(parts)

    names = tell_names_apart(clean_name(name) for name in sheet.columns)
    short = tell_names_apart(clean_name(name, 8) for name in names)
    return choose_fitting(
        lambda: build(sheet.rows, names, True),
        lambda: build(sheet.rows, names, False),
        lambda: build(sheet.rows, short, False),
    )


def _list_amounts(sheet: Sheet, values: tuple[int, ...], narrator: Narrator) -> str:
    return " ".join(format_amount(sheet, value, narrator) for value in values)


def draw(sheet: Sheet, style: Style, narrator: Narrator, spoken: Sheet | None = None, longest: int = ROWS) -> Picture:
    """Draw a sheet of at most `longest` lines. `spoken` is the same sheet for the alt text, with the letters that the
    font lacks.

    Raises ValueError unless every row and the totals of a balanced sheet sum to zero (PB-4).
    """
    sheet = bring_forward(sheet, longest)
    sums = [sum(sheet.totals), *(sum(row.amounts) for row in sheet.rows)]
    if sheet.balanced and any(sums):
        raise ValueError("a score sheet sums to zero")
    paper = style.paper
    brought = any(sheet.brought)
    lines = len(sheet.rows) + brought
    step = _step(sheet)
    line = _LINE if lines * step <= ROWS + 1 else _NARROW
    higher = (_LINE - line) // 2
    high = _HEAD + (max(lines, 3) + 1) * step * line + 28
    canvas = Canvas(WIDTH, high, _palette(paper), paper.sheet)
    columns = len(sheet.columns)
    wide = min(104 if columns > 2 else 150, 500 // max(1, columns)) if step == 1 else (WIDTH - 22 - _MARGIN) // columns
    size = 25 if step == 1 else 21
    right = [WIDTH - 22 - wide * (columns - 1 - k) for k in range(columns)]
    room = right[0] - wide - _MARGIN - 16 if step == 1 else WIDTH - _MARGIN - 40
    for y in range(_HEAD, high - 20, line):
        canvas.fill(0, y, WIDTH, 2, paper.rule)
    canvas.fill(_MARGIN - 8, 0, 3, high, paper.margin)
    canvas.write(_MARGIN + 12, 20, clip(drawable_name(sheet.title, TITLE), 800, 34, 660), 34, paper.text, weight=800)
    names = draw_names(sheet.columns, narrator.say)
    small = min((fit(name, 700, (size, size - 4, size - 7), wide - 10)[1] for name in names), default=size)
    for k, name in enumerate(names):
        drawn = clip_name(name, 700, small, wide - 10, among=names)
        canvas.write(right[k], _HEAD - 38 + size - small, drawn, small, paper.muted, anchor="r")
    y = _HEAD
    lined = [
        _format_drawn(sheet, value, narrator)
        for row in (sheet.brought, *(row.amounts for row in sheet.rows))
        for value in row
    ]
    summed = [_format_drawn(sheet, value, narrator) for value in sheet.totals]
    small = min(choose_size(lined, 500, size, wide - 10), choose_size(summed, 800, size, wide - 10))

    def amounts(values: tuple[int, ...], at: int, weight: int = 500) -> None:
        for k, value in enumerate(values):
            colour = paper.minus if value < 0 else paper.plus if value > 0 else paper.muted
            below = at + (step - 1) * line + 11 - higher + size - small
            canvas.write(
                right[k], below, _format_drawn(sheet, value, narrator), small, colour, weight=weight, anchor="r"
            )

    if brought:
        drawn, high_as = fit(narrator.say("sheet/brought"), 500, (25, 22, 19), room)
        canvas.write(_MARGIN + 12, y + 36 - higher - high_as, drawn, high_as, paper.muted, weight=500)
        amounts(sheet.brought, y)
        y += step * line
    hand = min((fit(drawable_name(row.entry, TITLE), 500, (25, 22, 19), room)[1] for row in sheet.rows), default=25)
    mark = choose_size([row.mark for row in sheet.rows], 500, 22, _MARGIN - 26)
    for row in sheet.rows:
        canvas.write(
            _MARGIN - 20,
            y + 12 - higher + (22 - mark) // 2,
            clip(row.mark, 500, mark, _MARGIN - 26),
            mark,
            paper.muted,
            anchor="r",
            weight=500,
        )
        entry = drawable_name(row.entry, TITLE) or narrator.say("sheet/number", number=row.mark)
        canvas.write(_MARGIN + 12, y + 36 - higher - hand, clip(entry, 500, hand, room), hand, paper.text, weight=500)
        amounts(row.amounts, y)
        y += step * line
    y = high - step * line - 26
    canvas.fill(right[0] - wide + 10, y - 3, WIDTH, 2, paper.text)
    label = narrator.say("sheet/zero" if sheet.balanced else "sheet/total")
    drawn, high_as = fit(label, 800, (25, 22, 19), room)
    canvas.write(_MARGIN + 12, y + 36 - higher - high_as, drawn, high_as, paper.text, weight=800)
    amounts(sheet.totals, y, 800)
    canvas.fill(right[0] - wide + 10, y + step * line - 4, WIDTH, 2, paper.text)
    canvas.fill(right[0] - wide + 10, y + step * line + 2, WIDTH, 2, paper.text)
    return Picture(canvas.png(), describe(bring_forward(spoken, longest) if spoken else sheet, narrator))
