"""Reads the lessons of the games (`docs/lessons/<game>.md`): steps with a picture, and a question with its answers.

A lesson begins with `## Title` and, below it, a comment with its name and length: `<!-- lesson: bones, 5 minutes -->`.
The name is stored with people's progress and never changes. A step begins with `### Title`. As in a guide, a line made
only of code such as `R5 R5 R5: pair` is a picture, and so is a line of dominoes, `6-6@ABCD 6-3@A: the spinner`
(games/pieces/line.py). The items at the end of a step are its answers; the right ones are
ticked: `- [x] **Jimmy Rick**: The one of Ricks. (PB-91)`. A step without answers has only a button to the next step.
If it is the last step, it is the ending of the lesson.
"""

import re
from dataclasses import dataclass
from typing import ClassVar, Final, NamedTuple

from bot.library.editions import Edition
from bot.library.guides import read_paragraphs
from bot.ports import PieceGroup
from bot.wording.game_wording import find_wording

_HEAD: Final = re.compile(r"<!-- lesson: ([a-z]+), (\d+) minutes -->")
_ANSWER: Final = re.compile(r"- \[([ x])\] \*\*([^*]+)\*\*: (.+)")


class LessonError(ValueError):
    """A mistake in the text of a lesson; the message says where it is."""


class LessonAnswer(NamedTuple):
    """One answer to the question of a step."""

    label: str
    reply: str
    """The bot's reply to this answer."""
    right: bool


class LessonStep(NamedTuple):
    """A step of a lesson: something to look at, and perhaps a question about it."""

    title: str
    text: str
    picture: tuple[tuple[PieceGroup, ...], ...]
    """Rows of pieces: the position."""
    answers: tuple[LessonAnswer, ...] = ()


class Lesson(NamedTuple):
    """A lesson about a game."""

    game: str
    name: str
    title: str
    minutes: int
    steps: tuple[LessonStep, ...]
    ending: LessonStep | None = None
    """The closing step, which asks nothing. It shows the finished hand, or all that the lesson has shown."""
    talk: str = ""
    """The talk in whose words the lesson is told; "" for those of its file."""

    @property
    def path(self) -> str:
        """The unique name of the lesson: "<game>/<name>"."""
        return f"{self.game}/{self.name}"

    @property
    def page(self) -> str:
        """The name of the lesson in custom ids: its path, and its talk if it has one."""
        return f"{self.path}~{self.talk}" if self.talk else self.path

    def respell(self, talk: str) -> "Lesson":
        """The same lesson in the words of a talk, if its game has such a talk."""
        wording = find_wording(self.game)
        if talk not in wording.talks:
            return self
        spell = wording.read_vocabulary(talk)

        def tell(step: LessonStep) -> LessonStep:
            picture = (tuple(group._replace(caption=spell(group.caption)) for group in row) for row in step.picture)
            answers = (one._replace(label=spell(one.label), reply=spell(one.reply)) for one in step.answers)
            return LessonStep(spell(step.title), spell(step.text), tuple(picture), tuple(answers))

        ending = None if self.ending is None else tell(self.ending)
        return self._replace(title=spell(self.title), steps=tuple(map(tell, self.steps)), ending=ending, talk=talk)


@dataclass(eq=False)
class LessonBook(Edition):
    """The lessons of a folder (`<game>.md`), which are read once."""

    _lessons: dict[str, Lesson] | None = None

    kind: ClassVar[str] = "lessons"

    def list_all(self) -> tuple[Lesson, ...]:
        """Return all lessons, game by game, in the order of their files. Raises LessonError."""
        return tuple(self._read().values())

    def list_of_game(self, game: str, talk: str = "") -> tuple[Lesson, ...]:
        """Return the lessons of a game, in order, in the words of a talk."""
        return tuple(lesson.respell(talk) for lesson in self.list_all() if lesson.game == game)

    def find_lesson(self, page: str) -> Lesson | None:
        """Return the lesson with this name in custom ids, or None."""
        path, _, talk = page.partition("~")
        lesson = self._read().get(path)
        return None if lesson is None else lesson.respell(talk)

    def find_first_picture(self, game: str) -> tuple[tuple[PieceGroup, ...], ...]:
        """Return the pieces of a game's first step, which stand for the game; () without lessons.

        Captions are removed: "you hold" speaks to somebody who takes the lesson.
        """
        lessons = self.list_of_game(game)
        rows = lessons[0].steps[0].picture if lessons else ()
        return tuple(tuple(group._replace(caption="") for group in row) for row in rows)

    def _read(self) -> dict[str, Lesson]:
        if self._lessons is None:
            texts = [(file.stem, self.find_file(file).read_text(encoding="utf-8")) for file in self.list_files()]
            self._lessons = {lesson.path: lesson for game, text in texts for lesson in read_lessons(game, text)}
        return self._lessons


def read_lessons(game: str, text: str) -> tuple[Lesson, ...]:
    """Parse the lessons of a game. Raises LessonError."""
    return tuple(_read_lesson(game, part) for part in re.split(r"^## ", text, flags=re.MULTILINE)[1:])


def _read_lesson(game: str, part: str) -> Lesson:
    head, *steps = re.split(r"^### ", part, flags=re.MULTILINE)
    title = head.partition("\n")[0].strip()
    place = f"{game}, {title}"
    found = _HEAD.search(head)
    if found is None:
        raise LessonError(f"{place}: its name and length are missing, as <!-- lesson: bones, 5 minutes -->")
    parsed = tuple(_read_step(place, step) for step in steps)
    ending = parsed[-1] if len(parsed) > 1 and not parsed[-1].answers else None
    return Lesson(game, found[1], title, int(found[2]), parsed if ending is None else parsed[:-1], ending)


def _read_step(lesson: str, part: str) -> LessonStep:
    title, _, body = part.partition("\n")
    place = f"{lesson}, {title.strip()}"
    texts, picture = read_paragraphs(body)
    items = [line for text in texts if text.startswith("- ") for line in text.splitlines()]
    shown = "\n\n".join(text for text in texts if not text.startswith("- "))
    return LessonStep(title.strip(), shown, picture, tuple(_read_answer(place, item) for item in items))


def _read_answer(place: str, item: str) -> LessonAnswer:
    found = _ANSWER.fullmatch(item)
    if found is None:
        raise LessonError(f"{place}: an answer is written - [ ] **Label**: sentence, not {item[:40]!r}")
    return LessonAnswer(found[2], found[3], right=found[1] == "x")
