"""The built parts of a running bot, and the order in which they start, tick and stop."""

from __future__ import annotations

from dataclasses import dataclass

from bot.automation.digests import Digests
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.automation.thinkers import Thinkers
from bot.messages.pictures import Pictures
from bot.nights.scheduler import NightScheduler
from bot.people import erasure
from bot.people.preferences import PreferencesCache
from bot.services.places import PlaceService
from bot.services.services import Services
from bot.store.store import Store
from bot.tables.service import TableService
from bot.tally.tally import Tally


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that `build` makes. They know neither Discord's library nor the database's."""

    store: Store
    tables: TableService
    """The one way in for every change to a table."""
    people: PreferencesCache
    host: TableHost
    """Runs the clocks and updates the messages of this process's tables."""
    tally: Tally
    nights: NightScheduler
    digests: Digests
    pictures: Pictures
    thinkers: Thinkers
    orders: StandingOrders
    services: Services
    """The use cases behind commands and controls."""
    places: PlaceService
    """Closes tables whose server, channel or thread is gone, and retries messages where the bot may post again."""

    async def start(self) -> None:
        """Finish what a crash interrupted, and start the long-lived tasks.

        A table is loaded only when it is due, or when somebody asks for it.
        """
        await erasure.finish_all(self.store)
        await self.host.start()
        self.tally.start()
        self.nights.start()
        self.digests.start()

    async def stop(self) -> None:
        """Let workers finish their present work, and note the time."""
        await self.digests.stop()
        await self.nights.stop()
        await self.tally.stop()
        await self.host.stop()
        self.thinkers.close()
        self.pictures.close()

    async def tick(self) -> None:
        """Do everything that is due by the clock. Between `start` and `stop`, this happens by itself."""
        await self.host.tick()
        await self.nights.tick()
        await self.digests.tick()
        await self.tally.dispatcher.tick()

    async def wait_until_settled(self) -> None:
        """Wait until nothing is due and every message shows its table."""
        await self.nights.tick()
        await self.host.wait_until_settled()
        await self.tally.dispatcher.tick()
