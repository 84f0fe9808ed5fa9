"""Phones that buzz over simulated evenings and months, and text about shuffles, beside the most that is allowed.

The simulations are those of `tests/bot/harness/phones.py`. A figure counts what makes a sound on the phone of a person
who has chosen nothing: loud posts in the channel for each hand, and loud messages to one person. The text is what
stands in the channel after the hands (`tests/bot/harness/channel_text.py`).
"""

import asyncio
import tempfile
from collections.abc import Awaitable, Callable
from functools import partial
from typing import Final, TypeVar

from bot.store import Store
from bot.store.database.engine import open_engine
from bot.store.database.migrate import upgrade
from games.registry import NAMES
from tests.bench.rows import Row, at_most
from tests.bot.harness.channel_text import measure_share
from tests.bot.harness.phones import MONTH, play_by_correspondence, play_evening, stay_away
from tests.bot.harness.room import BEAR, Room, settings

T = TypeVar("T")

TURNS: Final = 9
BY_POST: Final = "lombardy-bones"
SIX: Final = (*NAMES, "bonedoneskis", "duo-dominoes")
MOST_AWAY: Final = 24
"""The most messages to a person who is away from six tables for a month."""
MOST_ABOUT_SHUFFLES: Final = 5
"""The most of a hundred characters, or words, in a channel that concern shuffles."""


async def _in_room(simulate: Callable[[Room], Awaitable[T]]) -> T:
    """Simulate with a bot on an empty database."""
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite:///{folder}/phones.db"
        await upgrade(url)
        engine = open_engine(url)
        try:
            async with Store.on(engine) as store:
                room = Room(store, settings())
                await room.start()
                try:
                    return await simulate(room)
                finally:
                    await room.stop()
        finally:
            await engine.dispose()


async def _play_evening(room: Room, game: str, hands: int) -> tuple[float, float]:
    """The loud posts for each hand of an evening, and the part of the channel's text that concerns shuffles."""
    dealt, sounds = await play_evening(room, game, hands)
    await room.settle()
    return sounds.channel / dealt, measure_share(room)


def measure(quick: bool) -> list[Row]:
    """Two rows for each game, one for turns by correspondence, and one for a month away."""
    rows = []
    for name in NAMES:
        posts, share = asyncio.run(_in_room(partial(_play_evening, game=name, hands=1 if quick else 4)))
        rows.append(at_most(f"{name}: loud posts a hand", posts, 1))
        rows.append(at_most(f"{name}: % of the channel's text about shuffles", 100 * share, MOST_ABOUT_SHUFFLES))
    _, sounds = asyncio.run(_in_room(lambda room: play_by_correspondence(room, BY_POST, TURNS)))
    rows.append(at_most(f"loud messages for {TURNS} turns by correspondence", sounds.count_for(BEAR), TURNS))
    sounds = asyncio.run(_in_room(lambda room: stay_away(room, SIX, MONTH)))
    rows.append(at_most(f"loud messages in a month away from {len(SIX)} tables", sounds.count_for(BEAR), MOST_AWAY))
    return rows
