"""The use cases of the bot, by topic."""

from dataclasses import dataclass

from bot.messages.front_door import FrontDoor
from bot.ports.requests import Request
from bot.services.answers import Answers
from bot.services.checkup import Checkup
from bot.services.daily import DailyService
from bot.services.fairness import FairnessService
from bot.services.gathering import GatheringService
from bot.services.hand import HandService
from bot.services.keepsakes import KeepsakeService
from bot.services.kept_away import KeptAwayService
from bot.services.lessons import LessonService
from bot.services.lobby import LobbyService
from bot.services.nights import NightService
from bot.services.orders import OrderService
from bot.services.personal_data import PersonalDataService
from bot.services.play import PlayService
from bot.services.practice import PracticeService
from bot.services.preferences import PreferenceService
from bot.services.real_hands import RealHandService
from bot.services.reference import Reference
from bot.services.replays import ReplayService
from bot.services.request import TableRequest, take_seat_back
from bot.services.seats import SeatService
from bot.services.table_channels import TableChannelService
from bot.services.table_lookup import TableLookup
from bot.services.takebacks import TakebackService
from bot.services.telling import Tell
from bot.store.database.notifications import Notice, NoticeKind
from bot.tables.aggregate.table import Table
from bot.tables.service import TableService
from bot.tally.tally import Tally


@dataclass(frozen=True, slots=True)
class Services:
    """Everything that acts can ask of the bot. Each use case replies, or raises Refused or Unreadable."""

    tables: TableService
    tell: Tell
    lookup: TableLookup
    lobby: LobbyService
    table_channels: TableChannelService
    kept_away: KeptAwayService
    gathering: GatheringService
    nights: NightService
    seats: SeatService
    play: PlayService
    takebacks: TakebackService
    hand: HandService
    orders: OrderService
    fairness: FairnessService
    answers: Answers
    reference: Reference
    door: FrontDoor
    lessons: LessonService
    replays: ReplayService
    keepsakes: KeepsakeService
    practice: PracticeService
    daily: DailyService
    preferences: PreferenceService
    personal_data: PersonalDataService
    tally: Tally
    real_hands: RealHandService
    checkup: Checkup

    async def take_seat_back(self, table: Table, request: Request) -> Table:
        """If a robot stands in for the requester, give them their seat back. Return the present table."""
        return await take_seat_back(self.tables, table, request)

    async def find_played(self, number: int, request: TableRequest) -> Table:
        """Find a table to look back at: one of the channel, or of the crew that plays in it. Raises Refused."""
        if request.in_dm:
            return await self.lookup.find_numbered(number, request)
        crew = await self.tally.reports.crew(request.location, request.at)
        return await self.lookup.find_played(number, request, crew.id)

    async def note_writing(self, request: Request) -> None:
        """Note that the requester used the bot in their DM, so messages that it refused may be tried again."""
        await self.tell(Notice(NoticeKind.USER_WROTE, request.user))
