"""The use cases of the bot, by topic."""

from dataclasses import dataclass

from bot.messages.front_door import FrontDoor
from bot.ports.requests import Request
from bot.services.checkup import Checkup
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
from bot.services.play import Explanations, PlayService
from bot.services.practice import PracticeService
from bot.services.real_hands import RealHandService
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.request import TableRequest, Tell, change_further
from bot.services.seats import SeatService
from bot.services.table_lookup import TableLookup
from bot.store.database.notifications import Notice, NoticeKind
from bot.tables.aggregate.table import Table
from bot.tables.seats import handovers
from bot.tables.service import TableService
from bot.tally.tally import Tally


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that acts can ask of the bot. Each use case replies, or raises Refused or Unreadable."""

    tables: TableService
    tell: Tell
    lookup: TableLookup
    lobby: LobbyService
    kept_away: KeptAwayService
    gathering: GatheringService
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
        return (await change_further(self.tables, table.id, request, "back", handovers.give_seat_back, seat)).table

    async def find_played(self, number: int, request: TableRequest) -> Table:
        """Find a table to look back at: one of this channel, or of the crew that plays here. Raises Refused."""
        if request.in_dm:
            return await self.lookup.find_numbered(number, request)
        crew = await self.tally.reports.find_crew(request)
        return await self.lookup.find_played(number, request, crew.id)

    async def note_writing(self, request: Request) -> None:
        """Note that the requester used the bot in their DM, so messages that the DM refused may be tried again."""
        await self.tell(Notice(NoticeKind.USER_WROTE, request.user))
