"""The shelf of played tables: each is played once in a run of the suite, by whichever test needs it first.

A test that needs a finished hand takes its table from here. The table depends only on what was asked for (game, people,
house rules, hands, deals, settings), never on the test that played it. So a test must patch nothing before it asks.
After the play the bot is shut down. Every test, even the one that played, starts it again on a copy of the database.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from bot.ports import Requester
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, Room


async def take_played_table(
    room: Room,
    game: str,
    people: Sequence[Requester] = (BEAR,),
    robots: int = 3,
    hands: int = 1,
    house: Mapping[str, str] = MappingProxyType({}),
    **how: Any,
) -> int:
    """Put a played table into a room in which nothing has happened yet. Returns its id.

    The table is started by `room.start_table(...)`, and its people play `hands` hands as robots would.
    """

    async def play() -> int:
        table = await room.start_table(game, tuple(people), robots, house, **how)
        await play_until(room, table, hands, *people)
        return table

    key = (game, tuple(people), robots, hands, tuple(house.items()), tuple(how.items()))
    return await room.play_once(key, play)
