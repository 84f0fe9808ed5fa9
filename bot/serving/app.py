"""The bot on one connection to Discord, from its login until it stops."""

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial

import discord

from bot import acts
from bot.config import Settings, Unavailable
from bot.delivery.seals import Seals
from bot.edge import client as connection
from bot.edge.emojis import Emojis
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import read_stamp
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.private_copies import PrivateCopies
from bot.edge.reachability import Reachability
from bot.edge.repeating import Repeater
from bot.edge.responder import Responder
from bot.edge.router import Router
from bot.edge.steady_clock import SteadyClock
from bot.ops.health import Check, Health, StoreProbe, make_check
from bot.ops.metrics import Metrics
from bot.outbox.outbox import Outbox
from bot.periodic import Periodic
from bot.ports.clock import Clock
from bot.services.quotas import Quotas
from bot.serving import made_up_press
from bot.serving.build import build
from bot.serving.interrupted_commands import LOOK_EVERY, OwedAnswers, end_interrupted
from bot.serving.login import login, raise_connection_error, run_until, set_when_ready
from bot.serving.made_up_press import MadeUpPress
from bot.serving.parts import Parts
from bot.serving.registration import register_commands, upload_emojis
from bot.serving.settings import with_settings
from bot.store.database.errors import RowDamaged, StoreUnavailable, WriterStopped
from bot.store.database.notifications import NoticeKind
from bot.store.processes.lease_rows import list_parts
from bot.store.processes.leases import Lease
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.aggregate.changes import AppliedChange
from bot.tables.fairness.chance import ChanceSource, CommittedChance
from bot.tables.fairness.sealing import Sealer
from bot.tables.process_settings import ProcessSettings
from render import emoji, kinds, scenes

log = logging.getLogger(__name__)

FINISHED_WITHIN = 5.0
"""At a stop, seconds to finish answers and messages before the connection to Discord is closed."""
DROPPED_WITHIN = 0.5
"""After the loss of the lease, seconds to close the connections."""
TAKEN_OVER = "Another Boneyard has taken over what this one served; start this one again to let it take its share."
FALLEN = "A part of Boneyard ({name}) ended by itself; start it again. The log says why."
HUNG_UP = "The connection to Discord ended; start again."


@dataclass(frozen=True, slots=True)
class _Running:
    """The parts of a running bot that `App` starts and stops."""

    client: connection.Client
    emojis: Emojis
    parts: Parts
    router: Router
    health: Health
    probe: StoreProbe
    supervisor: Supervisor
    press: MadeUpPress
    owed: OwedAnswers

    async def finish(self) -> None:
        """Finish the work under way: first the requests, since requests use the parts."""
        await self.router.stop()
        await self.parts.stop()
        await self.owed.finish()


@dataclass(slots=True)
class App:
    """The whole bot. When `run` ends, no part of the bot is running any more."""

    settings: Settings
    store: Store
    process: ProcessSettings = field(default_factory=ProcessSettings)
    clock: Clock = field(default_factory=SteadyClock)
    """The time of day for tables."""
    pieces: Callable[[], Mapping[str, bytes]] = emoji.draw_all
    """Draws the emojis of the pieces, each under the code of its piece."""
    chance: ChanceSource = field(default_factory=CommittedChance)
    """The source of secrets and deals."""
    sealer: Callable[[Outbox], Sealer] = Seals
    """Makes the sealer that posts the seals of shuffles."""
    metrics: Metrics = field(default_factory=Metrics)
    lease: Lease = field(default_factory=Lease)
    """The right to serve. When it is lost, everything is dropped at once."""
    checks: Mapping[str, Check] | None = None
    """The health checks, once the bot runs."""
    advice: Mapping[str, Check] | None = None
    """The checks that do not decide if the bot is healthy, once the bot runs."""
    parts: Parts | None = None
    """The parts, while the bot runs."""
    router: Router | None = None
    hands_over: bool = False
    """True if another process takes over this connection, while this process keeps others."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """The background jobs of this app. All are cancelled when the app stops."""

    async def run(self, stop: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Play until `stop` is set. Set `ready` once the gateway is connected.

        Raises Misconfigured if Discord refuses the bot. Raises Unavailable if Discord is out of reach, if another
        process has taken the lease, or if a long-lived task has ended by itself.
        """
        supervisor = Supervisor()
        if self.store.writer.task is not None:
            supervisor.watch(self.store.writer.task)
        running = self._assemble(supervisor)
        try:
            await run_until(self.lease.lost, self._serve(running, stop, ready))
        except Exception:
            if not (supervisor.fallen.is_set() or self.lease.lost.is_set()):
                raise
            log.warning("this failed after a part had ended", exc_info=True)
        finally:
            await (self._drop(running) if self.lease.lost.is_set() else self._shut_down(running))
        if self.lease.lost.is_set():
            raise Unavailable(TAKEN_OVER)
        if supervisor.fallen.is_set():
            raise Unavailable(FALLEN.format(name=supervisor.name))

    def _assemble(self, supervisor: Supervisor) -> _Running:
        """Build all parts, including those on Discord's side."""
        settings = self.settings
        steady = self.clock if isinstance(self.clock, SteadyClock) else None
        client = connection.make(
            connection.Addresses(*settings.discord_at),
            settings.shards,
            settings.shard_numbers,
            self.lease.wait_until_certain,
            steady,
            reachability := Reachability(),
        )
        emojis = Emojis(self.pieces, kinds.name_piece)
        messenger = DiscordMessenger(client, emojis.find, self.metrics.count_delivery, Brake())
        process = with_settings(self.process, settings)
        elapsed = (lambda: 0.0) if steady is None else steady.seconds
        parts = self.parts = build(self.store, messenger, self.clock, scenes, process, self.chance,
                                   self.sealer, supervisor, elapsed, reachability.measure_silence)  # fmt: skip
        boundary = ErrorBoundary(self.metrics.count_failure, (StoreUnavailable, WriterStopped), (RowDamaged,))
        repeater = Repeater()
        responder = Responder(emojis.find, repeater, PrivateCopies(repeater))

        def settle_copies(committed: AppliedChange) -> None:
            table, copies = committed.table, responder.copies
            copies.delete_hands_of_others(table.id, [seat.user_id for seat in table.seats if seat.user_id is not None])
            copies.expire_controls(table.id, table.visibility.controls_from)

        parts.tables.listeners.append(settle_copies)
        listeners = parts.host.notices.listeners[NoticeKind.HAND_HIDDEN]
        listeners.append(lambda notice: responder.copies.delete_hand(notice.id, notice.user))
        part = list_parts(process.share)[0]
        owed = OwedAnswers(self.store, part, self.lease)
        router = self.router = Router(
            parts.services,
            acts.register(),
            responder,
            boundary,
            self.metrics.count_interaction,
            Quotas(process.limits),
            note_owed=owed.begin,
            note_press=messenger.presses.note,
            note_end=owed.settle,
        )

        async def receive(interaction: discord.Interaction) -> None:
            if steady is not None:
                steady.correct(read_stamp(interaction.id))
            await router.receive(interaction)

        client.listen(receive, parts.places)
        probe = StoreProbe(self.store, part, self.clock)
        press = MadeUpPress(router, parts, self.clock)
        self.checks = {
            "gateway": make_check(lambda: client.connections.serves),
            "database": probe.read,
            "writer": probe.write,
            "tasks": make_check(lambda: not supervisor.fallen.is_set()),
            "clocks": make_check(lambda: parts.host.scheduler.on_time),
            "discord": make_check(parts.watch.is_answered),
            "press": make_check(lambda: press.arrives),
            "lease": make_check(lambda: self.lease.is_certain),
        }
        self.advice = {
            **parts.host.advice,
            "commands": client.registration.is_accepted,
            "messages": parts.watch.are_all_delivered,
            "release": make_check(parts.watch.newest.is_current),
            "stuck": make_check(parts.watch.are_all_playable),
        }
        health = Health(self.checks, self.metrics, lambda: bool(client.connections), self.advice)
        return _Running(client, emojis, parts, router, health, probe, supervisor, press, owed)

    async def _serve(self, running: _Running, stop: asyncio.Event, ready: asyncio.Event | None) -> None:
        """Log in, start the parts, and serve the connection until `stop` is set."""
        settings = self.settings
        if settings.health_port:  # 0 if several apps share a process, which then serves one page for all
            self.metrics.watch(running.parts.watch.take_figures)
            await running.health.start(settings.health_host, settings.health_port)
        if not await run_until(stop, login(running.client, settings)):
            return
        await running.parts.start()
        self._run_beside(register_commands(running.client, running.router.acts, self.store, self.clock), "commands")
        self._run_beside(upload_emojis(running.client, running.emojis, self.store, self.clock), "emojis")
        look = partial(end_interrupted, running.client, self.store, self.clock, running.owed)
        self._run_beside(Periodic("owed answers", look, LOOK_EVERY, running.supervisor).run(), "owed answers")
        press = Periodic("made-up press", running.press.look, made_up_press.EVERY, running.supervisor, at_once=False)
        self._run_beside(press.run(), "made-up press")
        self._run_beside(asyncio.to_thread(running.parts.services.reference.library.load), "guides")
        self._run_beside(asyncio.to_thread(running.parts.services.lessons.book.load), "lessons")
        await self._serve_connection(running.client, stop, ready, running.supervisor.fallen)

    async def _shut_down(self, running: _Running) -> None:
        """Finish the work under way. Only then close the connection to Discord, so that answers can still be sent."""
        if self.hands_over and not running.supervisor.fallen.is_set():
            await running.router.wait_until_answered()
        running.supervisor.close()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        under_way = asyncio.create_task(running.finish(), name="finish")
        await asyncio.wait({under_way}, timeout=FINISHED_WITHIN)
        await running.client.close()
        await running.health.stop()
        await running.probe.close()
        if running.supervisor.fallen.is_set():  # tasks may wait for the failed part forever
            under_way.cancel()
            await asyncio.gather(under_way, return_exceptions=True)
        else:
            await under_way

    async def _drop(self, running: _Running) -> None:
        """Stop everything at once. Nothing that was committed is lost, and another process continues."""
        running.supervisor.close()
        for task in list(self._tasks):
            task.cancel()
        running.router.drop()
        parts = running.parts
        parts.drop()
        closers = (parts.stop_loops, running.probe.close, running.client.close, running.health.stop)
        closing = [asyncio.create_task(close(), name="drop") for close in closers]
        _, late = await asyncio.wait(closing, timeout=DROPPED_WITHIN)
        for task in late:
            task.cancel()
        running.parts.thinkers.close()
        running.parts.pictures.close()

    async def _serve_connection(
        self, client: connection.Client, stop: asyncio.Event, ready: asyncio.Event | None, fallen: asyncio.Event
    ) -> None:
        """Serve the connection until `stop` or `fallen` is set. Raises an error if the connection ends before that."""
        stops = [asyncio.create_task(event.wait()) for event in (stop, fallen)]
        gateway = asyncio.create_task(client.connect(), name="gateway")
        if ready is not None:
            self._run_beside(set_when_ready(client, ready), "ready")
        try:
            await asyncio.wait({gateway, *stops}, return_when=asyncio.FIRST_COMPLETED)
            if gateway.done():
                raise_connection_error(None if gateway.cancelled() else gateway.exception())
                if not stop.is_set():
                    raise Unavailable(HUNG_UP)
        finally:
            for task in (gateway, *stops):
                task.cancel()
            await asyncio.gather(gateway, *stops, return_exceptions=True)

    def _run_beside(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._report_end)

    def _report_end(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed in the background", task.get_name(), exc_info=error)
