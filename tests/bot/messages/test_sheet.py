"""The last message of a closed table: its final scores and the score sheet."""

import pytest

from tests.bot.harness.room import BEAR, CHANNEL, Room
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES


async def read_final_scores(room: Room, game: str, robots: int) -> str:
    """Close a table after a hand, and read its final scores from its last message."""
    table = await take_played_table(room, game, (BEAR,), robots)
    await room.close(table)
    await room.settle()
    (told,) = [message.text for message in room.at(CHANNEL) if "is over: " in message.text]
    return told.splitlines()[0].partition("is over: ")[2]


async def test_partners_have_one_final_score(room: Room) -> None:
    told = await read_final_scores(room, "duo-dominoes", 3)
    assert [part.rpartition(" ")[0] for part in told.split(", ")] == ["Bear + Baker", "Able + Charlie"]


@pytest.mark.thorough(MORE_CASES)
async def test_the_final_scores_of_bonedoneskis_are_chips(room: Room) -> None:
    told = await read_final_scores(room, "bonedoneskis", 2)
    assert all(part[-3] == "." for part in told.split(", ")), told
