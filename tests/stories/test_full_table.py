"""A full table: people wait in the queue, a free seat is offered to each in turn, and the same people play again."""

from pathlib import Path

from bot.cli.run import find_button
from harbour import Message, Person
from tests.chance import SeededChance
from tests.stories.evening import Evening, evening

GAME = "duo-dominoes"


async def join(night: Evening, person: Person) -> Message:
    """Press *Join*; returns the answer."""
    answer = await person.press(night.board(), find_button(night.board(), "lobby.join"))
    await night.settle(answer)
    return await answer.followup()


async def test_join_takes_a_robots_seat_at_once_in_a_lobby_and_with_the_next_hand_later(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear",), chance=SeededChance("room")) as night:
        (bear,) = night.people
        ned, sal = (night.harbour.add_user(name) for name in ("Ned", "Sal"))
        await night.open(GAME)
        for _ in range(3):
            await night.settle(await bear.press(night.board(), find_button(night.board(), "lobby.robot+")))
        assert "All seats are taken; **Join** takes a robot's seat." in night.board().words
        await night.settle(await ned.press(night.board(), find_button(night.board(), "lobby.join")))
        assert {"Bear", "Ned"} < set((await night.now()).names)
        await night.start()
        assert "Its score stays the robot's until the game is over." in night.board().words
        told = await join(night, sal)
        assert told.content == (
            "You get a robot's seat from the next hand on. Its score stays the robot's until the game is over."
        )
        assert "Sal" not in (await night.now()).names
