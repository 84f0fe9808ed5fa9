"""The composition root: builds every part of the bot once, and connects those that listen to each other."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from bot.acts import list_first_commands
from bot.automation.announcer import Announcer
from bot.automation.automatic_moves import AutomaticMoves
from bot.automation.backups import ScheduledBackups, SetAsideTables
from bot.automation.dailies import Dailies
from bot.automation.digests import Digests
from bot.automation.memories import Memories
from bot.automation.scheduler import Scheduler
from bot.automation.served_tables import IdleTables, NoticeListener, ServedTables
from bot.automation.standing_orders import StandingOrders
from bot.automation.table_host import TableHost
from bot.automation.thinkers import Thinkers
from bot.delivery.buried_boards import BuriedBoards
from bot.delivery.edit_pacing import EditPacing
from bot.delivery.held_back import DeliveryFailures, HeldBackMessages
from bot.delivery.message_rows import MessageRows
from bot.delivery.private_delivery import OldThreads, PrivateDelivery
from bot.delivery.projector import MessageSync
from bot.delivery.workers import MessageWorkers
from bot.library.lesson_book import LessonBook
from bot.library.library import Library
from bot.library.rulebooks import Rulebooks
from bot.messages.boards.log_reader import LogReader
from bot.messages.books.illustrated import Illustrator
from bot.messages.books.season_cards import draw_season
from bot.messages.front_door import FrontDoor
from bot.messages.hands.own_messages import OwnMessages
from bot.messages.parts.pictures import Pictures, Scenes
from bot.messages.parts.piece_pictures import PiecePictures
from bot.messages.presenter import Presenter
from bot.messages.replays.dearest import DearestMessages
from bot.messages.replays.moving_hand import MovingHands
from bot.messages.replays.replay import ReplayMessages
from bot.nights.date_messages import DateMessages, NoticeTeller
from bot.nights.night import title_of
from bot.nights.scheduler import NightScheduler, NightTables
from bot.outbox.outbox import Letters, Outbox
from bot.people.preferences import PreferencesCache
from bot.periodic import Lanes
from bot.ports.clock import Clock
from bot.ports.messenger import Messenger
from bot.release import NewestRelease
from bot.services.books.papers import Papers
from bot.services.books.reports import Reports
from bot.services.books.tally import Tally
from bot.services.checkup import Checkup, Watch
from bot.services.fairness import FairnessService
from bot.services.hand import HandService, OrderService
from bot.services.keepsakes import KeepsakeService
from bot.services.kept_away import KeptAwayService
from bot.services.lessons import LessonService
from bot.services.lobby import LobbyService
from bot.services.me import MeService
from bot.services.nights import NightService
from bot.services.places import Greetings, PlaceService
from bot.services.play import Explanations, Illustrations, PlayService
from bot.services.practice import DailyService, PracticeService
from bot.services.real_hands import RealHandService
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.request import TableLookup
from bot.services.seats import SeatService
from bot.services.services import Services
from bot.serving.parts import Parts
from bot.store.database.notifications import NoticeKind
from bot.store.store import Store
from bot.supervisor import Supervisor
from bot.tables import dailies, tally_entries
from bot.tables.aggregate.table import AppliedChange
from bot.tables.fairness.chance import ChanceSource
from bot.tables.fairness.sealing import Sealer
from bot.tables.process_settings import ProcessSettings
from bot.tables.repository import TableRepository
from bot.tables.service import TableService
from bot.tables.timing.outages import Outages
from bot.tally.books.achievements import Achievements
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
    tables = TableService(repository, outages, clock, settings, chance, sealer(outbox),
                          (tally_entries.plan_entries, dailies.plan_result))  # fmt: skip
    orders = StandingOrders(store)

    # Messages, and their delivery.
    pictures = Pictures(scenes, Painters())
    rows = MessageRows(store)
    held_back, private = HeldBackMessages(clock), PrivateDelivery(messenger, clock)
    places = PlaceService(store, tables, messenger, clock, held_back, outbox.wake)
    failures = DeliveryFailures(store, rows, clock, private, held_back, repository.find, outbox,
                                places.close_unreachable, places.stand_in_for_leaver)  # fmt: skip
    library = Library(Path(settings.guides), books=Rulebooks(Path(settings.rules)))
    own_messages = OwnMessages(pictures, people, settings.waits, orders, LogReader(store),
                         lambda game, language: library.read_in(language).list_tips(game))  # fmt: skip
    presenter = Presenter(store, rows.read, clock, own_messages, private, BuriedBoards(messenger, clock))
    sync = MessageSync(rows, messenger, clock, failures, EditPacing())
    workers = MessageWorkers(store, rows, tables, presenter, sync)
    held_back.wake = workers.wake

    # The tally, and game nights.
    paint = pictures.painters.paint
    reports = Reports(store, Illustrator(people, paint), Achievements())
    announcer = Announcer(store, messenger, partial(draw_season, store, reports.feats, paint))
    papers = Papers(store, clock, settings.limits.guests)
    # Connection 0 has all DMs and the backups, so the tally speaks elsewhere if it can.
    tally = Tally(messenger, reports, outbox, papers, settings.share.serves(0, 1))
    memories = Memories(store, clock, settings.share, outbox.wake)
    dates = DateMessages(store, messenger, clock, settings.game, outbox)
    openings = NightTables(store, tables, people, messenger, outbox)
    nights = NightScheduler(store, clock, openings, dates, settings.share, Lanes())

    # Everything that tables do by themselves.
    thinkers = Thinkers(settings.thinkers)
    moves = AutomaticMoves(tables, orders, people.find_quiet_hours, thinkers, people.find_notice_wait)
    moves.on_lost.append(places.end_wait)
    served = ServedTables(store, settings.share, tables, people, orders, moves, workers)
    scheduler = Scheduler(clock, served.act, served.look)
    idle = IdleTables(served, scheduler)
    notices = NoticeListener(served, scheduler, private)
    kept_away = KeptAwayService(store, tables)
    notices.listeners[NoticeKind.OUTBOX_FILLED].append(lambda _: tally.wake())
    digests = Digests(store, tables, people, outbox.wake)
    daily = Dailies(store, clock, chance, settings, outbox.wake)
    night_notices = NoticeTeller(store, partial(title_of, settings.game))
    outbox.add_tellers(announcer, memories, night_notices, digests, daily, Letters(),
               OldThreads())  # fmt: skip
    set_aside = SetAsideTables(store, outbox, clock)
    backups = ScheduledBackups(store, outbox, clock, settings, set_aside)
    watch = Watch(store, scheduler, workers, clock, unanswered, NewestRelease(settings.releases))
    host = TableHost(idle, notices, backups, held_back, supervisor)

    def wake_tally(committed: AppliedChange) -> None:
        if committed.ends_hand:
            tally.wake()

    tables.listeners += [presenter.keep_committed, host.on_committed, wake_tally]

    # The use cases.
    explanations = Explanations(store, people, library.books)
    guide_pictures = PiecePictures(pictures, people)
    reference = Reference(store, library, guide_pictures, people)
    lesson_book = LessonBook(Path(settings.lessons))
    front_door = FrontDoor(lesson_book.find_first_picture, guide_pictures, list_first_commands())
    outbox.add_tellers(Greetings(front_door))
    replay_messages = ReplayMessages(store, pictures, chance, thinkers.think_again)
    dearest = DearestMessages(replay_messages, people, thinkers.appraise)
    replays = ReplayService(store, people, outbox, pictures, replay_messages, thinkers.find_outlooks, dearest)
    lookup = TableLookup(store, tables)
    hand = HandService(store, tables, people, own_messages, notices.tell)
    services = Services(
        tables=tables,
        tell=notices.tell,
        lookup=lookup,
        lobby=LobbyService(store, tables, people, messenger, outbox, tally.wake, host.show_opened),
        kept_away=kept_away,
        nights=NightService(store, people, settings, nights.wake),
        seats=SeatService(store, tables, people, messenger, notices.tell),
        play=PlayService(tables, hand, explanations, Illustrations(store, library, guide_pictures)),
        hand=hand,
        orders=OrderService(orders, notices.tell),
        fairness=FairnessService(store, tables),
        explanations=explanations,
        reference=reference,
        door=front_door,
        lessons=LessonService(store, people, lesson_book, reference, guide_pictures, outbox),
        replays=replays,
        keepsakes=KeepsakeService(
            store, people, lookup, reports, replays, MovingHands(store, pictures, replay_messages.hands)
        ),
        practice=PracticeService(store, tables, people, outbox, replays),
        daily=DailyService(store, tables, people, outbox, replays),
        me=MeService(store, people, notices.tell),
        tally=tally,
        real_hands=RealHandService(store, tally, settings.game),
        checkup=Checkup(messenger, settings.backups, watch),
    )
    return Parts(
        store=store,
        tables=tables,
        people=people,
        host=host,
        tally=tally,
        memories=memories,
        outbox=outbox,
        nights=nights,
        digests=digests,
        dailies=daily,
        pictures=pictures,
        thinkers=thinkers,
        orders=orders,
        services=services,
        places=places,
        watch=watch,
        supervisor=supervisor,
    )
