"""Guides and lessons of each language have the same form as the English ones."""

from pathlib import Path

import pytest

from bot.library.guides import guide_in
from bot.library.lesson_book import read_lessons
from bot.wording.translations import FOLDER

ENGLISH = Path(__file__).resolve().parents[2] / "docs"
GUIDES = sorted(FOLDER.glob("*/guide/*.md"))
LESSONS = sorted(FOLDER.glob("*/lessons/*.md"))


@pytest.mark.parametrize("path", GUIDES or [ENGLISH / "guide" / "duo-dominoes.md"], ids=str)
def test_a_translated_guide_cites_rules_and_is_found(path: Path) -> None:
    guide, english = guide_in(path), guide_in(ENGLISH / "guide" / path.name)
    assert len(guide.sections) == len(english.sections)
    assert [section.cited for section in guide.sections] == [section.cited for section in english.sections]
    assert [section.picture and True for section in guide.sections] == [
        section.picture and True for section in english.sections
    ]
    assert all(section.asked for section in guide.sections if section.title), "each section says how people ask for it"


@pytest.mark.parametrize("path", LESSONS or [ENGLISH / "lessons" / "duo-dominoes.md"], ids=str)
def test_a_translated_lesson_has_the_steps_and_the_right_answers_of_the_english_one(path: Path) -> None:
    ours, theirs = (
        read_lessons(path.stem, source.read_text(encoding="utf-8"))
        for source in (path, ENGLISH / "lessons" / path.name)
    )
    assert [lesson.name for lesson in ours] == [lesson.name for lesson in theirs]
    for lesson, english in zip(ours, theirs, strict=True):
        right = [[answer.right for answer in step.answers] for step in lesson.steps]
        assert right == [[answer.right for answer in step.answers] for step in english.steps], lesson.path
