"""The composition root, which builds the parts of the bot and connects them."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Mapping
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path

import discord

from bot import acts
from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.backups import ScheduledBackups
from bot.automation.digests import Digests
from bot.automation.heartbeat import Heartbeat
from bot.automation.idle_tables import IdleTables
from bot.automation.notice_listener import NoticeListener
from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import ServedTables
from bot.automation.set_aside import SetAsideTables
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.automation.thinkers import Thinkers
from bot.config import Settings, Unavailable
from bot.delivery.buried_boards import BuriedBoards
from bot.delivery.edit_pacing import EditPacing
from bot.delivery.failures import DeliveryFailures
from bot.delivery.held_back import HeldBack
from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import PrivateDelivery
from bot.delivery.projector import MessageSync
from bot.delivery.seals import Seals
from bot.delivery.workers import MessageWorkers
from bot.discord_login import login, refuse, tell_ready, unless
from bot.edge import client as connection
from bot.edge.emojis import Emojis
from bot.edge.errors import ErrorBoundary
from bot.edge.interactions import read_stamp
from bot.edge.messenger import Brake, DiscordMessenger
from bot.edge.private_copies import PrivateCopies
from bot.edge.repeating import Repeater
from bot.edge.responder import Responder
from bot.edge.router import Router
from bot.edge.steady_clock import SteadyClock
from bot.interrupted_commands import LOOKED_EVERY, end_interrupted, notes_of
from bot.messages.board import BoardMessages
from bot.messages.hand import HandMessages
from bot.messages.log_reader import LogReader
from bot.messages.pictures import Pictures, Scenes
from bot.messages.piece_pictures import PiecePictures
from bot.messages.practice import PracticeMessages
from bot.messages.presenter import Presenter
from bot.nights.date_messages import DateMessages
from bot.nights.night import title_of
from bot.nights.notice_teller import NoticeTeller
from bot.nights.opening import NightTables
from bot.nights.scheduler import NightScheduler
from bot.ops.health import Check, Health, StoreProbe, check_of
from bot.ops.metrics import Metrics
from bot.outbox.letters import Letters
from bot.outbox.outbox import Outbox
from bot.parts import Parts
from bot.people.preferences import PreferencesCache
from bot.periodic import Lanes, Periodic
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger
from bot.registration import register_commands, upload_emojis
from bot.services.answers import Answers
from bot.services.checkup import Checkup
from bot.services.fairness import FairnessService
from bot.services.gathering import GatheringService
from bot.services.hand import HandService
from bot.services.illustrations import Illustrations
from bot.services.lesson_book import LessonBook
from bot.services.lessons import LessonService
from bot.services.library import Library
from bot.services.lobby import LobbyService
from bot.services.nights import NightService
from bot.services.orders import OrderService
from bot.services.personal_data import PersonalDataService
from bot.services.places import PlaceService
from bot.services.play import PlayService
from bot.services.practice import PracticeService
from bot.services.preferences import PreferenceService
from bot.services.quotas import Quotas
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.rulebook import Rulebooks
from bot.services.seats import SeatService
from bot.services.services import Services
from bot.services.table_channels import TableChannelService
from bot.services.table_lookup import TableLookup
from bot.services.takebacks import TakebackService
from bot.store.database.errors import StoreUnavailable, WriterStopped
from bot.store.processes.lease_rows import parts as parts_of
from bot.store.processes.leases import Lease
from bot.store.processes.owed_answers import OwedAnswers
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.table_settings import with_settings
from bot.tables.aggregate.changes import Committed
from bot.tables.aggregate.pacing import TableSettings
from bot.tables.fairness.chance import ChanceSource, CommittedChance
from bot.tables.fairness.sealing import Sealer
from bot.tables.repository import TableRepository
from bot.tables.service import TableService
from bot.tables.timing.outages import Outages
from bot.tally.achievements import Achievements
from bot.tally.announcer import Announcer
from bot.tally.papers import Papers
from bot.tally.reports import Reports
from bot.tally.tally import Tally
from render import emoji, scenes
from render.painters import Painters

log = logging.getLogger(__name__)

RULES = Path(__file__).parent.parent / "docs" / "rules"
FINISHED_WITHIN = 5.0
"""At a stop, seconds to finish answers and messages before the connection to Discord is closed."""
DROPPED_WITHIN = 0.5
"""After the loss of the lease, seconds to close the connections."""
TAKEN_OVER = "Another Boneyard has taken over what this one served; start it again, and it takes its share."
FALLEN = "A part of Boneyard ({name}) ended by itself; start it again. The log says why."
HUNG_UP = "The connection to Discord ended; start again."


def build(
    store: Store,
    messenger: Messenger,
    clock: Clock,
    pictures: Scenes,
    settings: TableSettings,
    chance: ChanceSource,
    sealer: Sealer,
    supervisor: Supervisor | None = None,
    elapsed: Callable[[], float] = lambda: 0.0,
) -> Parts:
    """Build every part once, from the store upwards, and connect the listeners. `supervisor` watches their tasks.

    `elapsed` is a clock (seconds) that also counts while the process is suspended. Without it, an outage is noticed
    only if a heartbeat could not be written.
    """
    supervisor = supervisor or Supervisor()

    # Tables, and the people at them.
    people = PreferencesCache(store)
    repository = TableRepository(store, settings.game, people.quiet, people.load)
    outages = Outages(store, clock, settings, elapsed)
    tables = TableService(repository, outages, clock, settings, chance, sealer)
    orders = StandingOrders(store)

    # Messages, and their delivery.
    drawn = Pictures(pictures, Painters())
    hands = HandMessages(drawn, people, settings, orders.until_turn)
    rows = MessageRows(store)
    private = PrivateDelivery(store, rows, messenger, clock)
    held, outbox = HeldBack(clock), Outbox(store, messenger, clock, Lanes())
    failures = DeliveryFailures(store, rows, clock, private, held, repository.find, outbox.wake)
    practising = PracticeMessages(drawn, people, orders.until_turn)
    presenter = Presenter(store, rows.read, LogReader(store), clock, settings, people, drawn, BoardMessages(drawn),
                          practising, hands, private, BuriedBoards(messenger, clock), orders.has_order)  # fmt: skip
    sync = MessageSync(rows, messenger, clock, failures, held, EditPacing())
    workers = MessageWorkers(store, rows, tables, presenter, sync)
    held.wake = workers.wake

    # The tally, and game nights.
    reports = Reports(store, people, drawn.painters.paint, Achievements())
    announcer = Announcer(store, messenger, settings.share.first, reports.picture_of_season)
    tally = Tally(store, messenger, clock, people, reports, outbox, Papers(store, clock), settings.share.first,
                  settings.limits.guests)  # fmt: skip
    title = partial(title_of, settings.game)
    nights = NightScheduler(store, clock, NightTables(store, tables, people, messenger, settings),
                            DateMessages(store, messenger, clock, title), settings.share, Lanes())  # fmt: skip

    # Everything that tables do by themselves.
    thinkers = Thinkers(settings.thinkers)
    moves = AutomaticMoves(tables, orders, people.quiet, thinkers, people.notice_after)
    served = ServedTables(store, settings.share, tables, people, orders, moves, workers)
    scheduler = Scheduler(clock, served.act, served.look)
    heartbeat = Heartbeat(outages, settings, scheduler, workers.tables)
    idle = IdleTables(store, repository, served, scheduler, people, private)
    notices = NoticeListener(store, repository, tables, served, scheduler, people, private, workers,
                             tally.wake)  # fmt: skip
    digests = Digests(store, tables, people, clock, settings, outbox.wake)
    outbox.add(announcer, NoticeTeller(store, settings.share, title), digests, Letters(settings.share.first))
    aside = SetAsideTables(store, messenger, clock, outbox.wake)
    backups = ScheduledBackups(store, messenger, clock, settings, aside, outbox.wake)
    host = TableHost(served, scheduler, heartbeat, notices, idle, backups, held, workers, supervisor)

    def wake_tally(committed: Committed) -> None:
        if committed.ends_hand:
            tally.wake()

    tables.listeners += [presenter.hear, host.on_committed, wake_tally]

    # The use cases.
    library = Library(Rulebooks(Path(settings.rules)), Path(settings.guides))
    answers = Answers(store, people, library.books)
    guide_pictures = PiecePictures(drawn, people)
    reference = Reference(library, guide_pictures, people)
    services = Services(
        tables=tables,
        tell=host.tell,
        lookup=TableLookup(store, tables),
        lobby=LobbyService(store, tables, people, messenger, settings, tally.wake, host.show_opened),
        table_channels=TableChannelService(store, tally.wake),
        gathering=GatheringService(store, tables, people, messenger, settings),
        nights=NightService(store, people, settings, nights.wake),
        seats=SeatService(store, tables, people, private, host.tell),
        play=PlayService(tables, hands, answers, Illustrations(store, library, guide_pictures)),
        takebacks=TakebackService(store, tables, settings.undo_wait),
        hand=HandService(store, people, hands, private, host.tell),
        orders=OrderService(orders, host.tell),
        fairness=FairnessService(store, tables),
        answers=answers,
        reference=reference,
        lessons=LessonService(store, people, LessonBook(Path(settings.lessons)), reference, guide_pictures, messenger),
        replays=ReplayService(store, people, messenger, drawn, chance, thinkers.think_again, thinkers.outlooks),
        practice=PracticeService(store, tables, people, messenger, settings),
        preferences=PreferenceService(store, people, host.tell),
        personal_data=PersonalDataService(store, host.tell),
        tally=tally,
        checkup=Checkup(store, messenger, clock, settings.backups),
    )
    places = PlaceService(store, tables, messenger, clock, held, outbox.wake)
    failures.on_nowhere.append(places.unreachable)
    moves.on_lost.append(places.end_wait)
    failures.on_left.append(places.stand_in_for_leaver)
    return Parts(store, tables, people, host, tally, outbox, nights, digests, drawn, thinkers, orders, services, places,
                 supervisor)  # fmt: skip


@dataclass(frozen=True, slots=True)
class _Running:
    client: connection.Client
    emojis: Emojis
    parts: Parts
    router: Router
    health: Health
    probe: StoreProbe
    supervisor: Supervisor

    async def finish(self) -> None:
        """Finish present work: the requests first, since they use the parts."""
        await self.router.stop()
        await self.parts.stop()


@dataclass(slots=True)
class App:
    """The whole bot. When `run` ends, nothing of it is running any more."""

    settings: Settings
    store: Store
    tables: TableSettings = field(default_factory=lambda: TableSettings(rules=str(RULES)))
    clock: Clock = field(default_factory=SteadyClock)
    """The time of day for tables."""
    pieces: Callable[[], Mapping[str, bytes]] = emoji.draw_all
    """Draws the pieces as emojis, by code."""
    chance: ChanceSource = field(default_factory=CommittedChance)
    """The source of secrets and deals."""
    sealer: Callable[[Messenger], Sealer] = Seals
    """Makes the sealer that posts the seals of shuffles."""
    metrics: Metrics = field(default_factory=Metrics)
    lease: Lease = field(default_factory=Lease)
    """The right to serve. When it is lost, everything is dropped at once."""
    owed: OwedAnswers | None = None
    """Notes of commands without an answer, which the next start will end."""
    checks: Mapping[str, Check] | None = None
    """The health checks, once the bot runs."""
    parts: Parts | None = None
    """The parts, while the bot runs."""
    router: Router | None = None
    hands_over: bool = False
    """True if another process takes the connection over, while this one goes on with others."""
    _tasks: set[asyncio.Task[None]] = field(default_factory=set)
    """Background jobs that end by themselves."""

    async def run(self, stop: asyncio.Event, ready: asyncio.Event | None = None) -> None:
        """Play until `stop` is set. Set `ready` once the gateway is connected.

        Raises Misconfigured if Discord refuses the bot. Raises Unavailable if Discord is out of reach, or if a
        long-lived task has ended by itself.
        """
        supervisor = Supervisor()
        if self.store.writer.task is not None:
            supervisor.watch(self.store.writer.task)
        running = self._assemble(supervisor)
        try:
            await unless(self.lease.lost, self._play(running, stop, ready))
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
        """Build all parts, those on Discord's side included."""
        settings = self.settings
        steady = self.clock if isinstance(self.clock, SteadyClock) else None
        client = connection.make(
            settings.discord_api_base,
            settings.discord_gateway,
            settings.discord_cdn,
            settings.shards,
            settings.shard_numbers,
            self.lease.permit,
            steady,
        )
        emojis = Emojis(self.pieces, emoji.name_piece)
        messenger = DiscordMessenger(client, emojis.mark, self.metrics.count_delivery, Brake())
        tables = with_settings(self.tables, settings)
        elapsed = (lambda: 0.0) if steady is None else steady.seconds
        parts = self.parts = build(self.store, messenger, self.clock, scenes, tables, self.chance,
                                   self.sealer(messenger), supervisor, elapsed)  # fmt: skip
        boundary = ErrorBoundary(self.metrics.count_answer, (StoreUnavailable, WriterStopped))
        repeater = Repeater()
        responder = Responder(emojis.mark, repeater, PrivateCopies(repeater))

        def settle_copies(committed: Committed) -> None:
            table, copies = committed.table, responder.copies
            copies.take_back(table.id, [seat.user_id for seat in table.seats if seat.user_id is not None])
            copies.move_on(table.id, table.visibility.controls_from)

        parts.tables.listeners.append(settle_copies)
        parts.host.notices.on_hidden.append(responder.copies.hide)
        router = self.router = Router(
            parts.services,
            acts.register(),
            responder,
            boundary,
            self.metrics.count_interaction,
            Quotas(tables.limits),
            owes=None if self.owed is None else notes_of(self.owed),
            settled=None if self.owed is None else self.owed.settle,
        )

        async def receive(interaction: discord.Interaction) -> None:
            if steady is not None:
                steady.hear(read_stamp(interaction.id))
            await router.receive(interaction)

        client.listen(receive, parts.places)
        probe = StoreProbe(self.store, parts_of(tables.share)[0], self.clock)
        self.checks = self._checks(client, parts, supervisor, probe)
        advice = {**parts.host.advice, "commands": client.registration.is_accepted}
        health = Health(self.checks, self.metrics, lambda: bool(client.alive), advice)
        return _Running(client, emojis, parts, router, health, probe, supervisor)

    def _checks(
        self, client: connection.Client, parts: Parts, supervisor: Supervisor, probe: StoreProbe
    ) -> dict[str, Check]:
        return {
            "gateway": check_of(lambda: client.alive.serves),
            "database": probe.read,
            "writer": probe.write,
            "tasks": check_of(lambda: not supervisor.fallen.is_set()),
            "clocks": check_of(lambda: parts.host.scheduler.on_time),
            "lease": check_of(lambda: self.lease.certain),
        }

    async def _play(self, running: _Running, stop: asyncio.Event, ready: asyncio.Event | None) -> None:
        """Log in, start the parts, and serve the connection until `stop` is set."""
        settings = self.settings
        if settings.health_port:
            await running.health.start(settings.health_host, settings.health_port)
        if not await unless(stop, login(running.client, settings)):
            return
        await running.parts.start()
        self._background(register_commands(running.client, running.router.acts, self.store, self.clock), "commands")
        self._background(upload_emojis(running.client, running.emojis, self.store, self.clock), "emojis")
        if self.owed is not None:
            look = partial(end_interrupted, running.client, settings.data, self.store, self.clock, self.owed)
            self._background(Periodic("owed answers", look, LOOKED_EVERY, running.supervisor).run(), "owed answers")
        self._background(asyncio.to_thread(running.parts.services.reference.load), "guides")
        self._background(asyncio.to_thread(running.parts.services.lessons.load), "lessons")
        await self._connected(running.client, stop, ready, running.supervisor.fallen)

    async def _shut_down(self, running: _Running) -> None:
        """Finish present work. Close the connection to Discord last, so that answers can still be sent."""
        if self.hands_over and not running.supervisor.fallen.is_set():
            await running.router.wait_for_present()
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
        ends = (parts.stop_loops, running.probe.close, running.client.close, running.health.stop)
        ending = [asyncio.create_task(end(), name="drop") for end in ends]
        _, late = await asyncio.wait(ending, timeout=DROPPED_WITHIN)
        for task in late:
            task.cancel()
        running.parts.thinkers.close()
        running.parts.pictures.close()

    async def _connected(
        self, client: connection.Client, stop: asyncio.Event, ready: asyncio.Event | None, fallen: asyncio.Event
    ) -> None:
        """Serve the connection until `stop` or `fallen` is set. Raises the error that ends it earlier."""
        ends = [asyncio.create_task(event.wait()) for event in (stop, fallen)]
        line = asyncio.create_task(client.connect(), name="gateway")
        if ready is not None:
            self._background(tell_ready(client, ready), "ready")
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

    def _background(self, work: Coroutine[None, None, None], name: str) -> None:
        task = asyncio.create_task(work, name=name)
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            log.error("%s failed in the background", task.get_name(), exc_info=error)
