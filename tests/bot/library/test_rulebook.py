"""Rules quoted from the rulebooks: whole, and in plain text."""

import re
from pathlib import Path

import pytest

from bot.library.rulebooks import Rulebooks, read_rules, split_text
from bot.wording.pieces import find_piece
from bot.wording.translations import read_english
from games import registry
from tests.bot.library.refusals import REFUSALS

_OF_RULE = re.compile(r"[A-Z]+-?\d+/")
BOOKS = Rulebooks(Path(__file__).resolve().parents[3] / "docs" / "rules")


@pytest.mark.parametrize("name", ["PB-1", "PB-45", "PB-66", "LB-5", "LB-34", "DD-1", "DD-33", "BD-14", "R4", "R29",
                                  "HE-6", "SM-1"])  # fmt: skip
def test_rules_are_found_by_id(name: str) -> None:
    found = BOOKS.find_rule(name.lower())
    assert found is not None
    assert found.id == name
    assert len(found.text) > 20
    assert found.quote().startswith(f"**{name}**")


def test_a_refusal_names_a_rule_that_says_what_is_refused() -> None:
    """PB-47 once promised an early end that no window makes, and knew nothing of *Take it back*."""
    sentences = (key for name in registry.NAMES for key in read_english(name))
    assert {key for key in sentences if _OF_RULE.match(key)} == REFUSALS.keys()
    texts = {rule.id: " ".join(rule.text.lower().replace("*", "").split()) for rule in BOOKS.list_rules()}
    lacking = {key: words for key, words in REFUSALS.items() if words not in texts[key.partition("/")[0]]}
    assert lacking == {}


def test_every_rule_is_in_its_rulebook_once() -> None:
    keys = [(rule.game, rule.id) for rule in BOOKS.list_rules()]
    assert len(keys) == len(set(keys)) > 150


def test_every_rule_is_quoted_in_whole_sentences() -> None:
    for rule in BOOKS.list_rules():
        assert rule.text, rule.id
        assert "_" not in rule.text.replace("`", "").split("http")[0], rule.id
        assert len(rule.quote()) <= 1_990


def test_every_rule_has_a_title_and_shows_no_code() -> None:
    for rule in BOOKS.list_rules():
        assert rule.title, rule.id
        assert "`" not in rule.quote(), rule.id
        assert re.search(r"\b[a-z]+ (?:s|ms)\b", rule.text) is None, rule.id


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("PB-47", "After “Seconds to decide” silence is a pass."),
        ("R12", "“Seconds to choose” without an answer: the next player"),
        ("BD-10", "antes “Ante” (0.50). “Bring-in” 0.50"),
        ("SM-1", "The window opens for “Seconds to claim” → players"),
        ("LB-52", "or after “Seconds for the last call”."),
        ("BD-2", "*dealt*: the street"),
        ("BD-2", "*up street*: the street"),
        ("PB-82", "*wrong count*, *undeclared pretty*"),
        ("R6", "a face-up J♠ or J♣ makes its holder"),
        ("R12", "dealt 9♥, 10♠ or 2♥ face up"),
        ("R4", "dealt 2♠ face up may take one face-up 2 or 5"),
        ("R3", "Three 2s and two 5s beat"),
        ("R5", "The 7s (passive). A 7 is wild"),
        ("R8", "Black 6s (passive). 6♠ and 6♣, up or down"),
        ("SM-6", "Menu of the face-up 2s and 5s on"),
        ("SM-8", '"9♥, 10♠ or 2♥ must be traded" → menu'),
        ("BD-11", "The inventor's test: 7, 8, 10, A: the 8. Ties:"),
        ("BD-20", "the secret of the shuffle opens (house rule “When a shuffle's secret opens”)."),
        ("BD-21", "units of “Smallest chip” (0.50)"),
        ("PB-60", "They have three Normies and two fives of sticks"),
        ("PB-64", "640 is six a bit"),
    ],
)
def test_rules_are_quoted_in_players_words_and_house_rules_by_their_names(name: str, told: str) -> None:
    rule = BOOKS.find_rule(name)
    assert rule is not None
    assert told in rule.text


def test_a_title_that_begins_a_sentence_is_part_of_it() -> None:
    (rule,) = read_rules("x", "- **XY-1 Three players** are enough (`players`).\n")
    assert rule.title == "Three players"
    assert rule.text == "Three players are enough."


def test_a_rule_includes_its_table_and_ends_at_the_next_paragraph() -> None:
    book = """
- **XY-1 Points.**

| Line | Points | Name in vectors |
|---|---|---|
| Tie up | 20 | `tie_up` |

  And so on.

Something else.
"""
    (rule,) = read_rules("x", book)
    assert rule.text == "· Tie up: 20\nAnd so on."


def test_a_long_text_is_cut_after_sentences() -> None:
    assert split_text("One. Two is longer. Three.", 20) == ["One. Two is longer.", "Three."]
    assert split_text("x" * 30, 20) == ["x" * 20, "x" * 10]


SEVERAL = re.compile(r"\b2s and 5s\b|\b(?:three|two|the|black|red|codependent) [2-9]s\b", re.IGNORECASE)
"""Cards in the plural, which look like codes of pieces."""


def test_no_quoted_rule_reads_like_source() -> None:
    """A quoted rule has no codes of pieces, links, arrows, file names or notes about sources."""
    source = re.compile(r"\]\(|->|\.md\b|\.yaml\b|\bfloor\(|\b(?:vector|[Ss]eed|[Ee]ngine)\b|\bSite:")
    for rule in BOOKS.list_rules():
        quoted = f"{rule.title} {rule.text}"
        assert source.search(quoted) is None, rule.id
        pieces = registry.game(rule.game).PIECES
        left = SEVERAL.sub("", quoted) if not pieces.by_name else quoted
        codes = [word for word in re.findall(r"(?<![\w-])\w\w(?![\w-])", left) if find_piece(rule.game, word)]
        assert [code for code in codes if pieces.code(pieces.from_code(code)) == code] == [], rule.id
