"""Keeps the present state for later releases: `python -m tests.migrations.keep NAME`.

It plays a table of each game into its second hand, and closes another of each game after the first.
`stored/NAME.sql.gz` is the dump of that database, `stored/NAME.backup.gz` its backup, and `stored/NAME.json` the facts
that every later release must find in both. `stored/worlds` has three files of each page on which a hand is under way.
Once a state is released, none of these files ever changes.
"""

import asyncio
import gzip
import json
import sqlite3
import sys
import tempfile
from contextlib import closing
from pathlib import Path
from typing import Any

from bot.store import Store
from bot.store.backups import backup
from bot.store.books import postings
from bot.store.database.migrate import upgrade
from bot.store.messages import projections
from bot.store.tables import rows as stored_tables
from games import registry
from tests import fixed_secrets
from tests.bot.harness.players import play_until, play_until_turn
from tests.bot.harness.room import BEAR, BULL, Room, settings
from tests.bot.store.balances import read_balances
from tests.stories.evening import Evening, evening

STORED = Path(__file__).with_name("stored")
WORLDS = STORED / "worlds"


async def play_all(room: Room) -> list[int]:
    """Play two tables of each game, close the first of them, and open a lobby; return the numbers of all tables."""
    made: list[int] = []
    for game in registry.NAMES:
        for closes in (True, False):
            table = await room.start_table(game, (BEAR, BULL), 2, thread=not closes)
            await play_until(room, table, 1, BEAR, BULL)
            made.append(table)
            if closes:
                await room.close(table)
            await room.settle()
    for table in made[1::2]:  # no time passes any more, so no robot ends these hands
        await come_back(room, table)
        await play_until_turn(room, table, BEAR, BULL)
        await room.settle()
    made.append(await room.open("lombardy-bones"))
    await room.settle()
    return made


async def come_back(room: Room, table: int) -> None:
    """Let the players take their seats back from robots; then let everything happen that fell due meanwhile."""
    for player in (BEAR, BULL):
        await room.services.take_seat_back(await room.get(table), room.request(player))
    await room.settle()


async def describe_table(room: Room, number: int) -> dict[str, Any]:
    """The facts of a table that a later release must find: its row, its messages, and what everybody sees."""
    table = await room.get(number)
    rows = await room.read(projections.list_of_table, number)
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
    crew = (await room.read(stored_tables.load, numbers[0])).crew
    keys = await room.read(postings.list_account_keys, crew)
    standing = await room.read(read_balances, crew)
    return {
        "written": room.clock.now,
        "postings": len(await room.read(postings.read, crew)),
        "balances": {keys[account][0]: amount for account, amount in standing.items()},
        "tables": tables,
    }


async def keep(name: str) -> None:
    """Write the three files of a state."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "kept.db"
        await upgrade(f"sqlite:///{file}")
        async with await Store.open(f"sqlite:///{file}", begin=False) as store:
            room = Room(store, settings())
            await room.start()
            numbers = await play_all(room)
            await room.stop()
            facts = await list_facts(room, numbers)
            await backup.write_backup(store.engine, STORED / f"{name}.backup.gz")
        with closing(sqlite3.connect(file)) as connection:
            dump = "\n".join(connection.iterdump())
    (STORED / f"{name}.sql.gz").write_bytes(gzip.compress(dump.encode(), mtime=0))
    (STORED / f"{name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


def describe_evening(night: Evening) -> dict[str, Any]:
    """The facts of a page's world that a later release must find: its people, channels and messages."""
    world = night.harbour.state
    return {
        "table": night.table,
        "people": [person.name for person in night.people],
        "board": night.board().id,
        "racks": [night.rack(person).id for person in night.people],
        "messages": {number: sorted(channel.messages) for number, channel in world.channels.items()},
    }


async def keep_world(name: str) -> None:
    """Write the world of a page and its database, with a hand of Duo Dominoes under way, and their facts."""
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "harbour-world.db"
        async with evening(Path(folder), file=file) as night:
            await night.open("duo-dominoes")
            await night.start()
            for _ in range(3):
                await night.move()
            facts = describe_evening(night)
        for written, kept in ((file, f"{name}.world.gz"), (Path(folder) / "evening.db", f"{name}.db.gz")):
            with closing(sqlite3.connect(written)) as connection:
                connection.execute("PRAGMA journal_mode = DELETE")
            (WORLDS / kept).write_bytes(gzip.compress(written.read_bytes(), mtime=0))
    (WORLDS / f"{name}.json").write_text(json.dumps(facts, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    fixed_secrets.install()
    fixed_secrets.current.begin(sys.argv[1])
    asyncio.run(keep(sys.argv[1]))
    fixed_secrets.current.begin(f"{sys.argv[1]}/world")
    asyncio.run(keep_world(sys.argv[1]))
