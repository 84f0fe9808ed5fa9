"""A newcomer who added the app only to their account: help, a lesson and a practice table, from the bot's DM and from
a server without the bot."""

from pathlib import Path
from typing import Any

import pytest

from bot.cli.run import find_button
from bot.library.lesson_book import LessonBook
from bot.tables.aggregate.kinds import PRACTICE
from bot.tables.process_settings import LESSONS
from harbour import Channel, InteractionResponse, Message, Person
from harbour.actions import interactions
from tests.chance import SeededChance
from tests.left_out import MORE_CASES, mark_thorough
from tests.stories.evening import Evening, evening, type_move, words_for

STRANGE = "1551597200998499999"
"""The server without the bot."""


def pretend_user_installation(monkeypatch: pytest.MonkeyPatch, elsewhere: bool) -> None:
    """Let interactions come by the user's installation: from the DM, or (`elsewhere`) from a server without the bot."""
    build = interactions._build_payload

    def build_for_user(state: Any, interaction: Any) -> Any:
        payload = build(state, interaction)
        payload["authorizing_integration_owners"] = {"1": interaction.user.id}
        if elsewhere and "guild_id" in payload:
            payload["guild_id"] = payload["guild"]["id"] = STRANGE
            payload["channel"]["guild_id"] = STRANGE
            payload["app_permissions"] = "0"
        return payload

    monkeypatch.setattr(interactions, "_build_payload", build_for_user)


def table_of(person: Person) -> Message:
    """The only message in a person's DM that belongs to a table."""
    posted = [message for message in person.dm() if message.controls() and not message.ephemeral]
    (found,) = [message for message in posted if not str(message.controls()[0]["custom_id"]).startswith("by:0:")]
    return found


async def page_of(night: Evening, person: Person, answer: InteractionResponse) -> Message:
    """The page that a press or a command shows: its private answer, or the message in the DM that this links to."""
    await night.settle(answer)
    message = answer.interaction.followups[0] if answer.interaction.followups else await answer.message()
    return person.dm()[-1] if message.words.startswith("Your lesson is in your DM") else message


async def turn(night: Evening) -> str:
    """Let the robots play until the person can move; returns the move that a robot would make."""
    for _ in range(50):
        table = await night.now()
        words = words_for(table, table.people[0])
        if words is not None:
            return words
        await night.pass_time(3)
    raise AssertionError("the turn never came")


async def play(night: Evening, person: Person) -> None:
    """Make a move by its button, or by typing in the DM if it has none."""
    words = await turn(night)
    verb, _, argument = words.partition(" ")
    board = table_of(person)
    pressed = find_button(board, f"{verb}.{argument}" if argument else verb)
    if pressed:
        await night.settle(await person.press(board, pressed))
    else:
        command, options = type_move(verb, argument)
        await night.settle(await person.slash(command, channel=person.dm_channel, options=options))


@pytest.mark.parametrize("elsewhere", mark_thorough([False, True], MORE_CASES, but=[True]))
async def test_help_lessons_and_practice_work_for_a_user_installation(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, elsewhere: bool
) -> None:
    async with evening(tmp_path, ("Bear",), chance=SeededChance("practice")) as night:
        (bear,) = night.people
        pretend_user_installation(monkeypatch, elsewhere)
        place: Channel | None = None if elsewhere else bear.dm_channel
        help_ = await page_of(night, bear, await bear.slash("help", channel=place))
        assert "`/learn`" in help_.words
        assert "`/practice`" in help_.words

        steps = LessonBook(LESSONS).list_of_game("duo-dominoes")[0].steps
        page = await page_of(night, bear, await bear.slash("learn", channel=place, options={"game": "duo-dominoes"}))
        assert f"**{steps[0].title}**" in page.words
        right = next((answer.label for answer in steps[0].answers if answer.right), "Next ▶")
        (button,) = [str(control["custom_id"]) for control in page.buttons() if control["label"] == right]
        page = await page_of(night, bear, await bear.press(page, button))
        assert f"**{steps[1].title}**" in page.words

        opened = await bear.slash("practice", channel=place, options={"game": "duo-dominoes"})
        await night.settle(opened)
        night.table = int(find_button(table_of(bear), "hint").split(":")[1])
        assert (await night.now()).kind is PRACTICE
        for _ in range(2):
            await play(night, bear)
        if elsewhere:
            assert "is in your DM" in (await opened.message()).content
