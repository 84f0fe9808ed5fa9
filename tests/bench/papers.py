"""The slowest move while a paper of 5,000 lines is entered and taken back: `python -m tests.bench papers`.

An SQLite file on disk holds a crew. Its paper is entered, its season closed, the paper taken back, and a person erased
who has entered 20,000 lines by then. Meanwhile another crew's hands are written, one every 20 ms, and each must be
stored within a second. The rows also give the processor time for each line: that of the whole process, hands included.
"""

import asyncio
import contextlib
import tempfile
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field

from bot.ports import Location, Request, Requester, RequestId
from bot.services.books.papers import Papers
from bot.store import Connection, Store
from bot.store.books import Gain, NewTransfer, Scope, crews, postings, reports
from bot.store.people import erasure
from bot.tally.books import load_book
from bot.tally.changes import seasons
from bot.tally.changes.ledger import change_books
from bot.tally.papers.csv_import import MOST_LINES
from bot.tally.papers.paper_check import GivenPaper
from tests.bench.rows import Row, at_most

GUILD, OTHERS, USER, AT = 1, 2, 11, 1_790_000_000_000
ALLOWED = 1.0
"""The most seconds that a hand may take to be written."""
A_LINE = 0.0005
"""Processor seconds that a line may cost: 5,000 lines in 2.5 s."""
PLAYERS = 4
YEARS = 4
"""The papers that the person who is erased has entered."""
PAUSE = 0.02
"""Seconds between two hands."""


def _paper(lines: int, year: int = 2014) -> str:
    """A paper of four players with this many lines."""
    rows = [f"{year}-{line % 12 + 1:02}-{line % 28 + 1:02},Bear ties up {line},3,-1,-1,-1" for line in range(lines)]
    return "\n".join(["date,entry,Bear,Bull,Wally,Ned", *rows])


@dataclass
class _Moves:
    """Hands of another crew, one after the other, and the slowest of them."""

    store: Store
    crew: int
    accounts: tuple[int, int]
    number: int = 0
    slowest: float = 0.0
    landed: asyncio.Event = field(default_factory=asyncio.Event)
    never: asyncio.Event = field(default_factory=asyncio.Event)

    async def run(self) -> None:
        """Write hands until cancelled."""
        while True:
            self.number += 1
            entries = [Gain(self.accounts[0], 1), Gain(self.accounts[1], -1)]
            begun = time.perf_counter()
            await self.store.write(postings.post, NewTransfer(self.crew, f"h:{self.number}", entries, AT))
            self.slowest = max(self.slowest, time.perf_counter() - begun)
            self.landed.set()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(PAUSE):
                    await self.never.wait()


def _open_other_crew(connection: Connection) -> tuple[int, tuple[int, int]]:
    crew = crews.ensure(connection, OTHERS, AT).id
    members = [crews.add_member(connection, crew, name, AT).id for name in "ab"]
    one, other = crews.open_accounts(connection, crew, members)
    return crew, (one, other)


async def _measure_during(moves: _Moves, work: Callable[[], Awaitable[object]]) -> tuple[float, float]:
    """Seconds of the slowest move during some work, and the processor seconds of everything."""
    moves.slowest = 0.0
    running = asyncio.create_task(moves.run())
    await moves.landed.wait()
    begun = time.process_time()
    await work()
    spent = time.process_time() - begun
    moves.landed.clear()
    await moves.landed.wait()
    moves.landed.clear()
    running.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await running
    return moves.slowest, spent


async def measure_async(lines: int) -> list[Row]:
    """The rows; see `measure`."""
    with tempfile.TemporaryDirectory(prefix="boneyard-bench-") as folder:
        async with await Store.open(f"sqlite:///{folder}/papers.db") as store:
            crew = await store.write(crews.ensure, GUILD, AT)
            await store.write(crews.ensure_member, crew.id, USER, "Bear", AT)
            moves = _Moves(store, *await store.write(_open_other_crew))
            papers = Papers(store, lambda: AT)

            def request(cause: str) -> Request:
                return Request(Requester(USER, "Bear", True), Location(GUILD, 1), RequestId(AT, cause))

            mark = ""

            async def enter() -> None:
                nonlocal mark
                mark = (await papers.enter(crew, request("enter"), GivenPaper(_paper(lines)), "note")).mark

            entered = await _measure_during(moves, enter)
            closed = await _measure_during(
                moves,
                lambda: change_books(store, crew, seasons.rule_off, request("close"), "Next", seasons.Electorate()),
            )
            taken = await _measure_during(
                moves, lambda: papers.take_back(crew, request("back"), mark, "the wrong book")
            )
            sums = await store.read(reports.sum_by_account, Scope(crew.id))
            if any(total.amount for total in sums) or sum(total.entries for total in sums) != 2 * PLAYERS * lines:
                raise ValueError("the books do not hold the paper and its opposite")
            for year in range(YEARS):
                await papers.enter(crew, request(f"enter {year}"), GivenPaper(_paper(lines, 2000 + year)), "note")
            erased = await _measure_during(moves, lambda: store.write(erasure.erase, USER))
            if await store.read(postings.audit) or len((await store.read(load_book, crew)).seasons) != 2:
                raise ValueError("the audit finds something wrong")
    measured = {
        f"slowest move while {lines:,} lines are entered (s)": entered,
        "slowest move while they are taken back (s)": taken,
        "slowest move while a season is closed (s)": closed,
        f"slowest move while a person with {YEARS * lines:,} entries is erased (s)": erased,
    }
    rows: list[Row] = [at_most(name, slow, ALLOWED) for name, (slow, _) in measured.items()]
    for name, (_, spent) in (("entered", entered), ("taken back", taken)):
        rows.append(at_most(f"a paper's line {name} (processor s)", spent / lines, A_LINE))
    return rows


def measure(quick: bool) -> list[Row]:
    """Seconds of the slowest moves against the limit, and the processor time of a paper's line. Raises ValueError if
    the books are wrong."""
    return asyncio.run(measure_async(MOST_LINES // 10 if quick else MOST_LINES))
