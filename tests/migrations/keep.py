"""Keeps a database of the present state for later releases: `python -m tests.migrations.keep NAME`.

It plays a table of each game into its second hand, and closes another of each game after the first.
`stored/NAME.sql.gz` is the dump of that database, and `stored/NAME.json` the facts that every later release must find
in it. Once a state is released, neither file ever changes.
"""

from __future__ import annotations

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store.books import postings
from bot.store.database.migrate import upgrade
from bot.store.messages import projections
from bot.store.store import Store
from bot.store.tables import rows as stored_tables
from games import registry
from tests import fixed_secrets
from tests.bot.harness.players import play_until, step
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.store.balances import balances

STORED = Path(__file__).with_name("stored")


async def play_all(room: Room) -> list[int]:
    """Play the tables; return their numbers. The first of each pair is closed, the second is under way."""
    made: list[int] = []
    for game in registry.NAMES:
        for closes in (True, False):
            table = await room.started(game, (BEAR, BULL), 2, thread=not closes)
            await play_until(room, table, 1, BEAR, BULL)
            made.append(table)
            if closes:
                await room.close(table)
            else:
                for _ in range(6):
                    await step(room, table, BEAR, BULL)
            await room.settled()
    made.append(await room.open("lombardy-bones"))
    await room.settled()
    return made


async def describe_table(room: Room, number: int) -> dict[str, Any]:
    """The facts of a table that a later release must find: its row, its messages, and what everybody sees."""
    table = await room.tables.get(number)
    rows = await room.store.read(projections.of_table, number)
    facts: dict[str, Any] = {
        "game": table.row.game,
        "status": str(table.status),
        "sequence": table.sequence,
        "number": table.shuffle.number,
        "messages": {str(row.key): row.shown_sequence for row in rows},
    }
    if table.playing is not None:
        public = table.game.view(table.state, None)
        facts |= {name: getattr(public, name) for name in ("phase", "hand", "deadline", "over")}
        facts |= {"to_act": list(public.to_act), "scores": list(public.scores)}
    return facts


async def list_facts(room: Room, numbers: list[int]) -> dict[str, Any]:
    """The facts of a database that a later release must find: the tables by number, and the crew's books."""
    tables = {str(number): await describe_table(room, number) for number in numbers}
    crew = (await room.store.read(stored_tables.load, numbers[0])).crew
    keys = await room.store.read(postings.account_keys, crew)
    standing = await room.store.read(balances, crew)
    return {
        "written": room.clock.now,
        "postings": len(await room.store.read(postings.read, crew)),
        "balances": {keys[account][0]: amount for account, amount in standing.items()},
        "tables": tables,
    }


async def keep(name: str) -> None:
    """Write both files of a state."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept.db"
        await upgrade(f"sqlite:///{file}")
        async with await Store.open(f"sqlite:///{file}", begin=False) as store:
            room = Room(store, settings())
            await room.start()
            numbers = await play_all(room)
            await room.stop()
            facts = await list_facts(room, numbers)
        with closing(sqlite3.connect(file)) as connection:
            dump = "\n".join(connection.iterdump())
    (STORED / f"{name}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    (STORED / f"{name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    fixed_secrets.install()
    fixed_secrets.current.begin(sys.argv[1])
    asyncio.run(keep(sys.argv[1]))
