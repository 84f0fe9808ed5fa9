"""The composition root: builds every part of the bot once, and connects those that listen to each other."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.acts import list_first_commands
from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.backups import ScheduledBackups, SetAsideTables
from bot.automation.dailies import Dailies
from bot.automation.digests import Digests
from bot.automation.notice_listener import NoticeListener
from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import IdleTables, ServedTables
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.automation.thinkers import Thinkers
from bot.delivery.buried_boards import BuriedBoards
from bot.delivery.edit_pacing import EditPacing
from bot.delivery.held_back import DeliveryFailures, HeldBackMessages
from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import ClosedDmNotices, PrivateDelivery
from bot.delivery.projector import MessageSync
from bot.delivery.workers import MessageWorkers
from bot.library.lesson_book import LessonBook
from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.messages.front_door import FrontDoor
from bot.messages.hand import HandMessages
from bot.messages.moving_hand import MovingHands
from bot.messages.own_messages import OwnMessages
from bot.messages.pictures import Pictures, Scenes
from bot.messages.piece_pictures import PiecePictures
from bot.messages.presenter import Presenter
from bot.messages.replay import ReplayMessages
from bot.nights.date_messages import DateMessages
from bot.nights.night import title_of
from bot.nights.notices import NoticeTeller
from bot.nights.opening import NightTables
from bot.nights.scheduler import NightScheduler
from bot.outbox.outbox import Letters, Outbox
from bot.people.preferences import PreferencesCache
from bot.periodic import Lanes
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger
from bot.release import NewestRelease
from bot.services.checkup import Checkup, Watch
from bot.services.daily import DailyService
from bot.services.fairness import FairnessService
from bot.services.gathering import GatheringService
from bot.services.hand import HandService, OrderService
from bot.services.keepsakes import KeepsakeService
from bot.services.kept_away import KeptAwayService
from bot.services.lessons import LessonService
from bot.services.lobby import LobbyService
from bot.services.me import MeService
from bot.services.nights import NightService
from bot.services.places import Greetings, PlaceService
from bot.services.play import Explanations, Illustrations, PlayService
from bot.services.practice import PracticeService
from bot.services.real_hands import RealHandService
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.seats import SeatService
from bot.services.services import Services
from bot.services.table_lookup import TableLookup
from bot.serving.parts import Parts
from bot.store.database.notifications import NoticeKind
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables.aggregate.changes import AppliedChange
from bot.tables.fairness.chance import ChanceSource
from bot.tables.fairness.sealing import Sealer
from bot.tables.process_settings import ProcessSettings
from bot.tables.repository import TableRepository
from bot.tables.service import TableService
from bot.tables.timing.outages import Outages
from bot.tally.achievements import Achievements
from bot.tally.announcer import Announcer
from bot.tally.memories import Memories
from bot.tally.papers import Papers
from bot.tally.reports import Reports
from bot.tally.season_pages import draw_season
from bot.tally.tally import Tally
from render.painters import Painters


def build(
    store: Store,
    messenger: Messenger,
    clock: Clock,
    scenes: Scenes,
    settings: ProcessSettings,
    chance: ChanceSource,
    sealer: Callable[[Outbox], Sealer],
    supervisor: Supervisor | None = None,
    elapsed: Callable[[], float] = lambda: 0.0,
    unanswered: Callable[[], float] = lambda: 0.0,
) -> Parts:
    """Build every part once, from the store upwards, and connect the listeners. `supervisor` watches the parts' tasks.

    `elapsed` is a clock (seconds) that also counts while the process is suspended. Without it, an outage is noticed
    only if a heartbeat could not be written. `unanswered` returns the seconds for which Discord has not answered.
    """
    supervisor = supervisor or Supervisor()

    # Tables, and the people at them.
    people = PreferencesCache(store)
    repository = TableRepository(store, settings.game, people.find_quiet_hours, people.load)
    outages = Outages(store, clock, settings.share, settings.waits, elapsed)
    outbox = Outbox(store, messenger, clock, Lanes(), settings.share)
    tables = TableService(repository, outages, clock, settings, chance, sealer(outbox))
    orders = StandingOrders(store)

    # Messages, and their delivery.
    pictures = Pictures(scenes, Painters())
    hands = HandMessages(pictures, people, settings.waits, orders)
    rows = MessageRows(store)
    held_back, private = HeldBackMessages(clock), PrivateDelivery(store, rows, messenger, clock, outbox.wake)
    failures = DeliveryFailures(store, rows, clock, private, held_back, repository.find, outbox.wake)
    library = Library(Rulebooks(Path(settings.rules)), Path(settings.guides))
    own_messages = OwnMessages(pictures, people, settings.waits, orders,
                         lambda game, language: library.read_in(language).list_tips(game))  # fmt: skip
    presenter = Presenter(store, rows.read, clock, own_messages, private, BuriedBoards(messenger, clock))
    sync = MessageSync(rows, messenger, clock, failures, held_back, EditPacing())
    workers = MessageWorkers(store, rows, tables, presenter, sync)
    held_back.wake = workers.wake

    # The tally, and game nights.
    reports = Reports(store, people, pictures.painters.paint, Achievements())
    announcer = Announcer(store, messenger, partial(draw_season, reports))
    papers = Papers(store, clock, settings.limits.guests)
    tally = Tally(messenger, reports, outbox, papers, settings.share.has_first)
    memories = Memories(store, clock, settings.share, outbox.wake)
    nights = NightScheduler(store, clock, NightTables(store, tables, people, messenger),
                            DateMessages(store, messenger, clock, settings.game), settings.share, Lanes())  # fmt: skip

    # Everything that tables do by themselves.
    thinkers = Thinkers(settings.thinkers)
    moves = AutomaticMoves(tables, orders, people.find_quiet_hours, thinkers, people.find_notice_wait)
    served = ServedTables(store, settings.share, tables, people, orders, moves, workers)
    scheduler = Scheduler(clock, served.act, served.look)
    idle = IdleTables(served, scheduler, private)
    notices = NoticeListener(served, scheduler, private)
    kept_away = KeptAwayService(store, tables, clock)
    notices.listeners[NoticeKind.OUTBOX_FILLED].append(lambda _: tally.wake())
    notices.listeners[NoticeKind.KEPT_AWAY_CHANGED].append(lambda _: kept_away.forget())
    digests = Digests(store, tables, people, clock, outbox.wake)
    daily = Dailies(store, clock, chance, settings, outbox.wake)
    night_notices = NoticeTeller(store, partial(title_of, settings.game))
    outbox.add_tellers(announcer, memories, night_notices, digests, daily, Letters(),
               ClosedDmNotices(store, tables.get))  # fmt: skip
    set_aside = SetAsideTables(store, messenger, clock, outbox.wake)
    backups = ScheduledBackups(store, messenger, clock, settings, set_aside, outbox.wake)
    watch = Watch(store, scheduler, workers, clock, unanswered, NewestRelease(settings.releases))
    host = TableHost(idle, notices, backups, held_back, supervisor)

    def wake_tally(committed: AppliedChange) -> None:
        if committed.ends_hand:
            tally.wake()

    tables.listeners += [presenter.keep_committed, host.on_committed, wake_tally]

    # The use cases.
    explanations = Explanations(store, people, library.books)
    guide_pictures = PiecePictures(pictures, people)
    reference = Reference(library, guide_pictures, people)
    lesson_book = LessonBook(Path(settings.lessons))
    front_door = FrontDoor(lesson_book.find_first_picture, guide_pictures, list_first_commands())
    outbox.add_tellers(Greetings(front_door))
    replay_messages = ReplayMessages(store, pictures, chance, thinkers.think_again)
    replays = ReplayService(store, people, outbox, pictures, replay_messages, thinkers.find_outlooks)
    lookup = TableLookup(store, tables)
    services = Services(
        tables=tables,
        tell=notices.tell,
        lookup=lookup,
        lobby=LobbyService(store, tables, people, messenger, tally.wake, host.show_opened),
        kept_away=kept_away,
        gathering=GatheringService(store, tables, people, messenger),
        nights=NightService(store, people, settings, nights.wake),
        seats=SeatService(store, tables, people, private, notices.tell),
        play=PlayService(tables, hands, explanations, Illustrations(store, library, guide_pictures)),
        hand=HandService(store, people, hands, private, notices.tell),
        orders=OrderService(orders, notices.tell),
        fairness=FairnessService(store, tables),
        explanations=explanations,
        reference=reference,
        door=front_door,
        lessons=LessonService(store, people, lesson_book, reference, guide_pictures, outbox),
        replays=replays,
        keepsakes=KeepsakeService(
            store, people, messenger, lookup, reports, replays, MovingHands(store, pictures, replay_messages.hands)
        ),
        practice=PracticeService(store, tables, people, outbox),
        daily=DailyService(store, tables, people, outbox, replays),
        me=MeService(store, people, notices.tell),
        tally=tally,
        real_hands=RealHandService(store, tally, settings.game),
        checkup=Checkup(store, messenger, clock, settings.backups, watch),
    )
    places = PlaceService(store, tables, messenger, clock, held_back, outbox.wake)
    failures.on_unreachable_place = places.close_unreachable
    moves.on_lost.append(places.end_wait)
    failures.on_left = places.stand_in_for_leaver
    return Parts(store, tables, people, host, tally, memories, outbox, nights, digests, daily, pictures, thinkers,
                 orders, services, places, watch, supervisor)  # fmt: skip
