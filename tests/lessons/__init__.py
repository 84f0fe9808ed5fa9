"""Tests of the lessons' contents: the games' engines judge the positions that the lessons show."""

from collections.abc import Iterable

from bot.library.lesson_book import LessonBook, LessonStep
from bot.tables.process_settings import LESSONS

BOOK = LessonBook(LESSONS)


def step_of(path: str, title: str) -> LessonStep:
    """Find a step of a lesson by its title."""
    lesson = BOOK.find_lesson(path)
    assert lesson is not None, path
    (found,) = [step for step in lesson.steps if step.title == title]
    return found


def list_groups(step: LessonStep, *captions: str) -> list[tuple[str, ...]]:
    """The codes in each group of a step's picture, or only in the groups with these captions."""
    groups = [group for row in step.picture for group in row]
    if not captions:
        return [group.codes for group in groups]
    return [codes_of(step, caption) for caption in captions]


def codes_of(step: LessonStep, caption: str) -> tuple[str, ...]:
    """The codes in the group with this caption."""
    (found,) = [group.codes for row in step.picture for group in row if group.caption == caption]
    return found


def right_labels(step: LessonStep) -> list[str]:
    """The labels of the right answers."""
    return [answer.label for answer in step.answers if answer.right]


def wrong_replies(step: LessonStep) -> dict[str, str]:
    """The lesson's reply to each wrong answer, by the answer's label."""
    return {answer.label: answer.reply for answer in step.answers if not answer.right}


def join_codes(groups: Iterable[tuple[str, ...]]) -> tuple[str, ...]:
    """The codes of several groups in one tuple."""
    return tuple(code for group in groups for code in group)
