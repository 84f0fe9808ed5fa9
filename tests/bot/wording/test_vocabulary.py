"""Tests that a table speaks with one vocabulary, and that no prompt names a control that is not there."""

import re
from collections.abc import Iterator
from typing import Any

import pytest

from bot.library.lesson_book import LessonBook
from bot.tables.process_settings import LESSONS
from bot.wording import ENGLISH, Words, describe_allowed_values, name_house_rule, word_unreadable
from bot.wording.event_text import find_moment_key
from bot.wording.formatter import BUTTON, split
from bot.wording.languages import catalogue_of
from games import registry
from games.core.moves import Ambiguous
from games.pieces.speech import parse_name
from games.registry import NAMES
from tests.bot.wording.test_completeness import PLAYERS, play_sessions
from tests.render import samples, shown as scenes

PUSSERS = "pussers-bones"
NAVY = re.compile(
    r"\b(Eddie|Sammy|Wally|Normie|[Rr]icks?|[Ss]ticks?|[Bb]alls?|[Pp]luck\w*|[Bb]reezes?|[Ss]hit|[Tt]ie[sd]?.up|"
    r"(?<!Do )(?<!Pussers )[Bb]ones?|[Pp]rett(?:y|ies)|All-Ofs?|[Dd]ouble-ups?|[Mm]ajors?|[Mm]inors?|"
    r"Jimmy|Blood|Cabbage|Blanket|Squints|[Ll]oose)\b"
)
CIVVY = re.compile(r"\b(East|Mahjong|Pung|[Dd]raws?)\b")
BEYOND_A_TABLE = ("real/", "scored/", f"help/{PUSSERS}", "typed/")
"""Sentences that people read where there is no table, and words that they type."""
PROMPTS = ("phase/", "yours/", "words", "tap/", "taps/")


def talks_of(game: str) -> list[str]:
    """The talks of a game's tables; "" for a game without a choice."""
    talks = {str(talk) for option in registry.game(game).OPTIONS if option.names_talk for talk in option.values}
    return sorted(talks) or [""]


TALKS = {name: talks_of(name) for name in NAMES}


def own_sentences(game: str, talk: str) -> Iterator[tuple[str, str]]:
    """The filled sentences of a game at a table with this talk, by key."""
    words, shared = Words(ENGLISH, game, talk=talk), catalogue_of(ENGLISH, "", "")
    for key, sentence in catalogue_of(ENGLISH, game, talk).items():
        if shared.get(key) != sentence and not key.startswith(BEYOND_A_TABLE):
            yield key, words.say(key)


@pytest.mark.parametrize(("talk", "foreign"), [("civvy", NAVY), ("civil", CIVVY), ("messdeck", CIVVY)])
def test_a_table_of_pussers_speaks_with_one_vocabulary(talk: str, foreign: re.Pattern[str]) -> None:
    assert [(key, text) for key, text in own_sentences(PUSSERS, talk) if foreign.search(text)] == []


@pytest.mark.parametrize(("talk", "foreign"), [("civvy", NAVY), ("", CIVVY), ("messdeck", CIVVY)])
def test_a_lesson_speaks_with_the_vocabulary_of_the_table(talk: str, foreign: re.Pattern[str]) -> None:
    """One step of a civvy table's lesson says what the navy calls the One Character."""
    lessons = LessonBook(LESSONS).list_of_game(PUSSERS, talk)
    steps = [step for lesson in lessons for step in (*lesson.steps, lesson.ending) if step is not None]
    told = [text for step in steps for text in (step.title, step.text, str(step.picture), str(step.answers))]
    assert [text for text in told if foreign.search(text.replace("calls the One Character the Jimmy Rick", ""))] == []
    assert {lesson.talk for lesson in lessons} == {talk}


def test_what_is_one_thing_at_a_civvy_table_has_its_article_and_number() -> None:
    """A crew's tally said "Bear has set of flowers"."""
    words = Words(ENGLISH, PUSSERS, talk="civvy")
    assert words.say("tally/line/squints", name="Bear") == "Bear has a set of flowers"
    assert words.say("tally/record/tie_ups", names="Bear", most=3) == "Most wins: Bear, 3"
    told = dict(own_sentences(PUSSERS, "civvy"))
    assert [
        key for key, text in told.items() if re.search(r"\b(has|as|is) (set|pung|kong|flower)\b|\ba East", text)
    ] == []


def test_a_mess_deck_renames_the_seats_as_well_as_the_bones() -> None:
    assert not [key for key, text in own_sentences(PUSSERS, "messdeck") if re.search("Eddie|Sammy|Wally|Normie", text)]


def test_the_house_rules_of_a_table_speak_its_vocabulary() -> None:
    words = Words(ENGLISH, PUSSERS, talk="civvy")
    told = [
        f"{name_house_rule(option.name, words)}: {describe_allowed_values(option, words)}"
        for option in registry.game(PUSSERS).OPTIONS
        if not option.names_pieces
    ]
    assert [line for line in told if NAVY.search(line)] == []
    assert "Drawing again for East: those who tied, everybody" in told


def test_what_a_button_does_is_said_in_the_words_of_the_table() -> None:
    words = Words(ENGLISH, PUSSERS, talk="civvy")
    navy = [verb.name for verb in registry.game(PUSSERS).VERBS if NAVY.search(verb.description)]
    assert [name for name in navy if not words.knows(f"plain/{name}")] == ["pass", "break"], "said for each phase"
    assert words.say("plain/dobone") == "Win, if this tile makes your hand"


def test_names_that_could_be_meant_are_those_of_the_table() -> None:
    with pytest.raises(Ambiguous) as several:
        parse_name("2", (("R2", "Snoopy"),))
    told = word_unreadable(several.value, Words(ENGLISH, PUSSERS, talk="civvy", nicknames=(("R2", "Snoopy"),)))
    assert "Snoopy (Two Character) / Two Bamboo (S2)" in told


@pytest.mark.parametrize("seat", [None, 0])
def test_the_alt_texts_of_a_civvy_table_say_east(seat: int | None) -> None:
    for view in (samples.pussers(seat, talk="civvy"), samples.pussers(seat, talk="civvy", phase="plucking_eddie")):
        text = scenes.describe_view(view, ("Bear", "Bull", "Able", "Baker"))
        assert not NAVY.search(text), text
        assert "East" in text
    assert "Eddie" in scenes.describe_view(samples.pussers(seat), ("Bear", "Bull", "Able", "Baker"))


def test_the_receipt_of_a_civvy_table_says_east() -> None:
    view = samples.pussers_ended()._replace(talk="civvy")
    assert not NAVY.search(scenes.draw_receipt(view, ("Bear", "Bull", "Able", "Baker")).alt)


@pytest.mark.parametrize(("game", "talk"), [(game, talk) for game in NAMES for talk in TALKS[game]])
def test_a_prompt_refers_to_its_controls(game: str, talk: str) -> None:
    """A prompt refers to a label and never repeats it, so it shows the label of the table's talk."""
    labels = {text for key, text in catalogue_of(ENGLISH, game, talk).items() if key.startswith("button/")}
    names = re.compile(
        "|".join(rf"(?<![\w{{/:]){re.escape(label)}(?![\w}}])" for label in labels if label[:1].isupper())
    )
    prompts = {key: text for key, text in catalogue_of(ENGLISH, game, talk).items() if key.startswith(PROMPTS)}
    assert [(key, text) for key, text in prompts.items() if names.search(text)] == []


@pytest.mark.parametrize(("game", "talk"), [(game, talk) for game in NAMES for talk in TALKS[game]])
def test_no_prompt_names_a_control_that_is_not_there(game: str, talk: str) -> None:
    words = Words(ENGLISH, game, PLAYERS, talk)
    wrong = []
    for view, crowd in zip(play_sessions(game).views, play_sessions(game).crowds, strict=True):
        if view.seat is not None and view.seat not in view.to_act:
            continue  # this player reads what the others are asked
        offered = {choice.verb for seen in (view, crowd) for choice in registry.game(game).choices(seen)}
        key = find_moment_key(view, words, view.seat)
        named = [control.partition("/")[0] for control in controls_in(key, words)]  # next/won is a label of next
        wrong += [(key, control) for control in named if control not in offered and offered]
    assert wrong == []


def controls_in(key: str, words: Words) -> list[str]:
    """The controls to which a sentence refers."""
    sentence: Any = catalogue_of(words.language, words.game, words.talk).get(key, "")
    return [style for _, name, style in split(sentence) if name == BUTTON and style]
