"""Answers from the books, in words and with a picture, unless the requester wants words alone.

A page is made from one snapshot of the books, away from the event loop.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine, Mapping, Sequence
from functools import partial
from typing import Any, Concatenate, NamedTuple, ParamSpec, TypeVar, TypeVarTuple

from msgspec import Struct

from bot.messages.books import replaying, turning
from bot.messages.books.illustrated import Illustrator, Page, describe_chart
from bot.messages.books.replaying import NamedHand
from bot.ports import Controls, Message, Request
from bot.store import Connection, Store
from bot.store.books import Crew, crews, reports
from bot.store.people.erased import ensure_host_key
from bot.tally.books import (
    Achievements,
    Book,
    TallyFilters,
    crew_settings,
    describe_entry,
    export,
    find_biggest_hand,
    format_amounts,
    format_date,
    format_signed,
    load_book,
    profiles,
    stakes,
    statements,
    title_of,
)
from bot.tally.books.achievements import list_best
from bot.tally.books.entry_text import describe_place, short_title_of
from bot.tally.books.sight import find_viewable
from bot.tally.changes import debts
from bot.tally.changes.ledger import must_be_scorer
from bot.tally.changes.waiting import ask_to_confirm, describe_waiting
from bot.tally.papers import books_file, marks
from bot.tally.papers.collecting import collect
from games import registry
from games.core import Refused

P = ParamSpec("P")
T = TypeVar("T")
Ts = TypeVarTuple("Ts")
MOST_STANDINGS = 30
MOST_ENTRIES = 10


class Asked(NamedTuple):
    """A question about the books, with the book for whoever asks."""

    book: Book
    filters: TallyFilters
    request: Request


MakePage = Callable[Concatenate["Reports", Connection, Asked, P], Page]


def as_answer(
    make: MakePage[P],
) -> Callable[Concatenate[Reports, TallyFilters, Request, P], Coroutine[Any, Any, Message]]:
    """Turn a function that makes a page into the answer to a request. The answer raises Refused like the function."""

    async def answer(
        own: Reports, filters: TallyFilters, request: Request, /, *facts: P.args, **more: P.kwargs
    ) -> Message:
        def read(connection: Connection, book: Book) -> tuple[Book, Page]:
            return book, make(own, connection, Asked(book, filters, request), *facts, **more)

        return await own.pages.show(request.user, *await own.read(request, read))

    return answer


class Reports(Struct):
    """The answers to every question about a crew's books."""

    store: Store
    pages: Illustrator
    feats: Achievements

    async def find_crew(self, request: Request) -> Crew:
        """Find the crew that plays in the channel of a request, or make it. Raises Refused in a DM."""
        here = request.location
        if not here.guild:
            raise Refused("TALLY", "no_dm")
        found = await self.store.read(crews.find_at_place, here.guild, here.places)
        if found is not None:
            return found
        begins = partial(crew_settings.make_settings_of_crew, here.language)
        return await self.store.write(crews.ensure_at_place, here.guild, here.places, request.at, begins)

    async def read(self, request: Request, use: Callable[[Connection, Book, *Ts], T], *facts: *Ts) -> T:
        """Use one snapshot of the books of the crew that plays in the channel of a request, for the requester."""
        crew = await self.find_crew(request)
        return await self.store.read(
            lambda connection: use(connection, load_book(connection, crew).read_by(request.words), *facts)
        )

    async def find_book(self, request: Request) -> Book:
        """The book of the crew that plays in the channel of a request, for the requester."""
        return await self.read(request, lambda _, book: book)

    @as_answer
    def show_standings(self, connection: Connection, asked: Asked) -> Page:
        """Show the standings."""
        book, filters, request = asked
        words = book.words
        found = statements.read_standings(connection, book, book.make_scope(filters))
        question, verdicts = ask_to_confirm(connection, book, request.user)
        still_open = [*describe_waiting(connection, book), *question]
        title = _make_title(book, filters)
        if not found.rows:
            return Page("show", filters, title, [[words.say("tally/empty"), *still_open]], rows=verdicts)
        names = [short_title_of(game, words) or words.say("tally/short/other") for game in found.games]
        ranked = [*zip(found.places, found.rows, strict=True)][:MOST_STANDINGS]

        def list_lines(key: str) -> list[str]:
            return [
                words.say(key, place=place, name=row.name, amount=format_signed(row.amount), entries=row.entries,
                    games=format_amounts((name, row.games[game])
                        for name, game in zip(names, found.games, strict=True) if game in row.games))
                for place, row in ranked
            ]  # fmt: skip

        by_game = [*list_lines("tally/standing_by_game"), *still_open] if len(names) > 1 else []
        table = statements.make_standings_sheet(
            found, word_scope(book, filters), names, words.say("tally/short/all"), words.say("tally/others")
        )
        groups = [list_lines("tally/standing"), still_open]
        return Page("show", filters, title, groups, table, by_game, verdicts)

    @as_answer
    def show_player(self, connection: Connection, asked: Asked) -> Page:
        """Show one player: their standing by game, and their last entries."""
        book, filters, request = asked
        words = book.words
        member = book.resolve_member(filters) or book.find_by_user(request.user)
        if member is None:
            raise Refused("TALLY", "you")
        own = TallyFilters(filters.season, filters.game, filters.since, filters.until, member=member.id)
        scope = book.make_scope(own)
        found = statements.read_standings(connection, book, scope)
        entries = reports.list_last(connection, scope, MOST_ENTRIES)
        what = word_scope(book, TallyFilters(filters.season, filters.game))
        title = words.say("tally/player", name=member.name, what=what)
        feats = self.feats.find_feats(connection, book, scope)
        at_tables = reports.sum_at_tables(connection, scope, stakes.list_games_of_stakes())
        results = {result.game: result for result in at_tables}
        apart = {
            game: words.say("tally/apart", amount=format_signed(amount), entries=entries_apart)
            for game, (amount, entries_apart) in reports.sum_apart(connection, scope).items()
        }
        by_game: list[list[str]] = []
        for game in dict.fromkeys((*registry.NAMES, "", *found.games)):
            lines = profiles.list_feats(game, feats.get(game), member.id, results.get(game), words, member.name)
            lines += [apart[game]] if game in apart else []
            if lines or game in found.games:
                name = title_of(game) or words.say("tally/no_game")
                amount = format_signed(sum(row.games.get(game, 0) for row in found.rows))
                by_game.append([words.say("tally/player_game", title=name, amount=amount), *lines])
        total = sum(row.amount for row in found.rows)
        lines = profiles.describe_usual_partner(book, feats, member.id)
        unit = book.settings.unit[abs(total) != 1]
        entries_count = sum(row.entries for row in found.rows)
        lines.append(words.say("tally/player_total", amount=format_signed(total), unit=unit, entries=entries_count))
        if member.id in book.crossed:
            lines.append(words.say("tally/crossed", name=member.name))
        if member.aliases:
            lines.append(words.say("tally/aliases", names=tuple(member.aliases)))
        last = [describe_entry(book, entry) for entry in reversed(entries)]
        own_feats = {game: feats[game].of(member.id) for game in feats}
        named = replaying.name_records(connection, book, scope, own_feats)
        replays = offer_replays(connection, asked, [*named, *replaying.name_entries(book, entries)])
        chart = statements.make_chart(connection, book, scope, title.replace("**", ""))
        return Page("player", own, title, [*by_game, lines, last], chart, rows=replays, file="chart.png")

    @as_answer
    def show_sheet(self, connection: Connection, asked: Asked) -> Page:
        """Show the sheet with the last entries."""
        book, filters, _ = asked
        words = book.words
        scope, title = book.make_scope(filters), _make_title(book, filters)
        sheet = statements.make_sheet(connection, book, scope, word_scope(book, filters), words.say("tally/rest"))
        if not sheet.rows:
            rows = turning.make_sheet_row(book, filters, None, None)
            return Page("sheet", filters, title, [[words.say("tally/empty")]], rows=rows)
        entries = reports.list_last(connection, scope, statements.MOST_ROWS)
        written = [describe_entry(book, entry) for entry in entries[-MOST_ENTRIES:]]
        # The newest page of the whole open sheet also has the debts of earlier seasons.
        is_open = scope.season == book.season.id and not any(filters._replace(season=""))
        brought = debts.describe_brought_forward(connection, book) if is_open else []
        pages = statements.find_pages(connection, scope, sheet)
        replays = offer_replays(connection, asked, replaying.name_entries(book, entries))
        rows = (*turning.make_sheet_row(book, filters, *pages), *replays)
        return Page("sheet", filters, title, [brought], sheet, [*brought, *written], rows)

    @as_answer
    def show_chart(self, connection: Connection, asked: Asked) -> Page:
        """Show the chart of everybody's tally over time."""
        book, filters, _ = asked
        words = book.words
        title = _make_title(book, filters)
        chart = statements.make_chart(connection, book, book.make_scope(filters), word_scope(book, filters))
        if chart is None:
            return Page("chart", filters, title, [[words.say("tally/empty")]])
        ends = [format_amounts((series.name, series.values[-1]) for series in chart.series)]
        described = describe_chart(chart, words)
        return Page("chart", filters, title, [ends], chart, described, file="chart.png")

    @as_answer
    def compare_players(self, connection: Connection, asked: Asked, other: str, called: str = "") -> Page:
        """Compare two players in the hands that both played. `called` is the person's name if `other` is a mention."""
        book, filters, request = asked
        words = book.words
        first = book.resolve_member(filters) or book.find_by_user(request.user)
        if first is None:
            raise Refused("TALLY", "you")
        second = book.find_member(other, called)
        if first.id == second.id:
            raise Refused("TALLY", "same", name=first.name)
        scope = book.make_scope(filters.of_everybody)
        title = words.say("tally/head", one=first.name, other=second.name, what=_word_whole_scope(book, filters))
        lines = [
            words.say("tally/head_partners" if row.as_partners else "tally/head_game",
                title=title_of(row.game) or words.say("tally/no_game"), entries=row.entries,
                one=first.name,
                other=second.name, ahead=row.ahead, behind=row.behind, mine=format_signed(row.first_sum),
                theirs=format_signed(row.second_sum))
            for row in statements.compare(connection, book, scope, first.id, second.id)
        ]  # fmt: skip
        return Page("head", filters, title, [lines or [words.say("tally/never_together")]])

    @as_answer
    def show_records(self, connection: Connection, asked: Asked, feat: str = "") -> Page:
        """Show the record in each achievement, or with `feat` the leaderboard of one achievement."""
        book, filters, request = asked
        words = book.words
        scope = book.make_scope(filters.of_everybody)
        feats = self.feats.find_feats(connection, book, scope)
        scope_text = _word_whole_scope(book, filters)
        if feat:
            own = book.find_by_user(request.user)
            member = None if own is None else own.id
            title, *lines = profiles.list_leaders(book, feats, scope.game, feat, member, scope_text)
            return Page(turning.LEADERS, filters, title, [lines])
        lines = [
            words.about(best.game).say(f"tally/record/{best.kind}", names=tuple(map(book.name, best.holders)),
                most=best.most)
            for best in list_best(feats, scope.game)
        ]  # fmt: skip
        if (hand := find_biggest_hand(connection, book, scope, of_people=False)) is not None:
            names, where = tuple(map(book.name, hand.owners)), describe_place(hand.entry, words)
            facts = {"most": format_signed(hand.amount), "where": where, "on": format_date(hand.entry.at, words)}
            lines.insert(0, words.say("tally/record/biggest", names=names, **facts))
        title = words.say("tally/records", what=scope_text)
        replays = offer_replays(connection, asked, replaying.name_records(connection, book, scope, feats))
        return Page("records", filters, title, [lines or [words.say("tally/no_records")]], rows=replays)

    @as_answer
    def show_partners(self, connection: Connection, asked: Asked) -> Page:
        """Show which partners win most, in games that two sides play."""
        book, filters, _ = asked
        if filters.game in registry.NAMES and not registry.game(filters.game).PARTNERS:
            raise Refused("TALLY", "no_partners", title=title_of(filters.game))
        feats = self.feats.find_feats(connection, book, book.make_scope(filters.of_everybody))
        only = book.resolve_member(filters)
        member = None if only is None else only.id
        title, *lines = profiles.list_partners(book, feats, member, _word_whole_scope(book, filters))
        return Page("partners", filters, title, [lines])

    async def export(self, filters: TallyFilters, form: str, request: Request) -> list[export.File]:
        """Make a file of the books; several numbered ones if books that move are long.

        The format with which a crew moves house has everything, people's ids too. It raises Refused for filters, and
        for anybody but a scorer.
        """
        book = await self.find_book(request)
        if form == export.BOOKS:
            must_be_scorer(book, request.requester)
            if any(filters):
                raise Refused("TALLY", "books_whole")
            key = await self.store.write(ensure_host_key)
            whole, _ = await self.store.read(collect, book, self.feats)
            return await asyncio.to_thread(lambda: [*map(books_file.write, books_file.split(marks.sign(whole, key)))])
        found = await self.store.read(
            export.list_rows, book, book.make_scope(filters._replace(season=filters.season or "all"))
        )
        return [await asyncio.to_thread(export.make_file, found, book, form)]

    async def turn(self, facts: Mapping[str, Any], feat: str, request: Request) -> Message:
        """Show the page that a button or the menu of another page names. Raises Refused."""
        page, crew = facts["page"], facts["crew"]
        if facts["game"] and facts["game"] not in registry.NAMES:
            raise Refused("TABLE", "no_button")
        if crew is not None and crew != (await self.find_crew(request)).id:
            raise Refused("TALLY", "page_elsewhere")
        carried = {name: facts[name] for name in ("season", "game", "since", "until", "member")}
        filters = TallyFilters(**carried, before=facts["before"] or 0)
        pages = {
            "show": self.show_standings,
            "player": self.show_player,
            "sheet": self.show_sheet,
            "chart": self.show_chart,
        }
        if page in pages:
            return await pages[page](filters, request)
        return await self.show_records(filters, request, feat)


def offer_replays(connection: Connection, asked: Asked, found: Sequence[NamedHand]) -> Controls:
    """The menu that replays those of these hands that the requester may look back at."""
    viewable = find_viewable(connection, asked.book.id, asked.request, {named.table for named in found})
    return replaying.make_menu((named for named in found if named.table in viewable), asked.book.words)


def _make_title(book: Book, filters: TallyFilters) -> str:
    return book.words.say("tally/title", what=word_scope(book, filters))


def _word_whole_scope(book: Book, filters: TallyFilters) -> str:
    """Word the scope of a page that covers all seasons unless one is named."""
    return word_scope(book, TallyFilters(filters.season or "all", filters.game))


def word_scope(book: Book, filters: TallyFilters) -> str:
    """Word the scope of an answer: crew, season, game, days, player and unit."""
    parts = [book.crew.name, book.title(book.find_season(filters.season)), title_of(filters.game or None)]
    if filters.since or filters.until:
        parts.append(book.words.say("tally/dates", since=filters.since or "…", until=filters.until or "…"))
    if (member := book.resolve_member(filters)) is not None:
        parts.append(member.name)
    return book.words.say("tally/what", what=" · ".join(filter(None, parts)), unit=book.settings.unit[1])
