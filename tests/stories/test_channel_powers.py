"""The books of a server are for those whose roles let them manage the server, whatever a single channel adds."""

from __future__ import annotations

from pathlib import Path

from bot.cli.run import button
from harbour import Permission
from tests.chance import SeededChance
from tests.stories.evening import evening

EVERYTHING = Permission.MANAGE_CHANNELS | Permission.MANAGE_GUILD | Permission.ADMINISTRATOR


async def test_what_one_channel_allows_gives_no_power_over_the_books(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("powers")) as night:
        bear, bull = night.people
        owner = night.harbour.owner
        night.harbour.allow(bull.user, EVERYTHING)
        commands: dict[str, dict[str, str | int]] = {
            "tally set": {"unit": "clip / clips"},
            "tally adjust": {"from": "Bear", "to": "Bull", "amount": 5, "reason": "because"},
        }
        for command, options in commands.items():
            answer = await bull.slash(command, options=options)
            await night.settle(answer)
            assert (await answer.message()).content.startswith("Only ")
        answer = await owner.slash("tally set", options={"unit": "clip / clips"})
        await night.settle(answer)
        assert "clip / clips" in (await answer.message()).words
        await night.open("duo-dominoes")
        lobby = await bear.wait_for_message(lambda message: button(message, "lobby.join"))
        closed = await bull.slash("table close")
        await night.settle(closed)
        assert not button(lobby, "lobby.join"), "who manages a channel runs the tables in it"


async def test_what_one_channel_allows_tells_nothing_of_other_channels_and_people(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("powers")) as night:
        bear, bull = night.people
        owner, hidden = night.harbour.owner, night.harbour.add_channel("hidden")
        await night.settle(await owner.slash("table open", options={"game": "lombardy-bones"}, channel=hidden))
        night.harbour.forbid(night.harbour.bot, Permission.ATTACH_FILES, hidden)
        bear.close_dms()
        await night.open("lombardy-bones")
        await night.start()
        night.harbour.allow(bull.user, EVERYTHING)
        told = {}
        for person in (bull, owner):
            answer = await person.slash("doctor")
            await night.settle(answer)
            told[person.name] = (await answer.message()).content
        for secret in (hidden.id, bear.id):
            assert secret in told[owner.name]
            assert secret not in told["Bull"]
        assert "closed to the bot for 1 at open tables" in told["Bull"]
        assert f"in <#{night.harbour.channel.id}>" in told["Bull"]
