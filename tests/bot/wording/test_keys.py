"""Every key in the source has its sentence, and every sentence uses only the facts that it is given."""

import ast
import re
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

from bot.ports import Pattern
from bot.wording import ENGLISH, Words
from bot.wording.formatter import BUTTON, KEYWORD, Catalogue, split
from bot.wording.game_wording import find_wording
from bot.wording.languages import catalogue_of
from bot.wording.translations import BOT, FOLDER, SOURCE, read_english, read_lines
from games import registry
from tests.architecture.tree import list_nodes
from tests.fifth_game import NAMES, folder_of
from tests.literals import list_composed_texts, list_handed_texts, list_patterns, list_texts

ROOT = Path(__file__).resolve().parents[3]
OURS = ("games/core", "bot/tables", "bot/tally", "bot/services", "bot/people", "bot/edge", "bot/acts")
"""Folders whose refusals have the same words in every game."""


def _literals(node: ast.expr) -> list[str]:
    """The possible texts of an expression: one literal, or both sides of a conditional."""
    match node:
        case ast.Constant(value=str(text)):
            return [text]
        case ast.IfExp(body=body, orelse=other):
            return _literals(body) + _literals(other)
        case _:
            return []


class Made(NamedTuple):
    """A refusal that the source can make."""

    game: str
    rule: str
    """ "*" where it is computed."""
    reason: str
    facts: frozenset[str | None]
    """The names of its facts; None among them for a mapping of facts."""


@cache
def list_refusals() -> frozenset[Made]:
    """Every refusal that the source can make."""
    return frozenset(_find_refusals())


def _find_refusals() -> Iterator[Made]:
    folders = [(ROOT / folder, "") for folder in OURS] + [(folder_of(game), game) for game in NAMES]
    for folder, game in folders:
        for path in sorted(folder.rglob("*.py")):
            for node in list_nodes(path):
                if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and len(node.args) > 1):
                    continue
                if node.func.id == "refuse_words":  # a refusal that is worded without a table
                    yield from (Made("", "REAL", reason, frozenset({None})) for reason in _literals(node.args[0]))
                if node.func.id != "Refused":
                    continue
                rules, facts = _literals(node.args[0]) or ["*"], frozenset(fact.arg for fact in node.keywords)
                for reason in _literals(node.args[1]):
                    yield from (Made(game, rule, reason, facts) for rule in rules)


def test_every_refusal_has_a_sentence() -> None:
    made = sorted({refusal[:3] for refusal in list_refusals()})
    assert len(made) > 300
    for game, rule, reason in made:
        assert rule, f'{game} refuses with Refused("", "{reason}"): name the rule that the move breaks'
    missing = [
        f"{rule}/{reason} of {game or 'the bot'}"
        for game, rule, reason in made
        if not Words(ENGLISH, game).knows(f"{rule}/{reason}") and not Words(ENGLISH, game).knows(f"*/{reason}")
    ]
    assert not missing, f"add to the sentences of the wording: {', '.join(missing)}"


def test_everything_that_the_bot_says_has_a_sentence() -> None:
    said = [
        (f"button/{handed.text}" if handed.to == "label" else handed.text, handed.place)
        for handed in list_handed_texts()
        if handed.to in ("say", "answer", "label")
    ]
    said += [
        (f"button/{label}", handed.place)
        for handed in list_handed_texts()
        if handed.to == "make_button"
        for label in list_labels_of(handed.text)
    ]
    assert len(said) > 700
    games = [Words(ENGLISH), *(Words(ENGLISH, name) for name in NAMES)]
    missing = [f"{key} ({place})" for key, place in said if not any(words.knows(key) for words in games)]
    missing = [line for line in missing if not line.startswith("short_title ")]  # the English one is on the cover
    assert not missing, f"add to the sentences of bot/wording: {', '.join(missing)}"


def test_a_sentence_uses_only_facts_that_it_is_given() -> None:
    """Otherwise there would be a question mark in their place."""
    lacking = {
        f"{handed.text} ({handed.place}) lacks {', '.join(sorted(missing))}"
        for handed in list_handed_texts()
        if handed.to in ("say", "answer") and None not in handed.facts
        for sentences in list_catalogues()
        if (missing := list_facts(sentences.get(handed.text, "")) - handed.facts)
    }
    assert not lacking, f"no such facts are handed to these sentences: {sorted(lacking)}"


def test_a_refusal_uses_only_facts_that_it_is_given() -> None:
    lacking = {
        f"{rule}/{reason} of {game or 'the bot'} lacks {', '.join(sorted(missing))}"
        for game, rule, reason, facts in list_refusals()
        if None not in facts
        for sentences in ([catalogue_of(ENGLISH, game, "")] if game else list_catalogues())
        if (missing := list_facts(sentences.get(f"{rule}/{reason}", "")) - facts - WORDED)
    }
    assert not lacking, f"no such facts are handed to these sentences: {sorted(lacking)}"


WORDED = {"needs"}
"""The facts that `word_refusal` adds."""


@cache
def list_catalogues() -> tuple[Catalogue, ...]:
    """The sentences of each talk of each game, including those of the bot."""
    return tuple(catalogue_of(ENGLISH, name, talk) for name in NAMES for talk in ("", *find_wording(name).talks))


def list_facts(sentence: str) -> set[str]:
    """The facts that a sentence uses; buttons, terms and keywords are none."""
    own = (BUTTON, KEYWORD)
    return {fact for _, fact, style in split(sentence) if fact is not None and not (style and fact in own)}


def test_every_key_in_the_source_has_a_sentence() -> None:
    """This includes keys that are handed on and said later."""
    families = {key.partition("/")[0] for sentences in list_catalogues() for key in sentences if "/" in key}
    unknown = {
        f"{text} ({place})"
        for text, place in list_texts()
        if KEY.fullmatch(text) and text.partition("/")[0] in families
        if not any(text in sentences for sentences in list_catalogues()) and not is_part(text)
    }
    assert not unknown, f"these look like keys of sentences, and no wording has them: {sorted(unknown)}"


def test_every_label_stands_on_a_button() -> None:
    """Verbs of games have buttons by themselves. Every other label is named where a message is made, and not only in a
    row of the acts."""
    elsewhere = ("bot/acts/", "bot/wording/")
    named = {text for text, place in list_texts() if not place.startswith(elsewhere)}
    named |= {handed.text for handed in list_handed_texts() if handed.to in ("Button", "label")}
    patterns = list_patterns() | {handed.text for handed in list_handed_texts() if handed.to == "make_button"}
    named |= {label for pattern in patterns for label in list_labels_of(pattern)}
    named |= {verb.name for name in NAMES for verb in registry.cover(name).VERBS}
    made = [put.pattern for put in list_composed_texts() if put.to or not put.place.startswith(elsewhere)]
    labels = [key.partition("/")[2] for key in read_english("bot") if key.startswith("button/")]
    assert len(labels) > 40
    idle = [label for label in labels if label not in named and not any(one.fullmatch(label) for one in made)]
    assert not idle, f"no message has a button with these labels: {idle}"


def list_labels_of(pattern: str) -> list[str]:
    """The labels of the buttons of a pattern: one for all, or one for each answer ("undo.yes" and "undo.no")."""
    without_numbers = re.sub(r"\[\.\{\w+:int\}\]|\.?\{\w+:int\??\}", "", pattern)
    stem, answers = Pattern(without_numbers).stem, re.search(r"\{\w+:(\w+(?:\|\w+)+)\}", without_numbers)
    if answers is None or Words(ENGLISH).knows(f"button/{stem}"):
        return [stem]
    return [Pattern(without_numbers.replace(answers[0], answer)).stem for answer in answers[1].split("|")]


def test_a_key_that_is_put_together_has_a_sentence_for_something() -> None:
    keys = {key for sentences in list_catalogues() for key in sentences}
    keys |= {key.removeprefix("button/") for key in keys if key.startswith("button/")}
    said = [put for put in list_composed_texts() if put.to in ("say", "answer", "label")]
    assert len(said) > 50
    lacking = [put for put in said if not any(map(put.pattern.fullmatch, keys))]
    silent = [f"{put.pattern.pattern} ({put.place})" for put in lacking if not put.pattern.pattern.startswith(DECLARED)]
    assert not silent, f"add to the sentences of bot/wording what these keys may be: {silent}"


DECLARED = ("option/", "preset/")
"""Keys that only translations have. The English words are in the declaration of the house rule or preset."""
KEY = re.compile(r"[a-z_]+(/[a-z0-9_+.-]+)+")


def is_part(text: str) -> bool:
    """True for text that makes a key with what is put before or behind it ("practice/hint_")."""
    return any(key.endswith(f"/{text}") or (text[-1] in "/_" and key.startswith(text)) for key in list_catalogues()[0])


def test_every_line_of_a_file_is_a_key_and_its_sentence_and_no_part_has_a_key_twice() -> None:
    folder = FOLDER / SOURCE
    for paths in (sorted((folder / BOT).glob("*.txt")), *([path] for path in sorted(folder.glob("*.txt")))):
        keys = Counter(key for path in paths for key, _ in read_lines(path))
        lines = [line for path in paths for line in path.read_text(encoding="utf-8").splitlines()]
        assert not [line for line in lines if line and line[0] != "#" and " =" not in line]
        assert not [key for key, count in keys.items() if count > 1], f"twice in {[path.name for path in paths]}"
