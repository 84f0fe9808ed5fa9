"""Builds the parts and hands them to each other; the only such place."""

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
from bot.automation.order_matching import named, subject
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.config import Misconfigured, Settings, Unavailable
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
from bot.store.instance_lock import take_turn
from bot.store.shards import WHOLE, ShardSet
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.pacing import TableSettings
from bot.tables.service import TableService
from bot.tally.tally import Tally
from render import emoji, scenes

log = logging.getLogger(__name__)

RULES = Path(__file__).parent.parent / "docs" / "rules"
TOO_OLD = "Discord does not speak with this release of Boneyard any more; take a newer one."
COMMANDS_MEMO = "commands"
FINISHED_WITHIN = 5.0
"""Seconds that what is under way may take at a stop. Then Discord is left; the next start shows what was not shown."""
EMOJIS_MEMO = "emojis"
FALLEN = "A part of Boneyard ({name}) ended by itself; start it again. The log says why."
HUNG_UP = "The connection to Discord ended; start again."
UNKNOWN_TOKEN = "Discord does not know this DISCORD_TOKEN; copy it anew from the application's page (Bot, Reset Token)."


def now() -> int:
    """The time of day in milliseconds since 1970."""
    return time.time_ns() // 1_000_000


@dataclass(frozen=True, slots=True)
class Parts:
    """The parts of the bot that know neither Discord's library nor the database's."""

    store: Store
    tables: TableService
    people: PreferencesCache
    host: TableHost
    tally: Tally
    desk: Desk


def build(
    store: Store,
    messenger: Messenger,
    clock: Clock,
    pictures: Scenes,
    settings: TableSettings,
    supervisor: Supervisor | None = None,
) -> Parts:
    """Build every part once, and wire who hears of what; `supervisor` watches their tasks."""
    supervisor = supervisor or Supervisor()
    people = PreferencesCache(store)
    tables = TableService(store, clock, settings, people.quiet)
    orders = StandingOrders(store, subject, named)
    drawn = Pictures(pictures)
    hands = HandMessages(drawn, people, settings)
    private = PrivateDelivery(store, messenger, clock, tables.find)
    presenter = Presenter(
        tables, store, clock, settings, drawn, BoardMessages(drawn), hands, private,
        lambda table, seat: seat in orders.seats(table),
    )  # fmt: skip
    workers = MessageWorkers(store, tables, presenter, MessageSync(store, messenger, clock, private.trouble))
    tally = Tally(store, messenger, clock, people, settings.share.first, supervisor, drawn.painters.paint)
    host = TableHost(
        store, clock, settings, drawn, tables, people, orders, hands, private, workers, tally.herald.wake, supervisor
    )
    tables.listeners += [host.heard, lambda committed: tally.herald.wake() if committed.ends_hand else None]
    desk = Desk(store, messenger, clock, settings, drawn, tables, people, host, tally)
    return Parts(store, tables, people, host, tally, desk)


@dataclass(slots=True)
class App:
    """The bot as a whole. `run` plays until `stop` is set; nothing of it is left behind afterwards.

    `tables` is how patient tables are, `clock` the time of day they go by, `pieces` draws
    the pieces' emojis; `desk` and `router` are there while it runs.
    """

    settings: Settings
    store: Store
    tables: TableSettings = field(default_factory=lambda: TableSettings(rules=str(RULES)))
    clock: Clock = now
    pieces: Callable[[], Mapping[str, bytes]] = emoji.draw_all
    metrics: Metrics = field(default_factory=Metrics)
    desk: Desk | None = None
    router: Router | None = None
    _tasks: set[asyncio.Task[Any]] = field(default_factory=set)

    async def run(self, stop: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Play until `stop` is set; `ready` is set once the gateway is heard and every table is up to date.

        Raises Misconfigured if Discord does not let us in; Unavailable if it is out of reach, or if a part that runs as
        long as the bot ended by itself.
        """
        supervisor = Supervisor()
        if self.store.writer.task is not None:
            supervisor.watch(self.store.writer.task)
        settings = self.settings
        client = connection.make(
            settings.discord_api_base,
            settings.discord_gateway,
            settings.discord_cdn,
            settings.shards,
            settings.shard_numbers,
        )
        emojis = Emojis(self.pieces)
        postbox = DiscordMessenger(client, emojis.mark, self.metrics.count_delivery, brake=Brake(time.monotonic))
        tables = replace(self.tables, share=shards_of(settings))
        desk = self.desk = build(self.store, postbox, self.clock, scenes, tables, supervisor).desk
        boundary = ErrorBoundary(self.metrics.count_answer, (StoreUnavailable, WriterStopped))
        router = self.router = Router(
            desk, commands.book(), Responder(emojis.mark), boundary, FORM_ACTIONS, self.metrics.count_interaction
        )
        client.listen(router.receive)
        health = Health(
            lambda: bool(client.alive),
            lambda: engine.check(self.store.engine),
            self.metrics,
            lambda: not supervisor.fallen.is_set(),
        )
        try:
            if settings.health_port:
                await health.start(settings.health_host, settings.health_port)
            if not await unless(stop, login(client, settings)):
                return
            await desk.start()
            self._background(self._sync(client, router), "commands")
            self._background(self._provide(client, emojis), "emojis")
            await self._connected(client, stop, ready, supervisor.fallen)
        except Exception:
            if not supervisor.fallen.is_set():
                raise
            log.warning("what failed after a part of it had ended", exc_info=True)
        finally:
            supervisor.close()
            for task in list(self._tasks):
                task.cancel()
            await asyncio.gather(*self._tasks, return_exceptions=True)
            # Discord is left last, so that what is under way is still answered and shown.
            under_way = asyncio.create_task(_finish(router, desk), name="finish")
            await asyncio.wait({under_way}, timeout=FINISHED_WITHIN)
            await client.close()
            await health.stop()
            if supervisor.fallen.is_set():  # nothing that waits for the fallen part may keep the process
                under_way.cancel()
                await asyncio.gather(under_way, return_exceptions=True)
            else:
                await under_way
        if supervisor.fallen.is_set():
            raise Unavailable(FALLEN.format(name=supervisor.name))

    async def provided(self) -> None:
        """Wait until commands and emojis are as they should be."""
        await asyncio.gather(*self._tasks, return_exceptions=True)

    async def _connected(
        self, client: connection.Client, stop: asyncio.Event, ready: asyncio.Event | None, fallen: asyncio.Event
    ) -> None:
        """Hear Discord until told to stop, or until one of the parts has fallen."""
        ends = [asyncio.create_task(event.wait()) for event in (stop, fallen)]
        line = asyncio.create_task(client.connect(), name="gateway")
        if ready is not None:
            self._background(self._tell(client, ready), "ready")
        try:
            await asyncio.wait({line, *ends}, return_when=asyncio.FIRST_COMPLETED)
            if line.done():
                refuse(None if line.cancelled() else line.exception())
                if not stop.is_set():
                    raise Unavailable(HUNG_UP)
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
        async with take_turn(self.store.engine, EMOJIS_MEMO):
            await emojis.provision(client, drawing, load, store)

    async def _sync(self, client: connection.Client, router: Router) -> None:
        async def load() -> str | None:
            kept = await self.store.read(key_values.get, COMMANDS_MEMO)
            return None if kept is None else str(kept)

        async def store(value: str) -> None:
            await self.store.write(key_values.put, COMMANDS_MEMO, value, now())

        async with take_turn(self.store.engine, COMMANDS_MEMO):
            await sync.sync(client, router.book, load, store)

    def _background(self, work: Coroutine[Any, Any, Any], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[Any]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed in the background", task.get_name(), exc_info=error)


def shards_of(settings: Settings) -> ShardSet:
    """The part of the servers that a process with these settings speaks for."""
    numbers = settings.shard_numbers
    return ShardSet(numbers, settings.shards) if numbers else WHOLE


async def _finish(router: Router, desk: Desk) -> None:
    await router.stop()
    await desk.stop()


async def unless(stop: asyncio.Event, work: Coroutine[Any, Any, None]) -> bool:
    """Do `work`, or give it up when `stop` is set; gives whether it was done. What it raises is raised."""
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
    """Say who we are. Raises Misconfigured if that cannot succeed, Unavailable if it may succeed later."""
    try:
        await client.login(settings.discord_token)
    except discord.LoginFailure:
        raise Misconfigured(UNKNOWN_TOKEN) from None
    except discord.HTTPException as error:
        kind = Unavailable if error.status == 429 or error.status >= 500 else Misconfigured
        raise kind(f"Discord at {settings.discord_api_base} refused the login: {error.status}.") from None
    except (aiohttp.ClientError, OSError) as error:
        reason = str(error) or type(error).__name__
        raise Unavailable(f"Discord at {settings.discord_api_base} cannot be reached: {reason}.") from None


def refuse(error: BaseException | None) -> None:
    """Raise what ended the connection: Misconfigured where starting again would end the same way."""
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
