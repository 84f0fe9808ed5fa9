"""Every game has two to six lessons of five to ten minutes; they cite existing rules and show its own pieces."""

import re
from pathlib import Path

import pytest

from bot.library.guides import RULE_ID
from bot.library.lesson_book import Lesson, LessonBook, LessonStep, read_lessons
from bot.library.rulebooks import Rulebooks
from bot.ports import MOST_IN_ROW
from games import registry
from games.pieces.line import read_line
from render import pieces as piece_rows
from render.style import Style
from tests.architecture.tree import ROOT

LESSONS = ROOT / "docs" / "lessons"
FILES = [*sorted(LESSONS.glob("*.md")), *sorted(ROOT.glob("translations/*/lessons/*.md"))]
"""The lessons of every language."""
MOST_ANSWERS = 2 * MOST_IN_ROW
"""The most answers of a step: two rows of buttons."""
MOST_LABEL = 60
"""The most characters of an answer, which must fit on a button."""
BOOK = LessonBook(LESSONS)


def list_steps(lesson: Lesson) -> list[LessonStep]:
    """The steps of a lesson and its ending, which every lesson of the product has."""
    assert lesson.ending is not None, f"{lesson.title}: end with a picture of what was learned"
    return [*lesson.steps, lesson.ending]


def test_every_game_has_lessons_and_every_lesson_a_game() -> None:
    lessons, games = {path.stem for path in LESSONS.glob("*.md")}, set(registry.NAMES)
    assert lessons >= games, f"write docs/lessons/<game>.md for {', '.join(sorted(games - lessons))}"
    assert lessons <= games, f"register the game of docs/lessons/{sorted(lessons - games)[0]}.md"


@pytest.mark.parametrize("name", registry.NAMES)
def test_a_game_has_two_to_six_lessons_of_five_to_ten_minutes(name: str) -> None:
    lessons = BOOK.list_of_game(name)
    assert 2 <= len(lessons) <= 6, f"docs/lessons/{name}.md has {len(lessons)} lessons; write two to six"
    for lesson in lessons:
        assert 5 <= lesson.minutes <= 10, f"{lesson.title}: say 5 to 10 minutes instead of {lesson.minutes}"
        assert 5 <= len(lesson.steps) <= 15, f"{lesson.title}: write 5 to 15 steps instead of {len(lesson.steps)}"
        titles = [step.title for step in lesson.steps]
        assert len(titles) == len(set(titles))


@pytest.mark.parametrize("path", FILES, ids=lambda path: f"{path.parts[-3]}-{path.stem}")
def test_every_step_says_and_shows_something_and_every_question_has_a_right_answer_and_a_wrong_one(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    lessons = read_lessons(path.stem, text)
    assert len({lesson.name for lesson in lessons}) == len(lessons), "two lessons have the same name"
    for step in (step for lesson in lessons for step in list_steps(lesson)):
        assert step.text and step.picture, f"{step.title}: say and show something"
        labels = [answer.label for answer in step.answers]
        assert len(set(labels)) == len(labels) <= MOST_ANSWERS, f"{step.title}: {labels}"
        assert not [label for label in labels if len(label) > MOST_LABEL], f"{step.title}: too long for a button"
        assert {answer.right for answer in step.answers} in ({True, False}, set()), f"{step.title}: right and wrong"
        unruled = [answer.label for answer in step.answers if not answer.right and not RULE_ID.search(answer.reply)]
        assert not unruled, f"{step.title}: cite a rule in the reply to {unruled}"
    assert not re.search(r"^- \[[ x]\] (?:.+\n)+\n+(?!- |#|<)\S", text, re.MULTILINE), "the answers stand at the end"


@pytest.mark.parametrize("name", registry.NAMES)
def test_lessons_cite_rules_of_their_own_book(name: str) -> None:
    known = {rule.id for rule in Rulebooks(ROOT / "docs" / "rules").list_rules() if rule.game == name}
    for lesson in BOOK.list_of_game(name):
        for step in list_steps(lesson):
            text = " ".join((step.text, *(answer.reply for answer in step.answers)))
            assert RULE_ID.findall(text), f"{lesson.title}, {step.title}: no rule"
            unknown = set(RULE_ID.findall(text)) - known - _codes(name)
            assert not unknown, f"{lesson.title}, {step.title}: cite rules that {name} has, not {unknown}"


def _codes(name: str) -> set[str]:
    """The codes of a game's pieces; some look like ids of rules ("R7")."""
    pieces = registry.game(name).PIECES
    return {pieces.code(piece) for piece in pieces.every}


@pytest.mark.parametrize("name", registry.NAMES)
def test_the_pictures_of_lessons_show_pieces_of_their_game(name: str) -> None:
    pieces = registry.game(name).PIECES
    for lesson in BOOK.list_of_game(name):
        for step in list_steps(lesson):
            groups = [group.codes for row in step.picture for group in row]
            for code in (code for codes in groups if read_line(codes) is None for code in codes):
                assert pieces.code(pieces.from_code(code)) == code, f"{lesson.title}, {step.title}: {code}"
    pictures = [step.picture for lesson in BOOK.list_of_game(name) for step in lesson.steps if step.picture]
    assert pictures, f"docs/lessons/{name}.md shows no pieces"
    picture = piece_rows.draw(pictures[0], "words", Style())
    assert picture.png.startswith(b"\x89PNG")
