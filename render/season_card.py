"""The card of a season: its champion under a crown, the next two, and the holders of its records."""

from collections.abc import Sequence
from typing import Final

from PIL import Image, ImageDraw

from render.base.lettering import make_name_drawable
from render.base.picture import Picture, SeasonCard
from render.base.plain_text import shorten_name
from render.canvas import Canvas, clip, clip_name, fit, make_paper_palette, measure
from render.style import SUPERSAMPLING, Style
from render.words import TITLE, Narrator, Voice, choose_fitting, make_names_drawable

WIDTH: Final = 800
_EDGE: Final = 40
_HEAD: Final = 138
_CROWN_HEIGHT: Final = 76
_ROW: Final = 84
_NAMES: Final = 3
"""The most names in a row; the others are only counted."""
_LETTERS: Final = (40, 30, 20, 15, 11, 8)
"""The most letters of each name in a row: the first number for which there is room."""
_MOST_TITLE: Final = 200
_CROWN_OUTLINE: Final = ((0, 26), (24, 62), (50, 4), (76, 62), (100, 26), (90, 100), (10, 100))
"""The outline of the crown, in hundredths of its width and height."""


def name_some(names: tuple[str, ...], voice: Voice, most: int = _NAMES) -> str:
    """Join at most `most` names. If there are more, the number of the others takes the last place."""
    if len(names) > most:
        named = max(1, most - 1)
        names = (*names[:named], voice.say("season_card/more", count=len(names) - named))
    return voice.say("season_card/names", names=names) if names else ""


def describe(card: SeasonCard, narrator: Narrator) -> str:
    """Describe the card line by line."""
    voice = Voice(narrator)

    def build(most: int) -> str:
        def name_all(names: tuple[str, ...]) -> str:
            return name_some(tuple(shorten_name(name) for name in names), voice, most)

        parts = [card.title, card.when]
        if card.champions:
            parts.append(voice.say("season_card/champion", names=name_all(card.champions), figure=card.figure))
        parts += (
            voice.say("season_card/place", place=place, name=shorten_name(name), figure=figure)
            for place, name, figure in card.runners_up
        )
        parts += (
            voice.say("season_card/row", title=row.title, names=name_all(row.names), figure=row.figure)
            for row in card.rows
        )
        return voice.join_sentences(parts)

    return choose_fitting(lambda: build(20), lambda: build(_NAMES), lambda: build(1))


def _draw_crown(width: int, height: int) -> Image.Image:
    """Draw the mask of a crown."""
    scale = SUPERSAMPLING
    mask = Image.new("L", (width * scale, height * scale))
    pen = ImageDraw.Draw(mask)
    pen.polygon([(x * width * scale / 100, y * height * scale / 100) for x, y in _CROWN_OUTLINE], fill=255)
    pen.rectangle((width * scale / 10, height * scale * 0.80, width * scale * 0.9, height * scale * 0.84), fill=0)
    return mask.resize((width, height), Image.Resampling.LANCZOS)


def draw(card: SeasonCard, style: Style, narrator: Narrator) -> Picture:
    """Draw the card of a season."""
    paper, voice = style.paper, Voice(narrator)
    middle, room = WIDTH // 2, WIDTH - 2 * _EDGE
    top = 250 + 40 * bool(card.runners_up) if card.champions else 0
    height = _HEAD + top + _ROW * len(card.rows) + 30
    canvas = Canvas(WIDTH, height, make_paper_palette(paper), paper.sheet)
    canvas.fill(0, 0, WIDTH, 12, paper.margin)
    title, size = fit(make_name_drawable(card.title, TITLE), 800, (52, 44, 36), room)
    canvas.write(middle, 36, title, size, paper.text, weight=800, anchor="m")
    canvas.write(middle, 98, clip(make_name_drawable(card.when, TITLE), 500, 26, room), 26, paper.muted, weight=500,
                 anchor="m")  # fmt: skip
    y = _HEAD + 14
    if card.champions:
        canvas.cover(_draw_crown(100, _CROWN_HEIGHT), middle - 50, y, paper.curves[4])
        names, size = _fit_names(card.champions, voice, 800, (64, 54, 44, 34), room)
        canvas.write(middle, y + 82, names, size, paper.text, weight=800, anchor="m")
        canvas.write(middle, y + 162, clip(card.figure, 700, 36, room), 36, paper.plus, anchor="m")
        y += 218
        if card.runners_up:
            runners_up = "   ".join(
                f"{place} {name} {figure}"
                for (place, _, figure), name in zip(
                    card.runners_up,
                    make_names_drawable([name for _, name, _ in card.runners_up], voice.say, 16),
                    strict=True,
                )
            )
            canvas.write(middle, y, clip(runners_up, 500, 27, room), 27, paper.muted, weight=500, anchor="m")
            y += 40
    y = _HEAD + top
    for row in card.rows:
        canvas.fill(_EDGE, y, room, 2, paper.rule)
        figure = clip(row.figure, 800, 36, room // 2)
        figure_width = measure(figure, 800, 36)
        room_beside = room - figure_width - 24
        canvas.write(_EDGE, y + 12, _clip_title(row.title, room_beside), 24, paper.muted, weight=500)
        names, size = _fit_names(row.names, voice, 700, (32, 28, 24), room_beside)
        canvas.write(_EDGE, y + 42 + (32 - size) // 2, names, size, paper.text)
        canvas.write(WIDTH - _EDGE, y + 24, figure, 36, paper.text, weight=800, anchor="r")
        y += _ROW
    return Picture(canvas.encode(), describe(card, narrator))


def _fit_names(names: tuple[str, ...], voice: Voice, weight: int, sizes: Sequence[int], room: int) -> tuple[str, int]:
    """Name people in letters that the font has. Returns the words and their size.

    Each name has as many letters as there is room for, so that neither the last name nor the number of the others is
    cut off.
    """
    tried = [name_some(make_names_drawable(names, voice.say, most), voice) for most in _LETTERS]
    words = next((words for words in tried if measure(words, weight, sizes[-1]) <= room), tried[-1])
    return fit(words, weight, sizes, room)


def _clip_title(title: str, room: int) -> str:
    """Shorten the title of a row.

    A figure at its end stays, such as that of a wooden spoon. In a title with a dot, the part before the dot is cut
    first, so that the name after the dot can be read.
    """
    head, _, figure = make_name_drawable(title, _MOST_TITLE).rpartition(" ")
    if head and figure[0] in "+−0":
        before, dot, behind = head.partition(" · ")
        if dot and measure(f"{head} {figure}", 500, 24) > room:
            head = f"{clip(before, 500, 24, room // 3)} · {behind}"
        return clip_name(head, 500, 24, room, f" {figure}")
    return clip(make_name_drawable(title, TITLE), 500, 24, room)
