"""Does at once what a bot does by itself in time, so that tests need not wait for it."""

from bot.automation.table_host import TableHost
from bot.serving.parts import Parts


async def tick(parts: Parts) -> None:
    """Do now what is due for tables, people and crews."""
    await tick_tables(parts.host)
    await parts.nights.tick()
    await parts.digests.tick()
    await parts.dailies.tick()
    await parts.tally.look()
    await parts.memories.tick()
    await parts.outbox.tick()


async def settle(parts: Parts) -> None:
    """Wait until nothing is due and every message shows its table."""
    await parts.nights.tick()
    await settle_tables(parts.host)
    await parts.tally.look()
    await parts.outbox.tick()


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
