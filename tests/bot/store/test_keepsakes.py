"""A crew's keepsakes, and the biggest entry in its books on one day, on both databases."""

from typing import Any

from bot.store import Connection, Store
from bot.store.books import Gain, Keepsake, KeptKind, NewTransfer, Scope, crews, keepsakes, postings, reports
from bot.store.books.keepsakes import Search
from tests.databases import on_sqlite_at_least

DAY = 86_400_000
BEAR, NED, GUILD, HERE, THERE = 11, 12, 1, 100, 200


def fill(connection: Connection) -> int:
    """Keep two messages, and enter two lines of a paper, a correction and a hand. Returns the crew's id."""
    crew = crews.ensure(connection, GUILD, 1)
    kept = Keepsake(
        0, crew.id, KeptKind.MESSAGE, HERE, None, None, None, None, 1, NED, BEAR, "Ein schöner Abend", DAY, DAY
    )
    keepsakes.keep(connection, kept, (NED,))
    keepsakes.keep(connection, kept._replace(message=2, channel=THERE, line="100 % rum", happened_at=5 * DAY), ())
    members = [crews.add_member(connection, crew.id, name, 1) for name in ("Bear", "Bull")]
    accounts = [crews.open_account(connection, crew.id, member.id) for member in members]
    for source, amount, at in (
        ("paper:a:0", 5, DAY),
        ("paper:a:1", 9, DAY),
        ("adjust:1", 90, DAY),
        ("t:1", 7, 2 * DAY),
    ):
        entries = [Gain(accounts[0], amount), Gain(accounts[1], -amount)]
        hand = 1 if source == "t:1" else None
        postings.post(connection, NewTransfer(crew.id, source, entries, at, hand=hand))
    return crew.id


SEARCHES: list[tuple[dict[str, Any], set[int]]] = [
    ({}, {1, 2}),
    ({"channels": (HERE,)}, {1}),
    ({"channels": ()}, set()),
    ({"text": "schöner"}, {1}),
    ({"text": "RUM"}, {2}),
    ({"text": "0 %"}, {2}),
    ({"text": "_"}, set()),
    ({"person": NED}, {1}),
    ({"person": BEAR}, {1, 2}),
    ({"game": "duo-dominoes"}, set()),
    ({"since": 2 * DAY}, {2}),
    ({"until": 2 * DAY}, {1}),
    ({"before": 2}, {1}),
    ({"name": "abend"}, {1}),
]


@on_sqlite_at_least
async def test_a_search_finds_what_fits_and_may_be_seen(store: Store) -> None:
    crew = await store.write(fill)
    for search, found in SEARCHES:
        asked = Search((crew,), (HERE, THERE), 0)._replace(**search)
        listed = await store.read(keepsakes.list_matching, asked, 9)
        assert [kept.message for kept in listed] == sorted(found, reverse=True), search


async def test_the_biggest_entry_of_a_day_is_no_correction_and_was_not_reversed(store: Store) -> None:
    crew = await store.write(fill)
    assert sorted(await store.read(keepsakes.list_channels, crew)) == [HERE, THERE]
    assert await store.read(keepsakes.count_kept, BEAR) == 2
    first, second = (Scope(crew, since=day * DAY, until=(day + 1) * DAY) for day in (1, 2))
    paper = await store.read(reports.find_best_entry, first, False)
    assert paper is not None and paper.source == "paper:a:1"
    assert await store.read(reports.find_best_entry, first, True) is None
    hand = await store.read(reports.find_best_entry, second, True)
    assert hand is not None and hand.source == "t:1"
    await store.write(postings.reverse, paper.id, 9 * DAY, "wrong", None)
    left = await store.read(reports.find_best_entry, first, False)
    assert left is not None and left.source == "paper:a:0"
