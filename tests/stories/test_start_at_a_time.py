"""A table with a set time: it is opened in the afternoon and starts by itself in the evening."""

from pathlib import Path

from harbour import Message
from tests.chance import SeededChance
from tests.stories.evening import evening


async def test_a_table_opened_in_the_afternoon_starts_in_the_evening(tmp_path: Path) -> None:
    async with evening(tmp_path, chance=SeededChance("evening")) as night:
        bear = night.people[0]
        refused = await bear.slash("table open", options={"game": "duo-dominoes", "at": "when Bull is home"})
        assert "20:30" in (await refused.message()).content
        await night.open("duo-dominoes")
        set_at = await bear.slash("table start", options={"at": "in 2h"})
        await night.settle(set_at)
        told = (await set_at.message()).content
        when = told[told.index("<t:") : told.index(":F>")]
        lobby = await bear.wait_for_message(lambda message: when in message.words and bool(message.controls()))
        assert "by itself" in lobby.words
        await night.restart()
        await night.pass_time(2 * 3_600)
        assert (await night.now()).public_view.hand == 1

        def called(message: Message) -> bool:
            return all(person.mention in message.content for person in night.people)

        assert len([posted for posted in night.harbour.channel.history() if called(posted)]) == 1
