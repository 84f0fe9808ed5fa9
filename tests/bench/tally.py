"""Database time of `/tally show` with 100,000 postings, against a limit of 50 ms: `python -m tests.bench tally`.

An SQLite file on disk holds a crew of twelve with 25,000 hands of four over five seasons and four games. The bench
measures everything that the store does for an answer (crew, book, standings). For comparison it adds the postings up,
without the stored balances. Both ways must give the same figures.
"""

import asyncio
import statistics
import tempfile
import time
from random import Random

from sqlalchemy import insert

from bot.store.books import crews, postings, reports
from bot.store.books.postings import Gain, NewTransfer
from bot.store.books.reports import Scope
from bot.store.database import schema
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tally.books import statements
from bot.tally.books.book import load_book
from games import registry
from tests.bench.rows import Row, at_most

GUILD, DAY = 1, 86_400_000
ALLOWED = 0.050
"""Seconds of database time that an answer may take."""


def fill(connection: Connection, hands: int, seed: int = 1) -> int:
    """Write a crew with `hands` hands of four postings in five seasons; return its id."""
    random = Random(seed)
    crew = crews.ensure(connection, GUILD, 0).id
    members = [crews.add_member(connection, crew, f"Hand {number}", 0) for number in range(12)]
    accounts = [postings.open_account(connection, crew, f"m:{member.id}", member.id) for member in members]
    seasons = [crews.find_open_season(connection, crew).id]
    seasons += [crews.rule_off(connection, crew, number).id for number in range(1, 5)]
    made, lines = [], []
    sums: dict[tuple[int, int, str], list[int]] = {}
    for number in range(1, hands + 1):
        winner, *others = random.sample(accounts, 4)
        each, game, season = (
            random.choice((3, 6, 12, 50)),
            random.choice(tuple(registry.NAMES)),
            seasons[number * 5 // (hands + 1)],
        )
        made.append({"id": number, "crew_id": crew, "season_id": season, "game": game, "source": f"h:{number}",
                     "state": "posted", "data": {}, "at": number * DAY // 8})  # fmt: skip
        for line, (account, amount) in enumerate([(winner, 3 * each), *((other, -each) for other in others)]):
            lines.append({"transfer_id": number, "line": line, "account_id": account, "amount": amount})
            kept = sums.setdefault((account, season, game), [0, 0])
            kept[0] += amount
            kept[1] += 1
    connection.execute(insert(schema.transfers), made)
    connection.execute(insert(schema.postings), lines)
    rows = [(*key, *kept) for key, kept in sums.items()]
    connection.execute(insert(schema.balances), [dict(zip(schema.balances.c.keys(), row, strict=True)) for row in rows])
    return crew


async def measure_async(quick: bool) -> list[Row]:
    """The rows; see `measure`."""
    hands, rounds = (2_500, 7) if quick else (25_000, 25)
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        async with await Store.open(f"sqlite:///{folder}/tally.db") as store:
            crew = await store.write(fill, hands)
            shown: list[float] = []
            added: list[float] = []
            written: list[float] = []
            for number in range(rounds):
                begun = time.perf_counter()
                kept = await store.read(_show, crew)
                middle = time.perf_counter()
                summed = await store.read(_sum_postings, crew)
                shown.append(middle - begun)
                added.append(time.perf_counter() - middle)
                if kept != summed:
                    raise ValueError("the stored balances differ from the sums of the postings")
                begun = time.perf_counter()
                await store.write(_write_hand, crew, number)
                written.append(time.perf_counter() - begun)
            if await store.read(postings.audit):
                raise ValueError("the audit finds something wrong")
    show, total = statistics.median(shown), statistics.median(added)
    count = hands * 4
    return [
        at_most(f"/tally show of {count:,} postings, database (s)", show, ALLOWED),
        Row("the same against adding the postings up (s)", show, total, total / show, 0.0 if quick else 5.0),
        Row("a hand of four written with its balances (s)", statistics.median(written)),
    ]


def _show(connection: Connection, crew: int) -> dict[str, int]:
    """Read everything for an answer (the crew, its book, the standings); return everyone's total over all seasons."""
    found = crews.find_at_place(connection, GUILD, (1, 0))
    assert found is not None
    book = load_book(connection, found)
    rows = statements.read_standings(connection, book, Scope(crew)).rows
    return {row.name: row.amount for row in rows}


def _sum_postings(connection: Connection, crew: int) -> dict[str, int]:
    """The same answer, summed from the postings without the stored balances."""
    found = crews.find_crew(connection, crew)
    assert found is not None
    book = load_book(connection, found)
    sums: dict[str, int] = {}
    for total in reports.sum_by_account(connection, Scope(crew, since=0)):
        name = book.name(book.owners[total.account])
        sums[name] = sums.get(name, 0) + total.amount
    return sums


def _write_hand(connection: Connection, crew: int, number: int) -> int:
    accounts = sorted(postings.list_account_keys(connection, crew))[:4]
    entries = [Gain(accounts[0], 18), *(Gain(account, -6) for account in accounts[1:])]
    return postings.post(connection, NewTransfer(crew, f"more:{number}", entries, 0, game="pussers-bones"))


def measure(quick: bool) -> list[Row]:
    """Seconds of `/tally show`, its limit, and the time from postings alone. Raises ValueError if the sums differ."""
    return asyncio.run(measure_async(quick))
