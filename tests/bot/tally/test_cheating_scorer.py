"""A scorer who cheats by files, hands and votes: each try is refused, or seen by the crew in one post."""

import gzip
import json
from copy import deepcopy
from typing import Any

from bot.store.books import Scope, payments, postings, reports
from bot.store.books.known_players import find_known
from bot.store.people.erasure import erase
from bot.tally.books import describe_entry
from bot.tally.changes.seasons import find_electorate
from bot.tally.papers.books_file import keep
from bot.tally.papers.paper_check import GivenPaper
from tests.bot.tally.crew import ADMIN, DAY, HERE, TALLY, USERS, Crew
from tests.bot.tally.test_moving import THERE, book_at, bring, file_of, spoil
from tests.refuses import refuses

SCORER = ADMIN


async def tell(crew: Crew) -> str:
    """The last post in the tally's channel."""
    return (await crew.announcements())[-1].text


async def make_books(crew: Crew) -> dict[str, Any]:
    """A file of the crew's books, after a hand and a payment, read as JSON."""
    await crew.tally.change_settings({"channel": str(TALLY)}, crew.request())
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.paying.enter("Bull", "Bear", 2, False, crew.request("Bull"))
    [waiting] = await crew.read(payments.list_waiting, await crew.id())
    await crew.tally.paying.answer(crew.request("Bear"), True, waiting.id)
    whole: dict[str, Any] = json.loads(gzip.decompress(await file_of(crew)))
    return whole


def pack(whole: dict[str, Any]) -> bytes:
    return gzip.compress(json.dumps(whole).encode())


def invent(whole: dict[str, Any], times: int = 1) -> dict[str, Any]:
    """Add invented hands by copying the last one."""
    for number in range(times):
        last = json.loads(json.dumps(whole["entries"][-1]))
        last[0], last[4] = ["elsewhere", 900 + number], last[4] + number * DAY
        whole["entries"].append(last)
    return whole


async def test_invented_hands_give_no_vote_and_no_record_and_are_posted(crew: Crew) -> None:
    whole = invent(await make_books(crew), times=20)
    crew.clock.forward(20 * DAY)
    best = await crew.records()
    shown = await bring(crew, pack(whole), HERE)
    assert "20 lines aren't signed by this host" in shown.text
    told = await tell(crew)
    assert "<@1> brought in" in told and "That adds: Bear +120, Bull −120." in told
    assert "20 lines aren't signed by this host" in told
    assert await crew.records() == best
    assert not (await crew.read(find_electorate, (await crew.book()).crew)).regulars
    book = await crew.book()
    [last] = (await crew.read(postings.read, book.crew.id))[-1:]
    assert "from a file" in describe_entry(book, last)


CHANGED: dict[tuple[int, ...], Any] = {
    (12, 0, 1): 60,  # a larger gain
    (4,): 5,  # another day
    (8,): 77,  # another table
    (2,): "duo-dominoes",  # another game
    (12, 0, 0): 1,  # another winner
}


async def test_a_changed_line_of_our_own_is_refused_by_its_number(crew: Crew) -> None:
    own = await make_books(crew)
    for place, value in CHANGED.items():
        whole = deepcopy(own)
        entry = whole["entries"][0]
        target: Any = entry
        for step in place[:-1]:
            target = target[step]
        target[place[-1]] = value
        if place == (12, 0, 1):
            entry[12][1][1] = -value
        if place == (12, 0, 0):
            entry[12][1][0] = 0
        with refuses("books_differ"):
            await bring(crew, pack(whole), HERE)
        assert await crew.balances() == {"Bear": 6, "Bull": -6}


async def test_an_invented_payment_is_a_claim_of_its_giver_and_waits(crew: Crew) -> None:
    whole = await make_books(crew)
    claim = json.loads(json.dumps(whole["payments"][0]))
    whole["payments"] = [[["elsewhere", 1], claim[2], claim[1], 5_000, *claim[4:]]]
    whole["entries"] = []
    await bring(crew, pack(whole), HERE)
    assert "1 line isn't signed by this host" in await tell(crew)
    [waiting] = await crew.read(payments.list_waiting, await crew.id())
    assert (waiting.amount, waiting.by) == (5_000, USERS["Bear"])
    with refuses("not_your_payment"):
        await crew.tally.paying.answer(crew.request("Bear"), True, waiting.id)
    with refuses("file_payment"):
        await crew.tally.paying.answer(crew.request(SCORER), True, waiting.id)
    await crew.tally.paying.answer(crew.request(SCORER), False, waiting.id)
    [*_, struck] = await crew.read(payments.list_of_crew, await crew.id())
    assert (struck.amount, struck.state) == (5_000, "void")


async def test_a_paper_and_its_taking_back_say_who_gains(crew: Crew) -> None:
    await make_books(crew)
    await crew.bring_paper("date,Bear,Bull\n2014-03-01,500,-500\n", "2014")
    assert "That adds: Bear +500, Bull −500." in await tell(crew)
    book = await crew.book()
    last = (await crew.read(postings.read, book.crew.id))[-1]
    assert describe_entry(book, last).count("from a file") == 1
    await crew.tally.undo(crew.request(SCORER), last.source.rpartition(":")[0], "never")
    assert "That adds: Bull +500, Bear −500." in await tell(crew)


async def test_a_file_of_another_host_says_so_for_ever(crew: Crew) -> None:
    """A detour over other books of this host gives no line a mark."""
    whole = invent(await make_books(crew))
    await bring(crew, pack(whole), THERE)
    again = json.loads(gzip.decompress(await file_of(crew, THERE)))
    marks = {entry[0][0]: bool(entry[13]) for entry in again["entries"]}
    assert marks.pop("elsewhere") is False and all(marks.values())


async def test_lines_of_this_host_keep_votes_records_and_payments(crew: Crew) -> None:
    await make_books(crew)
    await bring(crew, await file_of(crew), THERE)
    there = await book_at(crew, THERE)
    assert await crew.read(find_known, there.crew.id, [USERS["Bear"]]) == {USERS["Bear"]}
    assert [one.state for one in await crew.read(payments.list_of_crew, there.crew.id)] == ["counts"]
    [*_, last] = await crew.read(postings.read, there.crew.id)
    assert "moved from other books" in describe_entry(there, last)
    assert await crew.read(reports.sum_at_tables, Scope(there.crew.id, accounts=frozenset(there.owners)))


async def test_a_mark_fails_with_another_crew_person_or_season(crew: Crew) -> None:
    body = pack(await make_books(crew))
    bear = [member[0] for member in json.loads(gzip.decompress(body))["members"]].index("Bear")
    for path, value in ((("crew",), "Others"), (("members", bear, 2), 4711), (("seasons", 0, 1), "Ours")):
        spoiled = spoil(body, *path, value=value)
        request = crew.request(ADMIN, THERE)
        book = await book_at(crew, THERE)
        plan, _ = await crew.papers.check(book, GivenPaper(keep(spoiled)), request.at)
        assert plan.unmarked


async def test_a_file_does_not_bring_erased_people_back(crew: Crew) -> None:
    """Not in their books, where the row keeps its number, nor in others."""
    await make_books(crew)
    await crew.adjust(ADMIN, "Bull", "Bear", 1, "Bull's old debt")
    body = await file_of(crew)
    row = (await crew.book()).find_by_user(USERS["Bull"])
    assert row is not None
    await crew.write(erase, USERS["Bull"])
    for where in (HERE, THERE):
        whole = json.loads(gzip.decompress(body))
        await bring(crew, pack(invent(whole)), where)
        book = await book_at(crew, where)
        assert book.find_by_user(USERS["Bull"]) is None
        former = [member for member in book.members.values() if member.name.startswith("Former member")]
        assert len(former) == 1 and "Bull" not in {name for one in book.members.values() for name in one.aliases}
        told = [entry.reason or "" for entry in await crew.read(postings.read, book.crew.id)]
        assert not any("Bull" in reason for reason in told)
        if where == HERE:
            assert former[0].id == row.id
            assert f"{former[0].name}'s old debt" in told
