"""A paper is entered and taken back whole or not at all, whatever crashes or comes between."""

from collections.abc import Callable
from typing import Any, cast

import pytest

from bot.ports import Requester
from bot.services.books.papers import Papers
from bot.store import Store
from bot.store.books import postings
from bot.tally.papers.paper_check import GivenPaper
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import CHANNEL, Crew
from tests.databases import on_both_databases
from tests.refuses import refuses

LINES = 7
BEAR = sum(range(1, LINES + 1))
ENTERED = {"Bear": BEAR, "Bull": -BEAR}
PAPER = "date,game,Bear,Bull,Old Mate\n" + "".join(
    f"2014-01-{n:02},{('duo', 'pussers')[n % 2]},{n},-{n},\n" for n in range(1, LINES + 1)
)


class Crash(Exception):
    """The program crashes here."""


class OvertakenStore:
    """A store in which something else happens just before its first write, or (`after`) just after it."""

    def __init__(self, store: Store, other: Callable[[], Any], after: bool = False) -> None:
        self.store = store
        self.other: Callable[[], Any] | None = other
        self.after = after

    async def read(self, function: Callable[..., Any], *arguments: object) -> Any:
        return await self.store.read(function, *arguments)

    async def write(self, function: Callable[..., Any], *arguments: object) -> Any:
        other, self.other = self.other, None
        if other is not None and not self.after:
            await other()
        done = await self.store.write(function, *arguments)
        if other is not None and self.after:
            await other()
        return done


async def enter(crew: Crew, text: str = PAPER, season: str = "Old") -> str:
    """Enter a paper, and return its mark."""
    return (await crew.bring_paper(text, season)).split("(")[1].rstrip(").")


async def run_until_crash(crew: Crew, after: bool, run: Callable[[], Any]) -> bool:
    """Run something in a process that crashes just before or `after` its first write. False if it wrote nothing."""

    async def crash() -> None:
        raise Crash

    crew.tally.papers = Papers(cast(Store, OvertakenStore(crew.store, crash, after)), crew.clock)
    try:
        await run()
    except Crash:
        return True
    finally:
        crew.tally.papers = crew.papers
    return False


@on_both_databases
@pytest.mark.parametrize("after", [False, True])
async def test_a_crash_leaves_a_paper_whole_or_not_at_all(crew: Crew, after: bool) -> None:
    await crew.check_paper(PAPER, "Old")

    async def press() -> None:
        await crew.enter_paper(PAPER, "Old")

    assert await run_until_crash(crew, after, press)
    assert await crew.balances() == (ENTERED if after else {})
    assert ("Old" in [season.name for season in (await crew.book()).seasons]) is after
    if after:
        with refuses("paper_gone"):
            await press()
    else:
        await press()
    mark = next(iter(await crew.read(postings.read, await crew.id()))).source.rpartition(":")[0]

    async def take_back() -> None:
        await crew.tally.undo(crew.request(), mark, "wrong")

    assert await run_until_crash(crew, after, take_back)
    assert await crew.balances() == ({} if after else ENTERED)
    if not after:
        await take_back()
    with refuses("paper_undone"):
        await take_back()
    assert await crew.balances() == {}
    texts = [message.text for message in await crew.announcements(CHANNEL)]
    assert sum(f"{LINES} lines from an old paper tally into " in text for text in texts) == 1
    assert sum(f"took back {LINES} entries" in text for text in texts) == 1
    await crew.check_audit()


async def test_an_entry_of_a_paper_is_taken_back_alone(crew: Crew) -> None:
    mark = await enter(crew)
    (first, *rest) = await crew.read(postings.read, await crew.id())
    await crew.tally.undo(crew.request(), str(first.id), "miscounted")
    taken = message_of(await crew.tally.undo(crew.request(), mark, "all of it"))
    assert f"{len(rest)} entries" in taken.text
    assert await crew.balances() == {}
    await crew.check_audit()


@on_both_databases
async def test_an_entry_that_is_taken_back_meanwhile_is_taken_back_once(crew: Crew) -> None:
    mark = await enter(crew)
    first = (await crew.read(postings.read, await crew.id()))[0]

    async def take_one_back() -> None:
        await crew.tally.undo(crew.request(), str(first.id), "miscounted")

    crew.tally.papers = Papers(cast(Store, OvertakenStore(crew.store, take_one_back)), crew.clock)
    taken = message_of(await crew.tally.undo(crew.request(), mark, "all of it"))
    assert f"{LINES - 1} entries" in taken.text
    assert await crew.balances() == {}
    await crew.check_audit()


@on_both_databases
async def test_two_scorers_who_enter_a_paper_at_one_moment_enter_it_once(crew: Crew) -> None:
    """The other scorer leaves out the line that the books already have, so their papers begin with different lines."""
    await enter(crew, "date,game,Bear,Bull\n2014-01-01,pussers,1,-1\n", "")
    mark, other = GivenPaper(PAPER).digest, Requester(2, "Commodore", True)
    await crew.check_paper(PAPER)
    await crew.check_paper(PAPER, by=other)

    async def enter_the_rest() -> None:
        crew.tally.papers = crew.papers
        await crew.tally.enter_paper(mark, crew.request(other))

    crew.tally.papers = Papers(cast(Store, OvertakenStore(crew.store, enter_the_rest)), crew.clock)
    with refuses("paper_known"):
        await crew.tally.enter_paper(mark, crew.request(), everything=True)
    assert await crew.balances() == ENTERED
    await crew.check_audit()
