"""Tests that sentences refer to buttons and repeat no label, so that a renamed button is renamed everywhere."""

import re
from collections.abc import Iterator

import pytest

from bot.wording import ENGLISH, Words
from bot.wording import buttons as shared
from bot.wording.formatter import BUTTON, split
from bot.wording.languages import catalogue_of
from games.registry import NAMES

LABELLED = re.compile(r"\*\*([^*]+)\*\*|(?<!\*)\*([^*]+)\*(?!\*)")
HEADINGS = {"tally/records"}
"""Headings that have the same words as the button which leads to them."""
TABLES = [("", ""), *((game, talk) for game in NAMES for talk in ("", "civil", "messdeck", "civvy"))]


def repeated_labels(sentences: dict[str, str]) -> Iterator[str]:
    """The keys of sentences that repeat a button's label in bold or italics, each with the label."""
    labels = {text for key, text in sentences.items() if key.startswith("button/")}
    for key, sentence in sentences.items():
        for bold, slanted in LABELLED.findall(sentence):
            if (bold or slanted) in labels and key not in HEADINGS:
                yield f"{key}: {bold or slanted}"


@pytest.mark.parametrize(("game", "talk"), TABLES)
def test_a_sentence_refers_to_a_button_and_does_not_repeat_its_label(game: str, talk: str) -> None:
    assert list(repeated_labels(dict(catalogue_of(ENGLISH, game, talk)))) == []


def test_a_repeated_label_is_found() -> None:
    planted = {"button/deal": "Deal", "a": "Press **Deal**.", "b": "*Deal* begins.", "c": "Press **{button:deal}**."}
    assert list(repeated_labels(planted)) == ["a: Deal", "b: Deal"]


@pytest.mark.parametrize(("game", "talk"), TABLES)
def test_a_reference_names_a_button_that_has_a_label(game: str, talk: str) -> None:
    words = Words(ENGLISH, game, talk=talk)
    named = {
        (key, style)
        for key, sentence in catalogue_of(ENGLISH, game, talk).items()
        for _, name, style in split(sentence)
        if name == BUTTON and style
    }
    assert [(key, style) for key, style in named if not words.knows(f"button/{style}")] == []


def test_a_renamed_button_is_renamed_in_every_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    before, old = Words(ENGLISH).say("help/levels", levels=""), Words(ENGLISH).label("lobby.robot+")
    catalogue_of.cache_clear()
    monkeypatch.setitem(shared.LABELS, "button/lobby.robot+", "Call a robot")
    try:
        renamed = {**catalogue_of(ENGLISH, "", ""), **shared.LABELS}
        monkeypatch.setattr("bot.wording.words.catalogue_of", lambda *_: renamed)
        assert Words(ENGLISH).say("help/levels", levels="") == before.replace(old, "Call a robot")
    finally:
        catalogue_of.cache_clear()
