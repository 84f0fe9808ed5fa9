"""Pages of whole seasons: a season's card, and the wall of champions."""

from dataclasses import replace

from bot.ports.requests import Location, Requester
from bot.ports.ui import Message
from bot.store.books import crews, reports
from bot.store.books.crews import Season
from bot.store.books.reports import Scope
from bot.tally import replaying, season_cards, turning
from bot.tally.book import Ask, Book, load_book
from bot.tally.reports import Reports
from games.core.refused import Refused
from render import season_card as cards
from render.base.picture import Picture, SeasonCard
from render.style import Style


async def show_card(of: Reports, ask: Ask, requester: Requester, location: Location, now: int) -> Message:
    """Show the card of a season."""
    book = await of.book(location, now, requester.words())
    words = book.words
    season = book.find_season(ask.season)
    if season is None:
        raise Refused("TALLY", "card")
    scope = Scope(book.crew.id, season=season.id)
    feats = await of.feats_in(book, scope)
    made = await of.store.read(season_cards.card, book, season, feats, now)
    title, *lines = season_cards.in_words(made, words)
    title = words.say("tally/what", what=title, unit=book.house.unit[1])
    below = turning.rows(book, ask, "card")
    if not made.rows and not made.champions:
        return await of.page(requester, title, lines, rows=below)
    named = await of.store.read(replaying.name_records, book, scope, feats)
    return await of.page(
        requester,
        title,
        draw=lambda style: cards.draw(made, style, words),
        name="season.png",
        instead=lines,
        rows=(*await of.offer_replays(book, named, requester, location), *below),
    )


async def show_champions(of: Reports, ask: Ask, requester: Requester, location: Location, now: int) -> Message:
    """Show the wall of champions."""
    book = await of.book(location, now, requester.words())
    words = book.words
    feats = await of.feats_in(book, reports.Scope(book.crew.id))
    made = await of.store.read(season_cards.wall, book, feats)
    title, *lines = season_cards.in_words(made, words)
    title = words.say("tally/what", what=title, unit=book.house.unit[1])
    below = turning.rows(book, Ask(), "champions")
    if not made.champions:
        return await of.page(requester, title, [words.say("wall/empty")], rows=below)
    closed = [season for season in reversed(book.seasons) if season.closed_at is not None]
    named = [
        *await of.store.read(replaying.name_records, book, Scope(book.crew.id), feats),
        *await of.store.read(replaying.name_seasons, book, closed[:MOST_SEASONS]),
    ]
    drawn = replace(made, rows=made.rows[: season_cards.MOST_DRAWN])
    rest = lines[-len(made.rows) :][season_cards.MOST_DRAWN :]
    return await of.page(
        requester,
        title,
        rest,
        draw=lambda style: cards.draw(drawn, style, words),
        name="champions.png",
        instead=lines,
        rows=(*await of.offer_replays(book, named, requester, location), *below),
    )


MOST_SEASONS = 25
"""The most seasons whose biggest hand is looked for; a menu has as many entries."""


async def draw_season(of: Reports, crew: int, number: int, now: int) -> Picture | None:
    """Draw the card of the season with this id for everybody. None if it is empty or the painters are too busy."""
    found = await of.store.read(crews.crew, crew)
    book = None if found is None else await of.store.read(load_book, found)
    season = None if book is None else next((known for known in book.seasons if known.id == number), None)
    if book is None or season is None:
        return None
    made = await _make_card(of, book, season, now)
    return await of.paint(lambda: cards.draw(made, Style(), book.words)) if made.rows or made.champions else None


async def _make_card(of: Reports, book: Book, season: Season, now: int) -> SeasonCard:
    feats = await of.feats_in(book, Scope(book.crew.id, season=season.id))
    return await of.store.read(season_cards.card, book, season, feats, now)
