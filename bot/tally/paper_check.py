"""Papers are checked before they are entered: what is wrong with them, what is in the books already, where it ends."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from datetime import UTC, datetime, time, timedelta
from typing import Final, NamedTuple

from bot.store.books import reports, sources
from bot.store.books.crews import Crew
from bot.store.books.reports import Scope
from bot.store.database.engine import Connection
from bot.tally.book import DAY, Book, format_date
from bot.tally.crew_settings import of
from bot.tally.csv_import import ReadPaper, Wrong
from bot.tally.ledger import refuse_busy
from bot.tally.money_words import clean_words
from games.core.refused import Refused

UNNAMED: Final = "from paper"
"""The reason of a line that names none."""


def source_of(mark: str, line: int | str = "") -> str:
    """The source of a line; without one, what the sources of all lines begin with."""
    return f"{mark}:{line}"


def list_left(connection: Connection, crew: int, mark: str) -> list[int] | None:
    """The entries of a paper that have not been taken back; None if there is no such paper."""
    written = sources.with_source(connection, crew, mark)
    return [entry for entry, taken_back in written.items() if not taken_back] if written else None


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
    return _find_free_mark(connection, crew, paper), sources.find_newest(connection)


def refuse_future(book: Book, paper: ReadPaper, now: int) -> ReadPaper:
    """Move the lines of days to come into the paper's wrong lines. It is tomorrow already for some of the crew, who may
    live in other time zones, so a line of the crew's tomorrow is right."""
    zone = of(book.crew.settings).zone
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
    for at, reason, moved in reports.standing_postings(connection, scope).values():
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


def check(connection: Connection, book: Book, paper: ReadPaper, season: str) -> PaperCheck:
    """Check a paper before it is entered. Raises Refused if it has no wrong lines and cannot be entered."""
    if not paper.wrong:
        refuse_wrong(connection, book, paper, season)
    known = find_known(connection, book, paper)
    ends = dict.fromkeys(paper.players, 0)
    own = {member: name for name, member in paper.players.items() if member is not None}
    for total in () if season.strip() else reports.sums(connection, Scope(book.crew.id)):
        if (owner := book.owners[total.account]) in own:
            ends[own[owner]] += total.amount
    for line in paper.lines:
        for name, amount in () if line.number in known else line.amounts.items():
            ends[name] += amount
    return PaperCheck(known, ends)


_Likeness = tuple[int, str, frozenset[tuple[int, int]]]


def _liken(at: int, reason: str, amounts: Iterable[tuple[int, int]]) -> _Likeness:
    """The day, the reason and the amounts by person, in which like entries agree."""
    sums: Counter[int] = Counter()
    for owner, amount in amounts:
        sums[owner] += amount
    return at // DAY, reason, frozenset((owner, amount) for owner, amount in sums.items() if amount)


def season_name(book: Book, season: str) -> str:
    """Clean the name of a paper's own season. Raises Refused if it means an existing season, or all seasons."""
    name = clean_words(season, "name", 40)
    book.must_be_new_season(name)
    return name


def refuse_wrong(connection: Connection, book: Book, paper: ReadPaper, season: str) -> None:
    """Raises Refused for a paper that is empty, has wrong lines, or was entered before."""
    if paper.wrong:
        raise Refused("TALLY", "paper_wrong", count=len(paper.wrong), line=paper.wrong[0].number)
    if not paper.lines:
        raise Refused("TALLY", "paper_empty")
    _find_free_mark(connection, book.crew, paper)
    if season.strip():
        season_name(book, season)
