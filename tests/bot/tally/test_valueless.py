"""Units and reasons in the tally: words and signs of money are refused."""

import re

import pytest
from hypothesis import given, strategies as st

from bot.tally.books import clean_words, crew_settings
from bot.tally.books.money_words import find_money
from bot.wording.translations import read_english
from games.core import Refused
from tests.refuses import refuses


@pytest.mark.parametrize(
    "text",
    ["$5", "5 €", "£", "a tenner", "Ten Dollars", "paid by PayPal", "₿", "20 AUD", "＄3", "50 cents", "for cash"],
)
def test_signs_and_words_of_money_are_refused_by_name(text: str) -> None:
    with refuses() as refused:
        clean_words(text, "reason")
    assert refused.value.key == "TALLY/money"
    assert str(refused.value.facts["word"]).lower() in text.lower().replace("＄", "$")


@pytest.mark.parametrize(
    "text",
    ["matches", "paper clips", "Bear won a grand slam", "central", "the scent of bones", "Eurovision night", "+6"],
)
def test_other_words_are_accepted(text: str) -> None:
    assert clean_words(text, "reason") == text


def test_joined_signs_stay_joined() -> None:
    for name in ("🐻\u200d❄️ Polar", "می\u200cخواهم"):
        assert clean_words(name, "name") == name
    assert clean_words("Be\u200dar\u202e \u200d", "name") == "Be ar"
    with refuses("empty"):
        clean_words("\u200d\u200c", "name")


def test_a_reason_is_no_markup() -> None:
    assert clean_words("see [here](https://x.y) ||now||", "reason") == "see ［here］(https:∕∕x.y) ǀǀnowǀǀ"


@given(st.text(max_size=150))
def test_an_accepted_text_is_one_short_line_without_money(text: str) -> None:
    try:
        kept = clean_words(text, "reason")
    except Refused:
        kept = "matches"
    assert 0 < len(kept) <= 100
    assert "\n" not in kept
    assert find_money(kept) is None


def test_a_unit_is_one_word_or_two() -> None:
    assert crew_settings.parse_unit("paper clip, paper clips") == ("paper clip", "paper clips")
    assert crew_settings.parse_unit(" matches ") == ("matches", "matches")
    assert crew_settings.CrewSettings(unit=("paper clip", "paper clips")).format_amount(1) == "1 paper clip"
    for bad in ("", "dollar, dollars", "x, €"):
        with refuses():
            crew_settings.parse_unit(bad)


def test_the_bots_own_sentences_name_no_money() -> None:
    """A payment in the books is one in the tally's unit, so the word may stand there."""
    found = {key: find_money(re.sub("payments?", "", said, flags=re.I)) for key, said in read_english("bot").items()}
    assert {key: word for key, word in found.items() if word} == {
        "TALLY/money": "money", "tally/paper/why/money": "money",
    }  # fmt: skip
