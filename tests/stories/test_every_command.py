"""Every command once, at a table under way: each is answered, none is a bug."""

import logging
from pathlib import Path
from typing import Any

import pytest

from bot.commands import command_tree
from bot.edge.command_tree import Command, Group, Kind
from harbour import NoResponse, NotOffered
from tests.chance import SeededChance
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


def paths() -> list[tuple[str, Command]]:
    """Every command by what is typed, the table's end last."""
    found: list[tuple[str, Command]] = []
    for entry in command_tree().entries:
        if isinstance(entry, Group):
            found += [(f"{entry.name} {command.name}", command) for command in entry.commands]
        else:
            found.append((entry.name, entry))
    return sorted(found, key=lambda pair: pair[0] in LAST)


def options_for(night: Evening, path: str, command: Command) -> dict[str, Any]:
    """Something for every option that must be given."""
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


async def test_every_command_is_answered_and_none_is_a_bug(tmp_path: Path, caplog: pytest.LogCaptureFixture) -> None:
    async with evening(tmp_path, chance=SeededChance("commands")) as night:
        await night.open("pussers-bones")
        await night.start()
        owner = night.harbour.owner
        for path, command in paths():
            person = owner if path in ("doctor", *LAST) else night.people[0]
            try:
                answer = await person.slash(path, options=options_for(night, path, command))
            except NotOffered as error:
                raise AssertionError(f"/{path}: {error}") from error
            await night.settle(answer)
            try:
                said = (await answer.message()).content
            except NoResponse:
                said = ""
            assert "went wrong" not in said, f"/{path}"
            assert [record.getMessage() for record in caplog.records if record.levelno >= logging.ERROR] == [], path
        assert (await night.now()).status == "closed"


async def test_what_is_kept_of_a_person_is_handed_out_and_taken_away(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("mine")) as night:
        await night.open("duo-dominoes")
        bear = night.people[0]
        paper = await (await bear.slash("mydata export")).message()
        assert [file.filename for file in paper.attachments] == ["boneyard-mydata.json"]
        assert b"Bear" in paper.attachments[0].body or bear.id.encode() in paper.attachments[0].body
        unsure = await (await bear.slash("mydata erase", options={"sure": "yes"})).message()
        assert "Nothing was erased" in unsure.content
        seated = await (await bear.slash("mydata erase", options={"sure": "erase me"})).message()
        assert "must still know you" in seated.content
        await night.close()
        erased = await (await bear.slash("mydata erase", options={"sure": "erase me"})).message()
        assert "sit at a table" not in erased.content
        assert erased.content
