"""The results of an evening in the crew's season: what each person won or lost, and the place that it led to."""

from collections import Counter
from collections.abc import Mapping
from typing import NamedTuple

from bot.store.books import crews, reports
from bot.store.books.reports import Scope
from bot.store.database.engine import Connection
from bot.tally.book import Owner, load_book, places_of


class Swing(NamedTuple):
    """The results of one person at a table, and their standing in the open season with them."""

    name: str
    amount: int
    standing: int
    place: int
    place_before: int | None
    """None if they stood at zero in the season before."""


def find_swings(connection: Connection, crew: int, table: int, since: int) -> list[Swing]:
    """Find the swings of all people with results at a table since that time (milliseconds), the highest standing first.

    Results that still wait to count are among them; those that stand apart are not.
    """
    found = crews.find_crew(connection, crew)
    if found is None:
        return []
    book = load_book(connection, found)
    season = Scope(crew, season=book.season.id)
    here, waiting = Counter[Owner](), Counter[Owner]()
    for account, (amount, waits) in reports.sum_table(connection, season._replace(since=since), table).items():
        here[book.owners[account]] += amount
        waiting[book.owners[account]] += waits
    if not here:
        return []
    standing = Counter[Owner]()
    for total in reports.sum_by_account(connection, season):
        standing[book.owners[total.account]] += total.amount
    after = {owner: standing[owner] + waiting[owner] for owner in {*standing, *here} if owner in book.members}
    before = {owner: total - here[owner] for owner, total in after.items() if owner not in here or total != here[owner]}
    places, places_before = _find_places(after), _find_places(before)
    return [
        Swing(book.name(owner), here[owner], after[owner], place, places_before.get(owner))
        for owner, place in places.items()
        if owner in here
    ]


def _find_places(standings: Mapping[Owner, int]) -> dict[Owner, int]:
    """The place of each owner, the highest standing first."""
    order = sorted(standings, key=lambda owner: -standings[owner])
    return dict(zip(order, places_of([standings[owner] for owner in order]), strict=True))
