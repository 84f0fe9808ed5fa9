"""The score sheet: lined paper with a red margin, one line for each entry, columns with totals."""

from dataclasses import replace
from typing import Final, NamedTuple

from render.base.lettering import make_name_drawable
from render.base.picture import Picture, Sheet, SheetRow
from render.base.plain_text import shorten_name
from render.canvas import Canvas, choose_size, clip, clip_name, fit, make_paper_palette
from render.style import Paper, Style
from render.words import (
    TITLE,
    Narrator,
    Voice,
    choose_fitting,
    format_net,
    format_short,
    format_signed,
    make_names_drawable,
    tell_names_apart,
)

WIDTH: Final = 800
USUAL_LINES: Final = 18
"""The number of lines for entries on one sheet. Older entries are brought forward."""
MOST_EVENING_LINES: Final = 64
"""The most lines of a sheet that tells a whole evening."""
_BESIDE: Final = 6
"""The most columns that fit beside the entry."""
_LINE: Final = 46
"""The height of a line in pixels."""
_NARROW: Final = 36
"""The height of a line in pixels, on a sheet with more than `USUAL_LINES` lines."""
_MARGIN: Final = 78
_HEAD: Final = 122


def bring_forward(sheet: Sheet, lines: int = USUAL_LINES) -> Sheet:
    """Keep the last entries of a sheet, as many as `lines` lines hold, and bring the sum of the others forward."""
    most = lines // _count_lines(sheet)
    if len(sheet.rows) <= most:
        return sheet
    return replace(sheet, rows=sheet.rows[-most:], brought_forward=replace(sheet, rows=sheet.rows[:-most]).totals)


def _count_lines(sheet: Sheet) -> int:
    """Count the lines of a row: two if there are many columns, since the amounts then stand below the entry."""
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
        if any(sheet.brought_forward):
            parts.append(
                voice.say("sheet/brought_amounts", amounts=_list_amounts(sheet, sheet.brought_forward, narrator))
            )
        for row in rows:
            label = f"{row.mark} {row.entry}".strip() if full else row.mark or row.entry
            parts.append(voice.say("sheet/row", entry=label, amounts=_list_amounts(sheet, row.amounts, narrator)))
        totals = zip(names, sheet.totals, strict=True)
        amounts = voice.list(f"{name} {format_amount(sheet, total, narrator)}" for name, total in totals)
        parts.append(voice.say("sheet/totals", totals=amounts))
        if sheet.balanced:
            parts.append(voice.say("sheet/zero"))
        return voice.join_sentences(parts)

    names = tell_names_apart(shorten_name(name) for name in sheet.columns)
    short = tell_names_apart(shorten_name(name, 8) for name in names)
    return choose_fitting(
        lambda: build(sheet.rows, names, True),
        lambda: build(sheet.rows, names, False),
        lambda: build(sheet.rows, short, False),
    )


def _list_amounts(sheet: Sheet, values: tuple[int, ...], narrator: Narrator) -> str:
    return " ".join(format_amount(sheet, value, narrator) for value in values)


class _Layout(NamedTuple):
    """The measures of a drawn sheet. All but `lines_per_row` are in pixels."""

    lines_per_row: int
    line_height: int
    column_width: int
    right_edges: tuple[int, ...]
    """The right edge of each column."""
    room: int
    """The width for an entry."""
    height: int

    @property
    def lift(self) -> int:
        """The pixels by which text stands higher in its line than in a line of the usual height."""
        return (_LINE - self.line_height) // 2

    @property
    def row_height(self) -> int:
        """The height of a row."""
        return self.lines_per_row * self.line_height

    @property
    def size(self) -> int:
        """The largest size of the text in a column."""
        return 25 if self.lines_per_row == 1 else 21


def _lay_out(sheet: Sheet) -> _Layout:
    lines_per_row, columns = _count_lines(sheet), len(sheet.columns)
    rows = len(sheet.rows) + any(sheet.brought_forward)
    line_height = _LINE if rows * lines_per_row <= USUAL_LINES + 1 else _NARROW
    width_beside = min(104 if columns > 2 else 150, 500 // max(1, columns))
    column_width = width_beside if lines_per_row == 1 else (WIDTH - 22 - _MARGIN) // columns
    right_edges = tuple(WIDTH - 22 - column_width * (columns - 1 - k) for k in range(columns))
    room = right_edges[0] - column_width - _MARGIN - 16 if lines_per_row == 1 else WIDTH - _MARGIN - 40
    height = _HEAD + (max(rows, 3) + 1) * lines_per_row * line_height + 28
    return _Layout(lines_per_row, line_height, column_width, right_edges, room, height)


def draw(
    sheet: Sheet, style: Style, narrator: Narrator, spoken: Sheet | None = None, longest: int = USUAL_LINES
) -> Picture:
    """Draw a sheet of at most `longest` lines. `spoken` is the same sheet for the alt text, with the letters that the
    font lacks.

    Raises ValueError unless every row and the totals of a balanced sheet sum to zero (PB-4).
    """
    sheet = bring_forward(sheet, longest)
    if sheet.balanced and any([sum(sheet.totals), *(sum(row.amounts) for row in sheet.rows)]):
        raise ValueError("a score sheet sums to zero")
    layout, paper = _lay_out(sheet), style.paper
    canvas = Canvas(WIDTH, layout.height, make_paper_palette(paper), paper.sheet)
    for y in range(_HEAD, layout.height - 20, layout.line_height):
        canvas.fill(0, y, WIDTH, 2, paper.rule)
    canvas.fill(_MARGIN - 8, 0, 3, layout.height, paper.margin)
    _write_head(canvas, sheet, layout, paper, narrator)
    _write_rows(canvas, sheet, layout, paper, narrator)
    return Picture(canvas.encode(), describe(bring_forward(spoken, longest) if spoken else sheet, narrator))


def _write_head(canvas: Canvas, sheet: Sheet, layout: _Layout, paper: Paper, narrator: Narrator) -> None:
    """Write the title and the names of the columns."""
    canvas.write(
        _MARGIN + 12, 20, clip(make_name_drawable(sheet.title, TITLE), 800, 34, 660), 34, paper.text, weight=800
    )
    names, most, room = make_names_drawable(sheet.columns, narrator.say), layout.size, layout.column_width - 10
    size = min((fit(name, 700, (most, most - 4, most - 7), room)[1] for name in names), default=most)
    for right, name in zip(layout.right_edges, names, strict=True):
        drawn = clip_name(name, 700, size, room, among=names)
        canvas.write(right, _HEAD - 38 + most - size, drawn, size, paper.muted, anchor="r")


def _write_rows(canvas: Canvas, sheet: Sheet, layout: _Layout, paper: Paper, narrator: Narrator) -> None:
    """Write the sums brought forward, the entries, and the totals with lines above and below."""
    left, room = _MARGIN + 12, layout.column_width - 10
    entered_amounts = [value for row in (sheet.brought_forward, *(row.amounts for row in sheet.rows)) for value in row]
    amount_size = min(
        choose_size([_format_drawn(sheet, value, narrator) for value in values], weight, layout.size, room)
        for values, weight in ((entered_amounts, 500), (sheet.totals, 800))
    )

    def write_amounts(values: tuple[int, ...], y: int, weight: int = 500) -> None:
        below = y + (layout.lines_per_row - 1) * layout.line_height + 11 - layout.lift + layout.size - amount_size
        for right, value in zip(layout.right_edges, values, strict=True):
            colour = paper.minus if value < 0 else paper.plus if value > 0 else paper.muted
            drawn = _format_drawn(sheet, value, narrator)
            canvas.write(right, below, drawn, amount_size, colour, weight=weight, anchor="r")

    def write_label(label: str, y: int, colour: str, weight: int) -> None:
        drawn, size = fit(label, weight, (25, 22, 19), layout.room)
        canvas.write(left, y + 36 - layout.lift - size, drawn, size, colour, weight=weight)

    y = _HEAD
    if any(sheet.brought_forward):
        write_label(narrator.say("sheet/brought"), y, paper.muted, 500)
        write_amounts(sheet.brought_forward, y)
        y += layout.row_height
    entries = [make_name_drawable(row.entry, TITLE) for row in sheet.rows]
    entry_size = min((fit(entry, 500, (25, 22, 19), layout.room)[1] for entry in entries), default=25)
    mark_size = choose_size([row.mark for row in sheet.rows], 500, 22, _MARGIN - 26)
    for row, entry in zip(sheet.rows, entries, strict=True):
        mark, mark_y = clip(row.mark, 500, mark_size, _MARGIN - 26), y + 12 - layout.lift + (22 - mark_size) // 2
        canvas.write(_MARGIN - 20, mark_y, mark, mark_size, paper.muted, anchor="r", weight=500)
        shown = clip(entry or narrator.say("sheet/number", number=row.mark), 500, entry_size, layout.room)
        canvas.write(left, y + 36 - layout.lift - entry_size, shown, entry_size, paper.text, weight=500)
        write_amounts(row.amounts, y)
        y += layout.row_height
    y = layout.height - layout.row_height - 26
    for line_y in (y - 3, y + layout.row_height - 4, y + layout.row_height + 2):
        canvas.fill(layout.right_edges[0] - layout.column_width + 10, line_y, WIDTH, 2, paper.text)
    write_label(narrator.say("sheet/zero" if sheet.balanced else "sheet/total"), y, paper.text, 800)
    write_amounts(sheet.totals, y, 800)
