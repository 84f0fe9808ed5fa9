"""Translated guides, lessons and rulebooks say what the English ones say, in the same order with the same pieces."""

import re
from pathlib import Path

import pytest

from bot.library.guides import RULE_ID, read_guide_file
from bot.library.lesson_book import read_lessons
from bot.library.rulebooks import RULE
from bot.wording.translations import FOLDER, list_languages

_ENGLISH = FOLDER.parent / "docs"
LESSONS = [path for language in list_languages() for path in sorted((FOLDER / language / "lessons").glob("*.md"))]
RULES = [path for language in list_languages() for path in sorted((FOLDER / language / "rules").glob("*.md"))]
GUIDES = [path for language in list_languages() for path in sorted((FOLDER / language / "guide").glob("*.md"))]


def _name(path: Path) -> str:
    return str(path.relative_to(FOLDER))


@pytest.mark.parametrize("path", LESSONS, ids=_name)
def test_translated_lessons_have_the_same_steps_answers_and_pieces(path: Path) -> None:
    translated, english = (
        [
            (
                lesson.path,
                lesson.minutes,
                [[answer.right for answer in step.answers] for step in lesson.steps],
                [[group.codes for row in step.picture for group in row] for step in lesson.steps],
            )
            for lesson in read_lessons(path.stem, file.read_text(encoding="utf-8"))
        ]
        for file in (path, _ENGLISH / "lessons" / path.name)
    )
    assert translated == english


@pytest.mark.parametrize("path", GUIDES, ids=_name)
def test_translated_guides_have_the_same_sections_words_and_citations(path: Path) -> None:
    translated, english = read_guide_file(path), read_guide_file(_ENGLISH / "guide" / path.name)
    for ours, theirs in ((translated.sections, english.sections), (translated.words, english.words)):
        assert [sorted(page.cited_rules) for page in ours] == [sorted(page.cited_rules) for page in theirs]
        assert [len(page.examples) for page in ours] == [len(page.examples) for page in theirs]
        assert len({page.key for page in ours}) == len(ours)


_NUMBER = re.compile(r"(?<![\w-])\d+(?:-\d+)?(?![\w-])")
_OPTION = re.compile(r"`([a-z]+_[a-z_]+|direction|target|enforcement|lead|scores|reneges)`")


def _rules_in(path: Path) -> dict[str, tuple[bool, list[str], list[str], list[str], int]]:
    """Find for each rule: whether it has a title, its numbers, the rules and options that it names, and how many
    points it lists."""
    found: dict[str, list[str]] = {}
    lines: list[str] | None = None
    for line in path.read_text(encoding="utf-8").splitlines():
        if (match := RULE.match(line)) is not None:
            lines = found.setdefault(match[1], [])
        elif line.startswith("#") or (line and not line.startswith(" ")):
            lines = None
        if lines is not None:
            lines.append(line)
    read = {id: "\n".join(lines) for id, lines in found.items()}
    return {
        id: (
            bool(re.match(r"- \*\*[^*]*[.:]\*\*", text)),
            sorted(_NUMBER.findall(RULE_ID.sub("", text).replace("003", ""))),
            sorted(RULE_ID.findall(text)),
            sorted(_OPTION.findall(text)),
            len(re.findall(r"^  \d\. ", text, re.MULTILINE)),
        )
        for id, text in read.items()
    }


@pytest.mark.parametrize("path", RULES, ids=_name)
def test_translated_rulebooks_have_the_same_rules_numbers_and_options(path: Path) -> None:
    english = _rules_in(_ENGLISH / "rules" / path.name)
    translated = _rules_in(path)
    assert list(translated) == list(english)
    assert {id: facts for id, facts in translated.items() if facts != english[id]} == {}
