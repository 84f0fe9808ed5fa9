"""A crew moves house: its books are exported, and brought into those of another server."""

from __future__ import annotations

import gzip
import json
import random
from collections import Counter
from functools import partial
from typing import Any

import pytest
from sqlalchemy import update

from bot.ports import Button, Location, Message
from bot.services.books.season_pages import show_champions
from bot.store import Connection, Preferences, key_values
from bot.store.books import Gain, NewTransfer, Scope, crews, postings, reports
from bot.store.database.schema import transfers
from bot.store.people import preferences as stored_preferences
from bot.tally.books import Book, NamedTransfer, TallyFilters, load_book
from bot.tally.books.achievements import moved_prefix
from bot.tally.books.statements import read_standings
from bot.tally.changes import ledger, members
from bot.tally.changes.debts import find_owed
from bot.tally.papers import books_file
from bot.tally.papers.collecting import find_origin
from bot.tally.papers.paper_check import GivenPaper
from bot.wording import Words, word_refusal
from tests.bot.harness.room import message_of
from tests.bot.tally.crew import ADMIN, DAY, HERE, Crew, person
from tests.bot.tally.test_crashing_papers import run_until_crash
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

THERE = Location(2, 500)
GAMES = ("pussers-bones", "bonedoneskis", "duo-dominoes", "lombardy-bones")
REASONS = ("tie_up", "showdown", "game_won", "game_won")
PAPER = "date,entry,Bear,Bull,Old Mate\n2014-03-01,Moon,50,-25,-25\n2014-03-02,tie,-3,3,0\n"


async def live_some_years(crew: Crew, seed: int) -> dict[str, int]:
    """Let a crew have some random years: hands, entries, undone ones, seasons, papers, payments, names and guests.
    Return everybody's balance, which a notebook adds up apart from the books."""
    chance = random.Random(seed)
    notebook = Counter({"Ursus": 50 - 3, "Bull": -25 + 3, "Wally": -25})
    known_as = {"Bear": "Ursus", "Old Mate": "Wally"}

    def write(amounts: dict[str, int]) -> None:
        for name, amount in amounts.items():
            notebook[known_as.get(name, name)] += amount

    request = crew.request
    await crew.tally.add_guest("Old Mate", None, request(ADMIN))
    await crew.bring_paper(PAPER, "The 2014 sheet")
    for number in range(9):
        game = chance.randrange(4)
        names = chance.sample(["Bear", "Bull", "Wally", "Ned"], chance.randint(2, 4))
        amounts = {name: chance.randint(1, 9) * chance.choice((1, 2, -3)) for name in names[1:]}
        amounts = {names[0]: -sum(amounts.values()), **amounts}
        made = await crew.enter_hand(amounts, GAMES[game], REASONS[game])
        write(amounts)
        crew.clock.forward(chance.randrange(20) * DAY)
        match chance.randrange(7):
            case 0:
                await crew.tally.undo(request(ADMIN), str(made), "wrong")
                write({name: -amount for name, amount in amounts.items()})
            case 1:
                await crew.tally.rule_off(request(ADMIN), chance.choice(("", f"Sheet {number}")))
            case 2:
                given = chance.randint(1, 9)
                await crew.adjust(ADMIN, "Bear", "Old Mate", given, "a swap")
                write({"Bear": -given, "Old Mate": given})
            case 3:
                payer = chance.choice((ADMIN, person("Bull")))
                await crew.tally.paying.enter("Bear", "Bull", chance.randint(1, 9), payer != ADMIN, request(payer))
            case 4:
                await crew.change(ADMIN, members.add_alias, "Bull", f"Bullwinkle {number}")
            case 5:
                await crew.store.write(enter_apart, await crew.book(), number)
    await crew.change(ADMIN, members.rename, "Bear", "Ursus", False)
    await crew.tally.add_guest("Old Mate", person("Wally"), request(ADMIN))
    await crew.change(ADMIN, members.set_crossed, "Ned", True)
    return {name: amount for name, amount in notebook.items() if amount}


def enter_apart(connection: Any, book: Book, number: int) -> None:
    """A result against a robot, which stands apart."""
    bear = next(account for account, owner in book.owners.items() if owner in book.members)
    robot = crews.open_account(connection, book.crew.id, None)
    data = {"rule": "PB-68", "amounts": [5, -5], "seats": [[bear], [robot]], "robots": [robot]}
    entries = [Gain(bear, 5), Gain(robot, -5)]
    postings.post(connection, NewTransfer(book.crew.id, f"apart:{number}", entries, 5, game="pussers-bones",
                                          reason="tie_up", data=data, state=postings.APART))  # fmt: skip


async def file_of(crew: Crew, where: Location = HERE) -> bytes:
    """The books as a file."""
    (file,) = await crew.reports.export(TallyFilters(), "books", crew.request(ADMIN, where))
    return file.body


async def bring(crew: Crew, body: bytes, where: Location = THERE) -> Message:
    """Bring a file into the books of a server. Return the page that was shown before."""
    shown = await crew.check_paper(books_file.keep(body), where=where)
    enter = [part for row in shown.rows for part in row if isinstance(part, Button) and ".enter." in part.name]
    if enter:
        await crew.press(enter[0].name, ADMIN, where)
    return shown


async def book_at(crew: Crew, where: Location) -> Book:
    return await crew.store.read(load_book, await crew.reports.find_crew(crew.request(ADMIN, where)))


async def pages(crew: Crew, where: Location) -> list[str]:
    """The pages of the books that show no entry numbers, as words and without the note about the move."""
    made = crew.reports
    await crew.store.write(stored_preferences.set_preferences, ADMIN.user, Preferences(text_only=True), 0)
    told = []
    book = await book_at(crew, where)
    for season in ("all", *(str(one.number) for one in book.seasons)):
        for page in (made.show_standings, made.show_chart, made.show_records):
            message = await page(TallyFilters(season=season), crew.request(ADMIN, where))
            told.append(message.text)
    told.append((await show_champions(made, TallyFilters(), crew.request(ADMIN, where))).text)
    owed = await crew.store.read(find_owed, book)
    told.append(str(sorted((book.name(member), amount) for member, amount in owed.items())))
    return [line.replace(", moved from other books", "") for line in told]


@pytest.mark.parametrize("seed", mark_thorough(range(2), MORE_CASES, but=[1]))
async def test_the_books_of_a_crew_that_moves_are_the_same_there(crew: Crew, seed: int) -> None:
    """An export of the new books equals that of the old ones byte for byte, and every page says the same."""
    notebook = await live_some_years(crew, seed)
    body = await file_of(crew)
    await bring(crew, body)
    assert await file_of(crew, THERE) == body
    assert await pages(crew, THERE) == await pages(crew, HERE)
    assert await crew.store.read(postings.audit) == []
    for where in (HERE, THERE):
        book = await book_at(crew, where)
        rows = (await crew.store.read(read_standings, book, Scope(book.crew.id))).rows
        assert {row.name: row.amount for row in rows if row.amount} == notebook
    again = await bring(crew, body)
    assert "Everything in that file is in the books already" in again.text
    back = await bring(crew, await file_of(crew, THERE), HERE)
    assert "Everything in that file is in the books already" in back.text


async def test_feats_travel_and_are_counted_once(crew: Crew) -> None:
    """Records, runs and luck come from feats. The tables stay behind, so the file brings the feats along."""
    await crew.enter_hand({"Bear": 6, "Bull": -6}, "duo-dominoes", "game_won")
    book = await book_at(crew, HERE)
    bear, bull = ([account for account, owner in book.owners.items() if book.name(owner) == name]
                  for name in ("Bear", "Bull"))  # fmt: skip
    note = [["abc", 7, "duo-dominoes", [[4, 10, "games_won", 0, 1, ""], [4, 10, "games", 0, 1, ""],
             [4, 10, "games", 1, 1, ""], [5, 11, "most_points", 0, 40, ""]], [[0, [bear, bull]]]]]  # fmt: skip
    await crew.store.write(key_values.put, f"{moved_prefix(book.crew.id)}x", note, 0)
    told = await crew.records()
    assert "Most games of dominoes won: Bear, 1" in told and "40" in told
    body = await file_of(crew)
    await bring(crew, body)
    assert await crew.records(THERE) == told.replace("hand 1,", "hand 1, moved from other books,")
    other = Crew(crew.store, crew.clock)
    assert (await other.records(THERE)).count("Bear, 1") == 1
    assert await file_of(crew, THERE) == body


async def test_a_sheet_of_paper_that_has_grown_grows_in_the_other_books_too(crew: Crew) -> None:
    for name in ("Ann", "Bo"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN, THERE))
    await crew.tally.changes.make(crew.request(ADMIN, THERE), ledger.adjust, NamedTransfer("Ann", "Bo", 1), "before")
    for paper in (PAPER, PAPER + "2014-12-31,Eve,5,-5,0\n"):
        await crew.bring_paper(paper, "2014")
        await bring(crew, await file_of(crew))
    here, there = await book_at(crew, HERE), await book_at(crew, THERE)
    assert [there.title(season) for season in there.seasons] == ["2014", "Season 1"]
    sheets = [(season.opened_at, season.closed_at) for season in (here.seasons[0], there.seasons[0])]
    assert sheets[0] == sheets[1]
    assert "**Bear** +52" in (await crew.show(THERE, season="2014")).text


@pytest.mark.thorough(MORE_CASES)
async def test_books_that_have_grown_bring_what_is_new(crew: Crew) -> None:
    first = await crew.enter_hand({"Bear": 6, "Bull": -6})
    await bring(crew, await file_of(crew))
    await crew.tally.undo(crew.request(ADMIN), str(first), "wrong")
    await crew.enter_hand({"Bear": 2, "Wally": -2})
    shown = await bring(crew, await file_of(crew))
    assert "**2 new entries**" in shown.text and "not added again: 1 entry." in shown.text
    assert await pages(crew, THERE) == await pages(crew, HERE)
    assert await crew.store.read(postings.audit) == []


async def sum_of_each_at_tables(crew: Crew, book: Book) -> dict[int, int]:
    """By account, the sum of its results at tables, unless that is 0."""
    sums = {}
    for account in book.owners:
        results = await crew.store.read(reports.sum_at_tables, Scope(book.crew.id, accounts=frozenset({account})))
        sums[account] = sum(result.amount for result in results)
    return {account: amount for account, amount in sums.items() if amount}


def take_hands_off_reversals(connection: Connection) -> None:
    """Make reversals look as older releases stored them when they took back books."""
    connection.execute(update(transfers).where(transfers.c.reverses_id.is_not(None)).values(hand=None))


@pytest.mark.thorough(MORE_CASES)
async def test_moved_books_are_taken_back_as_a_whole_and_can_come_again(crew: Crew) -> None:
    first = await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.enter_hand({"Bear": 2, "Wally": -2})
    await crew.tally.undo(crew.request(ADMIN), str(first), "wrong")
    await crew.tally.paying.enter("Wally", "Bear", 1, False, crew.request(ADMIN))
    await crew.store.write(enter_apart, await crew.book(), 1)
    body = await file_of(crew)
    await bring(crew, body)
    there = await pages(crew, THERE)
    book = await book_at(crew, THERE)
    source = (await crew.store.read(postings.read, book.crew.id))[0].source
    await crew.tally.undo(crew.request(ADMIN, THERE), source.rpartition(":")[0], "the wrong house")
    assert not any(total.amount for total in await crew.store.read(reports.sum_by_account, Scope(book.crew.id)))
    assert not await sum_of_each_at_tables(crew, book)
    await crew.store.write(take_hands_off_reversals)
    assert not await sum_of_each_at_tables(crew, book)
    assert await crew.store.read(find_owed, book) == {}
    assert (
        "Against robots"
        not in (await crew.reports.show_player(TallyFilters(player="Bear"), crew.request(ADMIN, THERE))).text
    )
    assert await crew.store.read(postings.audit) == []
    await bring(crew, body)
    assert await file_of(crew, THERE) == body, "the entries that were taken back stay behind"
    again = await pages(crew, THERE)
    assert again[-1] == there[-1] and again[1] == there[1]


async def test_moved_books_of_which_only_payments_are_left_are_struck_out(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.paying.enter("Bull", "Bear", 1, False, crew.request(ADMIN))
    await bring(crew, await file_of(crew))
    (entry,) = await crew.read(postings.read, (await book_at(crew, THERE)).crew.id)
    await crew.tally.undo(crew.request(ADMIN, THERE), str(entry.id), "wrong")
    mark = entry.source.rpartition(":")[0]
    struck = message_of(await crew.tally.undo(crew.request(ADMIN, THERE), mark, "all of it"))
    assert struck.text == "Struck out: it doesn't count."


def spoil(body: bytes, *path: Any, value: Any) -> bytes:
    """Change one thing in a file."""
    whole = json.loads(gzip.decompress(body))
    at = whole
    for step in path[:-1]:
        at = at[step]
    at[path[-1]] = value
    return gzip.compress(json.dumps(whole).encode())


async def test_a_file_with_anything_wrong_in_it_is_refused(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    body = await file_of(crew)
    entry = json.loads(gzip.decompress(body))["entries"][0]
    assert entry[11]["amounts"] == [6, -6] and entry[12][0][1] == 6
    for wrong in (
        body[:-9],
        b"\x1f\x8bno",
        gzip.compress(b"[]"),
        spoil(body, "version", value=2),
        spoil(body, "entries", 0, 12, 0, 1, value=7),
        spoil(body, "entries", 0, 12, 0, 0, value=3),
        spoil(body, "entries", 0, 11, "seats", value=[[0]]),
        spoil(body, "entries", 0, 11, "amounts", value=[]),
        spoil(body, "entries", 0, 3, value="5 dollars"),
        spoil(body, "entries", 0, 4, value=True),
        spoil(body, "members", 0, 0, value="a\nb"),
        spoil(body, "seasons", 0, 3, value=5),
        spoil(body, "entries", value=[entry, entry]),
        spoil(body, "entries", 0, 4, value=10**15),
        spoil(body, "entries", 0, 6, value=["abc", 1]),
        spoil(body, "entries", 0, 6, value=entry[0]),
        spoil(body, "entries", 0, 9, value=2**40),
        spoil(body, "entries", 0, 2, value="cash"),
        spoil(body, "entries", 0, 11, "weight", value="1/0"),
        spoil(body, "entries", 0, 11, "weight", value="1e9999999999"),
        spoil(body, "entries", value=[[["abc", n], *entry[1:11], {}, [[0, 10**15, None], [1, -(10**15), None]]]
                                      for n in range(1, 9)]),
        spoil(body, "unit", value="dollars"),
        *(
            spoil(body, "entries", 0, 11, "real", value={"hands": 1, "receipts": [receipt]})
            for receipt in (["<@1>", "DD-30", [], 5, "points", [], []], ["out", "DD-30", [], "5", "points", [], []],
                            ["out", "DD-30", [["held", "DD-30", 5, "dollars", []]], 5, "points", [], []])
        ),
        spoil(body, "entries", 0, 11, value={"seats": [[0, 1], [1]], "real": {"hands": 1, "receipts": []}}),
        spoil(body, "seasons", 0, 0, value=-(10**9)),
        spoil(body, "seasons", value=[[1, "", 0, 5], [1, "", 5, None]]),
        spoil(body, "payments", value=[[["abc", 1], 0, 1, 5, "paid", "counts", -1, -1, 5, 5]] * 2),
        gzip.compress(b"[" + b"[]," * books_file.MOST_LISTS + b"[]]"),
    ):  # fmt: skip
        with refuses("books_file"):
            books_file.read(wrong)
    for older, why in (("0.9", "books_file"), ("1.0.0", "books_file"), ("", "books_file"), ("1e9", "books_file"),
                       ("99.10.2", "books_newer")):  # fmt: skip
        spoilt = spoil(spoil(body, "entries", 0, 11, "seats", value=[[0]]), "release", value=older)
        with refuses(why) as refused:
            books_file.read(spoilt)
        assert ("A newer Boneyard (99.10.2) wrote" in word_refusal(refused.value, Words(ADMIN.language))) == (
            why == "books_newer"
        )
    assert books_file.read(spoil(body, "release", value="99.10.2")) == books_file.read(body)
    with refuses("not_scorer"):
        await crew.tally.check_paper(GivenPaper(books_file.keep(body)), crew.request(person("Bear"), THERE))
    with refuses("books_whole"):
        await crew.reports.export(TallyFilters(game="duo-dominoes"), "books", crew.request(ADMIN))


async def test_a_forged_file_takes_back_no_entry_of_other_books(crew: Crew) -> None:
    """The file claims that a reversed entry is from these books, but it is in others or in none. The reversal takes
    back the entry that the file brings, and no other."""
    theirs = await crew.enter_hand({"Bear": 6, "Bull": -6})
    there = await crew.reports.find_crew(crew.request(ADMIN, THERE))
    row: list[Any] = [0, None, "a swap", 5, -1, None, None, None, None, False, {}]
    for number, target in enumerate((theirs, 10**9)):
        target_id = [find_origin(there), target]
        first = [target_id, *row, [[0, 6, None], [1, -6, None]]]
        second = [["abc", number + 1], *row, [[0, -6, None], [1, 6, None]]]
        second[6] = target_id
        body = await file_of(crew)
        await bring(crew, spoil(body, "entries", value=[first, second]))
    assert await crew.store.read(postings.find_reversal, theirs) is None
    assert await crew.store.read(postings.audit) == []
    entries = await crew.store.read(postings.read, there.id)
    assert {entry.reverses for entry in entries} <= {None, *(entry.id for entry in entries)}


@pytest.mark.parametrize("after", [False, True])
async def test_a_crash_during_a_move_loses_and_doubles_nothing(crew: Crew, after: bool) -> None:
    """Readers see all of the books or nothing: entries, seasons, debts and feats come at one moment."""
    first = await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.tally.undo(crew.request(ADMIN), str(first), "wrong")
    await crew.tally.rule_off(crew.request(ADMIN), "")
    await crew.enter_hand({"Bear": 2, "Wally": -2})
    await crew.tally.paying.enter("Wally", "Bear", 1, False, crew.request(ADMIN))
    own = [account for account, owner in (await crew.book()).owners.items() if owner > 0][:2]
    note = [["abc", 7, "duo-dominoes", [[4, 10, "games_won", 0, 1, ""], [4, 10, "games", 0, 1, ""]],
             [[0, [[account] for account in own]]]]]  # fmt: skip
    await crew.store.write(key_values.put, f"{moved_prefix(await crew.id())}x", note, 0)
    body = await file_of(crew)
    nothing = await facts(crew, THERE)
    page = await crew.check_paper(books_file.keep(body), where=THERE)
    (shown,) = [part.name for row in page.rows for part in row if ".enter." in part.name]
    assert await run_until_crash(crew, after, partial(crew.press, shown, ADMIN, THERE))
    assert (await facts(crew, THERE) != nothing) is after
    if not after:
        await bring(crew, body)
    assert await file_of(crew, THERE) == body
    await crew.check_audit()


async def facts(crew: Crew, where: Location) -> tuple[object, ...]:
    """The books of a crew as readers see them."""
    book = await book_at(crew, where)
    entries = await crew.store.read(postings.read, book.crew.id)
    owed = owed_by_name(book, await crew.store.read(find_owed, book))
    records = await crew.records(where)
    return len(entries), len(book.seasons), owed, records


def owed_by_name(book: Book, owed: dict[int, int]) -> dict[str, int]:
    return {book.name(member): amount for member, amount in owed.items()}


async def test_an_export_as_csv_is_read_as_a_paper(crew: Crew) -> None:
    await crew.enter_hand({"Bear": 6, "Bull": -6})
    await crew.adjust(ADMIN, "Bull", "Wally", 2, "=a swap")
    (file,) = await crew.reports.export(TallyFilters(), "csv", crew.request(ADMIN))
    text = file.body.decode("utf-8-sig")
    await crew.bring_paper(text, where=THERE)
    book = await book_at(crew, THERE)
    told = (await crew.reports.show_sheet(TallyFilters(), crew.request(ADMIN, THERE))).pictures[0].alt
    assert "Bear ties up with 6" in told and "=a swap" in told
    standings = await crew.store.read(read_standings, book, Scope(book.crew.id))
    assert {row.name: row.amount for row in standings.rows} == {"Bear": 6, "Wally": 2, "Bull": -8}
    changed = GivenPaper(text.replace("Bear,6", "Bear,7").replace("Wally,2", "Wally,two"))
    page = message_of(await crew.tally.check_paper(changed, crew.request(ADMIN, THERE)))
    assert (
        "line 2: its amounts add up to 1, not to 0" in page.text
        and "line 5: “two” for Wally isn't a whole" in page.text
    )
