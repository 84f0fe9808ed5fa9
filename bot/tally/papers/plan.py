"""The comparison of a paper, or of a file of moved books, with a crew's books: what it would change.

A paper is taken for a small file of books: its columns are the people, and its lines the entries. What the books have
already is left out: of a paper the lines that look like entries, and of moved books what has the id of an entry.
"""

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from bot.store import Connection
from bot.store.books import Crew, Scope, StoredTransfer, crews, reports, sources
from bot.store.people import erased
from bot.store.people.erasure import SOMEBODY, scrub_value
from bot.tally.books import UNNAMED, Achievements, Book
from bot.tally.books.book import sum_amounts, sum_by_owner
from bot.tally.books.file_fields import FileFeats, Id
from bot.tally.changes.ledger import MOVED, PAPER
from bot.tally.changes.members import refuse_too_many
from bot.tally.papers.arriving import match_people
from bot.tally.papers.books_file import (
    MOST_MEMBERS,
    NOBODY,
    BooksFile,
    FileEntry,
    FileLine,
    FileMember,
    FilePayment,
    FileSeason,
    split,
)
from bot.tally.papers.collecting import collect, find_origin
from bot.tally.papers.csv_import import ParsedPaper
from bot.tally.papers.lost_entries import refuse_changed, rename_lost
from bot.tally.papers.marks import keep_valid
from bot.tally.papers.paper_check import Reading, clean_season_name, find_known, find_sheet
from games.core import Refused


@dataclass(frozen=True, slots=True)
class Plan:
    """The changes that a paper or a file of moved books would make."""

    mark: str
    """The mark of the paper or the move, which no entry has yet."""
    file: BooksFile
    people: list[int | None]
    """For each person of the file, the member of these books; None for a new one."""
    entries: list[FileEntry]
    seasons: list[int | None]
    """For each season of the file, the season of these books; None for a new one."""
    payments: list[FilePayment] = field(default_factory=list)
    feats: Sequence[FileFeats] = ()
    known: Mapping[Id, StoredTransfer] = field(default_factory=dict)
    """The transfers that are in the books already, by the ids of their entries."""
    continues: bool = False
    """True if these books are empty, and go on where those of the file ended."""
    lowest_hand: int = 0
    """Hands of the file get numbers that are lower than this."""
    totals: Counter[int] = field(default_factory=Counter)
    """The sums of the new entries, by place of the person in the file."""
    totals_after: dict[str, int] = field(default_factory=dict)
    """By name, the total of each person once the new entries count."""

    @property
    def is_moved(self) -> bool:
        """True for moved books, and False for a paper."""
        return self.mark.startswith(MOVED)

    @property
    def unmarked(self) -> int:
        """The number of new entries and payments that have no mark of this host."""
        lines: tuple[FileLine, ...] = (*self.entries, *self.payments)
        return sum(not line.mark for line in lines)

    @property
    def is_empty(self) -> bool:
        """True if everything in the file is in the books already."""
        return not (self.entries or self.payments or self.feats)


def plan_paper(connection: Connection, book: Book, read: Reading, season: str, everything: bool, at: int) -> Plan:
    """Plan to enter the right lines of a paper into the open season, or onto a sheet named `season`.

    Lines that are in the books already are left out, except with `everything`. `at` is the time of joining of new
    guests. Raises Refused if the paper was entered before, or cannot go onto that sheet.
    """
    paper = read.paper
    if not paper.lines and not paper.wrong:
        raise Refused("TALLY", "paper_empty")
    times = [line.at for line in paper.lines]
    sheet = find_sheet(connection, book, season) if season.strip() and times else None
    own = [FileSeason(0, clean_season_name(season), min(times), max(times))] if season.strip() and times else []
    file = _read_as_books(book, paper, own, at)
    known = frozenset[int]() if everything else find_known(connection, book, paper)
    sheets = [None if sheet is None else sheet.id] if own else []
    plan = Plan(
        paper.mark,
        file,
        list(paper.players.values()),
        [entry for entry in file.entries if entry.id[1] not in known],
        [*sheets, book.season.id],
    )
    scope = None if own and sheet is None else Scope(book.id, season=None if sheet is None else sheet.id)
    return _complete(connection, book, plan, scope)


def _read_as_books(book: Book, paper: ParsedPaper, own: Sequence[FileSeason], at: int) -> BooksFile:
    """A paper as a file of books, with a season of its `own` or for the open one."""
    names = {name: place for place, name in enumerate(paper.players)}
    return BooksFile(
        crew=book.crew.name,
        unit=book.settings.unit[1],
        waiting=0,
        members=[FileMember(name, [], None, False, False, at) for name in paper.players],
        seasons=[*own, FileSeason(book.season.number, book.season.name, book.season.opened_at, None)],
        entries=[
            FileEntry(("", line.number), 0, line.game, line.reason or UNNAMED, line.at, NOBODY, None, None, None, None,
                      False, {"line": line.number},
                      [(names[name], amount, None) for name, amount in line.amounts.items()])
            for line in paper.lines
        ],
        payments=[],
        feats=[],
    )  # fmt: skip


def plan_move(connection: Connection, book: Book, mark: str, whole: BooksFile, feats: Achievements) -> Plan:
    """Plan to bring in moved books, or the next part of a file that is too long for one step. Raises Refused if the
    file before this one is not in yet."""
    whole = keep_valid(whole, erased.find_host_key(connection))
    gone = erased.find(connection, book.id, [one.user for one in whole.members if one.user is not None])
    former = {place: gone[one.user] for place, one in enumerate(whole.members) if one.user in gone}
    whole = replace(
        whole,
        members=[
            FileMember("", [], None, False, False, one.at) if place in former else one
            for place, one in enumerate(whole.members)
        ],
        entries=_take_out_of_texts(whole, former),
    )
    here, written = collect(connection, book, feats)
    if not _follows(find_origin(book.crew), whole.after, written):
        raise Refused("TALLY", "paper_order", part=whole.part, before=whole.part - 1)
    people = match_people(book, whole.members)
    refuse_changed(book, whole, here, people)
    paid = {payment.id for payment in here.payments}
    plan = Plan(
        mark,
        whole,
        [former.get(place, member) for place, member in enumerate(people)],
        [],
        [],
        known=written,
        continues=len(book.seasons) == 1 and not written,
    )
    for part in split(rename_lost(book, whole, here)):
        entries = [entry for entry in part.entries if entry.id not in written]
        plan = replace(
            plan,
            file=part,
            entries=entries,
            seasons=_match_seasons(book, part, {entry.season for entry in entries}, written, plan.continues),
            payments=[payment for payment in part.payments if payment.id not in paid],
            feats=part.feats,
        )
        if not plan.is_empty:
            break
    return _complete(connection, book, plan, Scope(book.id))


def _take_out_of_texts(whole: BooksFile, former: Mapping[int, int | None]) -> Sequence[FileEntry]:
    """The entries of a file, without the names of erased people in what people typed."""
    entries = whole.entries
    for place, member in former.items():
        one = whole.members[place]
        names, name = [one.name, *one.aliases], SOMEBODY if member is None else crews.make_former_name(member)

        clean = partial(scrub_value, user=one.user or 0, names=names, replacement=name)
        entries = [
            entry._replace(
                # People type the reason of an entry. That of a hand comes from its game.
                reason=entry.reason
                if entry.reverses is None and (entry.table, entry.hand) != (None, None)
                else clean(entry.reason),
                amounts=[(who, amount, clean(note)) for who, amount, note in entry.amounts],
            )
            for entry in entries
        ]
    return entries


def _follows(own: str, after: Id | None, written: Mapping[Id, StoredTransfer]) -> bool:
    """True if the books, which have this origin, have the entry after which a file goes on. They may have given it
    another origin."""
    return after is None or after in written or (after[0] == own and any(id[1] == after[1] for id in written))


def _match_seasons(
    book: Book, file: BooksFile, used: Collection[int], written: Mapping[Id, StoredTransfer], continues: bool
) -> list[int | None]:
    """For each season of the file, the season of these books. If they are empty, they continue those of the file.

    A sheet is found by its first entry, since it may have grown, and other closed seasons by their days. A season that
    is not here is new if its entries are `used`.
    """
    by_span = {(season.opened_at, season.closed_at): season.id for season in book.seasons}
    sheets = {season.id for season in book.seasons if season.number <= 0}

    def match(place: int, season: FileSeason) -> int | None:
        if season.closed_at is None:
            return book.season.id
        first = written.get(season.first) if season.first is not None and season.number <= 0 else None
        if first is not None and first.season in sheets and first.source.startswith(MOVED):
            return first.season
        is_new = continues or place in used
        return by_span.get((season.opened_at, season.closed_at), None if is_new else book.season.id)

    return [match(place, season) for place, season in enumerate(file.seasons)]


def _complete(connection: Connection, book: Book, plan: Plan, scope: Scope | None) -> Plan:
    """Complete a plan with its sums, a free mark, and the lowest hand of the books. The totals afterwards are
    those in a `scope` of the books, or of the new entries alone (None)."""
    totals = sum_amounts(part[:2] for entry in plan.entries if not entry.apart for part in entry.amounts)
    standing = Counter[int]() if scope is None else sum_by_owner(connection, book, scope)
    named = zip(plan.file.members, plan.people, strict=True)
    return replace(
        plan,
        mark=_find_free_mark(connection, book.crew, plan.mark),
        lowest_hand=sources.find_lowest_hand(connection, book.id),
        totals=totals,
        totals_after={
            person.name: totals[place] + (0 if member is None else standing[member])
            for place, (person, member) in enumerate(named)
            if person.name
        },
    )


def refuse_crowd(book: Book, plan: Plan, most_guests: int) -> None:
    """Raise Refused if the books have no room for the people that a plan adds."""
    new = [person for person, known in zip(plan.file.members, plan.people, strict=True) if known is None]
    refuse_too_many(book, sum(person.user is None for person in new), most_guests)
    if new and len(book.members) + len(new) > MOST_MEMBERS:
        raise Refused("TALLY", "books_people", most=MOST_MEMBERS)


def _find_free_mark(connection: Connection, crew: Crew, mark: str) -> str:
    """The mark of a paper or of moved books, with a number if it was used before. Raises Refused if some of a paper is
    still in the books."""
    free, times = mark, 1
    while sources.is_used(connection, crew.id, f"{free}:"):
        if mark.startswith(PAPER) and reports.list_standing(connection, Scope(crew.id), f"{free}:"):
            raise Refused("TALLY", "paper_known", paper=free)
        times += 1
        free = f"{mark}.{times}"
    return free
