"""The built parts of a running bot, and the order in which they start, tick and stop."""

from collections.abc import Iterator

from msgspec import Struct, field

from bot.automation import backups, dailies, digests, memories, served_tables
from bot.automation.dailies import Dailies
from bot.automation.digests import Digests
from bot.automation.memories import Memories
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.automation.thinkers import Thinkers
from bot.delivery import held_back
from bot.messages.parts.pictures import Pictures
from bot.nights import scheduler
from bot.nights.scheduler import NightScheduler
from bot.outbox import outbox
from bot.outbox.outbox import Outbox
from bot.people.preferences import PreferencesCache
from bot.periodic import Periodic
from bot.release import ASKED_EVERY
from bot.services import kept_away
from bot.services.books.tally import Tally
from bot.services.checkup import Watch
from bot.services.places import PlaceService
from bot.services.services import Services
from bot.store import Store
from bot.supervisor import Supervisor
from bot.tables.service import TableService


class Parts(Struct, frozen=True, kw_only=True):
    """The parts that `build` makes. They know neither Discord's library nor the database's."""

    store: Store
    tables: TableService
    """Every change to a table goes through this service."""
    people: PreferencesCache
    host: TableHost
    """Runs the clocks and updates the messages of this process's tables."""
    tally: Tally
    memories: Memories
    """Tells crews what happened on this day in earlier years."""
    outbox: Outbox
    nights: NightScheduler
    digests: Digests
    dailies: Dailies
    """Makes the deal of each day, and opens its secret when the day is over."""
    pictures: Pictures
    thinkers: Thinkers
    orders: StandingOrders
    services: Services
    """The use cases behind commands and controls."""
    places: PlaceService
    """Keeps or closes tables whose place is gone, and retries messages where the bot may post again."""
    watch: Watch
    """Measures if people are served: how long Discord has been silent, how many tables are stuck, and so on."""
    supervisor: Supervisor
    _loops: list[Periodic] = field(default_factory=list)
    """The loops that run."""

    async def start(self) -> None:
        """Start the long-lived tasks. A table is loaded only when it is due, or when somebody asks for it."""
        await self.host.start()
        for loop in self.make_loops():
            loop.start()
            self._loops.append(loop)

    def make_loops(self) -> Iterator[Periodic]:
        """Make the loops of this process."""
        host, supervisor = self.host, self.supervisor
        nights_woken, waits = self.nights.lanes.woken, self.tables.settings.waits
        yield Periodic("heartbeat", host.beat, waits.heartbeat / 1000, supervisor, at_once=False)
        yield Periodic("idle tables", host.idle.put_away, served_tables.ROUND_EVERY / 1000, supervisor, at_once=False)
        yield Periodic("held-back messages", host.held.look, held_back.LOOK_EVERY, supervisor)
        if host.backups.makes_backups:
            yield Periodic("backups", host.backups.tick, backups.LOOK_EVERY, supervisor)
        yield Periodic("people kept away", self.services.kept_away.finish_all, kept_away.LOOK_EVERY, supervisor)
        yield Periodic("tally", self.tally.look, outbox.LOOK_EVERY, supervisor, self.tally.woken)
        yield Periodic("memories", self.memories.tick, memories.LOOK_EVERY, supervisor)
        yield Periodic("nights", self.nights.look, scheduler.LOOK_EVERY, supervisor, nights_woken)
        yield Periodic("digests", self.digests.tick, digests.LOOK_EVERY, supervisor)
        yield Periodic("days", self.dailies.tick, dailies.LOOK_EVERY, supervisor)
        if self.watch.newest.on:
            yield Periodic("newest release", self.watch.newest.look, ASKED_EVERY, supervisor)
        yield Periodic("outbox", self.outbox.look, outbox.LOOK_EVERY, supervisor, self.outbox.lanes.woken)

    async def stop_loops(self) -> None:
        """Stop the loops, and the work that they have begun. The next start does what is left."""
        while self._loops:
            await self._loops.pop().stop()
        await self.nights.lanes.stop()
        await self.outbox.lanes.stop()

    async def stop(self) -> None:
        """Let workers finish their present work, and note the time."""
        await self.stop_loops()
        await self.host.stop()
        self.thinkers.close()
        self.pictures.painters.close()

    def drop(self) -> None:
        """Drop all work at once, as a crash would. Nothing that was committed is lost."""
        for loop in self._loops:
            loop.drop()
        self.nights.lanes.drop()
        self.outbox.lanes.drop()
        self.host.drop()
