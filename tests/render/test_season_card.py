"""The card of a season: its text, with names and figures of any length."""

import io

import pytest
from PIL import Image

from bot.wording import HOST
from render.base.picture import CardRow, SeasonCard
from render.canvas import measure
from render.season_card import _clip_title, _fit_names, describe, draw, name_some
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
    assert name_some(("A", "B"), Voice(HOST), 1) == "A and 1 more"


def test_long_names_leave_room_for_the_last_one_and_for_a_figure() -> None:
    """One name has the whole row. Of several, two are cut and the others counted. A wooden spoon keeps its figure."""
    long = "Bearington Fitzgerald of the good ship X"
    voice = Voice(HOST)
    assert _fit_names((long,), voice, 700, (32, 28, 24), 590)[0] == long
    words, size = _fit_names((long, "Bull", long[::-1], "Ned"), voice, 700, (32, 28, 24), 590)
    assert words.endswith(" and 2 more") and measure(words, 700, size) <= 590
    title = _clip_title(f"Season 24 · wooden spoon: {long} and {long} −200", 590)
    assert title.startswith("Season 24 · wooden spoon: Bear") and title.endswith("… −200")
    title = _clip_title(f"The winter sheet of the year 2024 · wooden spoon: {long} −200", 590)
    assert title.startswith("The winter") and "… · wooden spoon: B" in title and title.endswith("… −200")
    assert measure(title, 500, 24) <= 590
