"""Suggestions while somebody types the name of a member, a season, a feat or an entry, as (label, value)."""

from collections.abc import Callable, Iterator
from operator import itemgetter

from bot.ports import Suggested, fold_name
from bot.store import Connection
from bot.store.books import Member, Scope, StoredTransfer, crews, postings
from bot.store.books.reports import list_last, list_pending
from bot.tally.books import Book, describe_entry, find_date, format_date, profiles
from bot.tally.books.book import parse_day
from bot.tally.changes.ledger import MOVED, PAPER
from bot.tally.papers.paper_check import list_sheets
from bot.wording import Words
from bot.wording.letters import select_matching, spell
from games import registry
from games.core import Refused, parse_written

Suggest = Callable[[Connection, Book, str], Suggested]
"""Suggests values for a typed text from the book."""


def suggest_members(connection: Connection, book: Book, typed: str) -> Suggested:
    """Suggest members whose name or alias contains the typed text: those who are called that first, then those whose
    names begin with it."""
    wanted, signs = spell(typed), fold_name(typed)
    found: list[tuple[tuple[bool, bool], Member]] = []
    for member in book.members.values():
        names = [name for name in (member.name, *member.aliases) if wanted in spell(name) or signs in fold_name(name)]
        if names:
            found.append((min((spell(name) != wanted, not spell(name).startswith(wanted)) for name in names), member))
    found.sort(key=itemgetter(0))
    return [(book.label(member), book.make_reference(member)) for _, member in found]


def suggest_seasons(connection: Connection, book: Book, typed: str) -> Suggested:
    """Suggest all seasons together, then each season, the newest first."""
    named = [
        (book.words.say("tally/all_seasons"), "all"),
        *((book.title(season), str(season.number)) for season in reversed(book.seasons)),
    ]
    return select_matching(typed, named)


def suggest_days(connection: Connection, book: Book, typed: str) -> Suggested:
    """Suggest the typed day as it is understood, or the first day of each season, the newest first."""
    try:
        day = parse_day(typed)
    except Refused:
        day = None
    if day is not None:
        return [(format_date(day, book.words), find_date(day).isoformat())]
    starts = [(book.title(season), season.opened_at) for season in reversed(book.seasons)]
    named = [(f"{title}: {format_date(at, book.words)}", find_date(at).isoformat()) for title, at in starts]
    return select_matching(typed, named)


def suggest_sheets(connection: Connection, book: Book, typed: str) -> Suggested:
    """Suggest the sheets that earlier papers have made, the newest first."""
    sheets = list_sheets(connection, book)
    titles = [book.title(sheet) for sheet in reversed(sheets)]
    return select_matching(typed, zip(titles, titles, strict=True))


def suggest_groups(connection: Connection, book: Book, typed: str) -> Suggested:
    """Suggest the groups of the server that keep books of their own."""
    found = crews.list_crews(connection, book.crew.guild)
    return select_matching(typed, ((crew.name, crew.name) for crew in found if crew.name))


def suggest_feats(typed: str, game: str, words: Words) -> Suggested:
    """Suggest feats that have a leaderboard."""
    known = profiles.list_kinds(game if game in registry.NAMES else None, words)
    named = {title: kind for kind, title in known.items()}
    return select_matching(typed, named.items())


def suggest_entries(connection: Connection, book: Book, typed: str, only_pending: bool) -> Suggested:
    """Suggest the pending entries, the newest first. Unless `only_pending`, posted ones come before them.

    A paper as a whole is a choice too, just before its newest entry. So are books that moved here.
    """
    found = list_pending(connection, book.id)
    if not only_pending:
        found += list_last(connection, Scope(book.id), 60)
        number = parse_written(typed.strip().removeprefix("#"))
        named_one = None if number is None else postings.find_transfer(connection, number)
        if named_one is not None and named_one.crew == book.id and named_one not in found:
            found.append(named_one)
    named = list(dict.fromkeys(pair for entry in reversed(found) for pair in _make_choices(book, entry)))
    return select_matching(typed, named)


def _make_choices(book: Book, entry: StoredTransfer) -> Iterator[tuple[str, str]]:
    """Yield the paper or the move with which an entry came, then the entry, with their labels."""
    if entry.source.startswith((PAPER, MOVED)):
        mark = entry.source.rpartition(":")[0]
        yield book.words.say("tally/choice_whole", mark=mark), mark
    text = describe_entry(book, entry).replace("**", "")
    yield book.words.say("tally/choice_disputed", entry=text) if entry.is_disputed else text, str(entry.id)
