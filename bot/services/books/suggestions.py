"""Suggestions while somebody types the name of a member, a season, a feat or an entry, as (label, value)."""

from collections.abc import Iterable, Iterator
from typing import Final

from bot.ports import Request, Suggested
from bot.services.books.reports import Reports
from bot.store.books import Scope, StoredTransfer, crews, postings
from bot.store.books.reports import list_last, list_pending
from bot.tally.books import Book, describe_entry, find_date, format_date, profiles
from bot.tally.books.book import parse_day
from bot.tally.changes.ledger import MOVED, PAPER
from bot.tally.papers.paper_check import list_sheets
from bot.wording import Words
from bot.wording.letters import select_matching, spell
from games import registry
from games.core import Refused, parse_written

MOST: Final = 25
"""The most suggestions that Discord shows."""


async def suggest_members(reports: Reports, typed: str, request: Request) -> Suggested:
    """Suggest members whose name or alias contains the typed text."""
    book = await reports.find_book(request)
    wanted = spell(typed)
    fits = [
        member
        for member in book.members.values()
        if any(wanted in spell(name) for name in (member.name, *member.aliases))
    ]
    return [(book.label(member), book.make_reference(member)) for member in fits[:MOST]]


async def suggest_seasons(reports: Reports, typed: str, request: Request) -> Suggested:
    """Suggest all seasons together, then each season, the newest first."""
    book = await reports.find_book(request)
    named = [
        (book.words.say("tally/all_seasons"), "all"),
        *((book.title(season), str(season.number)) for season in reversed(book.seasons)),
    ]
    return _select(named, typed)


async def suggest_days(reports: Reports, typed: str, request: Request) -> Suggested:
    """Suggest the typed day as it is understood, or the first day of each season, the newest first."""
    book = await reports.find_book(request)
    try:
        day = parse_day(typed)
    except Refused:
        day = None
    if day is not None:
        return [(format_date(day, book.words), find_date(day).isoformat())]
    starts = [(book.title(season), season.opened_at) for season in reversed(book.seasons)]
    named = [(f"{title}: {format_date(at, book.words)}", find_date(at).isoformat()) for title, at in starts]
    return _select(named, typed)


async def suggest_sheets(reports: Reports, typed: str, request: Request) -> Suggested:
    """Suggest the sheets that earlier papers have made, the newest first."""
    book = await reports.find_book(request)
    sheets = await reports.store.read(list_sheets, book)
    titles = [book.title(sheet) for sheet in reversed(sheets)]
    return _select(zip(titles, titles, strict=True), typed)


async def suggest_groups(reports: Reports, typed: str, request: Request) -> Suggested:
    """Suggest the groups of the server that keep books of their own."""
    found = await reports.store.read(crews.list_crews, request.location.guild)
    return _select(((crew.name, crew.name) for crew in found if crew.name), typed)


def suggest_feats(typed: str, game: str, words: Words) -> Suggested:
    """Suggest feats that have a leaderboard."""
    known = profiles.list_kinds(game if game in registry.NAMES else None, words)
    named = {title: kind for kind, title in known.items()}
    return _select(named.items(), typed)


async def suggest_entries(reports: Reports, typed: str, only_pending: bool, request: Request) -> Suggested:
    """Suggest the pending entries, the newest first. Unless `only_pending`, posted ones come before them.

    A paper as a whole is a choice too, just before its newest entry. So are books that moved here.
    """
    book = await reports.find_book(request)
    found = await reports.store.read(list_pending, book.id)
    if not only_pending:
        found += await reports.store.read(list_last, Scope(book.id), 60)
        number = parse_written(typed.strip().removeprefix("#"))
        named_one = None if number is None else await reports.store.read(postings.find_transfer, number)
        if named_one is not None and named_one.crew == book.id and named_one not in found:
            found.append(named_one)
    named = list(dict.fromkeys(pair for entry in reversed(found) for pair in _make_choices(book, entry)))
    return _select(named, typed)


def _select(named: Iterable[tuple[str, str]], typed: str) -> Suggested:
    """Those pairs whose label contains the typed text, as many as Discord shows."""
    return select_matching(typed, named)[:MOST]


def _make_choices(book: Book, entry: StoredTransfer) -> Iterator[tuple[str, str]]:
    """Yield the paper or the move with which an entry came, then the entry, labelled in at most 100 characters
    (Discord's limit)."""
    if entry.source.startswith((PAPER, MOVED)):
        mark = entry.source.rpartition(":")[0]
        yield book.words.say("tally/choice_whole", mark=mark), mark
    text = describe_entry(book, entry).replace("**", "")
    yield (book.words.say("tally/choice_disputed", entry=text) if entry.is_disputed else text)[:100], str(entry.id)
