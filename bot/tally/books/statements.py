"""Statements of the books as data: standings, sheets, charts, swings of an evening, two players compared.

`bot/services/books/reports.py` makes messages and pictures of them.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import accumulate
from typing import NamedTuple

from bot.ports import DAY
from bot.store import Connection
from bot.store.books import Scope, StoredTransfer, crews, reports
from bot.store.books.reports import Together
from bot.tally.books import stakes
from bot.tally.books.book import Book, Owner, format_date, load_book, rank_places, sum_by_owner
from bot.tally.books.entry_text import describe_briefly, sum_entry
from games import registry
from render.base.picture import Chart, Series, Sheet, SheetRow

MOST_COLUMNS = 6
"""The most columns of a sheet. Players without a column of their own share the last one."""
MOST_LINES = 8
"""The most lines of a chart. Players whose tallies are closest to zero are left out first."""
MOST_ROWS = 18
"""The most rows of a sheet."""
MOST_STRETCHES = 60
"""The most stretches of time into which a chart divides its span."""


class Standing(NamedTuple):
    """The standing of one owner: the total, the number of entries, and the amount in each game."""

    owner: Owner
    name: str
    amount: int
    entries: int
    games: dict[str, int]


class Standings(NamedTuple):
    """Everybody's standing, the highest first, and the games that have entries."""

    rows: tuple[Standing, ...]
    games: tuple[str, ...]

    @property
    def places(self) -> list[int]:
        """The place of each owner. Owners with equal amounts share a place."""
        return rank_places([row.amount for row in self.rows])


def read_standings(connection: Connection, book: Book, scope: Scope) -> Standings:
    """Read the standings of all owners. If `scope.accounts` is set, read only what those accounts hold."""
    found: dict[Owner, dict[str, int]] = {}
    entries = Counter[Owner]()
    for total in reports.sum_by_account(connection, scope):
        owner = book.owners[total.account]
        games = found.setdefault(owner, {})
        games[total.game] = games.get(total.game, 0) + total.amount
        entries[owner] += total.entries
    rows = [
        Standing(owner, book.name(owner), sum(games.values()), entries[owner], games) for owner, games in found.items()
    ]
    rows.sort(key=lambda row: (-row.amount, row.name.casefold(), row.owner))
    played = {game for row in rows for game in row.games}
    order = [*registry.NAMES, *sorted(played - set(registry.NAMES))]
    return Standings(tuple(rows), tuple(game for game in order if game in played))


def make_standings_sheet(found: Standings, title: str, columns: Sequence[str], total: str, others: str) -> Sheet:
    """Make a sheet of standings: a row for each player, and a column for each game. Several games also have a total."""
    several = len(found.games) > 1
    rows = [
        SheetRow(str(place), row.name, tuple(row.games.get(game, 0) for game in found.games)
                 + ((row.amount,) if several else ()))
        for place, row in zip(found.places, found.rows, strict=True)
    ]  # fmt: skip
    if len(rows) > MOST_ROWS:
        rest = rows[MOST_ROWS - 1 :]
        summed = tuple(sum(column) for column in zip(*(row.amounts for row in rest), strict=True))
        rows = [*rows[: MOST_ROWS - 1], SheetRow("", others.format(count=len(rest)), summed)]
    return Sheet(title, (*columns, total) if several else tuple(columns) or (total,), tuple(rows), balanced=False)


def make_sheet(connection: Connection, book: Book, scope: Scope, title: str, rest: str) -> Sheet:
    """Make the sheet with the last entries in order, one line each, below the total of the older entries.

    Players without a column of their own share one, which is called `rest`.
    """
    last_entries = reports.list_last(connection, scope, MOST_ROWS)
    entry_sums = [sum_entry(book, entry) for entry in last_entries]
    total = sum_by_owner(connection, book, scope._replace(accounts=None))
    lines_of = Counter(owner for entry in entry_sums for owner in entry)
    order = sorted(total, key=lambda owner: (-lines_of[owner], owner < 0, -abs(total[owner]), owner))
    kept = order if len(order) <= MOST_COLUMNS else order[: MOST_COLUMNS - 1]
    columns = tuple(sorted(kept, key=lambda owner: (owner < 0, owner)))
    has_shared_column = len(order) > len(columns)

    def make_row(values: dict[Owner, int]) -> tuple[int, ...]:
        shared = (sum(amount for owner, amount in values.items() if owner not in columns),) if has_shared_column else ()
        return tuple(values.get(owner, 0) for owner in columns) + shared

    rows = tuple(
        SheetRow(str(entry.id), describe_briefly(book, entry), make_row(own))
        for entry, own in zip(last_entries, entry_sums, strict=True)
    )
    brought: tuple[int, ...] = ()
    if scope.accounts is None and rows:
        column_sums = (sum(column) for column in zip(*(line.amounts for line in rows), strict=True))
        brought = tuple(whole - part for whole, part in zip(make_row(total), column_sums, strict=True))
    names = tuple(book.name(owner) for owner in columns) + (rest,) * has_shared_column
    return Sheet(title, names, rows, brought)


class BiggestHand(NamedTuple):
    """A hand with the largest gain."""

    entry: StoredTransfer
    """The last entry of the hand."""
    owners: tuple[Owner, ...]
    """Those who gained the amount, such as partners."""
    amount: int


def find_biggest_hand(connection: Connection, book: Book, scope: Scope, of_people: bool = True) -> BiggestHand | None:
    """Find the hand with the largest gain; None without one. With `of_people`, robots' hands do not count."""
    if of_people:
        scope = scope._replace(accounts=scope.accounts or book.accounts_of(*book.members))
    found = reports.find_biggest(connection, scope, stakes.list_games_of_stakes())
    if found is None:
        return None
    entry, amount, accounts = found
    return BiggestHand(entry, tuple(sorted({book.owners[account] for account in accounts})), amount)


class Swing(NamedTuple):
    """The sum of one person's results at a table, and their standing in the open season with these results in it."""

    name: str
    amount: int
    standing: int
    place: int
    place_before: int | None
    """Their place without these results; None if they would then stand at zero."""


def find_swings(connection: Connection, crew: int, table: int, since: int) -> list[Swing]:
    """Find the swings of all people with results at a table since that time (milliseconds), the highest standing first.

    Results that are still pending are included. Those that stand apart are not.
    """
    found = crews.find_crew(connection, crew)
    if found is None:
        return []
    book = load_book(connection, found)
    season = Scope(crew, season=book.season.id)
    at_table, after = Counter[Owner](), sum_by_owner(connection, book, season)
    for account, (amount, pending) in reports.sum_table(connection, season._replace(since=since), table).items():
        at_table[book.owners[account]] += amount
        after[book.owners[account]] += pending
    standings = {owner: amount for owner, amount in after.items() if owner in book.members}
    before = {owner: amount - at_table[owner] for owner, amount in standings.items()
              if owner not in at_table or amount != at_table[owner]}  # fmt: skip
    places, places_before = _find_places(standings), _find_places(before)
    return [
        Swing(book.name(owner), at_table[owner], standings[owner], place, places_before.get(owner))
        for owner, place in places.items()
        if owner in at_table
    ]


def _find_places(standings: Mapping[Owner, int]) -> dict[Owner, int]:
    """The place of each owner, the highest standing first."""
    order = sorted(standings, key=lambda owner: -standings[owner])
    return dict(zip(order, rank_places([standings[owner] for owner in order]), strict=True))


def find_pages(connection: Connection, scope: Scope, shown: Sheet) -> tuple[int | None, int | None]:
    """Find the pages before and after a shown page of a sheet.

    Each page is given by the number of the entry just after its last one: 0 for the newest page, None if there is no
    such page.
    """
    first, last = int(shown.rows[0].mark), int(shown.rows[-1].mark)
    has_earlier = reports.has_entries(connection, scope._replace(before=first))
    later = None
    if scope.before is not None:
        later = reports.find_after(connection, scope._replace(before=None), last, MOST_ROWS) or 0
    return (first if has_earlier else None), later


def make_chart(connection: Connection, book: Book, scope: Scope, title: str) -> Chart | None:
    """Make a chart of everybody's tally over time, or only of the owners of `scope.accounts`. Return None if there are
    no entries."""
    span = reports.find_span(connection, scope)
    if span is None:
        return None
    first, last, _ = span
    width = max(1, -(-(last - first + 1) // MOST_STRETCHES))
    if last - first > MOST_STRETCHES * DAY:
        width = -(-width // DAY) * DAY
    count = (last - first) // width + 1
    lines: dict[Owner, list[int]] = {}
    for account, stretch, amount in reports.sum_by_stretch(connection, scope, first, width):
        if scope.accounts is None or account in scope.accounts:
            lines.setdefault(book.owners[account], [0] * count)[stretch] += amount
    running = {owner: tuple(accumulate(values, initial=0)) for owner, values in lines.items()}
    charted = sorted(running, key=lambda owner: (-abs(running[owner][-1]), owner))[:MOST_LINES]
    charted.sort(key=lambda owner: (-running[owner][-1], owner))
    series = tuple(Series(book.name(owner), running[owner]) for owner in charted)
    return Chart(title, series, format_date(first, book.words), format_date(last, book.words))


def compare(connection: Connection, book: Book, scope: Scope, first: Owner, second: Owner) -> list[Together]:
    """Compare two owners, game by game, in the hands that both played."""
    partner_games = [name for name in registry.NAMES if registry.game(name).PARTNERS]
    return reports.compare(connection, scope, book.accounts_of(first), book.accounts_of(second), partner_games)
