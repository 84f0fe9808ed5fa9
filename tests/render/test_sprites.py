"""Sprites: cached pieces that are put together from others look as if they were drawn whole."""

import pytest

from games.pieces.dominoes import HALVES
from render import dominoes, sprites
from render.pen import add_shadow
from render.style import Style
from tests.left_out import MORE_CASES, mark_thorough


@pytest.mark.parametrize("half", mark_thorough([28, 46, 92], MORE_CASES, but=[28, 46]))
@pytest.mark.parametrize("lying", [True, False], ids=["lying", "standing"])
def test_a_domino_of_two_halves_looks_as_if_it_was_drawn_whole(half: int, lying: bool) -> None:
    theme = Style().colours
    for high, low in HALVES:
        for first, second in ((high, low), (low, high)):
            sprite = sprites.make_domino(first, second, half, lying, theme, theme.felt)
            face = dominoes.draw_face(first, second, half, lying)
            whole = add_shadow(face, theme.felt, sprite.left, 2 * sprite.left, theme.shadow)
            pixels = sprites.make_domino_palette(theme).reduce(whole)
            assert sprite.pixels.tobytes() == pixels.tobytes(), (first, second)
            assert sprite.body.size == face.size


def test_a_row_of_backs_looks_like_backs_put_one_by_one() -> None:
    theme = Style().colours
    back = sprites.make_domino_back(22, theme, theme.panel)
    row = sprites.make_domino_backs(3, 30, 22, theme, theme.panel)
    assert (row.left, row.top) == (back.left, back.top)
    for place in range(3):
        box = (place * 30, 0, place * 30 + min(30, back.pixels.width), back.pixels.height)
        shown = back.pixels.crop((0, 0, box[2] - box[0], back.pixels.height))
        assert row.pixels.crop(box).tobytes() == shown.tobytes()
