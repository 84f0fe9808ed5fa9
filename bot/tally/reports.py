"""Answers from the books, in words and with a picture, unless the requester wants words alone."""

import asyncio
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial

from bot.people.preferences import PreferencesCache
from bot.ports.requests import Request
from bot.ports.ui import Message, Row
from bot.store.books import crews, reports
from bot.store.books.crews import Crew
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tally import books_file, crew_settings, debts, export, profiles, replaying, stakes, statements, turning
from bot.tally.achievements import Achievements, Feats, list_best
from bot.tally.book import Book, TallyFilters, format_amounts, format_date, format_signed, load_book
from bot.tally.collecting import collect
from bot.tally.entry_text import describe_entry, describe_place, short_title_of, title_of
from bot.tally.pages import make_page
from bot.tally.replaying import NamedHand
from bot.tally.sight import find_viewable
from bot.tally.statements import find_biggest_hands
from bot.tally.waiting import ask_to_confirm, describe_waiting, find_first_asked, find_waiting
from bot.wording import Words
from games import registry
from games.core.refused import Refused
from render import chart as charts
from render import sheet as sheets
from render.base.picture import Picture, Sheet
from render.painters import Paint
from render.style import Style

MOST_STANDINGS = 30
MOST_ENTRIES = 10


@dataclass(slots=True)
class Reports:
    """The answers to every question about a crew's books."""

    store: Store
    people: PreferencesCache
    paint: Paint
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
        return (await self.store.read(load_book, await self.find_crew(request))).read_by(request.words())

    async def show_standings(self, filters: TallyFilters, request: Request) -> Message:
        """Show the standings."""
        book = await self.find_book(request)
        words = book.words
        scope = book.make_scope(filters)
        found = await self.store.read(statements.read_standings, book, scope)
        question, verdicts = ask_to_confirm(book, await self.store.read(find_first_asked, book, request.user))
        still_open = [*describe_waiting(await self.store.read(find_waiting, book), words), *question]
        title = self._make_title(book, filters)
        if not found.rows:
            return await self.make_page(
                request,
                title,
                [words.say("tally/empty"), *still_open],
                rows=(*verdicts, *turning.make_rows(book, filters, "show")),
            )
        names = [short_title_of(game, words) or words.say("tally/short/other") for game in found.games]
        by_game = len(names) > 1 and (await self.people.get(request.user)).text_only
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
        return await self.make_page(
            request,
            title,
            lines,
            still_open,
            draw=_make_sheet_drawing(table, words),
            rows=(*verdicts, *turning.make_rows(book, filters, "show")),
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
        games = [game for game in (*registry.NAMES, "") if game in found.games or game in feats or game in apart]
        by_game: list[list[str]] = []
        for game in (*games, *(other for other in found.games if other not in games)):
            amount = sum(row.games.get(game, 0) for row in found.rows)
            feat_lines = profiles.list_feats(game, feats.get(game), member.id, results.get(game), words, member.name)
            if game in apart:
                feat_lines.append(apart[game])
            if feat_lines or game in found.games:
                standing = words.say(
                    "tally/player_game",
                    title=title_of(game) or words.say("tally/no_game"),
                    amount=format_signed(amount),
                )
                by_game.append([standing, *feat_lines])
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
        chart = await self.store.read(statements.make_chart, book, scope, _without_bold(title))
        draw = None if chart is None else lambda style: charts.draw(chart, style, words)
        return await self.make_page(
            request,
            title,
            *by_game,
            lines,
            last,
            draw=draw,
            name="chart.png",
            rows=(*replays, *turning.make_rows(book, player_filters, "player")),
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
        if not sheet.rows:
            below = (*turning.make_sheet_row(book, filters, None, None), *turning.make_rows(book, filters, "sheet"))
            return await self.make_page(request, title, [words.say("tally/empty")], rows=below)
        entries = await self.store.read(reports.list_last, scope, statements.MOST_ROWS)
        written = [describe_entry(book, entry) for entry in entries[-MOST_ENTRIES:]]
        brought = await self.store.read(self._describe_brought_forward, book, filters)
        pages = await self.store.read(statements.find_pages, book, scope, sheet)
        replays = await self.offer_replays(book, replaying.name_entries(book, entries), request)
        rows = (*turning.make_sheet_row(book, filters, *pages), *replays, *turning.make_rows(book, filters, "sheet"))
        return await self.make_page(
            request, title, brought, draw=_make_sheet_drawing(sheet, words), instead=[*brought, *written], rows=rows
        )

    async def offer_replays(self, book: Book, found: Sequence[NamedHand], request: Request) -> tuple[Row, ...]:
        """The menu that replays those of these hands that the requester may look back at."""
        viewable = await find_viewable(self.store, book.crew.id, request, {named.table for named in found})
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
        if chart is None:
            return await self.make_page(
                request, title, [book.words.say("tally/empty")], rows=turning.make_rows(book, filters, "chart")
            )
        ends = [format_amounts((series.name, series.values[-1]) for series in chart.series)]
        described = charts.describe(chart, book.words).splitlines()
        return await self.make_page(
            request,
            title,
            ends,
            draw=lambda style: charts.draw(chart, style, book.words),
            name="chart.png",
            instead=described,
            rows=turning.make_rows(book, filters, "chart"),
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
        scope = book.make_scope(TallyFilters(filters.season or "all", filters.game, filters.since, filters.until))
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
        return await self.make_page(
            request, title, lines or [words.say("tally/never_together")], rows=turning.make_rows(book, filters, "head")
        )

    async def show_records(self, filters: TallyFilters, request: Request, feat: str = "") -> Message:
        """Show the record in each achievement, or with `feat` the leaderboard of one achievement."""
        book = await self.find_book(request)
        words = book.words
        scope = book.make_scope(TallyFilters(filters.season or "all", filters.game, filters.since, filters.until))
        feats = await self.find_feats(book, scope)
        scope_text = self.word_scope(book, TallyFilters(filters.season or "all", filters.game))
        if feat:
            own = book.find_by_user(request.user)
            member = None if own is None else own.id
            title, *lines = profiles.list_leaders(book, feats, scope.game, feat, member, scope_text)
            return await self.make_page(request, title, lines, rows=turning.make_rows(book, filters, turning.LEADERS))
        found = list_best(feats, scope.game)
        biggest = await self.store.read(self._describe_biggest, book, scope)
        lines = [*biggest, *(
            words.about(best.game).say(f"tally/record/{best.kind}", names=tuple(map(book.name, best.holders)),
                most=best.most)
            for best in found
        )]  # fmt: skip
        title = words.say("tally/records", what=scope_text)
        named = await self.store.read(replaying.name_records, book, scope, feats)
        return await self.make_page(
            request,
            title,
            lines or [words.say("tally/no_records")],
            rows=(
                *await self.offer_replays(book, named, request),
                *turning.make_rows(book, filters, "records"),
            ),
        )

    async def show_partners(self, filters: TallyFilters, request: Request) -> Message:
        """Show which partners win most, in games that two sides play."""
        book = await self.find_book(request)
        scope_filters = TallyFilters(filters.season or "all", filters.game, filters.since, filters.until)
        if filters.game in registry.NAMES and not registry.game(filters.game).PARTNERS:
            raise Refused("TALLY", "no_partners", title=title_of(filters.game))
        feats = await self.find_feats(book, book.make_scope(scope_filters))
        only = book.resolve_member(filters)
        title, *lines = profiles.list_partners(
            book,
            feats,
            None if only is None else only.id,
            self.word_scope(book, TallyFilters(scope_filters.season, filters.game)),
        )
        return await self.make_page(request, title, lines, rows=turning.make_rows(book, filters, "partners"))

    async def find_feats(self, book: Book, scope: reports.Scope) -> dict[str, Feats]:
        """Find everybody's feats in the game and the days of a scope."""
        since, until = self._find_dates(book, scope)
        return await self.store.read(self.feats.find_feats, book, scope.game, since, until)

    @staticmethod
    def _describe_biggest(connection: Connection, book: Book, scope: reports.Scope) -> list[str]:
        return [
            book.words.say("tally/record/biggest", names=tuple(map(book.name, hand.owners)),
                most=format_signed(hand.amount), where=describe_place(hand.entry, book.words),
                on=format_date(hand.entry.at, book.words))
            for hand in find_biggest_hands(connection, book, scope, 1)
        ]  # fmt: skip

    @staticmethod
    def _find_dates(book: Book, scope: reports.Scope) -> tuple[int | None, int | None]:
        """The times at which a scope begins and ends. Feats are found by time, because events name no season."""
        season = None if scope.season is None else next(known for known in book.seasons if known.id == scope.season)
        since, until = scope.since, scope.until
        if season is not None:
            since = max(since or 0, season.opened_at)
            until = season.closed_at if until is None else min(until, season.closed_at or until)
        return since, until

    async def export(self, filters: TallyFilters, form: str, request: Request) -> export.File:
        """Make a file of the books. The format with which a crew moves house always has everything, so filters raise
        Refused there."""
        book = await self.find_book(request)
        if form == export.BOOKS:
            if any(filters):
                raise Refused("TALLY", "books_whole")
            whole = await self.store.read(collect, book, self.feats)
            return export.File("boneyard-books.json.gz", await asyncio.to_thread(books_file.write, whole))
        found = await self.store.read(
            export.list_rows, book, book.make_scope(filters._replace(season=filters.season or "all"))
        )
        return await asyncio.to_thread(export.make_file, found, book, form)

    async def turn(self, parts: list[str], values: tuple[str, ...], request: Request) -> Message:
        """Show the page that a button or the menu of another page names. Raises Refused."""
        page_name, filters, crew = turning.read(parts)
        if crew is not None and crew != (await self.find_crew(request)).id:
            raise Refused("TALLY", "page_elsewhere")
        pages = {
            "show": self.show_standings,
            "player": self.show_player,
            "sheet": self.show_sheet,
            "chart": self.show_chart,
        }
        if page_name in pages:
            return await pages[page_name](filters, request)
        return await self.show_records(filters, request, (*values, "")[0])

    # Words and pictures.

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

    async def make_page(
        self,
        request: Request,
        title: str,
        *groups: Sequence[str],
        draw: Callable[[Style], Picture] | None = None,
        name: str = "tally.png",
        instead: Sequence[str] = (),
        rows: tuple[Row, ...] = (),
    ) -> Message:
        """Make a page with the picture that `draw` draws.

        If the requester wants words alone, or the painters are too busy, there is no picture. Then the lines `instead`
        replace the groups, if there are any.
        """
        chosen = await self.people.get(request.user)
        picture = None
        if draw is not None and not chosen.text_only:
            drawing, style = draw, Style(chosen.theme, chosen.big)
            picture = await self.paint(lambda: drawing(style))
        shown_groups = groups if picture is not None or not instead else (instead,)
        return make_page(title, *shown_groups, picture=picture, name=name, rows=rows, plain=chosen.text_only)


def _make_sheet_drawing(sheet: Sheet, words: Words) -> Callable[[Style], Picture]:
    return lambda style: sheets.draw(sheet, style, words, sheet)


def _without_bold(text: str) -> str:
    return text.replace("**", "")
