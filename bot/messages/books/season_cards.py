"""The card of a season, and the wall of champions: their rows, and the same as lines of text."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Final

from bot.store import Connection, Store
from bot.store.books import Scope, Season, crews
from bot.tally.books import (
    Achievements,
    Book,
    Feats,
    Owner,
    find_biggest_hand,
    format_date,
    format_signed,
    load_book,
    profiles,
)
from bot.tally.books.achievements import RUN, find_leaders
from bot.tally.books.book import rank_places
from bot.tally.books.entry_text import short_title_of
from bot.tally.books.statements import Standing, read_standings
from bot.wording import Words
from games import registry
from render import season_card as cards
from render.base.picture import CardRow, Picture, SeasonCard
from render.painters import Paint
from render.style import Style

MOST_ROWS: Final = 10
RUNNERS_UP: Final = 2
MOST_ON_WALL: Final = 60
"""The most rows of the wall of champions; its picture shows the first `MOST_DRAWN` of them."""
MOST_DRAWN: Final = 14


def make_card(connection: Connection, book: Book, season: Season, feats: Mapping[str, Feats], now: int) -> SeasonCard:
    """Make the card of a season from its standings and from the `feats` of its time."""
    scope = Scope(book.id, season=season.id)
    people = _list_standings(connection, book, season)
    most = people[0].amount if people and people[0].amount > 0 else 0
    champions = tuple(row.name for row in people if most and row.amount == most)
    rows = (*_find_biggest(connection, book, scope), *_make_record_rows(book, dict(feats)))[:MOST_ROWS]
    following = people[len(champions) : len(champions) + RUNNERS_UP] if champions or not rows else []
    runners_up = tuple(
        (book.words.say("card/place", place=len(champions) + place), row.name, format_signed(row.amount))
        for place, row in zip(rank_places([row.amount for row in following]), following, strict=True)
    )
    when = _word_days(season.opened_at, now if season.closed_at is None else season.closed_at, book.words)
    title = " · ".join(filter(None, (book.crew.name, book.title(season))))
    figure = f"{format_signed(most)} {book.settings.unit[most != 1]}"
    return SeasonCard(title, when, champions, figure if champions else "", runners_up, rows)


def make_wall(connection: Connection, book: Book, feats: Mapping[str, Feats]) -> SeasonCard:
    """Make the wall of champions: the biggest hand and the longest run of all seasons, then the winner and the wooden
    spoon of every closed season, the newest first. Whoever has won most seasons wears the crown."""
    closed = [season for season in book.seasons if season.closed_at is not None]
    won: Counter[Owner] = Counter()
    rows = []
    for season in reversed(closed):
        people = _list_standings(connection, book, season)
        if not people or people[0].amount <= 0:
            continue
        first = [row for row in people if row.amount == people[0].amount]
        last = [row for row in people if row.amount == people[-1].amount]
        won.update(row.owner for row in first)
        title, most, least = book.title(season), format_signed(people[0].amount), format_signed(people[-1].amount)
        winners, losers = tuple(row.name for row in first), tuple(row.name for row in last)
        spoon = book.words.say("wall/season", season=title, names=losers, figure=least)
        sentence = book.words.say("wall/line", season=title, names=winners, figure=most, last=losers, lowest=least)
        rows.append(CardRow(spoon, winners, most, sentence))
    seasons_won = max(won.values(), default=0)
    champions = tuple(book.name(owner) for owner, seasons in won.items() if seasons == seasons_won)
    records = (*_find_biggest(connection, book, Scope(book.id)), *_find_longest_run(book, dict(feats)))
    when = _word_days(closed[0].opened_at, closed[-1].closed_at or 0, book.words) if closed else ""
    title = " · ".join(filter(None, (book.words.say("wall/title"), book.crew.name)))
    figure = book.words.say("wall/seasons", count=seasons_won) if champions else ""
    return SeasonCard(title, when, champions, figure, (), (*records, *rows)[:MOST_ON_WALL])


def _list_standings(connection: Connection, book: Book, season: Season) -> list[Standing]:
    """The standings of the members in a season, the highest first."""
    rows = read_standings(connection, book, Scope(book.id, season=season.id)).rows
    return [row for row in rows if row.owner in book.members]


def _word_days(since: int, until: int, words: Words) -> str:
    """Word the first and the last day, or the only day."""
    first, last = format_date(since, words), format_date(until, words)
    return words.say("card/dates", first=first, last=last) if first != last else first


def _find_biggest(connection: Connection, book: Book, scope: Scope) -> Iterator[CardRow]:
    """Yield a row for the biggest hand that a member has won, if there is one."""
    hand = find_biggest_hand(connection, book, scope)
    if hand is not None:
        short = short_title_of(hand.entry.game, book.words)
        title = book.words.say("card/of_game", title=book.words.say("card/biggest"), short=short)
        yield CardRow(title, tuple(map(book.name, hand.owners)), format_signed(hand.amount))


def _make_record_rows(book: Book, feats: dict[str, Feats]) -> Iterator[CardRow]:
    """Yield a row with the leaders in each record that a game declares for the card, and one for the longest run."""
    for game in registry.NAMES:
        for record in registry.game(game).RECORDS if game in feats else ():
            leaders, most = find_leaders(feats, game, record.kind) if record.on_season_card else ((), 0)
            if leaders:
                title, short = profiles.find_title(record.kind, game, book.words), short_title_of(game, book.words)
                title = book.words.say("card/of_game", title=title, short=short)
                figure = profiles.describe_amount(record.kind, game, most, book.words)
                yield CardRow(title, tuple(map(book.name, leaders)), figure)
    yield from _find_longest_run(book, feats)


def _find_longest_run(book: Book, feats: dict[str, Feats]) -> Iterator[CardRow]:
    """Yield a row for the longest run of hands won, if there is one."""
    leaders, most = find_leaders(feats, None, RUN)
    if most > 1:
        yield CardRow(profiles.find_title(RUN, "", book.words), tuple(map(book.name, leaders)), str(most))


def make_lines(card: SeasonCard, words: Words) -> list[str]:
    """The lines of a card as text, for readers who want words instead of pictures."""
    lines = [f"**{card.title}** · {card.when}" if card.when else f"**{card.title}**"]
    if card.champions:
        lines.append(words.say("card/champion", names=card.champions, figure=card.figure))
    lines += [
        words.say("card/runner_up", place=place, name=name, figure=figure) for place, name, figure in card.runners_up
    ]
    lines += [
        row.sentence or words.say("season_card/row", title=row.title, names=row.names, figure=row.figure)
        for row in card.rows
    ]
    return lines if len(lines) > 1 else [*lines, words.say("tally/empty")]


async def draw_season(
    store: Store, achievements: Achievements, paint: Paint, crew: int, season_id: int, now: int
) -> Picture | None:
    """Draw the card of a season. The crew and the season are given by their ids.

    None if there is no such season, if its card is empty, or if the painters are too busy.
    """
    found = await store.read(crews.find_crew, crew)
    book = None if found is None else await store.read(load_book, found)
    season = None if book is None else next((known for known in book.seasons if known.id == season_id), None)
    if book is None or season is None:
        return None
    feats = await store.read(achievements.find_feats, book, Scope(book.id, season=season.id))
    card = await store.read(make_card, book, season, feats, now)
    return await paint(lambda: cards.draw(card, Style(), book.words)) if card.rows or card.champions else None
