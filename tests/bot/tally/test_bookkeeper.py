"""24 seasons of a crew, kept a second time by a book-keeper with a notebook, who knows nothing of the bot's books."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from random import Random

import pytest

from bot.ports import Location
from bot.services.real_hands import FORM
from bot.store import Store
from bot.store.books import Scope, crews, postings, reports
from bot.store.people import erasure
from bot.tally.books import Book
from bot.tally.changes import joining, members
from bot.tally.changes.debts import find_brought_forward, find_owed
from tests.bot.tally.crew import ADMIN, DAY, HERE, SCORER, TALLY, USERS, Crew, person
from tests.bot.tally.test_moving import GAMES, REASONS, THERE, book_at, bring, file_of
from tests.left_out import LONGER
from tests.refuses import refuses

SEASONS = 24
DUO_STAKE = 40
"""The units that a game of Duo Dominoes moves in the books of a new crew (docs/tally.md, "One scale")."""
FARTHER = Location(3, 700)
COMPARED = (7, 9, 13, 18, SEASONS)
"""The seasons at whose end both books are compared as a whole."""
Sums = dict[str, int]


@dataclass
class Notebook:
    """The results and payments of each season as written down, each row under its first name."""

    season: int = 1
    lines: list[tuple[int, Sums]] = field(default_factory=list)
    paid: list[tuple[int, str, str, int]] = field(default_factory=list)
    """Payments: the season, the giver, the taker, and the amount."""
    same: dict[str, str] = field(default_factory=dict)
    """The joined rows, each with the row that it now belongs to."""
    called: dict[str, str] = field(default_factory=dict)
    """The present names, by first name, where the two differ."""

    def write(self, amounts: Sums) -> None:
        self.lines.append((self.season, amounts))

    def find_name(self, row: str) -> str:
        row = self.same.get(row, row)
        return self.called.get(row, row)

    def sum_results(self, seasons: range) -> Sums:
        found: Counter[str] = Counter()
        for season, amounts in self.lines:
            for row, amount in amounts.items():
                found[self.find_name(row)] += amount * (season in seasons)
        return {name: amount for name, amount in found.items() if amount}

    def sum_debts(self, seasons: range) -> Sums:
        found = Counter(self.sum_results(seasons))
        for season, giver, taker, amount in self.paid:
            found[self.find_name(giver)] += amount * (season in seasons)
            found[self.find_name(taker)] -= amount * (season in seasons)
        return {name: amount for name, amount in found.items() if amount}


async def name_all(crew: Crew, book: Book, amounts: dict[int, int]) -> Sums:
    return {book.name(member): amount for member, amount in amounts.items() if amount}


async def check_agreement(crew: Crew, notebook: Notebook, where: Location = HERE) -> None:
    """Check that books and notebook agree: on each season's results, on all debts, and on those from closed seasons."""
    book = await book_at(crew, where)
    for number, season in enumerate(book.seasons, 1):
        sums: Counter[int] = Counter()
        for total in await crew.store.read(reports.sum_by_account, Scope(book.crew.id, season=season.id)):
            sums[book.owners[total.account]] += total.amount
        assert await name_all(crew, book, sums) == notebook.sum_results(range(number, number + 1)), season
    ever, before = range(1, SEASONS + 2), range(1, notebook.season)
    assert await name_all(crew, book, await crew.store.read(find_owed, book)) == notebook.sum_debts(ever)
    brought = await crew.store.read(find_brought_forward, book)
    assert await name_all(crew, book, brought) == notebook.sum_debts(before)


async def join(crew: Crew, kept: str, gone: str) -> None:
    """Join two rows with the person's consent."""
    await crew.change(ADMIN, joining.propose, kept, gone)
    ((button, _),) = (await crew.announcements())[-1].rows
    await crew.press(button.name, person(kept))


async def play(crew: Crew, notebook: Notebook, chance: Random, people: list[str], made: list[tuple[int, Sums]]) -> None:
    """Make one random change: a hand, one from a real table, an adjustment, an entry taken back, or a payment."""
    first, second, *rest = chance.sample(people, chance.randint(2, len(people)))
    amount = chance.randint(1, 40)
    match chance.choice(("hand", "hand", "hand", "real", "entry", "undo", "pay")):
        case "hand":
            amounts = {name: chance.choice((-1, 1, 2)) * chance.randint(1, 20) for name in (second, *rest)}
            amounts = {first: -sum(amounts.values()), **amounts}
            game = chance.randrange(len(GAMES))
            made.append((await crew.enter_hand(amounts, GAMES[game], REASONS[game]), amounts))
            notebook.write(amounts)
        case "real" if len(rest) == 2:
            seats = (first, second, *rest)
            await crew.press(FORM.make(game="duo-dominoes"), ADMIN, HERE, ", ".join(seats), write_game(*seats), "")
            number = (await crew.store.read(postings.read, await crew.id(), states=("pending",)))[-1].id
            await crew.confirm(ADMIN, number)
            amounts = {name: DUO_STAKE * (1, -1)[seat % 2] for seat, name in enumerate(seats)}
            made.append((number, amounts))
            notebook.write(amounts)
        case "entry":
            giver = chance.choice([first, *(row for row in ("Old Bull", "Old Ned") if row not in notebook.same)])
            await crew.adjust(ADMIN, giver, second, amount, "a swap")
            notebook.write({giver: -amount, second: amount})
        case "undo" if made:
            number, amounts = made.pop(chance.randrange(len(made)))
            await crew.tally.undo(crew.request(ADMIN), str(number), "wrong")
            notebook.write({row: -amount for row, amount in amounts.items()})
        case "pay":
            book = await crew.book()
            owed = await name_all(crew, book, await crew.store.read(find_owed, book))
            givers = [name for name in (first, second) if owed.get(name, 0) < 0]
            takers = [name for name in people if owed.get(name, 0) > 0]
            if givers and takers:
                amount = min(amount, -owed[givers[0]], owed[takers[0]])
                await crew.tally.paying.enter(givers[0], takers[0], amount, False, crew.request(ADMIN))
                notebook.paid.append((notebook.season, givers[0], takers[0], amount))


def write_game(first: str, second: str, third: str, fourth: str) -> str:
    """The lines of a game of Duo Dominoes at a real table, which the first and the third player win."""
    return f"{first} out\n{second} left 6-5 6-4 6-3\n{fourth} left 5-5 5-4 1-0\n{third} left 0-0"


async def keep_books(store: Store, seed: int, turns: int) -> None:
    """Keep 24 seasons with `turns` each twice, in books and notebook. Raises AssertionError where the two differ."""
    chance, crew, notebook = Random(seed), Crew(store), Notebook()
    await crew.tally.change_settings({"channel": str(TALLY), "scorer": str(SCORER)}, crew.request(ADMIN))
    for name in ("Old Bull", "Old Ned"):
        await crew.tally.add_guest(name, None, crew.request(ADMIN))
    people, made = ["Bear", "Bull", "Wally", "Ned"], list[tuple[int, Sums]]()
    await crew.add_people(*people)
    while True:
        for _ in range(turns):
            await play(crew, notebook, chance, people, made)
            crew.clock.forward(DAY)
        match notebook.season:
            case 3:
                paper = "date,entry,Bear,Old Bull,Old Ned\n2014-03-01,Moon,50,-25,-25\n2014-03-02,tie,-3,3,0\n"
                await crew.bring_paper(paper)
                notebook.write({"Bear": 50, "Old Bull": -25, "Old Ned": -25})
                notebook.write({"Bear": -3, "Old Bull": 3})
            case 6 | 14:
                await join(crew, "Bull", "Old Bull")
                notebook.same["Old Bull"] = "Bull"
            case 8:
                await crew.tally.add_guest("Old Ned", person("Ned"), crew.request(ADMIN))
                notebook.same["Old Ned"] = "Ned"
            case 10:
                await crew.change(ADMIN, joining.part, "Old Bull")
                del notebook.same["Old Bull"]
            case 12:
                await crew.change(ADMIN, members.set_crossed, "Wally", True)
            case 18:
                gone = (await crew.book()).find_member("Ned").id
                await store.write(erasure.erase, USERS["Ned"])
                notebook.called["Ned"] = crews.make_former_name(gone)
                people.remove("Ned")
        if notebook.season in COMPARED:
            await check_agreement(crew, notebook)
        if notebook.season == SEASONS:
            break
        await crew.tally.rule_off(crew.request(ADMIN), "")
        notebook.season += 1
        crew.clock.forward(DAY)
    assert len((await crew.book()).seasons) == SEASONS
    await crew.check_audit()
    for place, before in ((THERE, HERE), (FARTHER, THERE)):
        await bring(crew, await file_of(crew, before), place)
        assert await file_of(crew, place) == await file_of(crew)
        there = await book_at(crew, place)
        (former,) = [one for one in there.members.values() if crews.is_former(one)]
        notebook.called["Ned"] = former.name
        await check_agreement(crew, notebook, place)
    assert (
        "Everything in that file is in the books already"
        in (await bring(crew, await file_of(crew, FARTHER), HERE)).text
    )
    with refuses("nobody"):
        await crew.adjust(ADMIN, "Ned", "Bear", 1, "a swap")


@pytest.mark.thorough(LONGER)
async def test_24_seasons_agree_with_an_independent_book_keeper(store: Store) -> None:
    """They have a paper, hands from a real table, a guest who becomes a person, rows joined and parted, payments,
    entries of closed seasons taken back, somebody who crosses the bar, an erasure, and moves to other servers."""
    await keep_books(store, 24, 4)
