"""The shelf of played tables: each is played once in a run of the suite, by whichever test needs it first.

A test that needs a finished hand takes its table from here. The table depends only on what was asked for (game, people,
house rules, hands, deals, settings), never on the test that played it. So a test must patch nothing before it asks.
After the play the bot is shut down. Every test, even the one that played, starts it again on a copy of the database.
"""

import hashlib
import pickle
import sqlite3
from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from types import MappingProxyType
from typing import Any, TypeVar, cast

from bot.ports.requests import Requester
from bot.store.database.engine import find_sqlite_path
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, Room
from tests.chance import SeededChance
from tests.fixed_secrets import current
from tests.run_folder import once

T = TypeVar("T")


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

    return await play_once(room, (game, tuple(people), robots, hands, tuple(house.items()), tuple(how.items())), play)


async def play_once(room: Room, key: object, play: Callable[[], Awaitable[T]]) -> T:
    """Let `play` change a room in which nothing has happened yet, and return what `play` returned.

    `key` names the play. Only the first test plays. Each later one with an equal room and key gets a copy.
    """
    name = hashlib.sha256(repr((key, _describe(room))).encode()).hexdigest()[:32]
    with once(f"{name}.pickle") as (kept, missing):
        if missing:
            with current.follow(name):
                returned = await play()
                await room.settle()
                await room.restart(lambda: _store(room, returned, kept))
    result, now, spoken, made, memory = pickle.loads(kept.read_bytes())

    def take() -> None:
        _copy(kept.with_suffix(".db"), find_sqlite_path(room.store.engine.url))
        room.clock.now, room.spoken, _chance(room).made = now, spoken, made
        room.messenger.remember(memory)

    await room.restart(take)
    return cast(T, result)


def _chance(room: Room) -> SeededChance:
    assert isinstance(room.chance, SeededChance)
    return room.chance


def _describe(room: Room) -> tuple[object, ...]:
    """List everything about this room that a table depends on."""
    assert room.store.engine.dialect.name == "sqlite", "the shelf copies files"
    assert room.spoken == 0 and not room.messenger.calls, "take a table from the shelf before anything else happens"
    assert _chance(room).is_usual, "a table of the shelf has seeded deals"
    scenes = getattr(room.scenes, "__name__", type(room.scenes).__name__)
    return scenes, room.sealer.__qualname__, _chance(room).seed, room.settings


def _store(room: Room, returned: object, kept: Path) -> None:
    _copy(find_sqlite_path(room.store.engine.url), kept.with_suffix(".db"))
    state = (returned, room.clock.now, room.spoken, _chance(room).made, room.messenger.memory())
    kept.write_bytes(pickle.dumps(state))


def _copy(source: Path, target: Path) -> None:
    """Copy a database. Both may be open."""
    with closing(sqlite3.connect(source)) as read, closing(sqlite3.connect(target)) as write:
        write.execute("PRAGMA synchronous = OFF")
        read.backup(write)
