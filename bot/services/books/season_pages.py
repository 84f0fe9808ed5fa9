"""Pages of whole seasons: a season's card, and the wall of champions."""

from dataclasses import replace
from typing import Final

from bot.messages.books import replaying
from bot.messages.books.illustrated import Page
from bot.messages.books.season_cards import MOST_DRAWN, make_card, make_lines, make_wall
from bot.services.books.reports import Asked, Reports, as_answer, offer_replays
from bot.store import Connection
from bot.store.books import Scope
from bot.tally.books import TallyFilters
from games.core import Refused

MOST_SEASONS: Final = 25
"""The most seasons whose biggest hand can be opened, because a menu holds no more items."""


@as_answer
def show_card(reports: Reports, connection: Connection, asked: Asked) -> Page:
    """Show the card of a season."""
    book = asked.book
    season = book.find_season(asked.filters.season)
    if season is None:
        raise Refused("TALLY", "card")
    scope = Scope(book.id, season=season.id)
    feats = reports.feats.find_feats(connection, book, scope)
    card = make_card(connection, book, season, feats, asked.request.at)
    title, *lines = make_lines(card, book.words)
    title = book.words.say("tally/what", what=title, unit=book.settings.unit[1])
    drawn = card if card.rows or card.champions else None
    replays = offer_replays(connection, asked, replaying.name_records(connection, book, scope, feats))
    return Page("card", asked.filters, title, [], drawn, lines, replays, "season.png")


@as_answer
def show_champions(reports: Reports, connection: Connection, asked: Asked) -> Page:
    """Show the wall of champions."""
    book, whole = asked.book, Scope(asked.book.id)
    feats = reports.feats.find_feats(connection, book, whole)
    wall = make_wall(connection, book, feats)
    title, *lines = make_lines(wall, book.words)
    title = book.words.say("tally/what", what=title, unit=book.settings.unit[1])
    if not wall.champions:
        return Page("champions", TallyFilters(), title, [[book.words.say("wall/empty")]])
    closed = [season for season in reversed(book.seasons) if season.closed_at is not None]
    named = [
        *replaying.name_records(connection, book, whole, feats),
        *replaying.name_biggest_of_seasons(connection, book, closed[:MOST_SEASONS]),
    ]
    below = lines[-len(wall.rows) :][MOST_DRAWN:]
    drawn = replace(wall, rows=wall.rows[:MOST_DRAWN])
    replays = offer_replays(connection, asked, named)
    return Page("champions", TallyFilters(), title, [below], drawn, lines, replays, "champions.png")
