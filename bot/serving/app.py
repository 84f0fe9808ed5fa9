"""The bot, from its login until it stops."""

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Coroutine, Mapping
from contextlib import asynccontextmanager, nullcontext
from functools import partial

import discord
from msgspec import Struct, field

from bot import acts
from bot.config import Misconfigured, Settings, Unavailable
from bot.delivery.seals import Seals
from bot.edge import client as connection
from bot.edge.checkup import say_where
from bot.edge.emojis import Emojis
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import read_stamp
from bot.edge.messenger import INVALID_MOST, Brake, DiscordMessenger
from bot.edge.private_copies import PrivateCopies
from bot.edge.reachability import Reachability
from bot.edge.repeating import Repeater
from bot.edge.responder import Responder
from bot.edge.router import Router
from bot.edge.steady_clock import SteadyClock
from bot.ops.health import Check, Health, StoreProbe
from bot.ops.metrics import Metrics
from bot.outbox.outbox import Outbox
from bot.periodic import Periodic
from bot.ports.clock import Clock
from bot.ports.messenger import MAY_WAIT
from bot.services.services import Quotas
from bot.serving import made_up_press, one_bot
from bot.serving.build import build
from bot.serving.fleet import IdentifyTurns, RequestBudget
from bot.serving.interrupted_commands import LOOK_EVERY, OwedAnswers, end_interrupted
from bot.serving.login import (
    do_until_first,
    login,
    set_when_ready,
    stay_connected,
    watch_token,
)
from bot.serving.made_up_press import MadeUpPress
from bot.serving.one_bot import OneBot
from bot.serving.parts import Parts
from bot.serving.registration import keep_emojis, register_commands
from bot.serving.settings import with_settings
from bot.store.database.errors import RowDamaged, StoreUnavailable, WriterStopped
from bot.store.database.notifications import NoticeKind
from bot.store.processes.lease_rows import list_parts
from bot.store.processes.leases import Lease
from bot.store.store import Store
from bot.supervisor import Jobs, Supervisor
from bot.tables.aggregate.table import AppliedChange
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


class _Running(Struct, frozen=True):
    """The parts of a running bot that `App` starts and stops."""

    client: connection.Client
    parts: Parts
    router: Router
    health: Health
    probe: StoreProbe
    supervisor: Supervisor
    owed: OwedAnswers
    one_bot: OneBot
    beside: Mapping[str, Callable[[], Coroutine[None, None, object]]]
    """The jobs that begin in the background after the login, by name."""

    async def finish(self) -> None:
        """Finish the work under way: first the requests, since requests use the parts."""
        await self.router.stop()
        await self.parts.stop()
        await self.owed.jobs.wait()


class App(Struct):
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
    parts: Parts | None = None
    """The parts, while the bot runs."""
    router: Router | None = None
    _token_refused: asyncio.Event = field(default_factory=asyncio.Event)
    """Set once Discord has refused the token, as after a reset."""
    _jobs: Jobs = field(default_factory=Jobs)
    """The background jobs of this app. All are cancelled when the app stops."""

    async def run(self, stop: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Play until `stop` is set. Set `ready` once the gateway is connected.

        Raises Misconfigured if Discord refuses the bot, or if another copy of it serves. Raises Unavailable if Discord
        is out of reach, if another process has taken the lease, or if a long-lived task has ended by itself.
        """
        supervisor = Supervisor()
        if self.store.writer.task is not None:
            supervisor.watch(self.store.writer.task)
        running = self._assemble(supervisor)
        try:
            await do_until_first(self._serve(running, stop, ready), self.lease.lost.wait())
        except Exception:
            if not (supervisor.fallen.is_set() or self.lease.lost.is_set()):
                raise
            log.warning("this failed after a part had ended", exc_info=True)
        finally:
            await (self._drop(running) if self.lease.lost.is_set() else self._shut_down(running))
        if self.lease.lost.is_set():
            raise Misconfigured(self.lease.rival) if self.lease.rival else Unavailable(TAKEN_OVER)
        if supervisor.fallen.is_set():
            raise Unavailable(FALLEN.format(name=supervisor.name))

    def _assemble(self, supervisor: Supervisor) -> _Running:
        """Build all parts, including those on Discord's side."""
        settings = self.settings
        steady = self.clock if isinstance(self.clock, SteadyClock) else None
        process = with_settings(self.process, settings)
        fraction = process.share.fraction
        budget = None if process.share.is_whole else RequestBudget(fraction)

        @asynccontextmanager
        async def permit(patient: bool, counted: bool) -> AsyncIterator[None]:
            await self.lease.wait_until_certain(patient)
            if patient:
                await one.wait_until_awake()
            async with budget.spend(MAY_WAIT.get()) if counted and budget is not None else nullcontext():
                yield

        client = connection.make(
            connection.Addresses(*settings.discord_at),
            settings.shards,
            settings.shard_numbers,
            permit,
            steady,
            reachability := Reachability(),
        )
        if budget is not None:
            client.take_turn = IdentifyTurns(self.store.engine, self._jobs).take
        emojis = Emojis(self.pieces, kinds.name_piece)
        brake = Brake(most=int(INVALID_MOST * fraction))
        messenger = DiscordMessenger(client, emojis.find, self.metrics.count_delivery, brake,
                                     doubt_emojis=emojis.doubt, note_token_refused=self._token_refused.set)  # fmt: skip
        elapsed = (lambda: 0.0) if steady is None else steady.seconds
        parts = self.parts = build(self.store, messenger, self.clock, scenes, process, self.chance,
                                   self.sealer, supervisor, elapsed, reachability.measure_silence)  # fmt: skip
        one = OneBot(self.store, self.clock, self.lease, parts.outbox)
        boundary = ErrorBoundary(self.metrics.count_failure, (StoreUnavailable, WriterStopped), (RowDamaged,))
        repeater = Repeater(doubt_emojis=emojis.doubt)
        responder = Responder(emojis.find, repeater, PrivateCopies(repeater))

        def settle_copies(committed: AppliedChange) -> None:
            table, copies = committed.table, responder.copies
            copies.delete_hands_of_others(table.id, table.users)
            copies.expire_controls(table.id, table.visibility.controls_from)

        parts.tables.listeners.append(settle_copies)
        listeners = parts.host.notices.listeners
        listeners[NoticeKind.HAND_HIDDEN].append(lambda notice: responder.copies.delete("hand", notice.id, notice.user))
        note_elsewhere = messenger.presses.note_elsewhere
        listeners[NoticeKind.PRESSED].append(lambda notice: note_elsewhere(notice.id, notice.token))
        part = list_parts(process.share)[0]
        owed = OwedAnswers(self.store, part, self.lease)
        responder.note_refused = lambda refused, error: owed.start(parts.outbox.note_refused(refused, error))
        router = self.router = Router(
            parts.services,
            acts.register(),
            responder,
            boundary,
            self.metrics.count_interaction,
            Quotas(process.limits),
            count_act=self.metrics.count_act,
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
            "gateway": lambda: client.connections.serves,
            "database": probe.read,
            "writer": probe.write,
            "tasks": lambda: not supervisor.fallen.is_set(),
            "clocks": lambda: parts.host.scheduler.on_time,
            "discord": parts.watch.is_answered,
            "press": lambda: press.arrives,
            "lease": lambda: self.lease.is_certain,
            **parts.host.advice,
            "commands": client.registration.is_accepted,
            "messages": parts.watch.are_all_delivered,
            "reached": parts.watch.are_all_reached,
            "release": parts.watch.newest.is_current,
            "stuck": parts.watch.are_all_playable,
        }
        health = Health(self.checks, self.metrics, lambda: bool(client.connections))
        end_owed = partial(end_interrupted, client, self.store, self.clock, owed)
        beside: dict[str, Callable[[], Coroutine[None, None, object]]] = {
            "commands": partial(register_commands, client, router.acts, self.store, self.clock),
            "emojis": partial(keep_emojis, client, emojis, self.store, self.clock),
            "another copy": Periodic("another copy", partial(one.look, client), one_bot.LOOK_EVERY, supervisor,
                                     one.hurried, at_once=False).run,
            "owed answers": Periodic("owed answers", end_owed, LOOK_EVERY, supervisor).run,
            "made-up press": Periodic("made-up press", press.look, made_up_press.EVERY, supervisor, at_once=False).run,
            "guides": partial(asyncio.to_thread, parts.services.reference.library.load),
            "lessons": partial(asyncio.to_thread, parts.services.lessons.book.list_all),
        }  # fmt: skip
        return _Running(client, parts, router, health, probe, supervisor, owed, one, beside)

    async def _serve(self, running: _Running, stop: asyncio.Event, ready: asyncio.Event | None) -> None:
        """Log in, start the parts, and serve the connection until `stop` is set."""
        settings = self.settings
        if settings.health_port:
            self.metrics.watch(running.parts.watch.take_figures)
            await running.health.start(settings.health_host, settings.health_port)
        await do_until_first(self._enter(running), stop.wait())
        if stop.is_set():
            return
        await running.parts.start()
        for name, work in running.beside.items():
            self._jobs.start(work(), name)
        await self._serve_connection(running.client, stop, ready, running.supervisor.fallen)

    async def _enter(self, running: _Running) -> None:
        """Log in, and make sure that no other copy serves."""
        await login(running.client, self.settings)
        await running.one_bot.begin(running.client)

    async def _shut_down(self, running: _Running) -> None:
        """Finish the work under way. Only then close the connection to Discord, so that answers can still be sent."""
        running.supervisor.close()
        await self._jobs.stop()
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
        self._jobs.drop()
        running.router.drop()
        running.parts.drop()
        closers = (running.parts.stop_loops, running.probe.close, running.client.close, running.health.stop)
        closing = [asyncio.create_task(close(), name="drop") for close in closers]
        _, late = await asyncio.wait(closing, timeout=DROPPED_WITHIN)
        for task in late:
            task.cancel()
        running.parts.thinkers.close()
        running.parts.pictures.painters.close()

    async def _serve_connection(
        self, client: connection.Client, stop: asyncio.Event, ready: asyncio.Event | None, fallen: asyncio.Event
    ) -> None:
        """Serve the connection until `stop` or `fallen` is set. Raises an error if the connection ends before that.

        Raises Misconfigured if Discord no longer knows the token.
        """
        if 0 in (self.settings.shard_numbers or {0}):
            self._jobs.start(say_where(client), "servers")
        if ready is not None:
            self._jobs.start(set_when_ready(client, ready), "ready")
        await do_until_first(
            stop.wait(), stay_connected(client), watch_token(client, self._token_refused), fallen.wait()
        )
