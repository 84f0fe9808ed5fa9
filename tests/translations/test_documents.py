"""Translated guides and lessons say what the English ones say, in the same order and with the same pieces."""

from pathlib import Path

import pytest

from bot.library.guides import guide_in
from bot.library.lesson_book import read_lessons
from bot.wording.translations import FOLDER, list_languages

_ENGLISH = FOLDER.parent / "docs"
LESSONS = [path for language in list_languages() for path in sorted((FOLDER / language / "lessons").glob("*.md"))]
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
    translated, english = guide_in(path), guide_in(_ENGLISH / "guide" / path.name)
    for ours, theirs in ((translated.sections, english.sections), (translated.words, english.words)):
        assert [sorted(page.cited) for page in ours] == [sorted(page.cited) for page in theirs]
        assert [len(page.examples) for page in ours] == [len(page.examples) for page in theirs]
        assert len({page.key for page in ours}) == len(ours)
