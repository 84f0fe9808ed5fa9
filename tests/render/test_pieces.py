"""Rows of pieces in guides and lessons, as a phone shows them."""

from io import BytesIO

import pytest
from PIL import Image

from render import pieces
from render.style import Style, load_font

PHONE = 350
"""The width of a picture on a phone, in CSS pixels."""
HAND = ("R2", "R2", "R2", "R4", "R4", "R4", "S6", "S6", "S6", "DR", "DR", "DR", "WE", "WE")
ROWS: dict[str, list[list[pieces.Group]]] = {
    "a hand": [[(HAND, "your hand")]],
    "a rack and a bone": [[(HAND[:13], "your rack")], [(("R9",), "plucked")]],
    "three groups": [[(HAND[:3], "Ricks"), (HAND[6:9], "Sticks"), (HAND[9:12], "Blood")]],
    "one bone": [[(("R9",), "")]],
    "dominoes": [[(("6-6",), "the spinner"), (("6-3",), "A shows 3")]],
    "cards": [[(("Ah", "Kh", "Qh", "Jh", "Th"), "flush"), (("8s", "9d", "Tc", "Jd", "Qh"), "straight")]],
}


@pytest.mark.parametrize("named", ROWS)
def test_pieces_and_captions_can_be_read_on_a_phone(named: str) -> None:
    drawn = Image.open(BytesIO(pieces.draw(ROWS[named], "words", Style()).png))
    scale = PHONE / drawn.width
    tall, letters = pieces.TALL * scale, load_font(700, pieces.SIZE).size * scale
    assert 40 <= tall <= 64 and letters >= 12, (drawn.size, tall, letters)


def test_a_whole_hand_stands_in_two_rows_of_the_same_length() -> None:
    hand, half = (Image.open(BytesIO(pieces.draw([[(codes, "")]], "", Style()).png)) for codes in (HAND, HAND[:7]))
    assert hand.width == half.width and hand.height > half.height + pieces.TALL


def test_the_same_rows_are_drawn_once() -> None:
    """The page that shows the games has the same pictures each time."""
    assert pieces.draw(ROWS["cards"], "words", Style()) is pieces.draw(ROWS["cards"], "words", Style())
