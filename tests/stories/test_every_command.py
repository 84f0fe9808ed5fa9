"""Every command once, at a table under way: each is answered, and none ends in an unexpected error."""

import json
import logging
from pathlib import Path
from typing import Any

import pytest

from bot.acts import register
from bot.edge.acts import ActRow
from bot.edge.discord_commands import Kind
from harbour import Message, NoResponse, NotOffered, Person, User
from tests.chance import SeededChance
from tests.left_out import MORE_CASES
from tests.stories.evening import Evening, evening

LAST = ("table close",)
GOOD = {
    "theme": "dark",
    "big": "on",
    "text": "off",
    "hot": "on",
    "quiet": "22-7",
    "timezone": "UTC",
    "sort": "suit",
    "notify": "daily",
}


def list_commands() -> list[tuple[str, ActRow]]:
    """List every slash command with its typed name; the commands that end the table come last."""
    found = [(row.command, row) for row in register().by_path.values() if row.menu is None]
    return sorted(found, key=lambda pair: pair[0] in LAST)


def options_for(night: Evening, path: str, command: ActRow) -> dict[str, Any]:
    """Choose a value for every required option of a command."""
    given: dict[str, Any] = {}
    for option in command.options:
        if not option.required:
            continue
        choices = option.choices() if callable(option.choices) else option.choices
        if choices:
            given[option.name] = choices[0][1]
        elif option.kind is Kind.PERSON:
            given[option.name] = night.people[1]
        elif option.kind is Kind.NUMBER:
            given[option.name] = 1
        elif option.kind is Kind.YES_NO:
            given[option.name] = True
        else:
            given[option.name] = GOOD.get(path.rpartition(" ")[2], "1")
    return given


async def test_every_command_is_answered_without_an_unexpected_error(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with evening(tmp_path, chance=SeededChance("commands")) as night:
        await night.open("pussers-bones")
        await night.start()
        owner = night.harbour.owner
        for path, command in list_commands():
            person = owner if path.startswith(("boneyard ", "books ")) or path in LAST else night.people[0]
            try:
                answer = await person.slash(path, options=options_for(night, path, command))
            except NotOffered as error:
                raise AssertionError(f"/{path}: {error}") from error
            await night.settle(answer)
            try:
                said = (await answer.message()).words
            except NoResponse:
                said = ""
            assert "went wrong" not in said, f"/{path}"
            assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [], path
        assert (await night.now()).status == "closed"


@pytest.mark.thorough(MORE_CASES)
async def test_every_entry_of_the_menus_of_people_and_messages_is_answered(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("menus 2")) as night:
        await night.open("duo-dominoes")
        await night.start()
        bear, bull = night.people[:2]
        ned = night.harbour.add_user("Ned")
        for person in (bear, bull):
            await night.settle(await night.harbour.owner.slash("books guests", name=person.name))
            await night.settle(await night.harbour.owner.slash("books guests", name=person.name, person=person))

        async def use(name: str, target: Person | User | Message) -> str:
            answer = await bear.use_menu(name, target)
            await night.settle(answer)
            message = await answer.message()
            assert message.ephemeral
            return message.words

        told = {
            (name, target.name): await use(name, target)
            for name in ("Tally", "Head to head")
            for target in (bull, ned, night.harbour.bot)
        }
        assert "Bull" in told["Tally", "Bull"]
        assert "Bull" in told["Head to head", "Bull"]
        assert all("in the books" in told[name, "Ned"] for name in ("Tally", "Head to head"))
        assert all(told[name, "Ned"].startswith("Ned is not") for name in ("Tally", "Head to head"))
        assert all("is a bot" in told[name, night.harbour.bot.name] for name in ("Tally", "Head to head"))
        assert await use("Offer my seat", ned) == "I asked Ned; the seat is theirs only after **Accept**."
        assert "The table waits for Wally." in await use("Why?", night.board())
        await bull.say("hello")
        assert "only messages of my own" in await use("Why?", night.harbour.channel.history()[-1])
        asked = await bear.use_menu("Remember this", night.harbour.channel.history()[-1])
        form = await asked.modal()
        assert "hello" not in str(form.components)
        kept = await bear.submit_modal(form, line="The first word")
        assert "a link and your line" in (await kept.message()).words
        with pytest.raises(NotOffered, match="choose from Remember this, Why"):
            await bear.use_menu("Tally", night.board())


async def test_personal_data_is_exported_and_erased(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("mine")) as night:
        await night.open("duo-dominoes")
        bear, owner, here = night.people[0], night.harbour.owner, night.harbour.channel
        elsewhere = night.harbour.add_channel("bones")
        await (await owner.slash("boneyard channels", options={"only": f"<#{elsewhere.id}>"})).message()
        refused = await (await bear.slash("table open", options={"game": "duo-dominoes"}, channel=here)).message()
        assert f"No table may be opened here; open it in <#{elsewhere.id}>." in refused.content
        assert "What Boneyard keeps about you" in (await (await bear.slash("me privacy")).message()).content
        paper = await (await bear.slash("me export")).message()
        assert [file.filename for file in paper.attachments] == ["boneyard-mydata.json"]
        assert b"Bear" in paper.attachments[0].body or bear.id.encode() in paper.attachments[0].body
        assert {"moves", "salts", "standing_orders", "preferences"} <= set(json.loads(paper.attachments[0].body))
        unsure = await (await bear.slash("me erase", options={"sure": "yes"})).message()
        assert "Nothing was erased" in unsure.content
        seated = await (await bear.slash("me erase", options={"sure": "erase me"})).message()
        assert "You are still part of an open table" in seated.content
        await night.close()
        erased = await (await bear.slash("me erase", options={"sure": "erase me"})).message()
        assert "sit at a table" not in erased.content
        assert erased.content
