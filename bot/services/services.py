"""The use cases of the bot, by topic, and how often a minute a person or a server may ask for them, by Discord's
timestamps."""

from collections import Counter
from enum import Flag, auto

from msgspec import Struct, field

from bot.messages.front_door import FrontDoor
from bot.ports import MINUTE, Request
from bot.services.books.tally import Tally
from bot.services.checkup import Checkup
from bot.services.fairness import FairnessService
from bot.services.hand import HandService, OrderService
from bot.services.keepsakes import KeepsakeService
from bot.services.kept_away import KeptAwayService
from bot.services.lessons import LessonService
from bot.services.lobby import LobbyService
from bot.services.me import MeService
from bot.services.nights import NightService
from bot.services.play import Explanations, PlayService
from bot.services.practice import DailyService, PracticeService
from bot.services.real_hands import RealHandService
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.request import TableLookup, TableRequest, Tell, change_table
from bot.services.seats import SeatService
from bot.store import Notice, NoticeKind
from bot.tables.aggregate import Limits, Table
from bot.tables.seats import handovers
from bot.tables.service import TableService
from games.core import Refused


class Services(Struct, frozen=True):
    """Everything that acts can ask of the bot. Each use case replies, or raises Refused or Unreadable."""

    tables: TableService
    tell: Tell
    lookup: TableLookup
    lobby: LobbyService
    kept_away: KeptAwayService
    nights: NightService
    seats: SeatService
    play: PlayService
    hand: HandService
    orders: OrderService
    fairness: FairnessService
    explanations: Explanations
    reference: Reference
    door: FrontDoor
    lessons: LessonService
    replays: ReplayService
    keepsakes: KeepsakeService
    practice: PracticeService
    daily: DailyService
    me: MeService
    tally: Tally
    real_hands: RealHandService
    checkup: Checkup

    async def take_seat_back(self, table: Table, request: Request) -> Table:
        """If a robot stands in for the requester, give them their seat back. Return the present table."""
        seat = table.seat_of(request.user)
        if seat is None or table.occupant(seat).stand_in is None:
            return table
        return (await change_table(self.tables, table.id, request.further("back"), handovers.give_seat_back)).table

    async def note_press(self, table: Table, request: Request) -> None:
        """Note that the requester pressed something in their turn, unless the press has changed the table."""
        if handovers.stir(table, request.user) is not None:
            await change_table(
                self.tables,
                table.id,
                request.further("stirred"),
                lambda now, _: handovers.stir(now, request.user) if now.sequence == table.sequence else None,
            )

    async def find_played(self, number: int, request: TableRequest) -> Table:
        """Find a table to look back at: one of this channel, or of the crew that plays here. Raises Refused."""
        if request.in_dm:
            return await self.lookup.find_numbered(number, request)
        crew = await self.tally.reports.find_crew(request)
        return await self.lookup.find_played(number, request, crew.id)

    async def note_writing(self, request: Request) -> None:
        """Note that the requester used the bot in their DM, so messages that the DM refused may be tried again."""
        await self.tell(Notice(NoticeKind.USER_WROTE, request.user))


class Cost(Flag):
    """The things that an act uses up, besides one request of its person. `Limits` has a limit for each but HEAVY."""

    PRESS = 0
    """Nothing more. A move costs this."""
    CHANGE = auto()
    """It changes a table without a move, so it could be repeated endlessly."""
    PICTURE = auto()
    """Its answer may have a picture, or takes as much work as a picture."""
    OPENING = auto()
    """It opens a table."""
    UPLOAD = auto()
    """It reads a paper record."""
    ANNOUNCEMENT = auto()
    """It is announced to everybody."""
    HEAVY = auto()
    """It may take seconds of work, so each person has one at a time."""


class Quotas(Struct):
    """Counts the requests of the present minute. The counts start again at 0 with each minute."""

    limits: Limits
    _minute: int = 0
    _taken: Counter[tuple[str, int]] = field(default_factory=Counter)
    """The number of requests, by kind and person; of announcements by server, too."""

    def take(self, request: Request, cost: Cost) -> None:
        """Count a request and its cost. Raises Refused("QUOTA", ...) if it exceeds a limit.

        A request that exceeds the person's limit does not count for their server.
        """
        minute = request.at // MINUTE
        if minute > self._minute:
            self._minute = minute
            self._taken.clear()
        limits, person, server = self.limits, request.user, request.location.guild or request.user
        for part, kind, whose, most in (
            (Cost.PRESS, "requests", person, limits.requests),  # a part of every cost
            (Cost.PICTURE, "pictures", person, limits.pictures),
            (Cost.OPENING, "openings", person, limits.openings),
            (Cost.CHANGE, "changes", person, limits.changes),
            (Cost.UPLOAD, "uploads", person, limits.uploads),
            (Cost.ANNOUNCEMENT, "own_announcements", person, limits.own_announcements),
            (Cost.ANNOUNCEMENT, "announcements", server, limits.announcements),
        ):
            if part in cost:
                self._taken[kind, whose] += 1
                if self._taken[kind, whose] > most:
                    raise Refused("QUOTA", kind, most=most)
