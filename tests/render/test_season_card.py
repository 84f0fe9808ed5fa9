"""The card of a season: its text, with names and figures of any length."""

import io

import pytest
from PIL import Image

from bot.wording import HOST
from render.base.picture import CardRow, SeasonCard
from render.season_card import describe, draw, name_some
from render.style import Style
from render.words import LIMIT, Voice

ROWS = (CardRow("Biggest hand · Navy", ("Bear",), "+150"), CardRow("Games won · Duo", ("Bear", "Bull"), "12"))
CARD = SeasonCard("Winter", "1 Jun to 3 Sep", ("Jimmy",), "+57 matches", (("2.", "Bear", "−3"),), ROWS)


def test_the_alt_text_says_everything_on_the_card() -> None:
    assert describe(CARD, HOST) == (
        "Winter. 1 Jun to 3 Sep. Champion: Jimmy, +57 matches. 2. Bear, −3. Biggest hand · Navy: Bear, +150. "
        "Games won · Duo: Bear and Bull, 12."
    )


@pytest.mark.parametrize("theme", ["dark", "light"])
def test_a_card_is_as_wide_as_the_sheet_whatever_it_says(theme: str) -> None:
    long = "麻雀の達人" * 20
    wild = SeasonCard(long, long, (long, "Bear", "Bull", "Ned"), "+" + "9" * 60, (("2.", long, "+1"),),
                      (CardRow(long, (long,) * 40, "9" * 90),))  # fmt: skip
    for card in (CARD, wild, SeasonCard("Season 1", "", (), "", (), ROWS)):
        drawn = draw(card, Style(theme), HOST)
        assert Image.open(io.BytesIO(drawn.png)).width == 800
        assert 0 < len(drawn.alt) <= LIMIT


def test_many_names_are_counted() -> None:
    assert name_some(("A", "B", "C"), Voice(HOST)) == "A, B and C"
    assert name_some(("A", "B", "C", "D"), Voice(HOST)) == "A, B and 2 more"
