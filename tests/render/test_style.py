"""Readable colours, complete fonts, distinct pieces, and a bounded cache of pictures."""

import io
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from importlib import import_module
from itertools import combinations
from typing import Any

import pytest
from PIL import Image, ImageChops

from bot.wording import HOST
from games.pieces import bones as bone_pieces, cards as card_pieces, dominoes as domino_pieces
from games.pieces.bones import Bone
from games.pieces.cards import Card
from games.pieces.dominoes import HALVES
from games.roster import KINDS
from render import bones, cards, dominoes, emoji, scenes, style
from render.base import lettering
from render.cache import PictureCache, Wanted
from render.canvas import clip, measure
from render.style import THEMES, Style
from tests.left_out import MORE_CASES
from tests.render import samples
from tests.render.shown import reader


def luminance(colour: str) -> float:
    """The relative luminance of "#rrggbb", from 0 to 1 (WCAG 2)."""
    channels = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in channels)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """The contrast of two colours, from 1 to 21 (WCAG 2)."""
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("theme", [*THEMES.values(), *style.BLANKETS.values()], ids=[*THEMES, "night", "day"])
def test_text_can_be_read_on_its_ground(theme: style.Theme) -> None:
    assert {pair: contrast(*pair) for pair in theme.pairs if contrast(*pair) < 4.5} == {}


@pytest.mark.parametrize("paper", [style.DAY_PAPER, style.NIGHT_PAPER])
def test_ink_can_be_read_on_paper(paper: style.Paper) -> None:
    inks = (paper.text, paper.muted, paper.plus, paper.minus, *paper.curves)
    assert {ink: contrast(paper.sheet, ink) for ink in inks if contrast(paper.sheet, ink) < 4.5} == {}


@pytest.mark.parametrize("ink", [style.INK, style.BLUE, style.GREEN, style.RED, style.GOLD, style.PLUM])
def test_indices_can_be_read_on_ivory(ink: str) -> None:
    assert contrast(style.IVORY_LOW, ink) >= 4.5


@pytest.mark.parametrize("ink", cards.SUIT_INKS)
def test_cards_can_be_read(ink: str) -> None:
    assert contrast("#f1efe8", ink) >= 4.5


def test_contrast_follows_wcag() -> None:
    assert contrast("#ffffff", "#000000") == pytest.approx(21)
    assert contrast("#777777", "#ffffff") == pytest.approx(4.48, abs=0.01)


def test_an_unknown_theme_is_dark() -> None:
    assert Style("pink").colours is style.DARK
    assert Style("pink", cloth="blanket").colours is style.BLANKETS["dark"]


def test_the_stripe_of_a_blanket_differs_from_its_cloth() -> None:
    assert min(contrast(theme.stripe, theme.felt) for theme in style.BLANKETS.values()) > 1.7


@pytest.mark.parametrize("weight", [500, 700, 800])
def test_the_font_has_every_letter_that_is_drawn(weight: int) -> None:
    letters = style.load_font(weight, 40)
    missing = bytes(letters.getmask("\U0001f600"))
    assert [sign for sign in lettering.PLAIN if bytes(letters.getmask(sign)) == missing] == []


def test_the_licences_travel_with_the_fonts() -> None:
    assert {path.name for path in lettering.FONTS.glob("*.txt")} == {
        "OFL-inter.txt",
        "OFL-noto-cjk.txt",
        "OFL-noto-emoji.txt",
        "OFL-noto-sans.txt",
        "OFL-noto-serif-tc.txt",
    }


def _grey(image: Image.Image) -> Image.Image:
    ground = Image.new("RGBA", image.size, style.DARK.felt)
    ground.alpha_composite(image)
    return ground.convert("L")


def _alike(one: Image.Image, other: Image.Image) -> bool:
    """True if fewer than 1.5 % of the pixels differ clearly in lightness."""
    off = ImageChops.difference(one, other).point([0] * 48 + [255] * 208).histogram()[255]
    return off < 0.015 * one.width * one.height


def test_bones_differ_without_their_colours() -> None:
    """Any two bones can be told apart without colours, at the size of a phone screen."""
    faces = [_grey(bones.draw_face(Bone(kind), 50, style.DARK)) for kind in range(42)] + [
        _grey(bones.draw_back(50, style.DARK))
    ]
    assert [pair for pair in combinations(range(43), 2) if _alike(faces[pair[0]], faces[pair[1]])] == []


def test_cards_differ_without_their_colours() -> None:
    index = (0, 0, 24, 40)
    faces = [_grey(cards.draw_face(Card(number), 58)).crop(index) for number in range(52)]
    assert [pair for pair in combinations(range(52), 2) if _alike(faces[pair[0]], faces[pair[1]])] == []


def test_dominoes_differ_without_their_colours() -> None:
    faces = [_grey(dominoes.draw_face(*halves, 30, False)) for halves in HALVES]
    assert [pair for pair in combinations(range(28), 2) if _alike(faces[pair[0]], faces[pair[1]])] == []


def test_a_mark_is_seen_on_a_card() -> None:
    assert not _alike(_grey(cards.draw_face(Card(5), 58)), _grey(cards.draw_face(Card(5), 58, "WILD")))


def test_long_words_are_cut_to_their_room() -> None:
    cut = clip("Bear ties up with " + "6" * 80, 700, 28, 300)
    assert cut.endswith("…")
    assert measure(cut, 700, 28) <= 300
    assert clip("Bear", 700, 28, 300) == "Bear"


def test_a_picture_is_drawn_once_while_it_is_remembered() -> None:
    pictures, told = PictureCache(), reader(samples.pussers(), samples.NAMES)
    one = pictures.draw(Wanted(scenes.draw_board_and_hand, samples.pussers(), told))
    assert pictures.draw(Wanted(scenes.draw_board_and_hand, samples.pussers(), told)) is one
    assert pictures.draw(Wanted(scenes.draw_board_and_hand, samples.pussers(), told, Style("light"))) is not one
    assert pictures.draw(Wanted(scenes.draw_board, samples.pussers(), told)).alt != one.alt
    assert pictures.draw(Wanted(scenes.draw_board_and_hand, samples.pussers(), replace(told, talk="civvy"))) is not one
    assert len(pictures) == 4


def test_the_cache_is_bounded_by_number_and_by_bytes() -> None:
    few = PictureCache(limit=3)
    for score in range(6):
        few.draw(Wanted(scenes.draw_board, samples.duo(None, score=(score, 0)), HOST))
    assert len(few) == 3
    small = PictureCache(most_bytes=1)
    small.draw(Wanted(scenes.draw_board, samples.duo(None), HOST))
    assert len(small) == 0


def test_the_picture_used_last_is_kept() -> None:
    pictures = PictureCache(limit=2)
    one = pictures.draw(Wanted(scenes.draw_sheet, samples.duo(None), HOST))
    pictures.draw(Wanted(scenes.draw_sheet, samples.lombardy(None), HOST))
    pictures.draw(Wanted(scenes.draw_sheet, samples.duo(None), HOST))
    pictures.draw(Wanted(scenes.draw_sheet, samples.stud(), HOST))
    assert pictures.draw(Wanted(scenes.draw_sheet, samples.duo(None), HOST)) is one


def test_threads_may_share_the_cache() -> None:
    views = [samples.duo(None, score=(score % 3, 0)) for score in range(24)]
    room = sum(len(scenes.draw_sheet(view, HOST).png) for view in views[:3])
    pictures = PictureCache(most_bytes=room)
    with ThreadPoolExecutor(4) as pool:
        drawn = list(pool.map(lambda view: pictures.draw(Wanted(scenes.draw_sheet, view, HOST)), views))
    assert [picture.alt for picture in drawn[:3]] == [picture.alt for picture in drawn[3:6]]
    assert len(pictures) == 3


@pytest.mark.thorough(MORE_CASES)
def test_every_piece_has_an_emoji_of_its_own() -> None:
    made = emoji.draw_all()
    assert {*bone_pieces.CODES, *domino_pieces.CODES, *card_pieces.CODES} <= set(made)
    kinds = [getattr(import_module(kind.module), kind.vocabulary) for kind in KINDS]
    assert len(made) == sum(len(pieces.every) for pieces in kinds), "two kinds of pieces have the same codes"
    alike = [pair for pair in combinations(made, 2) if made[pair[0]] == made[pair[1]]]
    assert not alike, f"these pieces are drawn alike: {alike}"
    for png in made.values():
        assert len(png) < 256_000
        assert Image.open(io.BytesIO(png)).size == (emoji.SIDE, emoji.SIDE)


@pytest.mark.parametrize("view", (samples.lombardy(), samples.pussers()), ids=lambda view: type(view).__module__)
def test_rings_show_a_made_move_and_a_better_one(view: Any) -> None:
    """Each ring has a colour of its own, and on a line the better domino lies where it would have been played."""
    if hasattr(view, "line"):
        fitting = [(piece, end) for piece in view.holding for end in view.line.list_fitting_ends(piece)]
        plays = [f"play {domino_pieces.code(piece)} {end}" for piece, end in fitting]
    else:
        plays = [f"discard {bone_pieces.code(piece)}" for piece in dict.fromkeys(view.rack)]
    marks = (plays[0], next(words for words in plays if words.split()[1] != plays[0].split()[1]))
    every = [(), marks, marks[::-1]]
    drawn = {scenes.draw_board_and_hand(view, reader(view, samples.NAMES), Style(marks=each)).png for each in every}
    assert len(drawn) == len(every)
