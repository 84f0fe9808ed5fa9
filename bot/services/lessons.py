"""Lessons: `/learn`, the *Show me* button of a lobby, and the buttons of a lesson.

A lesson is one message in its reader's DM, and its buttons turn its pages. If the DM is closed, the lesson is a private
answer instead. Each button names its step, so old messages still work after a restart. The store keeps only the step
that the reader has reached.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from bot.library.lesson_book import Lesson, LessonAnswer, LessonBook, LessonStep
from bot.messages.piece_pictures import PiecePictures, in_words
from bot.messages.practice import BEGIN, FIRST, name_begin_control, name_first_hand_control
from bot.outbox.outbox import MessageToSend, Outbox
from bot.people.preferences import PreferencesCache
from bot.ports.markup import make_dm_link
from bot.ports.messenger import DeliveryError
from bot.ports.requests import Reply, Request, reply_text
from bot.ports.ui import (
    MOST_ITEMS,
    Accent,
    Button,
    Fixture,
    Item,
    Layout,
    Menu,
    Message,
    Row,
    Text,
    fill_rows,
    in_plain,
    lay_out,
    separate,
)
from bot.services.reference import GAME, Reference
from bot.store.people import lesson_progress
from bot.store.people.lesson_progress import Progress
from bot.store.store import Store
from bot.wording import Words
from games import registry
from games.core.numbers import parse_written
from games.core.refused import Refused

LEARN: Final = "learn."
"""The prefix of all controls of lessons, which belong to no table."""
LIST: Final = "learn.list"
PICK: Final = "learn.pick"


class _LessonPlace(NamedTuple):
    """A step of a lesson, as the buttons "learn.<verb>.<path>.<step>..." name it."""

    lesson: Lesson
    step: int
    """The number of the step, from 1. The end of the lesson counts as one more step."""

    @property
    def over(self) -> bool:
        """True at the end of the lesson."""
        return self.step > len(self.lesson.steps)

    def name(self, ahead: int = 0) -> str:
        """Name the place `ahead` steps further on, as custom ids do: "<path>.<step>"."""
        return f"{self.lesson.path}.{self.step + ahead}"


@dataclass(frozen=True, slots=True)
class LessonService:
    """Gives the lessons, one message at a time, and remembers how far each person has come."""

    store: Store
    people: PreferencesCache
    book: LessonBook
    reference: Reference
    pictures: PiecePictures
    outbox: Outbox
    _posting: set[int] = field(default_factory=set)
    """The users to whose DM a lesson is being posted."""

    async def learn(self, request: Request, game: str) -> Reply:
        """Answer `/learn`: go on with the lessons of a game, or list all lessons."""
        return await (self.begin(request, game) if game else self._list(request))

    async def begin(self, request: Request, game: str) -> Reply:
        """Go on with a game's first unfinished lesson. If the game has no lessons, open its guide."""
        lessons = self._read_book(request).list_of_game(game)
        if not lessons:
            return await self.reference.open(request, game)
        progress = await self._read_progress(request)
        unfinished = [lesson for lesson in lessons if lesson.path not in progress.done]
        return await (self._go_on(request, unfinished[0], progress) if unfinished else self._list(request))

    async def press(self, request: Request, control: str, values: tuple[str, ...]) -> Reply:
        """Carry out a button or the menu of a lesson. Raises Refused("TABLE", "no_button") for an unknown control."""
        verb, _, rest = control.removeprefix(LEARN).partition(".")
        if verb == "list":
            return await self._list(request)
        if verb in ("pick", "go"):
            lesson = self._read_book(request).find_lesson(values[0] if values else rest)
            progress = await self._read_progress(request)
            return await (self._list(request) if lesson is None else self._go_on(request, lesson, progress))
        if verb == "game":
            return await self.begin(request, rest)
        if verb == "step":
            return await self._turn(request, rest)
        if verb == "say":
            place, _, number = rest.rpartition(".")
            return await self._turn(request, place, number)
        raise Refused("TABLE", "no_button")

    async def _turn(self, request: Request, step_name: str, answer: str = "") -> Reply:
        """Show the step with the name `step_name` ("<path>.<step>"), or judge an answer to it. If the step does not
        exist in this release, list the lessons."""
        path, _, step = step_name.rpartition(".")
        lesson, number = self._read_book(request).find_lesson(path), parse_written(step)
        if lesson is None or not number or number > len(lesson.steps) + 1:
            return await self._list(request)
        place, chosen = _LessonPlace(lesson, number), parse_written(answer)
        answers = () if place.over else lesson.steps[number - 1].answers
        if chosen is None or chosen >= len(answers):
            return await self._show(request, place)
        return await self._show(request, _LessonPlace(lesson, number + answers[chosen].right), answers[chosen])

    async def _go_on(self, request: Request, lesson: Lesson, progress: Progress) -> Reply:
        reached = progress.reached.get(lesson.path, 1)
        return await self._show(request, _LessonPlace(lesson, min(reached, len(lesson.steps))))

    async def _show(self, request: Request, place: _LessonPlace, given: LessonAnswer | None = None) -> Reply:
        """Show a step below the reply to the answer `given`, and store that the reader has reached this step."""
        lesson = place.lesson
        words = Words(request.words().language, lesson.game)  # the buttons speak the language of the page
        await self.store.write(lesson_progress.note, request.user, lesson.path, place.step, place.over, request.at)
        lines = []
        if given is not None:
            lines.append(
                words.say("learn/right" if given.right else "learn/wrong", label=given.label, said=given.reply)
            )
        if place.over:
            return await self._end(request, lesson, lines)
        step = lesson.steps[place.step - 1]
        title = words.say("learn/head", **_list_facts(lesson), step=place.step, steps=len(lesson.steps))
        head = "\n".join((title, *lines))
        rows = (*_make_answer_buttons(place, step.answers, given), _make_turning_row(place, not step.answers, words))
        return await self._give(request, await self._lay_out(request, lesson, head, step, "", rows))

    async def _lay_out(
        self, request: Request, lesson: Lesson, head: str, step: LessonStep | None, below: str, rows: Iterable[Row]
    ) -> Message:
        """Make a page: the head, the text and picture of a step if there is one, the text `below`, and the controls."""
        words = Words(request.words().language, lesson.game)
        picture = None if step is None else await self.pictures.draw(step.picture, words, request.user)
        parts_of_step: list[Text | Fixture] = []
        if step is not None:
            described = [in_words(step.picture, words)] if picture is None else []
            parts_of_step.append(Text("\n".join((words.say("learn/step", title=step.title), step.text, *described))))
        if picture is not None:
            parts_of_step.append(Fixture.PICTURES)
        if below:
            parts_of_step.append(Text(below))
        parts = (*separate((Text(head),), tuple(parts_of_step)), *rows)
        return lay_out(Layout(Accent.LESSON, parts), () if picture is None else (picture,), name="lesson.png")

    async def _end(self, request: Request, lesson: Lesson, lines: Sequence[str]) -> Reply:
        """Say that a lesson is finished, show what was learned, and offer the next lesson. If there is none, say how
        to play the game. After every lesson but the first, a first hand is offered too. Practice is always offered."""
        words = Words(request.words().language, lesson.game)
        progress = await self._read_progress(request)
        lessons = self._read_book(request).list_of_game(lesson.game)
        remaining = [other for other in lessons if other.path not in progress.done]
        head = "\n".join((*lines, words.say("learn/done", **_list_facts(lesson))))
        below: list[str] = []
        buttons: list[Button] = []
        if lesson in lessons[1:] and registry.game(lesson.game).FIRST_HAND is not None:
            below.append(words.say("learn/first_hand"))
            buttons.append(Button(name_first_hand_control(lesson.game), words.label(FIRST)))
        if remaining:
            below.append(words.say("learn/next", **_list_facts(remaining[0]), minutes=remaining[0].minutes))
            buttons.append(Button(f"learn.go.{remaining[0].path}", words.label("learn.go")))
        else:
            below.append(words.say("learn/play", title=_find_title(lesson.game)))
        buttons.append(Button(name_begin_control(lesson.game), words.label(BEGIN)))
        if not remaining:
            buttons.append(Button(f"{GAME}{lesson.game}", words.label("rules")))
        buttons[0] = buttons[0]._replace(style="primary")
        row = (*buttons, Button(LIST, words.label(LIST)))
        page = await self._lay_out(request, lesson, head, lesson.ending, "\n".join(below), (row,))
        return await self._give(request, page)

    async def _list(self, request: Request) -> Reply:
        """List all lessons, with a tick at each finished one."""
        words, book = request.words(), self._read_book(request)
        progress = await self._read_progress(request)
        games: list[tuple[Text, ...]] = []
        items: list[Item] = []
        for game in registry.NAMES:
            lessons = book.list_of_game(game)
            if not lessons:
                continue
            lines = [words.say("learn/game", title=_find_title(game))]
            for lesson in lessons:
                title = self._name_in_list(lesson, words)
                line, description = _describe_progress(lesson, title, progress, words)
                lines.append(line)
                items.append(Item(lesson.path, title, description))
            games.append((Text("\n".join(lines)),))
        if not items:
            return Reply(Message(words.say("learn/none")))
        rows: tuple[Row, ...] = ((Menu(PICK, words.say("learn/pick"), tuple(items[:MOST_ITEMS])),),)
        under_way = book.find_lesson(progress.last)
        if under_way is not None:
            go_on = words.say("learn/go_on", title=self._name_in_list(under_way, words))[:80]
            rows = ((Button(f"learn.go.{under_way.path}", go_on, "primary"),), *rows)
        parts = (*separate((Text(words.say("learn/list")),), *games), *rows)
        return await self._reply(request, lay_out(Layout(Accent.LESSON, parts)))

    def _name_in_list(self, lesson: Lesson, words: Words) -> str:
        """Return the title of a lesson, or its number if the lesson is not in the reader's language."""
        book = self.book.read_in(words.language)
        if book.has_translated(lesson.game):
            return lesson.title
        return words.say("learn/in_english", number=book.list_of_game(lesson.game).index(lesson) + 1)

    async def _give(self, request: Request, page: Message) -> Reply:
        """Show a page in place of the present one, or post it to the DM of a reader who is elsewhere.

        If a reader asks again while a page is being posted, the answer stays where they ask, so that posts do not pile
        up.
        """
        reply = await self._reply(request, page)
        if request.in_dm or reply.message is None or request.user in self._posting:
            return reply
        self._posting.add(request.user)
        try:
            outgoing = MessageToSend(None, reply.message, request.user)
            place, posted = await self.outbox.say_now("lesson", f"lesson:{request.user}", outgoing, request.cause)
        except DeliveryError:
            return reply
        finally:
            self._posting.discard(request.user)
        return reply_text(request.words().say("learn/opened", link=make_dm_link(place.channel, posted)))

    async def _reply(self, request: Request, page: Message) -> Reply:
        """Answer with a page: as a layout, or as plain text if the reader wants words."""
        plain = (await self.people.get(request.user)).text_only
        return Reply(in_plain(page) if plain else page, in_place=True if request.in_dm else None)

    def _read_book(self, request: Request) -> LessonBook:
        return self.book.read_in(request.requester.language)

    async def _read_progress(self, request: Request) -> Progress:
        return await self.store.read(lesson_progress.read_progress, request.user)


def _make_answer_buttons(
    place: _LessonPlace, answers: Sequence[LessonAnswer], given: LessonAnswer | None
) -> Iterable[Row]:
    """Make a button for every answer. A wrong answer that was just given (`given`) cannot be pressed again."""
    buttons = [
        Button(f"learn.say.{place.name()}.{number}", answer.label, "primary", disabled=answer == given)
        for number, answer in enumerate(answers)
    ]
    return fill_rows(buttons)


def _make_turning_row(place: _LessonPlace, forward: bool, words: Words) -> Row:
    """Make the buttons to the previous step, the next step and the list. Below a question (`forward` is
    False), the button to the next step is left out."""
    back = (Button(f"learn.step.{place.name(-1)}", words.label("guide.back")),) if place.step > 1 else ()
    following = (Button(f"learn.step.{place.name(1)}", words.label("guide.on"), "primary"),) if forward else ()
    return (*back, *following, Button(LIST, words.label(LIST)))


def _describe_progress(lesson: Lesson, title: str, progress: Progress, words: Words) -> tuple[str, str]:
    """Say how far a reader has come in a lesson: a line for the list, and a text for the menu."""
    state = "done" if lesson.path in progress.done else "under_way" if lesson.path in progress.reached else "new"
    step, steps = progress.reached.get(lesson.path, 1), len(lesson.steps)
    return (
        words.say(f"learn/line/{state}", title=title, step=step, steps=steps),
        words.say(f"learn/plain/{state}", of=_find_title(lesson.game), minutes=lesson.minutes, step=step, steps=steps),
    )


def _list_facts(lesson: Lesson) -> dict[str, str]:
    """The facts by which sentences name a lesson: its title and its game."""
    return {"title": lesson.title, "of": _find_title(lesson.game)}


def _find_title(name: str) -> str:
    return registry.cover(name).TITLE
