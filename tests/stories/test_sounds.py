"""Phones over a harbour: what people hear while a hand is played, by the flags that Discord gets."""

from pathlib import Path

import pytest

from tests.chance import SeededChance
from tests.left_out import LONGER
from tests.stories.evening import evening


@pytest.mark.thorough(LONGER)
async def test_a_hand_is_heard_once_and_no_direct_message_is(tmp_path: Path) -> None:
    async with evening(tmp_path, ("Bear", "Bull"), chance=SeededChance("words")) as night:
        await night.open("lombardy-bones")
        begun = [len(person.messages_heard) for person in night.people]
        assert begun == [1, 1], "the lobby"
        await night.start()
        await night.until(lambda table: table.public_view.hand == 2)
        heard = [person.messages_heard[known:] for person, known in zip(night.people, begun, strict=True)]
        assert [len(sounds) for sounds in heard] == [2, 2], "the boards of two hands"
        posted = {message.id for message in night.harbour.channel.history()}
        assert {message.id for person in night.people for message in person.dm()}.isdisjoint(heard[0] + heard[1])
        assert night.board().id in posted & set(heard[0])
