"""A game night in a channel that a person cannot see."""

from pathlib import Path

from harbour import Permission
from tests.admin import forbid
from tests.chance import SeededChance
from tests.stories.evening import evening


async def test_a_night_in_a_hidden_channel_looks_as_if_it_did_not_exist(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("night")) as night:
        bear, bull = night.people
        hidden = night.harbour.state.add_channel(night.harbour.guild, "hidden")
        forbid(night.harbour, bull.user, Permission.VIEW_CHANNEL, hidden)

        async def ask(command: str, **options: str) -> str:
            answer = await bull.slash(f"night {command}", options=options)
            await night.settle(answer)
            return (await answer.message()).words

        before = [await ask("list"), await ask("skip"), await ask("cancel")]
        options: dict[str, str | bool] = {"game": "duo-dominoes", "when": "in 3h", "weekly": True}
        await night.settle(await bear.slash("night plan", options=options, channel=hidden))
        assert [await ask("list"), await ask("skip"), await ask("cancel")] == before
        for command in ("skip", "cancel"):
            assert await ask(command, night="1") == await ask(command, night="4000")
            assert await bull.autocomplete(f"night {command}", "night", "") == []
