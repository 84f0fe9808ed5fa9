"""The composition root: the only place that builds the parts of the bot and hands them to each other."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

import aiohttp
import discord

from bot import commands
from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.heartbeat import Heartbeat
from bot.automation.notice_listener import NoticeListener
from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import ServedTables
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.config import Away, Misconfigured, Settings
from bot.delivery.failures import DeliveryFailures
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.projector import MessageSync
from bot.delivery.workers import MessageWorkers
from bot.edge import client as connection
from bot.edge import sync
from bot.edge.emojis import Emojis
from bot.edge.errors import ErrorBoundary
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.responder import Responder
from bot.edge.router import Router
from bot.messages.board import BoardMessages
from bot.messages.forms import FORM_ACTIONS
from bot.messages.hand import HandMessages
from bot.messages.pictures import Pictures, Scenes
from bot.messages.presenter import Presenter
from bot.ops.health import Health
from bot.ops.metrics import Metrics
from bot.people.preferences import PreferencesCache
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger
from bot.services.desk import Desk
from bot.store import engine, key_values
from bot.store.errors import StoreUnavailable, WriterStopped
from bot.store.instance_lock import in_turn
from bot.store.shards import WHOLE, ShardSet
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.changes import Committed
from bot.tables.pacing import TableSettings
from bot.tables.repository import TableRepository
from bot.tables.service import TableService
from bot.tally.tally import Tally
from render import emoji, scenes

log = logging.getLogger(__name__)

RULES = Path(__file__).parent.parent / "docs" / "rules"
TOO_OLD = "Discord does not speak with this release of Boneyard any more; take a newer one."
COMMANDS_MEMO = "commands"
EMOJIS_MEMO = "emojis"
FINISHED_WITHIN = 5.0
"""Seconds in which answers and messages may be finished at a stop, before the connection to Discord is closed."""
FALLEN = "A part of Boneyard ({name}) ended by itself; start it again. The log says why."
HUNG_UP = "The connection to Discord ended; start again."
UNKNOWN_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it anew from the application's page (Bot, Reset Token)."


def now() -> int:
    """The time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts that others are built on. They know neither Discord's library nor the database's."""

    store: Store
    tables: TableService
    """The one way in for every change to a table."""
    people: PreferencesCache
    host: TableHost
    """Keeps the clocks and the messages of this process's tables."""
    tally: Tally
    desk: Desk
    """Everything that commands and buttons can ask for."""


def build(
    store: Store,
    messenger: Messenger,
    clock: Clock,
    pictures: Scenes,
    settings: TableSettings,
    supervisor: Supervisor | None = None,
) -> Parts:
    """Build every part once, from the store upwards, and connect the listeners; `supervisor` watches their tasks."""
    supervisor = supervisor or Supervisor()

    # Tables, and the people at them.
    people = PreferencesCache(store)
    repository = TableRepository(store, settings.game, people.quiet)
    tables = TableService(repository, clock, settings)
    orders = StandingOrders(store)

    # Messages, and their delivery.
    drawn = Pictures(pictures)
    hands = HandMessages(drawn, people, settings)
    private = PrivateDelivery(store, messenger, clock)
    failures = DeliveryFailures(store, messenger, clock, private, repository.find)
    presenter = Presenter(store, clock, settings, people, drawn, BoardMessages(drawn), hands, private, orders.has_order)
    workers = MessageWorkers(store, tables, presenter, MessageSync(store, messenger, clock, failures.handle))

    tally = Tally(store, messenger, clock, people, settings.share.first, supervisor, drawn.painters.paint)

    # Everything that happens without being asked for.
    moves = AutomaticMoves(tables, orders, people.quiet)
    served = ServedTables(store, settings.share, repository, people, orders, moves, workers)
    scheduler = Scheduler(clock, served.act)
    heartbeat = Heartbeat(store, clock, settings, tables, scheduler.wake_held)
    notices = NoticeListener(store, repository, tables, served, scheduler, people, private, workers, tally.herald.wake)
    host = TableHost(served, scheduler, heartbeat, notices, workers, supervisor)

    def wake_tally(committed: Committed) -> None:
        if committed.ends_hand:
            tally.herald.wake()

    tables.listeners += [host.on_committed, wake_tally]
    desk = Desk(store, messenger, clock, settings, drawn, tables, people, host, tally, hands, orders)
    return Parts(store, tables, people, host, tally, desk)


@dataclass(frozen=True, slots=True)
class _Running:
    """The parts of a bot that is running."""

    client: connection.Client
    emojis: Emojis
    desk: Desk
    router: Router
    health: Health
    supervisor: Supervisor


@dataclass(slots=True)
class App:
    """The whole bot. `run` plays until it is told to stop, and leaves nothing running."""

    settings: Settings
    store: Store
    tables: TableSettings = field(default_factory=lambda: TableSettings(rules=str(RULES)))
    clock: Clock = now
    """The time of day that tables go by."""
    pieces: Callable[[], Mapping[str, bytes]] = emoji.draw_all
    """Draws the emojis of the pieces."""
    metrics: Metrics = field(default_factory=Metrics)
    desk: Desk | None = None
    """There while the bot runs, like `router`."""
    router: Router | None = None
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)
    """Jobs in the background that end by themselves."""

    async def run(self, stop: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Play until `stop` is set; sets `ready` once the gateway is connected and every table is up to date.

        Raises Misconfigured if Discord refuses us; Away if it is out of reach, or if a part that should run as long as
        the bot has ended by itself.
        """
        supervisor = Supervisor()
        if self.store.writer.task is not None:
            supervisor.watch(self.store.writer.task)
        parts = self._assemble(supervisor)
        try:
            await self._play(parts, stop, ready)
        except Exception:
            if not supervisor.fallen.is_set():
                raise
            log.warning("this failed after a part had ended", exc_info=True)
        finally:
            await self._shut_down(parts)
        if supervisor.fallen.is_set():
            raise Away(FALLEN.format(name=supervisor.name))

    def _assemble(self, supervisor: Supervisor) -> _Running:
        """Build the parts on Discord's side, and the others below them."""
        settings = self.settings
        client = connection.make(
            settings.discord_api_base,
            settings.discord_gateway,
            settings.discord_cdn,
            settings.shards,
            settings.shard_numbers,
        )
        emojis = Emojis(self.pieces)
        messenger = DiscordMessenger(client, emojis.mark, self.metrics.posted, brake=Brake(time.monotonic))
        tables = replace(self.tables, share=share_of(settings))
        desk = self.desk = build(self.store, messenger, self.clock, scenes, tables, supervisor).desk
        boundary = ErrorBoundary(self.metrics.answered, (StoreUnavailable, WriterStopped))
        router = self.router = Router(
            desk, commands.book(), Responder(emojis.mark), boundary, FORM_ACTIONS, self.metrics.heard
        )
        client.listen(router.receive)
        return _Running(client, emojis, desk, router, self._health(client, supervisor), supervisor)

    def _health(self, client: connection.Client, supervisor: Supervisor) -> Health:
        def is_connected() -> bool:
            return bool(client.alive)

        async def check_database() -> None:
            await engine.check(self.store.engine)

        def is_whole() -> bool:
            return not supervisor.fallen.is_set()

        return Health(is_connected, check_database, self.metrics, is_whole)

    async def _play(self, parts: _Running, stop: asyncio.Event, ready: asyncio.Event | None) -> None:
        """Log in, take up the tables, and listen to Discord until told to stop."""
        settings = self.settings
        if settings.health_port:
            await parts.health.start(settings.health_host, settings.health_port)
        if not await unless(stop, login(parts.client, settings)):
            return
        await parts.desk.start()
        self._background(self._sync(parts.client, parts.router), "commands")
        self._background(self._provide(parts.client, parts.emojis), "emojis")
        await self._connected(parts.client, stop, ready, parts.supervisor.fallen)

    async def _shut_down(self, parts: _Running) -> None:
        """Finish what is under way; close the connection to Discord last, so that it is still answered and shown."""
        parts.supervisor.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        under_way = asyncio.create_task(_finish(parts.router, parts.desk), name="finish")
        await asyncio.wait({under_way}, timeout=FINISHED_WITHIN)
        await parts.client.close()
        await parts.health.stop()
        if parts.supervisor.fallen.is_set():  # nothing that waits for the fallen part may keep the process
            under_way.cancel()
            await asyncio.gather(under_way, return_exceptions=True)
        else:
            await under_way

    async def provided(self) -> None:
        """Wait until commands and emojis are up to date in Discord."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(
        self, client: connection.Client, stop: asyncio.Event, ready: asyncio.Event | None, fallen: asyncio.Event
    ) -> None:
        """Listen to Discord until told to stop, or until one of the parts has fallen."""
        ends = [asyncio.create_task(event.wait()) for event in (stop, fallen)]
        line = asyncio.create_task(client.connect(), name="gateway")
        if ready is not None:
            self._background(self._tell(client, ready), "ready")
        try:
            await asyncio.wait({line, *ends}, return_when=asyncio.FIRST_COMPLETED)
            if line.done():
                refuse(None if line.cancelled() else line.exception())
                if not stop.is_set():
                    raise Away(HUNG_UP)
        finally:
            for task in (line, *ends):
                task.cancel()
            await asyncio.gather(line, *ends, return_exceptions=True)

    @staticmethod
    async def _tell(client: connection.Client, ready: asyncio.Event) -> None:
        await client.wait_until_ready()
        ready.set()

    async def _provide(self, client: connection.Client, emojis: Emojis) -> None:
        async def load() -> dict[str, Any] | None:
            kept = await self.store.read(key_values.get, EMOJIS_MEMO)
            return kept if isinstance(kept, dict) else None

        async def store(value: dict[str, Any]) -> None:
            await self.store.write(key_values.put, EMOJIS_MEMO, value, now())

        drawing = await asyncio.to_thread(emoji.fingerprint)
        async with in_turn(self.store.engine, EMOJIS_MEMO):
            await emojis.provision(client, drawing, load, store)

    async def _sync(self, client: connection.Client, router: Router) -> None:
        async def load() -> str | None:
            kept = await self.store.read(key_values.get, COMMANDS_MEMO)
            return None if kept is None else str(kept)

        async def store(value: str) -> None:
            await self.store.write(key_values.put, COMMANDS_MEMO, value, now())

        async with in_turn(self.store.engine, COMMANDS_MEMO):
            await sync.sync(client, router.book, load, store)

    def _background(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed in the background", task.get_name(), exc_info=error)


def share_of(settings: Settings) -> ShardSet:
    """The shards that a process with these settings serves."""
    numbers = settings.shard_numbers
    return ShardSet(numbers, settings.shards) if numbers else WHOLE


async def _finish(router: Router, desk: Desk) -> None:
    await router.stop()
    await desk.stop()


async def unless(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Do `work`, unless `stop` is set first; true if it was done. Raises the errors of `work`."""
    doing, stopped = asyncio.create_task(work), asyncio.create_task(stop.wait())
    try:
        await asyncio.wait({doing, stopped}, return_when=asyncio.FIRST_COMPLETED)
        if doing.done():
            await doing
        return doing.done()
    finally:
        doing.cancel()
        stopped.cancel()
        await asyncio.gather(doing, stopped, return_exceptions=True)


async def login(client: discord.Client, settings: Settings) -> None:
    """Log in. Raises Misconfigured if that cannot succeed, Away if it may succeed later."""
    try:
        await client.login(settings.discord_token)
    except discord.LoginFailure:
        raise Misconfigured(UNKNOWN_TOKEN) from None
    except discord.HTTPException as error:
        kind = Away if error.status == 429 or error.status >= 500 else Misconfigured
        raise kind(f"Discord at {settings.discord_api_base} refused the login: {error.status}.") from None
    except (aiohttp.ClientError, OSError) as error:
        reason = str(error) or type(error).__name__
        raise Away(f"Discord at {settings.discord_api_base} cannot be reached: {reason}.") from None


def refuse(error: BaseException | None) -> None:
    """Raise the error that ended the connection; Misconfigured if starting again would end the same way."""
    if error is None:
        return
    if isinstance(error, discord.ConnectionClosed):
        sentence = {
            4004: UNKNOWN_TOKEN,
            4011: "Discord wants more connections for so many servers; raise SHARDS, or set it to 0.",
            4012: TOO_OLD,
            4013: TOO_OLD,
        }.get(error.code or 0)
        if sentence:
            raise Misconfigured(sentence) from None
    raise error
