"""Tests that sentences refer to buttons and repeat no label, so that a renamed button is renamed everywhere."""

import itertools
import re
from collections.abc import Iterator
from dataclasses import replace

import pytest

from bot.wording import ENGLISH, Language, Words
from bot.wording.formatter import BUTTON, split
from bot.wording.languages import LANGUAGES, catalogue_of
from bot.wording.words import PUBLIC
from games.registry import NAMES
from tests.left_out import MORE_CASES, mark_thorough

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
    assert [(key, style) for key, style in named if not words.knows(f"button/{style.removesuffix('.here')}")] == []


def test_a_renamed_button_is_renamed_in_every_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    before, old = Words(ENGLISH).say("help/levels", levels=""), Words(ENGLISH).label("lobby.robot+")
    renamed = {**catalogue_of(ENGLISH, "", ""), "button/lobby.robot+": "Call a robot"}
    monkeypatch.setattr("bot.wording.words.catalogue_of", lambda *_: renamed)
    assert Words(ENGLISH).say("help/levels", levels="") == before.replace(old, "Call a robot")


PAIRS = [*itertools.permutations(LANGUAGES, 2)]


@pytest.mark.parametrize(("reader", "channel"), mark_thorough(PAIRS, MORE_CASES, but=PAIRS[::4]))
def test_a_private_sentence_names_each_button_as_it_stands_where_it_is_pressed(
    reader: Language, channel: Language
) -> None:
    for game, talk in TABLES:
        board = Words(channel, game, talk=talk)
        private = replace(board, language=reader, channels=(channel,))
        for key, sentence in catalogue_of(private.spoken, game, talk).items():
            named = [style for _, name, style in split(sentence) if name == BUTTON and style]
            labels = [(board if style in PUBLIC else private).label(style) for style in named]
            assert [label for label in labels if label not in private.say(key)] == [], key


def test_a_button_of_several_channels_is_named_as_in_each() -> None:
    english, portuguese = Words(ENGLISH), Words(Language("pt-BR"))
    both = replace(english, channels=(ENGLISH, portuguese.language))
    assert both.name_button("hand.show") == f"{english.label('hand.show')} / {portuguese.label('hand.show')}"
    assert both.name_button("hand.show.here") == english.label("hand.show")
