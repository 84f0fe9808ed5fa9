"""Pages of whole seasons: a season's card, and the wall of champions."""

from dataclasses import replace
from typing import Final

from bot.messages.books import replaying
from bot.messages.books.illustrated import draw_card
from bot.messages.books.season_cards import MOST_DRAWN, make_card, make_lines, make_wall
from bot.ports import Message, Request
from bot.services.books.reports import Reports
from bot.store.books import Scope
from bot.tally.books import TallyFilters
from games.core import Refused

MOST_SEASONS: Final = 25
"""The most seasons whose biggest hand can be opened, because a menu holds no more items."""


async def show_card(reports: Reports, filters: TallyFilters, request: Request) -> Message:
    """Show the card of a season."""
    book = await reports.find_book(request)
    words = book.words
    season = book.find_season(filters.season)
    if season is None:
        raise Refused("TALLY", "card")
    scope = Scope(book.id, season=season.id)
    feats = await reports.find_feats(book, scope)
    card = await reports.store.read(make_card, book, season, feats, request.at)
    title, *lines = make_lines(card, words)
    title = words.say("tally/what", what=title, unit=book.settings.unit[1])
    here = book, filters, "card"
    if not card.rows and not card.champions:
        return await reports.pages.make_page(request.user, here, title, lines)
    named = await reports.store.read(replaying.name_records, book, scope, feats)
    return await reports.pages.make_page(
        request.user,
        here,
        title,
        draw=draw_card(card, words),
        name="season.png",
        instead=lines,
        rows=await reports.offer_replays(book, named, request),
    )


async def show_champions(reports: Reports, filters: TallyFilters, request: Request) -> Message:
    """Show the wall of champions."""
    book = await reports.find_book(request)
    words = book.words
    feats = await reports.find_feats(book, Scope(book.id))
    wall = await reports.store.read(make_wall, book, feats)
    title, *lines = make_lines(wall, words)
    title = words.say("tally/what", what=title, unit=book.settings.unit[1])
    here = book, TallyFilters(), "champions"
    if not wall.champions:
        return await reports.pages.make_page(request.user, here, title, [words.say("wall/empty")])
    closed = [season for season in reversed(book.seasons) if season.closed_at is not None]
    named = [
        *await reports.store.read(replaying.name_records, book, Scope(book.id), feats),
        *await reports.store.read(replaying.name_biggest_of_seasons, book, closed[:MOST_SEASONS]),
    ]
    drawn = replace(wall, rows=wall.rows[:MOST_DRAWN])
    rest = lines[-len(wall.rows) :][MOST_DRAWN:]
    return await reports.pages.make_page(
        request.user,
        here,
        title,
        rest,
        draw=draw_card(drawn, words),
        name="champions.png",
        instead=lines,
        rows=await reports.offer_replays(book, named, request),
    )
