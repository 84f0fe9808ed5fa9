"""Does at once what a bot does by itself in time, so that tests need not wait for it."""

from typing import Final

from sqlalchemy import TextClause, text

from bot.automation.table_host import TableHost
from bot.nights.scheduler import NightScheduler
from bot.periodic import Lanes
from bot.serving.parts import Parts

_NIGHTS: Final = text("SELECT EXISTS (SELECT 1 FROM night_dates)")
_BOOKS: Final = text(
    "SELECT EXISTS (SELECT 1 FROM outbox) OR EXISTS (SELECT 1 FROM transfers WHERE confirm_at IS NOT NULL)"
    " OR EXISTS (SELECT 1 FROM memos WHERE key LIKE 'tally:%')"
)


async def tick(parts: Parts) -> None:
    """Do now what is due for tables, people and crews."""
    await tick_tables(parts.host)
    await tick_nights(parts.nights)
    await parts.digests.tick()
    await parts.dailies.tick()
    await parts.tally.look()
    await parts.memories.tick()
    await parts.outbox.tick()


async def tick_nights(nights: NightScheduler) -> None:
    """Do everything that is due for game nights now."""
    busy = True
    while busy:
        busy = bool(nights.lanes.busy)
        await nights.look()
        busy |= bool(nights.lanes.busy)
        await nights.lanes.wait()


async def settle(parts: Parts) -> None:
    """Wait until nothing is due and every message shows its table.

    Most tests have no game night, no pending entry and no announcement. One statement finds that out, where looks would
    take a tenth of a test's time.
    """
    if await _may_be_due(parts, parts.nights.lanes, _NIGHTS):
        await tick_nights(parts.nights)
    await settle_tables(parts.host)
    if await _may_be_due(parts, parts.outbox.lanes, _BOOKS):
        await parts.tally.look()
        await parts.outbox.tick()


async def _may_be_due(parts: Parts, lanes: Lanes, question: TextClause) -> bool:
    return bool(lanes.busy) or bool(await parts.store.read(lambda connection: connection.scalar(question)))


async def tick_tables(host: TableHost) -> None:
    """Do everything that is due at the tables now."""
    await host.held.look()
    await host.scheduler.tick()


async def settle_tables(host: TableHost) -> None:
    """Wait until nothing is due at the tables and every message is up to date."""
    while True:
        await tick_tables(host)
        if not await host.workers.settle():
            return
