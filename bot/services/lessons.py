"""Lessons: `/learn`, the *Show me* button of a lobby, and the buttons of a lesson.

A lesson is one message in its reader's DM, and its buttons turn its pages. If the DM is closed, the lesson is a private
answer instead. Each button names its step, so old messages still work after a restart. The store keeps only the step
that the reader has reached.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from msgspec import Struct, field

from bot.library.lesson_book import Lesson, LessonAnswer, LessonBook, LessonStep
from bot.messages.front_door import DOOR
from bot.messages.hands.daily import SHOW
from bot.messages.hands.practice import BEGIN, FIRST
from bot.messages.parts.piece_pictures import PiecePictures, in_words
from bot.outbox.outbox import MessageToSend, Outbox
from bot.people.preferences import PreferencesCache
from bot.ports import (
    MOST_ITEMS,
    Accent,
    Button,
    Controls,
    DeliveryError,
    Fixture,
    Item,
    Menu,
    Message,
    Pattern,
    Reply,
    Request,
    Row,
    Text,
    fill_rows,
    in_plain,
    join_lines,
    lay_out,
    make_button,
    make_dm_link,
    separate,
)
from bot.services.reference import GAME, Reference
from bot.store import Store
from bot.store.people import lesson_progress
from bot.store.people.lesson_progress import Progress
from bot.tally.books import title_of
from bot.wording import Words
from games import registry

_CITATION: Final = re.compile(r" \([A-Z]{2}-\d[^)]*\)")
"""The rules that a lesson cites for readers of its file."""
LIST: Final = "learn.list"
PICK: Final = "learn.pick"
GO: Final = Pattern("learn.go.{path:rest}")
STEP: Final = Pattern("learn.step.{path:rest}.{step:int}")
SAY: Final = Pattern("learn.say.{path:rest}.{step:int}[.x{struck}].{answer:int}")
"""An answer to a step. `struck` holds the numbers of the wrong answers that were given before."""


class _LessonPlace(NamedTuple):
    """A step of a lesson."""

    lesson: Lesson
    step: int
    """The number of the step, from 1. The end of the lesson counts as one more step."""

    @property
    def shown(self) -> LessonStep | None:
        """The step to show; at the end of the lesson its ending, if it has one."""
        return self.lesson.ending if self.over else self.lesson.steps[self.step - 1]

    @property
    def over(self) -> bool:
        """True at the end of the lesson."""
        return self.step > len(self.lesson.steps)


class LessonService(Struct, frozen=True):
    """Gives the lessons, one message at a time, and remembers how far each person has come."""

    store: Store
    people: PreferencesCache
    book: LessonBook
    reference: Reference
    pictures: PiecePictures
    outbox: Outbox
    _posting: set[int] = field(default_factory=set)
    """The users to whose DM a lesson is being posted."""

    async def learn(self, request: Request, game: str = "") -> Reply:
        """Answer `/learn`: go on with the lessons of a game, or list all lessons."""
        return await (self.begin(request, game) if game else self._list(request))

    async def begin(self, request: Request, game: str, talk: str | None = None) -> Reply:
        """Go on with a game's first unfinished lesson, in the words of a table's talk, or else of the crew's. If the
        game has no lessons, open its guide."""
        if talk is None:
            talk = (await self.reference.list_talks(request)).get(game, "")
        lessons = self._read_book(request).list_of_game(game, talk)
        if not lessons:
            return await self.reference.open(request, game, talk)
        done = (await self._read_progress(request)).done
        return await self.go_on(request, next((lesson.page for lesson in lessons if lesson.path not in done), ""))

    async def go_on(self, request: Request, path: str) -> Reply:
        """Go on with a lesson. If it does not exist in this release, list the lessons."""
        lesson = self._read_book(request).find_lesson(path)
        if lesson is None:
            return await self._list(request)
        reached = (await self._read_progress(request)).reached.get(lesson.path, 1)
        return await self._show(request, _LessonPlace(lesson, min(reached, len(lesson.steps))))

    async def turn(
        self, request: Request, path: str, step: int, struck: str | None = None, answer: int | None = None
    ) -> Reply:
        """Show a step of a lesson, or judge an answer to it. If the step does not exist in this release, list the
        lessons."""
        lesson = self._read_book(request).find_lesson(path)
        if lesson is None or not 0 < step <= len(lesson.steps) + 1:
            return await self._list(request)
        place = _LessonPlace(lesson, step)
        answers = () if place.over else lesson.steps[step - 1].answers
        if answer is None or answer >= len(answers):
            return await self._show(request, place)
        given = answers[answer]
        wrong = "" if given.right else f"{struck or ''}{answer}"
        return await self._show(request, _LessonPlace(lesson, step + given.right), given, wrong)

    async def _show(
        self, request: Request, place: _LessonPlace, given: LessonAnswer | None = None, wrong: str = ""
    ) -> Reply:
        """Show a step below the reply to the answer `given`. The `wrong` answers so far cannot be pressed again. Store
        that the reader has reached this step."""
        lesson = place.lesson
        # The buttons speak the language of the page.
        words = Words(request.words.language, lesson.game, talk=lesson.talk)
        reached = None if place.over else place.step
        await self.store.write(lesson_progress.note, request.user, lesson.path, reached, request.at)
        head = ""
        if given is not None:
            said = _CITATION.sub("", given.reply)
            head = words.say("learn/right" if given.right else "learn/wrong", label=given.label, said=said)
        if place.over:
            return await self._end(request, place, head, words)
        answers = lesson.steps[place.step - 1].answers
        title = words.say("learn/head", **_list_facts(lesson), step=place.step, steps=len(lesson.steps))
        buttons = [
            Button(
                SAY.make(path=lesson.page, step=place.step, struck=wrong or None, answer=at),
                answer.label,
                "primary",
                disabled=str(at) in wrong,
            )
            for at, answer in enumerate(answers)
        ]
        rows = (*fill_rows(buttons), _make_turning_row(place, not answers, words))
        return await self._give_page(request, place, join_lines(title, head), "", rows)

    async def _give_page(
        self, request: Request, place: _LessonPlace, head: str, below: str, rows: Iterable[Row]
    ) -> Reply:
        """Give a page: the head, the text and picture of the step, the text `below`, and the controls."""
        step, words = place.shown, Words(request.words.language, place.lesson.game, talk=place.lesson.talk)
        picture = None if step is None else await self.pictures.draw(step.picture, words, request.user)
        lines: list[str] = []
        if step is not None:
            lines += [words.say("learn/step", title=step.title), _CITATION.sub("", step.text)]
            lines += [in_words(step.picture, words)] if picture is None else []
        parts = (*separate((Text(head),), (Text("\n".join(lines)), Fixture.PICTURES, Text(below))), *rows)
        return await self._give(request, lay_out(Accent.LESSON, parts, (picture,), name="lesson.png"))

    async def _end(self, request: Request, place: _LessonPlace, head: str, words: Words) -> Reply:
        """Say that a lesson is finished, show what was learned, and offer the next lesson. If there is none, say how
        to play the game. After every lesson but the first, a first hand is offered too. Practice and the hand of the
        day are always offered."""
        lesson = place.lesson
        progress = await self._read_progress(request)
        lessons = self._read_book(request).list_of_game(lesson.game, lesson.talk)
        remaining = [other for other in lessons if other.path not in progress.done]
        done = words.say("learn/done", **_list_facts(lesson))
        below: list[str] = []
        buttons: list[Button] = []
        if lesson in lessons[1:] and registry.game(lesson.game).FIRST_HAND is not None:
            below.append(words.say("learn/first_hand"))
            buttons.append(make_button(FIRST, words, game=lesson.game))
        if remaining:
            below.append(words.say("learn/next", **_list_facts(remaining[0]), minutes=remaining[0].minutes))
            buttons.append(make_button(GO, words, path=remaining[0].page))
        else:
            below.append(words.say("learn/play", title=title_of(lesson.game)))
        buttons.append(make_button(BEGIN, words, game=lesson.game))
        if not remaining:
            buttons.append(Button(GAME.make(game=lesson.game), words.label("rules")))
        buttons[0] = buttons[0]._replace(style="primary")
        row = (*buttons, make_button(LIST, words), make_button(SHOW, words))
        return await self._give_page(request, place, join_lines(head, done), "\n".join(below), (row,))

    async def _list(self, request: Request) -> Reply:
        """List all lessons, with a tick at each finished one."""
        words, book, talks = request.words, self._read_book(request), await self.reference.list_talks(request)
        progress = await self._read_progress(request)
        games: list[tuple[Text, ...]] = []
        items: list[Item] = []
        under_way: list[Lesson] = []
        for game in registry.NAMES:
            lessons = book.list_of_game(game, talks.get(game, ""))
            if not lessons:
                continue
            under_way += [lesson for lesson in lessons if lesson.path == progress.last]
            lines = [words.say("learn/game", title=title_of(game))]
            for lesson in lessons:
                title = self._name_in_list(lesson, words)
                line, description = _describe_progress(lesson, title, progress, words)
                lines.append(line)
                items.append(Item(lesson.page, title, description))
            games.append((Text("\n".join(lines)),))
        if not items:
            return Reply(Message(words.say("learn/none")))
        menu = Menu(PICK, words.say("learn/pick"), tuple(items[:MOST_ITEMS]))
        rows: Controls = ((menu,), (make_button(DOOR, words),))
        for lesson in under_way:
            go_on = words.say("learn/go_on", title=self._name_in_list(lesson, words))
            rows = ((Button(GO.make(path=lesson.page), go_on, "primary"),), *rows)
        parts = (*separate((Text(words.say("learn/list")),), *games), *rows)
        return await self._reply(request, lay_out(Accent.LESSON, parts))

    def _name_in_list(self, lesson: Lesson, words: Words) -> str:
        """Return the title of a lesson, or its number if the lesson is not in the reader's language."""
        book = self.book.read_in(words.language)
        if book.has_translated(lesson.game):
            return lesson.title
        return words.say("learn/in_english", number=book.list_of_game(lesson.game, lesson.talk).index(lesson) + 1)

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
        return request.answer("learn/opened", link=make_dm_link(place.channel, posted))

    async def _reply(self, request: Request, page: Message) -> Reply:
        """Answer with a page: as a layout, or as plain text if the reader wants words."""
        plain = (await self.people.get(request.user)).text_only
        return Reply(in_plain(page) if plain else page, in_place=True if request.in_dm else None)

    def _read_book(self, request: Request) -> LessonBook:
        return self.book.read_in(request.requester.language)

    async def _read_progress(self, request: Request) -> Progress:
        return await self.store.read(lesson_progress.read_progress, request.user)


def _make_turning_row(place: _LessonPlace, forward: bool, words: Words) -> Row:
    """Make the buttons to the previous step, the next step and the list. Below a question (`forward` is
    False), the button to the next step is left out."""
    back, on = (STEP.make(path=place.lesson.page, step=place.step + ahead) for ahead in (-1, 1))
    before = (Button(back, words.label("guide.back")),) if place.step > 1 else ()
    following = (Button(on, words.label("guide.on"), "primary"),) if forward else ()
    return (*before, *following, make_button(LIST, words))


def _describe_progress(lesson: Lesson, title: str, progress: Progress, words: Words) -> tuple[str, str]:
    """Say how far a reader has come in a lesson: a line for the list, and a text for the menu."""
    state = "done" if lesson.path in progress.done else "under_way" if lesson.path in progress.reached else "new"
    step, steps = progress.reached.get(lesson.path, 1), len(lesson.steps)
    return (
        words.say(f"learn/line/{state}", title=title, step=step, steps=steps),
        words.say(f"learn/plain/{state}", of=title_of(lesson.game), minutes=lesson.minutes, step=step, steps=steps),
    )


def _list_facts(lesson: Lesson) -> dict[str, str]:
    """The facts by which sentences name a lesson: its title and its game."""
    return {"title": lesson.title, "of": title_of(lesson.game)}
