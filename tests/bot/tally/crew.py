"""A crew for tests of the books: people, a messenger in memory, and the results of hands."""

from collections.abc import Sequence
from functools import partial
from types import SimpleNamespace
from typing import TypedDict, Unpack, cast

from bot.automation.announcer import Announcer
from bot.edge.custom_ids import Control
from bot.edge.interactions import InteractionRequest
from bot.messages.books.illustrated import Illustrator
from bot.messages.books.season_cards import draw_season
from bot.outbox.outbox import Letters, Outbox
from bot.people.preferences import PreferencesCache
from bot.periodic import Lanes
from bot.ports import Location, Message, Reply, Request, Requester, RequestId
from bot.services.books.changing import Ts, Write
from bot.services.books.papers import Papers
from bot.services.books.reports import Reports
from bot.services.books.tally import Tally
from bot.services.real_hands import RealHandService
from bot.services.services import Services
from bot.store import Connection, Store
from bot.store.books import NewTransfer, StoredTransfer, crews, postings, revisions
from bot.store.tables import rows as stored_tables
from bot.store.tables.rows import NewTable
from bot.tally.books import Achievements, Book, NamedTransfer, TallyFilters, audit, load_book
from bot.tally.books.apportionment import share_out
from bot.tally.changes import debts, ledger
from bot.tally.changes.announcements import announce_entry
from bot.tally.papers.paper_check import GivenPaper
from games import registry
from render.painters import Painters
from tests.bot.harness.fake_services import FakeServices
from tests.bot.harness.manual_clock import ManualClock
from tests.bot.harness.memory_messenger import RecordingMessenger
from tests.bot.harness.room import ACTS, message_of
from tests.bot.store.balances import read_balances

GUILD, CHANNEL, TALLY = 1, 100, 300
SCORER = 77
USERS = {"Bear": 11, "Bull": 12, "Wally": 13, "Ned": 14}
HERE = Location(GUILD, CHANNEL)
DAY = 86_400_000


def person(name: str, admin: bool = False, roles: tuple[int, ...] = ()) -> Requester:
    """A person of the crew."""
    return Requester(USERS[name], name, admin, roles=roles)


ADMIN = Requester(1, "Admiral", True)
KEEPER = Requester(2, "Scribe", roles=(SCORER,))


class Filters(TypedDict, total=False):
    """The filters of a statement, as people type them."""

    season: str
    game: str
    since: str
    until: str
    player: str
    member: int


class Crew:
    """A crew's tally, with its store, messenger and clock."""

    def __init__(
        self, store: Store, clock: ManualClock | None = None, messenger: RecordingMessenger | None = None
    ) -> None:
        self.store = store
        self.read, self.write = store.read, store.write
        self.clock = clock or ManualClock()
        self.messenger = messenger or RecordingMessenger()
        people, paint = PreferencesCache(store), Painters().paint
        self.reports = Reports(store, Illustrator(people, paint), Achievements())
        self.outbox = Outbox(store, self.messenger, self.clock, Lanes())
        self.announcer = Announcer(store, self.messenger, partial(draw_season, store, self.reports.feats, paint))
        self.outbox.add_tellers(self.announcer, Letters())
        self.papers = Papers(store, self.clock)
        self.tally = Tally(self.messenger, self.reports, self.outbox, self.papers)
        self.real_hands = RealHandService(store, self.tally, registry.game)
        self.requests = 0
        self.hands = 0

    def stamp(self) -> RequestId:
        """Make the id of a new interaction, now."""
        self.requests += 1
        return RequestId(self.clock.now, f"i:{self.clock.now}:{self.requests}")

    def request(self, by: Requester | str = ADMIN, where: Location = HERE) -> Request:
        """Make a request of somebody, or of the person of this name."""
        return Request(person(by) if isinstance(by, str) else by, where, self.stamp())

    async def press(self, button: str, by: Requester, where: Location = HERE, *values: str) -> Reply:
        """Press a button, or fill in a form, of the tally."""
        request = InteractionRequest(by, where, self.stamp(), control=Control(0, button, 0), values=values)
        services = SimpleNamespace(tally=self.tally, real_hands=self.real_hands, kept_away=FakeServices().kept_away)
        reply = await ACTS.carry_out(cast(Services, services), ACTS.find(request), request)
        assert isinstance(reply, Reply)
        return reply

    async def change(self, by: Requester, write: Write[*Ts, Reply], *facts: *Ts) -> Reply:
        """Change the books."""
        return await self.tally.changes.make(self.request(by), write, *facts)

    async def adjust(self, by: Requester, giver: str, taker: str, amount: int, reason: str) -> Reply:
        """Move units from one member to another."""
        return await self.change(by, ledger.adjust, NamedTransfer(giver, taker, amount), reason)

    async def confirm(self, by: Requester, entry: int) -> Reply:
        """Confirm an entry."""
        return await self.change(by, ledger.confirm, str(entry))

    async def dispute(self, by: Requester, entry: int, reason: str) -> Reply:
        """Dispute an entry."""
        return await self.change(by, ledger.dispute, str(entry), reason)

    async def check_paper(
        self, text: str, season: str = "", by: Requester | str = ADMIN, where: Location = HERE
    ) -> Message:
        """Hand in a paper; returns what is shown before it is entered."""
        return message_of(await self.tally.check_paper(GivenPaper(text, season), self.request(by, where)))

    async def enter_paper(
        self, text: str, season: str = "", by: Requester | str = ADMIN, where: Location = HERE
    ) -> str:
        """Enter a paper that was handed in; returns the answer."""
        return message_of(await self.tally.enter_paper(GivenPaper(text, season).digest, self.request(by, where))).text

    async def bring_paper(self, text: str, season: str = "", where: Location = HERE) -> str:
        """Hand in a paper and enter it; returns the answer."""
        await self.check_paper(text, season, where=where)
        return await self.enter_paper(text, season, where=where)

    async def id(self) -> int:
        """The crew's number."""
        return (await self.reports.find_crew(self.request())).id

    async def book(self) -> Book:
        """The present book."""
        return await self.read(load_book, await self.reports.find_crew(self.request()))

    async def add_people(self, *names: str) -> None:
        """Put people into the book."""
        crew = await self.id()
        for name in names:
            await self.write(crews.ensure_member, crew, USERS[name], name, self.clock.now)

    async def enter_hand(
        self,
        amounts: dict[str, int],
        game: str = "pussers-bones",
        reason: str = "tie_up",
        wait: int = 0,
        part: int = 0,
    ) -> int:
        """Enter a hand with these amounts by name, or another `part` of the last one; returns the entry's number."""
        self.hands += not part
        hand, now = self.hands, self.clock.now
        made = await self.write(enter_hand, await self.id(), amounts, game, reason, hand, now, wait, part)
        await self.tally.look()
        await self.outbox.tick()
        return made

    async def entry(self, number: int) -> StoredTransfer:
        """The present state of an entry."""
        found = await self.read(postings.find_transfer, number)
        assert found is not None
        return found

    async def balances(self) -> dict[str, int]:
        """The balances that are not zero."""
        book = await self.book()
        found: dict[str, int] = {}
        for account, amount in (await self.read(read_balances, book.crew.id)).items():
            name = book.name(book.owners[account])
            found[name] = found.get(name, 0) + amount
        return {name: amount for name, amount in found.items() if amount}

    async def owed(self) -> dict[str, int]:
        """The sum that is owed to each member, by name."""
        book = await self.book()
        return {book.name(member): amount for member, amount in (await self.read(debts.find_owed, book)).items()}

    async def check_audit(self) -> None:
        """Check that the audit finds nothing wrong."""
        assert await self.read(postings.audit) == []
        assert sum((await self.balances()).values()) == 0

    async def announcements(self, channel: int = TALLY) -> list[Message]:
        """The messages in a channel, once everything in the outbox is sent."""
        await self.tally.look()
        await self.outbox.tick()
        return self.messenger.at(channel)

    async def show(self, where: Location = HERE, **ask: Unpack[Filters]) -> Message:
        """The standings, as Bear sees them."""
        return await self.reports.show_standings(TallyFilters(**ask), self.request("Bear", where))

    async def records(self, where: Location = HERE) -> str:
        """The records of all seasons, in words."""
        return (await self.reports.show_records(TallyFilters(season="all"), self.request(where=where))).text

    async def differences(self) -> list[str]:
        """The differences between the books and the tables."""
        return await self.read(audit.list_differences)


def enter_hand(
    connection: Connection,
    crew: int,
    amounts: dict[str, int],
    game: str,
    reason: str,
    hand: int,
    at: int,
    wait: int,
    part: int = 0,
) -> int:
    """Enter a hand of the crew's open table, or of a new one. Returns the entry's number."""
    revisions.lock(connection, crew)
    table = next((row for row in stored_tables.list_open(connection) if row.crew == crew), None)
    if table is None:
        table = stored_tables.create(connection, NewTable(crew, GUILD, CHANNEL, game, 1, {}, at))
    seats: list[Sequence[int]] = []
    for name in amounts:
        member = crews.ensure_member(connection, crew, USERS[name], name, at)
        seats.append([crews.open_account(connection, crew, member.id)])
    values = list(amounts.values())
    new = NewTransfer(
        crew, f"t:{table.id}:s:{hand}:{part}", share_out(values, seats), at, table=table.id, game=game, reason=reason,
        by=USERS[next(iter(amounts))], state=postings.PENDING if wait else postings.POSTED,
        confirm_at=at + wait if wait else None,
        data={"rule": "PB-68", "amounts": values, "seats": seats}, hand=hand, rules_version=1,
    )  # fmt: skip
    made = postings.post(connection, new)
    announce_entry(connection, made, at)
    return made
