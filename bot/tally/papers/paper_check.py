"""Checks of a paper before it is entered: its wrong lines, the lines that are in the books already, and the totals."""

import hashlib
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import replace
from datetime import datetime
from typing import NamedTuple

from bot.ports import DAY, is_alike
from bot.store import Connection
from bot.store.books import Scope, Season, reports, sources
from bot.tally.books import UNNAMED, Book, clean_words, format_date, read_settings
from bot.tally.books.book import begin_of, sum_amounts
from bot.tally.changes.ledger import PAPER
from bot.tally.papers import csv_import
from bot.tally.papers.csv_import import ParsedPaper, WrongLine
from bot.wording.times.days import DAY_FIRST, MONTH_FIRST, YEAR_FIRST


class GivenPaper(NamedTuple):
    """A paper or a file of moved books, as the scorer handed it in."""

    text: str
    """The paper, or the file as `books_file.keep` keeps it."""
    season: str = ""
    """The name of a sheet for a paper; "" for the open season."""
    order: str = ""
    """The order of the numbers in its days (`DAY_FIRST`, `YEAR_FIRST` or `MONTH_FIRST`); "" before it is chosen."""

    @property
    def digest(self) -> str:
        """A hash of all this. The button that enters a paper carries it, so only what was shown can be entered."""
        return hashlib.sha256(f"{self.order}{self.season}\n{self.text}".encode()).hexdigest()[:12]


class Reading(NamedTuple):
    """A paper as it was read."""

    paper: ParsedPaper
    order: str = ""
    """The order in which days were read. "" if it makes no difference, or if the scorer has not chosen it yet."""
    choices: Mapping[str, ParsedPaper] = {}
    """The readings in several orders, if they give different days and equally few wrong lines."""

    @property
    def asks_order(self) -> bool:
        """True if the scorer must still choose an order."""
        return bool(self.choices) and not self.order


def read_paper(book: Book, text: str, now: int, order: str) -> Reading:
    """Read a paper. Its days are read in the order that gives fewest wrong lines. If several orders give equally few,
    take `order`, which is the scorer's choice, or "" before they have chosen. Raises Refused like `csv_import.read`."""

    def read(order: str) -> ParsedPaper:
        return move_future_to_wrong(book, csv_import.read(text, book, order), now)

    day_first = read(DAY_FIRST)
    if not day_first.wrong and not any(line.open_day for line in day_first.lines):
        return Reading(day_first)
    readings = {DAY_FIRST: day_first, YEAR_FIRST: read(YEAR_FIRST), MONTH_FIRST: read(MONTH_FIRST)}
    fewest = min(len(one.wrong) for one in readings.values())
    choices: dict[str, ParsedPaper] = {}
    for key, one in readings.items():
        if len(one.wrong) == fewest and one not in choices.values():
            choices[key] = one
    first, paper = next(iter(choices.items()))
    if len(choices) == 1:
        return Reading(paper, "" if all(one == paper for one in readings.values()) else first)
    return Reading(choices.get(order, paper), order if order in choices else "", choices)


def move_future_to_wrong(book: Book, paper: ParsedPaper, now: int) -> ParsedPaper:
    """Move the lines of days in the future to the paper's wrong lines. Tomorrow in the crew's time zone is still right,
    because that day may have begun for members who live elsewhere."""
    zone = read_settings(book.crew.settings).zone
    last = begin_of(datetime.fromtimestamp(now / 1000, zone).date()) + 2 * DAY
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
    scope = Scope(book.id, since=min(days) * DAY, until=(max(days) + 1) * DAY)
    entered: Counter[_Likeness] = Counter()
    for entry in reports.list_standing(connection, scope):
        posted = ((book.owners[part.account], part.amount) for part in entry.entries)
        entered[_make_likeness(entry.at, entry.reason or "", posted)] += 1
    known = set()
    for line in paper.lines:
        amounts = ((paper.players[name] or name, amount) for name, amount in line.amounts.items())
        likeness = _make_likeness(line.at, line.reason or UNNAMED, amounts)
        if entered[likeness]:
            entered[likeness] -= 1
            known.add(line.number)
    return frozenset(known)


_Likeness = tuple[int, str, frozenset[tuple[int | str, int]]]


def _make_likeness(at: int, reason: str, amounts: Iterable[tuple[int | str, int]]) -> _Likeness:
    """The day, the reason and the amounts by person (a new guest's name). Entries that agree in these are taken for the
    same."""
    return at // DAY, reason, frozenset(sum_amounts(amounts).items())


def find_sheet(connection: Connection, book: Book, season: str) -> Season | None:
    """Find the sheet of an earlier paper by its name; None if no season has the name. Raises Refused if the name means
    another season, or all seasons."""
    name = clean_season_name(season)
    for sheet in list_sheets(connection, book):
        if is_alike(book.title(sheet), name):
            return sheet
    book.must_be_new_season(name)
    return None


def list_sheets(connection: Connection, book: Book) -> list[Season]:
    """List the closed seasons that papers have made."""
    earlier = (season for season in book.seasons if season.number <= 0)
    return [season for season in earlier if sources.is_of_lines(connection, season.id, PAPER)]


def clean_season_name(season: str) -> str:
    """Clean the name of a paper's own season. Raises Refused."""
    return clean_words(season, "name", 40)
