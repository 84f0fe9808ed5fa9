"""Papers are entered and taken back in steps: a crash between any two of them loses and doubles nothing."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from functools import partial
from typing import Any, cast

import pytest

from bot.ports.requests import Requester
from bot.store.books import batches, postings
from bot.store.books.batches import Batch
from bot.store.store import Store
from bot.tally.papers import Papers
from bot.tally.tally import digest_of
from games.core.refused import Refused
from tests.bot.tally.crew import ADMIN, CHANNEL, Crew
from tests.databases import on_both_databases
from tests.left_out import MORE_CASES, mark_thorough

LINES = 7
BEAR = sum(range(1, LINES + 1))
ENTERED = {"Bear": BEAR, "Bull": -BEAR}


def paper_of(year: int) -> str:
    """A paper of this year; all have the same sums."""
    lines = (f"{year}-01-{n:02},{('duo', 'pussers')[n % 2]},{n},-{n},\n" for n in range(1, LINES + 1))
    return "date,game,Bear,Bull,Old Mate\n" + "".join(lines)


PAPER = paper_of(2014)


class Crash(Exception):
    """The program crashes here."""


class CrashingStore:
    """A store whose process crashes before (or `after`) its write number `left`, counted from 0."""

    def __init__(self, store: Store, left: int, after: bool) -> None:
        self.store = store
        self.left = left
        self.after = after
        self.written = 0

    async def read(self, function: Callable[..., Any], *arguments: object) -> Any:
        return await self.store.read(function, *arguments)

    async def write(self, function: Callable[..., Any], *arguments: object) -> Any:
        self.left -= 1
        if self.left < 0 and not self.after:
            raise Crash
        done = await self.store.write(function, *arguments)
        self.written += 1
        if self.left < 0:
            raise Crash
        return done


async def enter(crew: Crew, text: str = PAPER, season: str = "Old") -> str:
    """Enter a paper, and return its mark."""
    await crew.tally.check_paper(text, season, crew.request(ADMIN))
    entered = (await crew.tally.enter_paper(digest_of(text, season), crew.request(ADMIN))).message
    assert entered is not None
    return entered.text.split("(")[1].rstrip(").")


async def run_until_crash(crew: Crew, left: int, after: bool, run: Callable[[], Any]) -> bool:
    """Run something in a process that crashes at its write number `left`. Returns False if it finished before that."""
    crew.tally.papers = Papers(cast(Store, CrashingStore(crew.store, left, after)), crew.clock, most=2)
    try:
        await run()
    except Crash:
        return True
    finally:
        crew.tally.papers = crew.papers
    return False


async def read_books(crew: Crew) -> tuple[int, dict[str, int], list[str], str]:
    """The books as readers see them: entries, balances, seasons and the sheet."""
    entries = await crew.store.read(postings.read, await crew.id())
    seasons = [season.name for season in (await crew.book()).seasons]
    return len(entries), await crew.balances(), seasons, (await crew.show(season="all")).text


def balances_after(papers: int) -> dict[str, int]:
    """The balances after a number of papers."""
    return {name: papers * amount for name, amount in ENTERED.items() if papers}


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("after", mark_thorough([False, True], MORE_CASES, but=[True]), ids=["before", "after"])
async def test_a_crash_at_any_step_of_entering_loses_and_doubles_nothing(crew: Crew, after: bool) -> None:
    papers = 0
    for left in itertools.count():
        text, season = paper_of(1980 + left), f"Sheet of {left}"
        await crew.tally.check_paper(text, season, crew.request(ADMIN))
        enter_it = partial(crew.tally.enter_paper, digest_of(text, season), crew.request(ADMIN))
        crashed = await run_until_crash(crew, left, after, enter_it)
        begun = await crew.store.read(batches.list_all) != []
        entries, balances, seasons, _ = await read_books(crew)
        counts = entries > papers * LINES
        assert (entries, balances) == ((papers + counts) * LINES, balances_after(papers + counts))
        assert (season in seasons) == counts
        await crew.check_audit()
        papers += begun or counts
        told = await crew.announcements(CHANNEL)
        assert await crew.store.read(batches.list_all) == []
        assert (await read_books(crew))[:2] == (papers * LINES, balances_after(papers))
        assert sum(f"{LINES} lines in " in message.text for message in told) == papers
        await crew.check_audit()
        if not crashed:
            break
    assert papers > LINES // 2


@pytest.mark.parametrize("after", mark_thorough([False, True], MORE_CASES, but=[True]), ids=["before", "after"])
async def test_a_crash_at_any_step_of_taking_back_loses_and_doubles_nothing(crew: Crew, after: bool) -> None:
    for left in itertools.count():
        mark = await enter(crew, paper_of(1980 + left), "")
        take_back = partial(crew.tally.undo, mark, "wrong", crew.request(ADMIN))
        crashed = await run_until_crash(crew, left, after, take_back)
        begun = await crew.store.read(batches.list_all) != []
        entries, balances, _, _ = await read_books(crew)
        counts = entries == 2 * LINES * (left + 1)
        assert (entries, balances) == (2 * LINES * left + LINES * (1 + counts), {} if counts else ENTERED)
        await crew.check_audit()
        await crew.announcements(CHANNEL)
        assert await crew.balances() == ({} if begun or counts else ENTERED)
        if not begun and not counts:
            await crew.tally.undo(mark, "wrong", crew.request(ADMIN))
        with pytest.raises(Refused, match="paper_undone"):
            await crew.tally.undo(mark, "again", crew.request(ADMIN))
        told = await crew.announcements(CHANNEL)
        assert sum(f"took {LINES} entries" in message.text for message in told) == left + 1
        assert await crew.balances() == {}
        await crew.check_audit()
        if not crashed:
            break
    assert left > LINES // 2


async def test_a_reader_sees_nothing_of_a_paper_that_is_half_entered(crew: Crew) -> None:
    nothing = await read_books(crew)
    await crew.tally.check_paper(PAPER, "Old", crew.request(ADMIN))
    mark = digest_of(PAPER, "Old")
    assert await run_until_crash(crew, 3, False, lambda: crew.tally.enter_paper(mark, crew.request(ADMIN)))
    assert await crew.store.read(batches.list_all)
    assert await read_books(crew) == nothing
    with pytest.raises(Refused, match="TALLY/entry"):
        await crew.tally.undo("1", "I guessed its number", crew.request(ADMIN))
    for change in (
        lambda: crew.tally.rule_off("", crew.request(ADMIN)),
        lambda: crew.tally.undo("paper:0123456789abcdef", "why", crew.request(ADMIN)),
        lambda: enter(crew, "date,Bear,Bull\n2014-01-01,1,-1\n", ""),
    ):
        with pytest.raises(Refused, match="TALLY/(paper_busy|entry|empty_sheet)"):
            await change()
    await crew.tally.look()
    assert await crew.balances() == ENTERED
    assert "Bear" in (await crew.show(season="Old")).text


async def test_an_entry_of_a_paper_is_taken_back_alone(crew: Crew) -> None:
    mark = await enter(crew)
    (first, *rest) = await crew.store.read(postings.read, await crew.id())
    await crew.tally.undo(str(first.id), "miscounted", crew.request(ADMIN))
    taken = (await crew.tally.undo(mark, "all of it", crew.request(ADMIN))).message
    assert taken is not None
    assert f"{len(rest)} entries" in taken.text
    assert await crew.balances() == {}
    await crew.check_audit()


class OvertakenStore:
    """A store that lets another scorer enter a paper just before its first write."""

    def __init__(self, store: Store, other: Callable[[], Any]) -> None:
        self.store = store
        self.other: Callable[[], Any] | None = other

    async def read(self, function: Callable[..., Any], *arguments: object) -> Any:
        return await self.store.read(function, *arguments)

    async def write(self, function: Callable[..., Any], *arguments: object) -> Any:
        other, self.other = self.other, None
        if other is not None:
            await other()
        return await self.store.write(function, *arguments)


@on_both_databases
async def test_two_scorers_who_enter_a_paper_at_one_moment_enter_it_once(crew: Crew) -> None:
    """The other scorer leaves out the line that the books already have, so their papers begin with different lines."""
    await enter(crew, "date,game,Bear,Bull\n2014-01-01,pussers,1,-1\n", "")
    mark, other = digest_of(PAPER, ""), Requester(2, "Commodore", True)
    await crew.tally.check_paper(PAPER, "", crew.request(ADMIN))
    await crew.tally.check_paper(PAPER, "", crew.request(other))

    async def enter_the_rest() -> None:
        crew.tally.papers = crew.papers
        await crew.tally.enter_paper(mark, crew.request(other))

    crew.tally.papers = Papers(cast(Store, OvertakenStore(crew.store, enter_the_rest)), crew.clock, most=2)
    with pytest.raises(Refused, match="paper_known"):
        await crew.tally.enter_paper(mark, crew.request(ADMIN), everything=True)
    assert await crew.store.read(batches.list_all) == []
    assert await crew.balances() == ENTERED
    await crew.check_audit()


async def test_a_paper_that_cannot_be_finished_holds_up_no_hand(crew: Crew) -> None:
    await crew.add_people("Bear", "Bull")
    facts, lines = {"sheet": 0, "accounts": []}, '[[1,1,"",null,[[0,5]]]]'  # its account is missing
    new = Batch(0, await crew.id(), "enter", "paper:0123456789ab", None, 1, facts, 1)
    await crew.store.write(batches.begin, new, lines)
    hand = await crew.enter_hand({"Bear": 5, "Bull": -5}, wait=1)
    crew.clock.now += 60_000
    await crew.tally.look()
    assert (await crew.entry(hand)).state == "posted"
