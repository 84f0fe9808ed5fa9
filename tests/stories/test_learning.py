"""A newcomer takes a lesson: a wrong answer, right ones, a break with a restart of the bot, and the end."""

from pathlib import Path

import pytest

from bot.library.lesson_book import Lesson, LessonBook, LessonStep
from bot.tables.process_settings import LESSONS
from games import registry
from harbour import InteractionResponse, Message, Person
from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.dealt_evenings import control_id
from tests.stories.evening import Evening, evening

MOST_TEXT = 2_000
BOOK = LessonBook(LESSONS)
FIRST = BOOK.list_of_game("pussers-bones")[0]


async def page_of(night: Evening, person: Person, answer: InteractionResponse) -> Message:
    """The page that a press or a command shows: its private answer, or the message in the DM that this links to."""
    await night.settle(answer)
    message = answer.followups[0] if answer.followups else await answer.message()
    if message.words.startswith("Your lesson is in your DM"):
        assert message.ephemeral
        assert message.words.endswith(f"/@me/{person.dm()[-1].channel_id}/{person.dm()[-1].id}")
        message = person.dm()[-1]
    assert message.ephemeral or message in person.dm()
    assert 0 < len(message.words) <= MOST_TEXT
    return message


async def learned(night: Evening, person: Person, **options: str) -> Message:
    """The answer to /learn."""
    return await page_of(night, person, await person.slash("learn", options=options))


async def turned(night: Evening, person: Person, page: Message, label: str) -> Message:
    """The page that a button leads to."""
    (button,) = [control for control in page.buttons() if control["label"] == label]
    assert not button.get("disabled")
    return await page_of(night, person, await person.press(page, str(button["custom_id"])))


async def answered(night: Evening, person: Person, page: Message, step: LessonStep) -> Message:
    """Give the right answer to a step; returns the next page."""
    right = [answer for answer in step.answers if answer.right]
    after = await turned(night, person, page, right[0].label if right else "Next ▶")
    assert not right or f"✅ **{right[0].label}**" in after.words
    return after


async def finished(night: Evening, person: Person, page: Message, lesson: Lesson, steps: int) -> Message:
    """Answer the remaining steps of a lesson; returns its last page."""
    for step in lesson.steps[steps - 1 :]:
        assert f"**{step.title}**" in page.words
        assert len(page.attachments) == 1 and page.attachments[0].description
        page = await answered(night, person, page, step)
    assert f"**{lesson.title}**: you've finished this lesson" in page.words
    assert len(page.attachments) == 1, "the lesson ends with the finished hand"
    return page


@pytest.mark.thorough(LONGER)
async def test_a_lesson_is_begun_left_and_finished_after_a_restart(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("learning")) as night:
        bear, bull = night.people[:2]
        listed = await learned(night, bear)
        assert all(registry.cover(name).TITLE in listed.words for name in registry.NAMES)
        answer = await bear.select(listed, control_id(listed, "learn.pick"), [FIRST.path])
        page = await page_of(night, bear, answer)
        step = FIRST.steps[0]
        wrong = next(choice for choice in step.answers if not choice.right)
        told = await turned(night, bear, page, wrong.label)
        assert f"❌ **{wrong.label}** · {wrong.reply}" in told.words
        assert [button["label"] for button in told.buttons() if button.get("disabled")] == [wrong.label]
        page = await answered(night, bear, told, step)
        page = await answered(night, bear, page, FIRST.steps[1])
        listed = await turned(night, bear, page, "All lessons")
        assert f"▶️ {FIRST.title}: step 3 of {len(FIRST.steps)}" in listed.words
        assert "▶️" not in (await learned(night, bull)).words, "progress is one's own"
        left = await learned(night, bear, game="pussers-bones")

        await night.restart()
        page = await answered(night, bear, left, FIRST.steps[2])
        assert f"4 of {len(FIRST.steps)}" in page.words, "a button from before the restart goes on"
        listed = await page_of(night, bear, await bear.slash("learn"))
        page = await turned(night, bear, listed, f"Continue: {FIRST.title}")
        end = await finished(night, bear, page, FIRST, 4)
        page = await turned(night, bear, end, "Next lesson")
        assert f"**{BOOK.list_of_game('pussers-bones')[1].steps[0].title}**" in page.words
        assert f"✅ {FIRST.title}" in (await learned(night, bear)).words
