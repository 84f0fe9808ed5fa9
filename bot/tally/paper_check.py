"""Papers are checked before they are entered: what is wrong with them, what is in the books already, where it ends."""

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
from bot.tally.book import DAY, Book, format_date
from bot.tally.crew_settings import read_settings
from bot.tally.csv_import import ReadPaper, Wrong
from bot.tally.entry_text import UNNAMED
from bot.tally.ledger import PAPER, refuse_busy
from bot.tally.money_words import clean_words
from games.core.refused import Refused


def source_of(mark: str, line: int | str = "") -> str:
    """The source of a line; without one, what the sources of all lines begin with."""
    return f"{mark}:{line}"


def list_left(connection: Connection, crew: int, mark: str) -> list[int] | None:
    """The entries of a paper that have not been taken back; None if there is no such paper."""
    seen = sources.list_seen(connection, crew, mark, batches.is_counted())
    written = [entry for entry in seen if not entry.reverses]
    return [entry.id for entry in written if not entry.reversed] if written else None


def _find_free_mark(connection: Connection, crew: Crew, paper: ReadPaper) -> str:
    """The paper's mark, with a number if the paper was entered before and taken back.

    Raises Refused if an entry of the paper was not taken back.
    """
    mark, times = paper.mark, 1
    while (left := list_left(connection, crew.id, source_of(mark))) is not None:
        if left:
            raise Refused("TALLY", "paper_known", paper=mark)
        times += 1
        mark = f"{paper.mark}.{times}"
    return mark


def take_mark(connection: Connection, crew: Crew, paper: ReadPaper) -> tuple[str, int]:
    """A free mark for a paper, and the last transfer of that moment. Raises Refused, also while a batch is under way,
    since it hides lines that may have the same mark."""
    refuse_busy(connection, crew)
    return _find_free_mark(connection, crew, paper), sources.find_newest_id(connection)


DAY_FIRST: Final = "day"
YEAR_FIRST: Final = "year"
"""The orders of a day whose year has two digits: 1-3-14, and 14-3-1."""


class Reading(NamedTuple):
    """A paper as it was read."""

    paper: ReadPaper
    order: str = ""
    """The order in which days were read whose years have two digits; "" if it makes no difference, or if the scorer has
    not said yet which it is."""
    other: ReadPaper | None = None
    """The paper in the other order, if that makes as much sense and gives other days."""


def read_paper(book: Book, text: str, now: int, order: str) -> Reading:
    """Read a paper. `order` is the one that the scorer chose for days whose years have two digits, or ""; then it is
    the only one in which all lines are right, if there is such a one. Raises Refused like `csv_import.read`."""
    days = refuse_future(book, csv_import.read(text, book), now)
    if not any(line.short for line in days.lines) and not any(one.why in ("date", "future") for one in days.wrong):
        return Reading(days)
    years = refuse_future(book, csv_import.read(text, book, year_first=True), now)
    if days == years:
        return Reading(days)
    if len(days.wrong) < len(years.wrong):
        return Reading(days, DAY_FIRST)
    if len(years.wrong) < len(days.wrong):
        return Reading(years, YEAR_FIRST)
    return Reading(years, order, days) if order == YEAR_FIRST else Reading(days, order, years)


def refuse_future(book: Book, paper: ReadPaper, now: int) -> ReadPaper:
    """Move the lines of days to come into the paper's wrong lines. It is tomorrow already for some of the crew, who may
    live in other time zones, so a line of the crew's tomorrow is right."""
    zone = read_settings(book.crew.settings).zone
    tomorrow = datetime.fromtimestamp(now / 1000, zone).date() + timedelta(days=1)
    last = datetime.combine(tomorrow, time(), UTC).timestamp() * 1000 + DAY
    wrong = [
        Wrong(line.number, "future", (("day", format_date(line.at, book.words)),))
        for line in paper.lines
        if line.at >= last
    ]
    return replace(
        paper,
        lines=tuple(line for line in paper.lines if line.at < last),
        wrong=tuple(sorted((*paper.wrong, *wrong), key=lambda one: one.number)),
    )


def find_known(connection: Connection, book: Book, paper: ReadPaper) -> frozenset[int]:
    """The numbers of the lines that are in the books already: an entry of the same day has the same amounts and reason.

    An entry stands for one line, so the second of two like lines is new if the books have only one.
    """
    if not paper.lines:
        return frozenset()
    days = [line.at // DAY for line in paper.lines]
    scope = Scope(book.crew.id, since=min(days) * DAY, until=(max(days) + 1) * DAY)
    entered: Counter[_Likeness] = Counter()
    for at, reason, moved in reports.list_standing_postings(connection, scope).values():
        entered[_liken(at, reason, ((book.owners[account], amount) for account, amount in moved))] += 1
    known = set()
    for line in paper.lines:
        players = [(paper.players[name], amount) for name, amount in line.amounts.items()]
        likeness = _liken(
            line.at, line.reason or UNNAMED, ((who, amount) for who, amount in players if who is not None)
        )
        if entered[likeness] and all(who is not None for who, _ in players):
            entered[likeness] -= 1
            known.add(line.number)
    return frozenset(known)


class PaperCheck(NamedTuple):
    """The effect that a paper would have: the numbers of its lines that are in the books already, and where everybody's
    line in the chart would end, by name."""

    known: frozenset[int]
    ends: dict[str, int]
    sheet: Season | None
    """The sheet of an earlier paper that grows with this one, if its season names one."""


def check(connection: Connection, book: Book, paper: ReadPaper, season: str) -> PaperCheck:
    """Check a paper before it is entered. Raises Refused if it has no wrong lines and cannot be entered."""
    if not paper.wrong:
        refuse_wrong(connection, book, paper)
    sheet = find_sheet(connection, book, season) if season.strip() and not paper.wrong else None
    known = find_known(connection, book, paper)
    ends = dict.fromkeys(paper.players, 0)
    own = {member: name for name, member in paper.players.items() if member is not None}
    scope = Scope(book.crew.id, season=None if sheet is None else sheet.id)
    for total in () if season.strip() and sheet is None else reports.sum_by_account(connection, scope):
        if (owner := book.owners[total.account]) in own:
            ends[own[owner]] += total.amount
    for line in paper.lines:
        for name, amount in () if line.number in known else line.amounts.items():
            ends[name] += amount
    return PaperCheck(known, ends, sheet)


_Likeness = tuple[int, str, frozenset[tuple[int, int]]]


def _liken(at: int, reason: str, amounts: Iterable[tuple[int, int]]) -> _Likeness:
    """The day, the reason and the amounts by person, in which like entries agree."""
    sums: Counter[int] = Counter()
    for owner, amount in amounts:
        sums[owner] += amount
    return at // DAY, reason, frozenset((owner, amount) for owner, amount in sums.items() if amount)


def find_sheet(connection: Connection, book: Book, season: str) -> Season | None:
    """The sheet of an earlier paper that the name of a paper's own season means; None if the name is new.

    Raises Refused if it means any other season, or all of them."""
    name = season_name(season)
    for one in book.seasons:
        if (
            one.number <= 0
            and look_of(book.title(one)) == look_of(name)
            and sources.is_of_lines(connection, one.id, PAPER)
        ):
            return one
    book.must_be_new_season(name)
    return None


def season_name(season: str) -> str:
    """Clean the name of a paper's own season. Raises Refused."""
    return clean_words(season, "name", 40)


def refuse_wrong(connection: Connection, book: Book, paper: ReadPaper) -> None:
    """Raises Refused for a paper that is empty, has wrong lines, or was entered before."""
    if paper.wrong:
        raise Refused("TALLY", "paper_wrong", count=len(paper.wrong), line=paper.wrong[0].number)
    if not paper.lines:
        raise Refused("TALLY", "paper_empty")
    _find_free_mark(connection, book.crew, paper)
