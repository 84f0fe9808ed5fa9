"""Checks of a paper before it is entered: its wrong lines, the lines that are in the books already, and the totals."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Final, NamedTuple

from bot.ports.text import look_of
from bot.store.books import batches, reports, sources
from bot.store.books.crews import Crew, Season
from bot.store.books.reports import Scope
from bot.store.database.engine import Connection
from bot.tally import csv_import
from bot.tally.book import DAY, Book, format_date, sum_by_owner
from bot.tally.crew_settings import read_settings
from bot.tally.csv_import import ParsedPaper, WrongLine
from bot.tally.entry_text import UNNAMED
from bot.tally.ledger import PAPER, refuse_busy
from bot.tally.money_words import clean_words
from games.core.refused import Refused


def source_of(mark: str, line: int | str = "") -> str:
    """The source of a line of a paper. Without a line, the prefix of the sources of all its lines."""
    return f"{mark}:{line}"


def list_left(connection: Connection, crew: int, mark: str) -> list[int] | None:
    """The ids of a paper's entries that have not been taken back; None if there is no such paper."""
    seen = sources.list_seen(connection, crew, mark, batches.make_counted_condition())
    written = [entry for entry in seen if not entry.is_reversal]
    return [entry.id for entry in written if not entry.is_reversed] if written else None


def _find_free_mark(connection: Connection, crew: Crew, paper: ParsedPaper) -> str:
    """The paper's mark, with a number if the paper was entered before and taken back. Raises Refused if some of it is
    still in the books."""
    mark, times = paper.mark, 1
    while (remaining := list_left(connection, crew.id, source_of(mark))) is not None:
        if remaining:
            raise Refused("TALLY", "paper_known", paper=mark)
        times += 1
        mark = f"{paper.mark}.{times}"
    return mark


def find_mark(connection: Connection, crew: Crew, paper: ParsedPaper) -> tuple[str, int]:
    """Find a free mark for a paper, and the id of the newest transfer at this moment. Raises Refused, also while a
    batch is under way, because the hidden lines of the batch may have the same mark."""
    refuse_busy(connection, crew)
    return _find_free_mark(connection, crew, paper), sources.find_newest_id(connection)


DAY_FIRST: Final = "day"
YEAR_FIRST: Final = "year"
"""The orders in which a day with a two-digit year can be written: 1-3-14 or 14-3-1."""


class Reading(NamedTuple):
    """A paper as it was read."""

    paper: ParsedPaper
    order: str = ""
    """The order in which days with two-digit years were read. "" if it makes no difference, or if the scorer has not
    chosen it yet."""
    other: ParsedPaper | None = None
    """The paper read in the other order, if that gives other days and equally many wrong lines."""


def read_paper(book: Book, text: str, now: int, order: str) -> Reading:
    """Read a paper. Days with two-digit years are read in the order that gives fewer wrong lines. If both orders give
    equally many, take `order`, which is the scorer's choice, or "" before they have chosen. Raises Refused like
    `csv_import.read`."""
    day_first = move_future_to_wrong(book, csv_import.read(text, book), now)
    short_days = any(line.short_day for line in day_first.lines)
    if not short_days and not any(line.why in ("date", "future") for line in day_first.wrong):
        return Reading(day_first)
    year_first = move_future_to_wrong(book, csv_import.read(text, book, year_first=True), now)
    if day_first == year_first:
        return Reading(day_first)
    if len(day_first.wrong) < len(year_first.wrong):
        return Reading(day_first, DAY_FIRST)
    if len(year_first.wrong) < len(day_first.wrong):
        return Reading(year_first, YEAR_FIRST)
    return Reading(year_first, order, day_first) if order == YEAR_FIRST else Reading(day_first, order, year_first)


def move_future_to_wrong(book: Book, paper: ParsedPaper, now: int) -> ParsedPaper:
    """Move the lines of days in the future to the paper's wrong lines. Tomorrow in the crew's time zone is still right,
    because that day may have begun for members who live elsewhere."""
    zone = read_settings(book.crew.settings).zone
    tomorrow = datetime.fromtimestamp(now / 1000, zone).date() + timedelta(days=1)
    last = datetime.combine(tomorrow, time(), UTC).timestamp() * 1000 + DAY
    wrong = [
        WrongLine(line.number, "future", (("day", format_date(line.at, book.words)),))
        for line in paper.lines
        if line.at >= last
    ]
    return replace(
        paper,
        lines=tuple(line for line in paper.lines if line.at < last),
        wrong=tuple(sorted((*paper.wrong, *wrong), key=lambda line: line.number)),
    )


def find_known(connection: Connection, book: Book, paper: ParsedPaper) -> frozenset[int]:
    """The numbers of the lines for which the books have an entry of the same day with the same amounts and reason.

    Each entry accounts for one line. So the second of two equal lines is new if the books have only one such entry.
    """
    if not paper.lines:
        return frozenset()
    days = [line.at // DAY for line in paper.lines]
    scope = Scope(book.crew.id, since=min(days) * DAY, until=(max(days) + 1) * DAY)
    entered: Counter[_Likeness] = Counter()
    for at, reason, moved in reports.list_standing_postings(connection, scope).values():
        entered[_make_likeness(at, reason, ((book.owners[account], amount) for account, amount in moved))] += 1
    known = set()
    for line in paper.lines:
        players = [(paper.players[name], amount) for name, amount in line.amounts.items()]
        likeness = _make_likeness(
            line.at, line.reason or UNNAMED, ((member, amount) for member, amount in players if member is not None)
        )
        if entered[likeness] and all(member is not None for member, _ in players):
            entered[likeness] -= 1
            known.add(line.number)
    return frozenset(known)


class PaperCheck(NamedTuple):
    """The effect that a paper would have."""

    known: frozenset[int]
    """The numbers of the lines that are in the books already."""
    totals_after: dict[str, int]
    """By name, the total of each player with the paper."""
    sheet: Season | None
    """The sheet of an earlier paper that grows with this one, or None."""


def check(connection: Connection, book: Book, paper: ParsedPaper, season: str) -> PaperCheck:
    """Check a paper before it is entered. Wrong lines do not stop the check. Any other fault raises Refused."""
    if not paper.wrong:
        refuse_wrong(connection, book, paper)
    sheet = find_sheet(connection, book, season) if season.strip() and not paper.wrong else None
    known = find_known(connection, book, paper)
    totals_after = dict.fromkeys(paper.players, 0)
    own = {member: name for name, member in paper.players.items() if member is not None}
    scope = Scope(book.crew.id, season=None if sheet is None else sheet.id)
    if sheet is not None or not season.strip():
        standing = sum_by_owner(connection, book, scope)
        totals_after |= {name: standing[member] for member, name in own.items()}
    for line in paper.lines:
        for name, amount in () if line.number in known else line.amounts.items():
            totals_after[name] += amount
    return PaperCheck(known, totals_after, sheet)


_Likeness = tuple[int, str, frozenset[tuple[int, int]]]


def _make_likeness(at: int, reason: str, amounts: Iterable[tuple[int, int]]) -> _Likeness:
    """The day, the reason and the amounts by person. Entries that agree in these are taken for the same."""
    sums: Counter[int] = Counter()
    for owner, amount in amounts:
        sums[owner] += amount
    return at // DAY, reason, frozenset((owner, amount) for owner, amount in sums.items() if amount)


def find_sheet(connection: Connection, book: Book, season: str) -> Season | None:
    """Find the sheet of an earlier paper by its name; None if no season has the name. Raises Refused if the name means
    another season, or all seasons."""
    name = clean_season_name(season)
    for sheet in book.seasons:
        if look_of(book.title(sheet)) == look_of(name) and _is_sheet(connection, sheet):
            return sheet
    book.must_be_new_season(name)
    return None


def list_sheets(connection: Connection, book: Book) -> list[Season]:
    """List the closed seasons that papers have made."""
    return [season for season in book.seasons if _is_sheet(connection, season)]


def _is_sheet(connection: Connection, season: Season) -> bool:
    return season.number <= 0 and sources.is_of_lines(connection, season.id, PAPER)


def clean_season_name(season: str) -> str:
    """Clean the name of a paper's own season. Raises Refused."""
    return clean_words(season, "name", 40)


def refuse_wrong(connection: Connection, book: Book, paper: ParsedPaper) -> None:
    """Raise Refused for a paper that is empty, has wrong lines, or was entered before."""
    if paper.wrong:
        raise Refused("TALLY", "paper_wrong", count=len(paper.wrong), line=paper.wrong[0].number)
    if not paper.lines:
        raise Refused("TALLY", "paper_empty")
    _find_free_mark(connection, book.crew, paper)
