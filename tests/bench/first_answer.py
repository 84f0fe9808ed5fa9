"""A start of the bot on a database, up to its answer to a player who asks for their hand (see `tests.bench.crowd`).

The arguments are the database's URL, the table and the time (milliseconds). Prints a line of JSON: the processor
seconds, the bytes by which the process grew, and the number of tables in memory.
"""

import asyncio
import json
import resource
import sys
import time
from pathlib import Path

from bot.ports import Location, Requester
from bot.store import Store
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate import Waits
from bot.tables.process_settings import ProcessSettings
from tests.bench.scale import PATIENT, BlankScenes, SilentMessenger
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.room import Room, message_of


def count_memory() -> int:
    """The bytes of memory that this process holds, as Linux counts them."""
    return int(Path("/proc/self/statm").read_text().split()[1]) * resource.getpagesize()


async def answer(url: str, table: int, at: int) -> None:
    """Start on the database, answer the player of the first seat, and print the cost."""
    empty = count_memory()
    async with await Store.open(url) as store:
        room = Room(
            store, ProcessSettings(Waits(live=PATIENT)), SilentMessenger(), clock=ManualClock(at), scenes=BlankScenes()
        )
        await room.start()
        row = await store.read(stored_tables.load, table)
        (seat, *_) = await store.read(stored_tables.seats_of, table)
        assert seat.user_id is not None
        who = Requester(seat.user_id, seat.name)
        request = room.request(who, Location(row.guild, row.thread or row.channel))
        message_of(await room.services.hand.show(await room.services.lookup.find_here(request), request))
        known = len(room.tables.repository.list_known())
        sys.stdout.write(json.dumps([time.process_time(), count_memory() - empty, known]) + "\n")
        sys.stdout.flush()
        room.host.drop()


if __name__ == "__main__":
    asyncio.run(answer(sys.argv[1], int(sys.argv[2]), int(sys.argv[3])))
