"""Two releases side by side, as in a rolling upgrade: the older one leaves alone what it cannot read."""

from dataclasses import replace
from types import ModuleType
from typing import cast

import pytest
from sqlalchemy import text

from bot.store import Store
from bot.wording import ENGLISH, Words
from games import registry
from games.core import AnyGame
from games.core.game import Cover
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.refuses import refuses

GAME = "duo-dominoes"
NEW_KIND = "UPDATE events SET kind = 'duo.of_tomorrow' WHERE table_id = :table AND sequence = 1"
NEW_GAME = "UPDATE tables SET game = 'tomorrows-bones' WHERE id = :table"
NEW_TABLE = """UPDATE tables SET settings = '{"kind": "tournament"}' WHERE id = :table"""
NEW_NOTE = """UPDATE tables SET settings = '{"queue": [7]}' WHERE id = :table"""


def next_release(name: str) -> AnyGame:
    """The game with the next version of its rules."""
    game = registry.game(name)
    cover = ModuleType(name)
    cover.__dict__.update(vars(game.cover))
    cover.__dict__["RULES_VERSION"] += 1
    return replace(game, cover=cast(Cover, cover))


async def test_an_older_release_leaves_newer_tables_alone_and_goes_on_with_its_own(store: Store) -> None:
    older = Room(store, settings())
    await older.start()
    own = await older.start_table(GAME, (BEAR, BULL), 2)
    newer = Room(store, settings(game=next_release), older.messenger, older.clock)
    theirs = await newer.start_table(GAME, (BEAR, BULL), 2, thread=True)
    assert (await newer.get(theirs)).row.rules_version > (await newer.get(own)).row.rules_version

    with refuses() as refused:
        await older.tables.get(theirs)
    assert refused.value.key == "TABLE/newer"
    assert "newer version" in Words(ENGLISH).say(refused.value.key)
    assert await step(older, own, BEAR, BULL)

    again = await older.crash_and_restart()
    assert await step(again, own, BEAR, BULL)
    assert await step(newer, theirs, BEAR, BULL)
    newer.host.drop()
    await again.stop()


@pytest.mark.parametrize("change", [NEW_KIND, NEW_GAME, NEW_NOTE, NEW_TABLE], ids=["event", "game", "settings", "kind"])
async def test_an_older_release_leaves_unknown_events_games_and_settings_alone(store: Store, change: str) -> None:
    room = Room(store, settings())
    await room.start()
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await store.write(lambda connection: connection.execute(text(change), {"table": table}))
    again = await room.crash_and_restart()
    with refuses("TABLE/newer"):
        await again.get(table)
    await again.stop()
