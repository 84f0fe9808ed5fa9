"""Every command once, at a table under way: each is answered, and none ends in an unexpected error."""

import logging
from pathlib import Path
from typing import Any

import pytest

from bot.acts import register
from bot.edge.acts import ActRow
from bot.edge.discord_commands import Kind
from harbour import NoResponse, NotOffered
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
        if option.choices:
            given[option.name] = option.make_payload(path)["choices"][0]["value"]
        elif option.kind is Kind.PERSON:
            given[option.name] = night.people[1]
        elif option.kind is Kind.NUMBER:
            given[option.name] = 1
        elif option.kind is Kind.YES_NO:
            given[option.name] = True
        else:
            given[option.name] = GOOD.get(path.rpartition(" ")[2], "1")
    return given


@pytest.mark.thorough(MORE_CASES)
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
