"""A process that commits to one table, three events at a time, until it is killed.

`python -m tests.bot.store.player URL NAME TABLE` prints each acknowledged commit as a line of JSON.
"""

import asyncio
import itertools
import json
import sys

from bot.store.database.engine import open_engine, read
from bot.store.database.errors import SequenceTaken
from bot.store.tables import rows
from bot.store.writer import Writer
from tests.bot.store.sample import make_commit


async def main(url: str, name: str, table: int) -> None:
    """Play until killed."""
    engine = open_engine(url)
    async with Writer(engine) as writer:
        for number in itertools.count():
            cause = f"{name}:{number}"
            while True:
                at = (await read(engine, rows.load, table)).sequence
                try:
                    done = await writer.commit(make_commit(table, at, cause, events=3))
                    break
                except SequenceTaken:
                    continue
            print(json.dumps({"cause": cause, "last": done.last}), flush=True)


if __name__ == "__main__":
    asyncio.run(main(sys.argv[1], sys.argv[2], int(sys.argv[3])))
