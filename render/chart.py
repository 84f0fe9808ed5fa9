"""The chart of the tally over time: one line for each player, named at its end."""

from collections.abc import Sequence
from itertools import pairwise
from typing import Final

from PIL import Image, ImageDraw

from render.base.lettering import make_name_drawable
from render.base.picture import Chart, Picture
from render.base.plain_text import shorten_name
from render.canvas import Canvas, clip, clip_name, make_paper_palette, measure
from render.style import SUPERSAMPLING, Style
from render.words import TITLE, Narrator, Voice, choose_fitting, format_short, make_names_drawable

WIDTH: Final = 720
HEIGHT: Final = 480
_LEFT, _RIGHT, _TOP, _LOW = 96, 210, 88, 56
"""Margins around the lines. Long amounts widen those at the sides."""


def choose_step(spread: int) -> int:
    """Choose a round distance between grid lines (1, 2 or 5 and noughts), so that `spread` has at most six of them."""
    least = max(1, -(-spread // 6))
    power: int = 10 ** (len(str(least)) - 1)
    return next(step for step in (power, 2 * power, 5 * power, 10 * power) if step >= least)


def choose_grid(values: Sequence[int]) -> range:
    """Choose the amounts at which the grid has its lines: round numbers that enclose all the values, and zero."""
    least, most = min(0, *values), max(0, *values)
    step = choose_step(max(1, most - least))
    low, high = least // step * step, -(-most // step) * step
    return range(low, max(high, low + step) + 1, step)


def spread_out(wanted: list[int], apart: int) -> list[int]:
    """Move heights at least `apart` pixels from each other, so that names do not overlap."""
    order = sorted(range(len(wanted)), key=lambda k: wanted[k])
    placed = list(wanted)
    for before, after in pairwise(order):
        placed[after] = max(placed[after], placed[before] + apart)
    overflow = placed[order[-1]] - (HEIGHT - _LOW) if order else 0
    return [y - max(0, overflow) for y in placed]


def describe(chart: Chart, narrator: Narrator) -> str:
    """Describe each line: its last value, and its highest and lowest where there is room."""
    voice = Voice(narrator)

    def build(key: str) -> str:
        parts = [chart.title]
        if chart.first or chart.last:
            parts.append(voice.say("chart/span", first=chart.first, last=chart.last))
        for series in chart.series:
            values = series.values
            parts.append(
                voice.say(key, name=shorten_name(series.name), value=values[-1], most=max(values), least=min(values))
            )
        return voice.join_sentences(parts)

    return choose_fitting(lambda: build("chart/line/full"), lambda: build("chart/line"))


def draw(chart: Chart, style: Style, narrator: Narrator) -> Picture:
    """Draw the lines of the tally. Raises ValueError without a series or with series of different lengths."""
    lengths = {len(series.values) for series in chart.series}
    if len(lengths) != 1 or 0 in lengths:
        raise ValueError("a chart needs series of one length")
    length = lengths.pop()
    paper = style.paper
    canvas = Canvas(WIDTH, HEIGHT, make_paper_palette(paper), paper.sheet)
    values = [value for series in chart.series for value in series.values]
    grid = choose_grid(values)
    low, high = grid[0], grid[-1]
    left = max(_LEFT, 18 + max(measure(format_short(value), 700, 24) for value in grid))
    ends = [f" {format_short(series.values[-1])}" for series in chart.series]
    right = max(_RIGHT, 124 + max(measure(end, 700, 25) for end in ends))
    width, height = WIDTH - left - right, HEIGHT - _TOP - _LOW

    def find_y(value: int) -> float:
        return _TOP + height * (high - value) / (high - low)

    canvas.write(28, 18, clip(make_name_drawable(chart.title, TITLE), 800, 34, WIDTH - 56), 34, paper.text, weight=800)
    for value in grid:
        y = round(find_y(value))
        canvas.fill(left, y, width, 3 if value == 0 else 1, paper.muted if value == 0 else paper.rule)
        canvas.write(left - 12, y - 14, format_short(value), 24, paper.muted, anchor="r")
    canvas.write(left, HEIGHT - 42, make_name_drawable(chart.first), 22, paper.muted)
    canvas.write(left + width, HEIGHT - 42, make_name_drawable(chart.last), 22, paper.muted, anchor="r")
    names = make_names_drawable([series.name for series in chart.series], narrator.say)
    places = spread_out([round(find_y(series.values[-1])) for series in chart.series], 30)
    for k, (series, y) in enumerate(zip(chart.series, places, strict=True)):
        colour = paper.curves[k % len(paper.curves)]
        scale = SUPERSAMPLING
        mask = Image.new("L", (WIDTH * scale // 2, HEIGHT * scale // 2))
        line = [
            ((left + width * place / max(1, length - 1)) * scale / 2, find_y(value) * scale / 2)
            for place, value in enumerate(series.values)
        ]
        ImageDraw.Draw(mask).line(line if length > 1 else line * 2, 255, 4 * scale // 2, "curve")
        canvas.cover(mask.resize((WIDTH, HEIGHT), Image.Resampling.LANCZOS), 0, 0, colour)
        label = clip_name(names[k], 700, 25, right - 24, ends[k], names)
        canvas.write(left + width + 14, y - 15, label, 25, colour)
    return Picture(canvas.encode(), describe(chart, narrator))
