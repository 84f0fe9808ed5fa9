"""A crew's keepsakes: finished hands, the links to messages that earlier builds kept, and the gallery."""

import re
from collections.abc import Sequence
from typing import Final

from msgspec import Struct

from bot.messages.books import keepsakes as messages
from bot.messages.parts.desired_message import home_of
from bot.messages.parts.table_words import words_of
from bot.messages.replays.moving_hand import HandToDraw, MovingHands
from bot.people.preferences import PreferencesCache
from bot.ports import Field, Form, Message, Place, Reply, Request
from bot.services.books.reports import Reports
from bot.services.replays import ReplayService
from bot.services.request import TableLookup, TableRequest
from bot.store import Connection, Store
from bot.store.books import Crew, Keepsake, KeptKind, crews, keepsakes
from bot.store.books.keepsakes import Search
from bot.store.tables import looking_back
from bot.tables.aggregate import Table
from bot.tally.books import TallyFilters, clean_words, find_date, read_settings, title_of
from bot.tally.books.book import year_span
from bot.tally.books.sight import select_seen
from bot.tally.changes.ledger import is_scorer
from bot.tally.papers.collecting import list_galleries
from bot.wording import Words
from games.core import Refused

MOST_LINE: Final = 120
"""The most letters of the line that a keeper writes about a keepsake."""
MOST_DATED: Final = 5_000
"""The most keepsakes whose years are offered."""
MOST_OF_PERSON: Final = 500
"""The most keepsakes of one person."""
_MESSAGE_LINK: Final = re.compile(r"https:∕∕((?:ptb\.|canary\.)?discord\.com)[∕/]channels((?:/\d{1,20}){3})")
"""A link to a message, with the slashes by which cleaned words lead nowhere. In the line of a keepsake it may lead."""


class KeepsakeService(Struct, frozen=True):
    """Keeps hands for a crew, and shows what is kept."""

    store: Store
    people: PreferencesCache
    lookup: TableLookup
    reports: Reports
    replays: ReplayService
    moving: MovingHands

    async def ask_about_hand(self, table: Table, hand: int, request: Request) -> Reply:
        """Show the form for a hand. Raises Refused if the hand cannot be kept."""
        _must_be_keepable(table, hand)
        words = request.words
        field = Field("line", words.say("form/keep_line"), placeholder=words.say("form/keep_example"), most=MOST_LINE)
        return Reply(form=Form(messages.HAND.make(hand=hand), words.say("form/keep", number=hand), (field,)))

    async def keep_hand(self, table: Table, hand: int, line: str, request: Request) -> Reply:
        """Keep a finished hand with the requester's line, and show it as a picture that moves."""
        found = await self._find_hand(table, hand)
        own_line = _MESSAGE_LINK.sub(r"https://\1/channels\2", clean_words(line, "line", MOST_LINE))
        new = Keepsake(0, table.row.crew, KeptKind.HAND, table.row.channel, None, table.id, hand, table.row.game, None,
                       None, request.user, own_line, found.ended_at, request.at)  # fmt: skip
        number = await self.store.write(_keep, new, found.people)
        kept = await self._find(number, request)
        return Reply(await self._show_hand(kept, table, request, request.words.say("keep/kept")))

    async def open(self, number: int, request: TableRequest) -> Reply:
        """Show a keepsake. Raises Refused if the requester may not see it."""
        kept = await self._find(number, request)
        if kept.table is None:
            text = "\n".join(await self._describe(kept, request.words))
            return Reply(Message(text, rows=messages.make_rows(kept, True, request.words)))
        table = await self.lookup.find_played(kept.table, request, kept.crew)
        return Reply(await self._show_hand(kept, table, request))

    async def post(self, request: TableRequest, number: int) -> Reply:
        """Post the picture of a kept hand in its table's channel. Raises Refused."""
        kept = await self._find(number, request)
        if kept.table is None or kept.hand is None:
            raise Refused("TABLE", "no_button")
        table, hand = await self.lookup.find_played(kept.table, request, kept.crew), kept.hand
        closed = table.is_closed
        place = Place(table.row.channel, table.row.guild) if closed else home_of(table)

        picture = await self.moving.draw(table, hand, await self._find_hand(table, hand))
        if picture is None:
            raise Refused("KEEP", "no_picture")
        words = words_of(table)
        lines = [words.say("keep/posted_by", name=request.requester.name), *await self._describe(kept, words)]
        message = messages.show_hand(kept, lines, picture, messages.make_replay_rows(kept, words), False)
        await self.replays.post(table, request, place, f"kept:{number}", message)
        return request.answer("keep/posted", place=f"<#{place.channel}>")

    async def let_go(self, request: Request, number: int) -> Reply:
        """Drop a keepsake. Raises Refused for anyone but its keeper, a scorer or an admin."""
        kept = await self.store.read(keepsakes.find, number)
        if kept is None:
            raise Refused("KEEP", "gone")
        if kept.keeper != request.user:
            kept = await self._find(number, request)
            crew = await self.store.read(crews.find_crew, kept.crew)
            here = await self.reports.find_crew(request)
            if crew is None or crew.id != here.id or not is_scorer(read_settings(crew.settings), request.requester):
                raise Refused("KEEP", "not_yours")
        await self.store.write(keepsakes.erase, [number])
        return request.answer("keep/dropped")

    async def show_gallery(self, asked: TallyFilters, text: str, year: int, before: int, request: Request) -> Reply:
        """Show a page of the crew's keepsakes that fit the filters and that the requester may see, with those of the
        server from which the crew moved."""
        words = request.words
        book = await self.reports.find_book(request)
        member, text = book.resolve_member(asked), " ".join(text.split())
        filters = {"text": text, "member": 0 if member is None else member.id, "game": asked.game, "year": year}
        quoted_text, name = f"“{text}”" if text else "", "" if member is None else book.name(member.id)
        filter_names = list(
            filter(None, (quoted_text, name, title_of(asked.game) if asked.game else "", str(year or "")))
        )
        since, until = year_span(year) if year else (None, None)
        search = (await self._search(book.crew, request))._replace(
            text=text, game=asked.game, since=since, until=until, before=before or None
        )
        if member is not None and member.user_id is None:
            search = search._replace(name=member.name)
        elif member is not None:
            search = search._replace(person=member.user_id)
        found = await self.store.read(keepsakes.list_matching, search, messages.PAGE + 1)
        plain = (await self.people.get(request.user)).text_only
        return Reply(messages.make_gallery(found, filters, filter_names, before, words, plain))

    async def list_years(self, request: Request) -> list[int]:
        """List the years (UTC) of the crew's newest keepsakes that the requester may see, the newest first."""
        search = await self._search((await self.reports.find_book(request)).crew, request)
        found = await self.store.read(keepsakes.list_matching, search, MOST_DATED)
        return sorted({find_date(kept.happened_at).year for kept in found}, reverse=True)

    async def _search(self, crew: Crew, request: Request) -> Search:
        """The search for all keepsakes of a crew that the requester may see."""
        channels = await self.store.read(keepsakes.list_channels, crew.id)
        galleries = await self.store.read(list_galleries, crew)
        return Search(galleries, select_seen(channels, request), request.user)

    async def _find_hand(self, table: Table, number: int) -> HandToDraw:
        """Find a finished hand that can be kept. Raises Refused."""
        _must_be_keepable(table, number)
        found = await self.moving.find(table, number)
        if found is None:
            raise Refused("TABLE", "no_replay", number=number)
        return found

    async def _find(self, number: int, request: Request) -> Keepsake:
        """Find a keepsake. Raises Refused if there is none with this number, or if the requester may not see it
        here."""
        kept = await self.store.read(keepsakes.find, number)
        if kept is None or not await self._sees(kept, request):
            raise Refused("KEEP", "gone")
        return kept

    async def _sees(self, kept: Keepsake, request: Request) -> bool:
        if not request.in_dm:
            own = await self.reports.find_crew(request)
            if kept.crew not in await self.store.read(list_galleries, own):
                return False
        seen_channels = select_seen([kept.channel], request)
        if kept.table is None:
            return bool(seen_channels)
        numbers = [kept.table]
        return kept.table in await self.store.read(
            looking_back.list_viewable, kept.crew, seen_channels, request.user, numbers
        )

    async def _describe(self, kept: Keepsake, words: Words) -> list[str]:
        crew = await self.store.read(crews.find_crew, kept.crew)
        people: Sequence[int] = await self.store.read(keepsakes.list_people, kept.id)
        return messages.describe_keepsake(kept, people, 0 if crew is None else crew.guild, words)

    async def _show_hand(self, kept: Keepsake, table: Table, request: Request, head: str = "") -> Message:
        words, hand = request.words, kept.hand or 0
        plain = (await self.people.get(request.user)).text_only
        found = await self._find_hand(table, hand)
        picture = None if plain else await self.moving.draw(table, hand, found)
        lines = [head, *await self._describe(kept, words)]
        if picture is None and not plain:
            lines.append(words.say("keep/no_picture"))
        return messages.show_hand(kept, lines, picture, messages.make_rows(kept, not request.in_dm, words), plain)


def _must_be_keepable(table: Table, number: int) -> None:
    """Raise Refused unless this is the number of a finished hand that nobody played alone."""
    if table.kind.is_private:
        raise Refused("KEEP", "alone")
    if not 1 <= number <= table.shuffle.last_finished:
        raise Refused("TABLE", "no_replay", number=number)


def _keep(connection: Connection, new: Keepsake, people: Sequence[int]) -> int:
    number = keepsakes.keep(connection, new, people)
    if keepsakes.count_kept(connection, new.keeper) > MOST_OF_PERSON:
        raise Refused("KEEP", "too_many", most=MOST_OF_PERSON)
    return number
