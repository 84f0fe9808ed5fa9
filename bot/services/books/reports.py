"""Answers from the books, in words and with a picture, unless the requester wants words alone."""

import asyncio
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any

from bot.messages.books import replaying, turning
from bot.messages.books.illustrated import Illustrator, describe_chart, draw_chart, draw_sheet
from bot.messages.books.replaying import NamedHand
from bot.ports import Controls, Message, Request
from bot.store import Connection, Store
from bot.store.books import Crew, crews, reports
from bot.store.people.erased import ensure_host_key
from bot.tally.books import (
    Achievements,
    Book,
    Feats,
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
from bot.tally.changes.waiting import ask_to_confirm, describe_waiting, find_first_asked, find_waiting
from bot.tally.papers import books_file, marks
from bot.tally.papers.collecting import collect
from games import registry
from games.core import Refused

MOST_STANDINGS = 30
MOST_ENTRIES = 10


@dataclass(slots=True)
class Reports:
    """The answers to every question about a crew's books."""

    store: Store
    pages: Illustrator
    feats: Achievements

    async def find_crew(self, request: Request) -> Crew:
        """Find the crew that plays in the channel of a request, or make it. Raises Refused in a DM."""
        here = request.location
        if not here.guild:
            raise Refused("TALLY", "no_dm")
        places = (here.channel, here.parent)
        found = await self.store.read(crews.find_at_place, here.guild, places)
        if found is not None:
            return found
        begins = partial(crew_settings.make_settings_of_crew, here.language)
        return await self.store.write(crews.ensure_at_place, here.guild, places, request.at, begins)

    async def find_book(self, request: Request) -> Book:
        """The book of the crew that plays in the channel of a request, for the requester."""
        return (await self.store.read(load_book, await self.find_crew(request))).read_by(request.words)

    async def show_standings(self, filters: TallyFilters, request: Request) -> Message:
        """Show the standings."""
        book = await self.find_book(request)
        words = book.words
        scope = book.make_scope(filters)
        found = await self.store.read(statements.read_standings, book, scope)
        question, verdicts = ask_to_confirm(book, await self.store.read(find_first_asked, book, request.user))
        still_open = [*describe_waiting(await self.store.read(find_waiting, book), words), *question]
        title, here = self._make_title(book, filters), (book, filters, "show")
        if not found.rows:
            lines = [words.say("tally/empty"), *still_open]
            return await self.pages.make_page(request.user, here, title, lines, rows=verdicts)
        names = [short_title_of(game, words) or words.say("tally/short/other") for game in found.games]
        by_game = len(names) > 1 and (await self.pages.people.get(request.user)).text_only
        lines = [
            words.say("tally/standing_by_game" if by_game else "tally/standing", place=place, name=row.name,
                amount=format_signed(row.amount), entries=row.entries, games=format_amounts(
                    (name, row.games[game]) for name, game in zip(names, found.games, strict=True) if game in row.games
                ))
            for place, row in list(zip(found.places, found.rows, strict=True))[:MOST_STANDINGS]
        ]  # fmt: skip
        table = statements.make_standings_sheet(
            found, self.word_scope(book, filters), names, words.say("tally/short/all"), words.say("tally/others")
        )
        return await self.pages.make_page(
            request.user, here, title, lines, still_open, draw=draw_sheet(table, words), rows=verdicts
        )

    async def show_player(self, filters: TallyFilters, request: Request) -> Message:
        """Show one player: their standing by game, and their last entries."""
        book = await self.find_book(request)
        words = book.words
        member = book.resolve_member(filters) or book.find_by_user(request.user)
        if member is None:
            raise Refused("TALLY", "you")
        player_filters = TallyFilters(filters.season, filters.game, filters.since, filters.until, member=member.id)
        scope = book.make_scope(player_filters)
        found = await self.store.read(statements.read_standings, book, scope)
        entries = await self.store.read(reports.list_last, scope, MOST_ENTRIES)
        title = words.say(
            "tally/player", name=member.name, what=self.word_scope(book, TallyFilters(filters.season, filters.game))
        )
        feats = await self.find_feats(book, scope)
        at_tables = await self.store.read(reports.sum_at_tables, scope, stakes.list_games_of_stakes())
        results = {result.game: result for result in at_tables}
        apart = {
            game: words.say("tally/apart", amount=format_signed(amount), entries=entries_apart)
            for game, (amount, entries_apart) in (await self.store.read(reports.sum_apart, scope)).items()
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
        own = {game: feats[game].of(member.id) for game in feats}
        named = await self.store.read(replaying.name_records, book, scope, own)
        replays = await self.offer_replays(book, [*named, *replaying.name_entries(book, entries)], request)
        chart = await self.store.read(statements.make_chart, book, scope, title.replace("**", ""))
        draw = None if chart is None else draw_chart(chart, words)
        return await self.pages.make_page(
            request.user,
            (book, player_filters, "player"),
            title,
            *by_game,
            lines,
            last,
            draw=draw,
            name="chart.png",
            rows=replays,
        )

    async def show_sheet(self, filters: TallyFilters, request: Request) -> Message:
        """Show the sheet with the last entries."""
        book = await self.find_book(request)
        words = book.words
        scope = book.make_scope(filters)
        title = self._make_title(book, filters)
        sheet = await self.store.read(
            statements.make_sheet, book, scope, self.word_scope(book, filters), words.say("tally/rest")
        )
        here = book, filters, "sheet"
        if not sheet.rows:
            rows = turning.make_sheet_row(book, filters, None, None)
            return await self.pages.make_page(request.user, here, title, [words.say("tally/empty")], rows=rows)
        entries = await self.store.read(reports.list_last, scope, statements.MOST_ROWS)
        written = [describe_entry(book, entry) for entry in entries[-MOST_ENTRIES:]]
        brought = await self.store.read(self._describe_brought_forward, book, filters)
        pages = await self.store.read(statements.find_pages, book, scope, sheet)
        replays = await self.offer_replays(book, replaying.name_entries(book, entries), request)
        rows = (*turning.make_sheet_row(book, filters, *pages), *replays)
        return await self.pages.make_page(
            request.user, here, title, brought, draw=draw_sheet(sheet, words), instead=[*brought, *written], rows=rows
        )

    async def offer_replays(self, book: Book, found: Sequence[NamedHand], request: Request) -> Controls:
        """The menu that replays those of these hands that the requester may look back at."""
        viewable = await find_viewable(self.store, book.id, request, {named.table for named in found})
        return replaying.make_menu((named for named in found if named.table in viewable), book.words)

    @staticmethod
    def _describe_brought_forward(connection: Connection, book: Book, filters: TallyFilters) -> list[str]:
        """The line about debts of earlier seasons, for the newest page of the whole open sheet; [] for other pages."""
        is_filtered = (
            filters.before or filters.game or filters.since or filters.until or filters.player or filters.member
        )
        if is_filtered or book.find_season(filters.season) != book.season:
            return []
        return debts.describe_brought_forward(connection, book)

    async def show_chart(self, filters: TallyFilters, request: Request) -> Message:
        """Show the chart of everybody's tally over time."""
        book = await self.find_book(request)
        title = self._make_title(book, filters)
        chart = await self.store.read(
            statements.make_chart, book, book.make_scope(filters), self.word_scope(book, filters)
        )
        here = book, filters, "chart"
        if chart is None:
            return await self.pages.make_page(request.user, here, title, [book.words.say("tally/empty")])
        ends = [format_amounts((series.name, series.values[-1]) for series in chart.series)]
        described = describe_chart(chart, book.words)
        return await self.pages.make_page(
            request.user, here, title, ends, draw=draw_chart(chart, book.words), name="chart.png", instead=described
        )

    async def compare_players(self, filters: TallyFilters, other: str, request: Request, called: str = "") -> Message:
        """Compare two players in the hands that both played. `called` is the person's name if `other` is a mention."""
        book = await self.find_book(request)
        words = book.words
        first = book.resolve_member(filters) or book.find_by_user(request.user)
        if first is None:
            raise Refused("TALLY", "you")
        second = book.find_member(other, called)
        if first.id == second.id:
            raise Refused("TALLY", "same", name=first.name)
        scope = book.make_scope(filters.of_everybody)
        found = await self.store.read(statements.compare, book, scope, first.id, second.id)
        scope_text = self.word_scope(book, TallyFilters(filters.season or "all", filters.game))
        title = words.say("tally/head", one=first.name, other=second.name, what=scope_text)
        lines = [
            words.say("tally/head_partners" if row.as_partners else "tally/head_game",
                title=title_of(row.game) or words.say("tally/no_game"), entries=row.entries,
                one=first.name,
                other=second.name, ahead=row.ahead, behind=row.behind, mine=format_signed(row.first_sum),
                theirs=format_signed(row.second_sum))
            for row in found
        ]  # fmt: skip
        here, none = (book, filters, "head"), [words.say("tally/never_together")]
        return await self.pages.make_page(request.user, here, title, lines or none)

    async def show_records(self, filters: TallyFilters, request: Request, feat: str = "") -> Message:
        """Show the record in each achievement, or with `feat` the leaderboard of one achievement."""
        book = await self.find_book(request)
        words = book.words
        scope = book.make_scope(filters.of_everybody)
        feats = await self.find_feats(book, scope)
        scope_text = self.word_scope(book, TallyFilters(filters.season or "all", filters.game))
        if feat:
            own = book.find_by_user(request.user)
            member = None if own is None else own.id
            title, *lines = profiles.list_leaders(book, feats, scope.game, feat, member, scope_text)
            return await self.pages.make_page(request.user, (book, filters, turning.LEADERS), title, lines)
        found = list_best(feats, scope.game)
        biggest = await self.store.read(self._describe_biggest, book, scope)
        lines = [*biggest, *(
            words.about(best.game).say(f"tally/record/{best.kind}", names=tuple(map(book.name, best.holders)),
                most=best.most)
            for best in found
        )]  # fmt: skip
        title = words.say("tally/records", what=scope_text)
        named = await self.store.read(replaying.name_records, book, scope, feats)
        return await self.pages.make_page(
            request.user,
            (book, filters, "records"),
            title,
            lines or [words.say("tally/no_records")],
            rows=await self.offer_replays(book, named, request),
        )

    async def show_partners(self, filters: TallyFilters, request: Request) -> Message:
        """Show which partners win most, in games that two sides play."""
        book = await self.find_book(request)
        if filters.game in registry.NAMES and not registry.game(filters.game).PARTNERS:
            raise Refused("TALLY", "no_partners", title=title_of(filters.game))
        feats = await self.find_feats(book, book.make_scope(filters.of_everybody))
        only = book.resolve_member(filters)
        title, *lines = profiles.list_partners(
            book,
            feats,
            None if only is None else only.id,
            self.word_scope(book, TallyFilters(filters.season or "all", filters.game)),
        )
        return await self.pages.make_page(request.user, (book, filters, "partners"), title, lines)

    async def find_feats(self, book: Book, scope: reports.Scope) -> dict[str, Feats]:
        """Find everybody's feats in the game and the days of a scope."""
        return await self.store.read(self.feats.find_feats, book, scope)

    @staticmethod
    def _describe_biggest(connection: Connection, book: Book, scope: reports.Scope) -> list[str]:
        hand = find_biggest_hand(connection, book, scope, of_people=False)
        if hand is None:
            return []
        names, where = tuple(map(book.name, hand.owners)), describe_place(hand.entry, book.words)
        facts = {"most": format_signed(hand.amount), "where": where, "on": format_date(hand.entry.at, book.words)}
        return [book.words.say("tally/record/biggest", names=names, **facts)]

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

    def _make_title(self, book: Book, filters: TallyFilters) -> str:
        return book.words.say("tally/title", what=self.word_scope(book, filters))

    @staticmethod
    def word_scope(book: Book, filters: TallyFilters) -> str:
        """Word the scope of an answer: crew, season, game, days, player and unit."""
        parts = [book.crew.name, book.title(book.find_season(filters.season)), title_of(filters.game or None)]
        if filters.since or filters.until:
            parts.append(book.words.say("tally/dates", since=filters.since or "…", until=filters.until or "…"))
        if (member := book.resolve_member(filters)) is not None:
            parts.append(member.name)
        return book.words.say("tally/what", what=" · ".join(filter(None, parts)), unit=book.settings.unit[1])
