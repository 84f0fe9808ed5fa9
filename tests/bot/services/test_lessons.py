"""Lessons: each is played through with all its wrong answers; progress is kept; older buttons still work."""

import asyncio
import re
from pathlib import Path

import pytest

from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest
from bot.library.lesson_book import Lesson, LessonAnswer, LessonBook, LessonError, LessonStep, read_lessons
from bot.messages.parts.piece_pictures import in_words
from bot.ports import MOST_COMPONENTS, Accent, Button, Fixture, Location, Message, Place, Reply, Requester, Text
from bot.store import Store
from bot.store.people import erasure, lesson_progress, personal_data
from bot.store.people.lesson_progress import Progress
from bot.tables.process_settings import LESSONS
from bot.wording import ENGLISH, Words
from games import registry
from tests.bot.harness.memory_messenger import closed_dms
from tests.bot.harness.room import ACTS, BEAR, BULL, HERE, Room, in_dm, list_controls, settings
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

BOOK = LessonBook(LESSONS)
FIRST_LESSONS = [BOOK.list_of_game(game)[0] for game in registry.NAMES]
MOST_TEXT = 2_000
CITED = re.compile(r" \([A-Z]{2}-\d[^)]*\)")
SHORT = """# Lessons

## First
<!-- lesson: first, 5 minutes -->

### Look

A tile.

`6-6`

### Choose

Which is a double?

`6-6` `6-4`

- [ ] **6-4**: Two numbers. (DD-10)
- [x] **6-6**: Yes.

## Second
<!-- lesson: second, 5 minutes -->

### Look again

A tile.

`5-5`
"""


async def press(
    room: Room, control: str, *values: str, who: Requester = BEAR, where: Location | None = None
) -> Message:
    """Press a control of a lesson, in the reader's DM unless `where` is given; returns the answer."""
    return check_message(await room.press_at(Control(0, control, 0), who, where or own_dm(who), *values))


async def learn(room: Room, game: str = "", where: Location | None = None) -> Message:
    """Use `/learn` in the reader's DM, or at `where`; returns the answer."""
    return check_message(await room.services.lessons.learn(room.request(BEAR, where or own_dm(BEAR)), game))


def own_dm(who: Requester) -> Location:
    return in_dm(who)


def check_message(reply: Reply) -> Message:
    """Check the message of a reply against Discord's limits; returns the message."""
    assert reply.message is not None
    message = reply.message
    assert 0 < len(message.text) <= MOST_TEXT
    names = list_controls(message)
    assert len(names) == len(set(names))
    assert all(len(f"by:0:{name}:0") <= 100 for name in names)
    assert len(message.rows) <= 5 and all(len(row) <= 5 for row in message.rows)
    if message.layout is not None:
        assert message.layout.accent is Accent.LESSON and message.layout.size <= MOST_COMPONENTS
        assert (Fixture.PICTURES in message.layout.parts) == bool(message.pictures)
    return message


def list_buttons(message: Message) -> dict[str, Button]:
    """The buttons by label."""
    return {button.label: button for row in message.rows for button in row if isinstance(button, Button)}


async def read_progress(room: Room) -> Progress:
    """Bear's progress."""
    return await room.read(lesson_progress.read_progress, BEAR.user)


@pytest.mark.parametrize(
    "lesson", mark_thorough(BOOK.list_all(), MORE_CASES, but=FIRST_LESSONS[:1]), ids=lambda lesson: lesson.path
)
async def test_a_lesson_is_played_through_with_every_wrong_turn(room: Room, lesson: Lesson) -> None:
    page = await press(room, f"learn.go.{lesson.path}")
    for number, step in enumerate(lesson.steps, start=1):
        assert f"**{step.title}**" in page.text and uncited(step.text) in page.text
        assert not CITED.search(page.text), "newcomers know no numbers of rules"
        assert len(page.pictures) == 1 and page.pictures[0].alt
        await press_wrong_answers(room, page, step)
        assert (await read_progress(room)).reached.get(lesson.path) == number
        following = [await press_right_answer(room, page, answer) for answer in step.answers if answer.right]
        page = following[-1] if following else await press(room, list_buttons(page)["Next ▶"].name)
    assert f"**{lesson.title}**: you've finished this lesson" in page.text
    assert (await read_progress(room)).done == (lesson.path,)


def uncited(text: str) -> str:
    """The text without rules in brackets."""
    return CITED.sub("", text)


async def press_right_answer(room: Room, page: Message, answer: LessonAnswer) -> Message:
    """Press a right answer; returns the page after it, which says why it is right."""
    after = await press(room, list_buttons(page)[answer.label].name)
    assert f"✅ **{answer.label}** · {uncited(answer.reply)}" in after.text
    return after


async def press_wrong_answers(room: Room, page: Message, step: LessonStep) -> None:
    """Press each wrong answer: it is explained, and strikes out its button, besides those before."""
    wrong = []
    for answer in step.answers:
        given = list_buttons(page)[answer.label]
        assert given.style == "primary" and not given.disabled
        if answer.right:
            continue
        wrong.append(answer.label)
        page = told = await press(room, given.name)
        assert f"❌ **{answer.label}** · {uncited(answer.reply)}" in told.text
        assert uncited(step.text) in told.text
        disabled = [label for label, button in list_buttons(told).items() if button.disabled]
        assert disabled == wrong


async def test_a_step_is_a_layout_and_the_same_in_words(room: Room) -> None:
    page = await learn(room, "pussers-bones")
    assert page.layout is not None and page.pictures
    head, line, text, *_ = page.layout.parts
    assert isinstance(head, Text) and isinstance(text, Text) and line is Fixture.LINE
    listed = await press(room, "learn.list")
    assert listed.layout is not None and listed.layout.parts.count(Fixture.LINE) == len(registry.NAMES)
    assert "front.door" in list_controls(listed), "practice and the other games are one press away"
    await room.people.choose(BEAR.user, "text_only", "on", 0)
    told = await learn(room, "pussers-bones")
    assert told.layout is None and told.text.startswith(page.text) and told.rows == page.rows
    assert (await press(room, "learn.list")).text == listed.text


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize(
    "lesson", mark_thorough(BOOK.list_all(), MORE_CASES, but=FIRST_LESSONS), ids=lambda lesson: lesson.path
)
async def test_a_lesson_can_be_read_without_pictures(room: Room, lesson: Lesson) -> None:
    await room.people.choose(BEAR.user, "text_only", "on", 0)
    for number, step in enumerate(lesson.steps):
        wrong = [place for place, answer in enumerate(step.answers) if not answer.right]
        pages = [f"learn.step.{lesson.path}.{number + 1}"]
        pages += [f"learn.say.{lesson.path}.{number + 1}.{place}" for place in wrong]
        for control in pages:
            page = await press(room, control)
            assert page.pictures == ()
            assert in_words(step.picture, Words(ENGLISH, lesson.game)) in page.text, (
                "the words for the picture are not cut"
            )
            assert len(page.text) < 1_990


@pytest.fixture
def short(store: Store, tmp_path: Path) -> Room:
    """A room with two short lessons about one game."""
    (tmp_path / "duo-dominoes.md").write_text(SHORT, encoding="utf-8")
    return Room(store, settings(lessons=str(tmp_path)))


async def test_the_next_lesson_follows_and_after_the_last_one_a_table(short: Room) -> None:
    page = await learn(short, "duo-dominoes")
    page = await press(short, list_buttons(page)["Next ▶"].name)
    page = await press(short, list_buttons(page)["6-6"].name)
    assert "Next up: **Second**" in page.text
    assert list(list_buttons(page)) == ["Next lesson", "Practise", "All lessons", "Hand of the day"]
    page = await press(short, list_buttons(page)["Next lesson"].name)
    page = await press(short, list_buttons(page)["Next ▶"].name)
    assert "you can play Duo Dominoes" in page.text
    assert list(list_buttons(page)) == ["Play a first hand", "Practise", "Rules", "All lessons", "Hand of the day"]
    practise = list_buttons(page)["Practise"].name
    assert "practice table for Duo Dominoes is in your DM" in (await press(short, practise, where=HERE)).text
    assert "close it and open the new one" in (await press(short, practise, where=HERE)).text, (
        "the button closes no table unasked"
    )
    listed = await learn(short, "duo-dominoes")
    assert "✅ First" in listed.text and "✅ Second" in listed.text
    again = await press(short, "learn.pick", "duo-dominoes/first")
    assert "**Look**" in again.text
    assert (await read_progress(short)).done == ("duo-dominoes/first", "duo-dominoes/second"), (
        "a finished lesson stays so"
    )


async def test_show_me_in_a_lobby_teaches_its_game(short: Room) -> None:
    table = await short.open("duo-dominoes")
    told = check_message(await short.press(table, "learn", BULL))
    (page,) = short.dm(BULL)
    assert told.text.startswith("Your lesson is in your DM: https://discord.com/channels/@me/")
    assert "**Look**" in page.text and page.rows


@pytest.mark.parametrize(("preset", "own", "navy"), [("riichi_advanced", "tile", True), ("", "bone", False)])
async def test_a_lesson_and_a_guide_speak_the_words_of_the_table(room: Room, preset: str, own: str, navy: bool) -> None:
    table = await room.open("pussers-bones", preset=preset)
    await room.press(table, "learn", BEAR)
    (page,) = room.dm(BEAR)
    assert f"Its pieces are **{own}s**" in page.text and f"What is the {own} S7?" in page.text
    answer = next(name for name in map(str, list_buttons(page)) if name.startswith("Seven Ba"))
    told = await press(room, list_buttons(page)[answer].name)
    assert "One Stick" not in told.text or not navy
    assert (await read_progress(room)).reached.keys() == {"pussers-bones/bones"}
    for reply in (await room.press(table, "rules", BULL), await ask_rules(room)):
        assert ("To `pluck` is to draw" in check_message(reply).text) == navy


async def ask_rules(room: Room) -> Reply:
    """Ask `/rules about:kong` in the channel of the table."""
    request = InteractionRequest(BULL, HERE, room.stamp(), path=("rules",), options={"about": "kong"})
    reply = await ACTS.carry_out(room.services, ACTS.find(request), request)
    assert isinstance(reply, Reply)
    return reply


async def test_a_lesson_is_one_message_that_its_buttons_turn_page_by_page(short: Room) -> None:
    told = await learn(short, "duo-dominoes", HERE)
    assert told.text.startswith("Your lesson is in your DM") and not told.rows
    (page,) = short.dm(BEAR)
    reply = await short.press_at(Control(0, list_buttons(page)["Next ▶"].name, 0), BEAR, own_dm(BEAR))
    assert reply.in_place and "**Choose**" in check_message(reply).text
    assert len(short.dm(BEAR)) == 1


async def test_a_request_that_arrives_twice_posts_one_lesson(short: Room) -> None:
    request = short.request(BEAR)
    for _ in range(2):
        await short.services.lessons.learn(request, "duo-dominoes")
    assert len(short.dm(BEAR)) == 1


async def test_lessons_asked_for_while_one_is_on_its_way_do_not_pile_up(
    short: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    under_way, taken, send = asyncio.Event(), asyncio.Event(), short.messenger.send

    async def slow(place: Place, message: Message, nonce: str) -> int:
        under_way.set()
        await taken.wait()
        return await send(place, message, nonce)

    monkeypatch.setattr(short.messenger, "send", slow)
    first = asyncio.create_task(learn(short, "duo-dominoes", HERE))
    await under_way.wait()
    second = await asyncio.wait_for(learn(short, "duo-dominoes", HERE), 60)
    assert "**Look**" in second.text
    taken.set()
    assert (await first).text.startswith("Your lesson is in your DM")
    assert len(short.dm(BEAR)) == 1
    assert (await learn(short, "duo-dominoes", HERE)).text.startswith("Your lesson is in your DM")


async def test_closed_dms_get_the_lesson_where_it_was_asked_for(short: Room) -> None:
    short.messenger.fail = closed_dms(BEAR.user)
    page = await learn(short, "duo-dominoes", HERE)
    assert "**Look**" in page.text
    assert "**Choose**" in (await press(short, list_buttons(page)["Next ▶"].name, where=HERE)).text


async def test_a_game_without_lessons_opens_its_guide(short: Room) -> None:
    table = await short.open("lombardy-bones")
    assert "Lombardy Bones · guide" in check_message(await short.press(table, "learn", BULL)).text


async def test_without_any_lessons_the_guides_are_named(store: Store) -> None:
    room = Room(store, settings(lessons="nowhere"))
    assert "`/rules`" in (await learn(room)).text
    assert "guide" in (await learn(room, "duo-dominoes")).text


OLD = (
    *("learn.go.chess/mate", "learn.step.chess/mate.1", "learn.step.duo-dominoes/first.99", "learn.pick"),
    *("learn.step.duo-dominoes/first.0", "learn.say.duo-dominoes/first.7.1"),
)


@pytest.mark.parametrize("control", OLD)
async def test_buttons_of_removed_lessons_lead_to_the_list(short: Room, control: str) -> None:
    assert "**Lessons**" in (await press(short, control)).text


async def test_a_button_of_a_removed_answer_shows_its_step(short: Room) -> None:
    assert "**Choose**" in (await press(short, "learn.say.duo-dominoes/first.2.9")).text


@pytest.mark.parametrize(
    "control", ["learn.dance", "learn.", "learn.step.duo-dominoes/first.x", "learn.say.duo-dominoes/first.2."]
)
async def test_an_unknown_control_of_lessons_is_refused(short: Room, control: str) -> None:
    with refuses("no_button"):
        await press(short, control)


async def test_a_lesson_that_became_shorter_goes_on_at_its_last_step(short: Room) -> None:
    await short.write(lesson_progress.note, BEAR.user, "duo-dominoes/first", 9, 0)
    assert "**Choose**" in (await learn(short, "duo-dominoes")).text


async def test_progress_is_exported_and_erased_and_stays_private(short: Room) -> None:
    await press(short, "learn.step.duo-dominoes/first.2")
    assert await short.read(lesson_progress.read_progress, BULL.user) == Progress()
    told = await short.read(personal_data.export, BEAR.user)
    reached = {"reached": {"duo-dominoes/first": 2}, "last": "duo-dominoes/first"}
    assert told["lessons"] == {"done": [], **reached, "shown": []}
    await press(short, "learn.step.duo-dominoes/first.2", who=BULL)
    await short.write(erasure.erase, BEAR.user)
    assert await read_progress(short) == Progress()
    assert (await short.read(lesson_progress.read_progress, BULL.user)).reached == {"duo-dominoes/first": 2}


STEP = "## One\n<!-- lesson: one, 5 minutes -->\n\n### Look\n\nA tile.\n\n`6-6`\n\n"
BAD = {
    "## One\n\n### Look\n\nA tile.\n\n`6-6`\n": "its name and length are missing",
    f"{STEP}- [x] A: Yes.\n": "an answer is written",
}


@pytest.mark.parametrize("text", BAD)
def test_a_malformed_lesson_is_named(text: str) -> None:
    with pytest.raises(LessonError, match=BAD[text]):
        read_lessons("duo-dominoes", text)


def test_the_lines_of_an_answer_are_joined() -> None:
    (lesson,) = read_lessons("duo-dominoes", f"{STEP}- [x] **A**: It goes\n  on.\n- [ ] **B**: No. (DD-1)\n")
    assert lesson.steps[0].answers[0].reply == "It goes on."
