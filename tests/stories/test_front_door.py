"""The front door: four games with a picture each, and *Learn*, *Practise* and *Play*, in `/help` and as a greeting."""

from pathlib import Path

import pytest

from bot.acts import list_first_commands
from bot.cli.run import find_button
from bot.wording import ENGLISH, Words
from bot.wording.translations import COMMANDS, read_english
from games import registry
from harbour import Message
from tests.admin import invite_bot, remove_bot
from tests.chance import SeededChance
from tests.left_out import MORE_CASES, MORE_GAMES, mark_thorough
from tests.stories.dealt_evenings import private_answer
from tests.stories.evening import Evening, evening


async def ask_for_help(night: Evening) -> Message:
    """Let the first person use `/help` where no table is open."""
    return await private_answer(await night.people[0].slash("help"))


async def test_help_without_a_table_shows_every_game_with_a_picture_and_three_ways_in(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("door")) as night:
        page = await ask_for_help(night)
        assert len(page.attachments) >= 4
        for name in registry.NAMES:
            assert registry.cover(name).TITLE in page.words
            assert all(find_button(page, f"{way}.{name}") for way in ("learn.game", "practice.begin", "table.open"))
            assert Words(ENGLISH, name).knows("front/facts"), f"add front/facts to the sentences of {name}"
            assert Words(ENGLISH, name).say("front/facts") in page.words
        assert all(
            f"`/{command}`: {read_english(COMMANDS)[command]}" in page.words for command in list_first_commands()
        )
        assert not any("you hold" in (picture.description or "") for picture in page.attachments)


@pytest.mark.parametrize("game", mark_thorough(["pussers-bones", "duo-dominoes"], MORE_GAMES, only=["duo-dominoes"]))
async def test_learn_practise_and_play_lead_where_they_say(tmp_path: Path, game: str) -> None:
    async with evening(tmp_path, chance=SeededChance("door")) as night:
        bear = night.people[0]
        page = await ask_for_help(night)
        for way, told in (("learn.game", "Your lesson is in your DM"), ("practice.begin", "practice table")):
            answer = await private_answer(await bear.press(page, find_button(page, f"{way}.{game}")), pressed=True)
            assert told in answer.words
        for _ in range(2):  # a double tap opens one table
            opened = await private_answer(await bear.press(page, find_button(page, f"table.open.{game}")), pressed=True)
            assert f"for {registry.cover(game).TITLE} in <#{night.harbour.channel.id}>" in opened.words
        await night.settle()
        lobby = await bear.wait_for_message(lambda message: find_button(message, "lobby.join"))
        assert registry.cover(game).TITLE in lobby.words
        again = await private_answer(
            await bear.press(page, find_button(page, "table.open.lombardy-bones")), pressed=True
        )
        assert "There's a table open for Lombardy Bones in <#" in again.words, "a taken channel is no dead end"
        here = await private_answer(await bear.slash("help"))
        doors = [
            await private_answer(await bear.slash("me games")),
            await private_answer(await bear.press(here, find_button(here, "front.door")), pressed=True),
        ]
        for door in doors:
            assert door.words == page.words and find_button(door, "daily.show"), "also while a table runs"


@pytest.mark.thorough(MORE_CASES)
async def test_a_server_is_greeted_once_when_it_invites_the_bot(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("door")) as night:

        def greetings() -> list[Message]:
            return [message for message in night.harbour.channel.history() if "G'day" in message.words]

        assert not greetings(), "nobody has invited the bot while it was connected"
        remove_bot(night.harbour)
        invite_bot(night.harbour)
        await night.harbour.state.signal.wait_until(lambda: bool(greetings()), 30.0, "the greeting")
        (greeting,) = greetings()
        assert len(greeting.attachments) >= 4 and find_button(greeting, "table.open.duo-dominoes")
        assert "/me text" in greeting.words

        await night.open("duo-dominoes")
        remove_bot(night.harbour)
        invite_bot(night.harbour)
        await night.settle()
        await night.pass_time(60)
        assert greetings() == [greeting], "a server that has played is not greeted again"
