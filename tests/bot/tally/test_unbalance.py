"""The books under random actions, some of them cut off by a crash: every sum stays zero and the audit finds nothing."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import TypeVar, cast

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from sqlalchemy import Table, create_engine, update

from bot.ports.requests import Request, RequestId
from bot.services.books.papers import Papers
from bot.store.books import crews, postings
from bot.store.database import schema
from bot.store.database.engine import Connection
from bot.store.store import Store
from bot.tally.books.book import load_book
from bot.tally.books.settle import NamedTransfer
from bot.tally.changes import ledger, members, seasons
from bot.tally.papers.paper_check import GivenPaper
from games.core.refused import Refused
from tests.bot.store.balances import read_balances
from tests.bot.tally.crew import ADMIN, GUILD, HERE, KEEPER, USERS, Crew, enter_hand, person
from tests.effort import rounds
from tests.left_out import LONGER

NAMES = tuple(USERS)
T = TypeVar("T")


class Crash(Exception):
    """The program crashes here."""


@dataclass
class World:
    """A crew in a database in memory."""

    connection: Connection
    now: int = 1_700_000_000_000
    done: int = 0

    @property
    def papers(self) -> Papers:
        return Papers(cast(Store, self), lambda: self.now)

    async def read(self, function: Callable[..., T], *arguments: object) -> T:
        return function(self.connection, *arguments)

    async def write(self, function: Callable[..., T], *arguments: object) -> T:
        with self.connection.begin_nested():
            return function(self.connection, *arguments)

    def stamp(self) -> RequestId:
        self.done += 1
        self.now += 1_000
        return RequestId(self.now, f"i:{self.done}")


amounts = st.lists(st.integers(-30, 30), min_size=3, max_size=3).map(
    lambda values: dict(zip(NAMES, [*values, -sum(values)], strict=True))
)
steps = st.one_of(
    st.tuples(st.just("hand"), amounts, st.booleans()),
    st.tuples(st.just("adjust"), st.sampled_from(NAMES), st.sampled_from(NAMES)),
    st.tuples(st.just("undo"), st.integers(1, 25), st.just(None)),
    st.tuples(st.just("confirm"), st.integers(1, 25), st.sampled_from(NAMES)),
    st.tuples(st.just("dispute"), st.integers(1, 25), st.sampled_from(NAMES)),
    st.tuples(st.just("rule_off"), st.sampled_from(NAMES), st.booleans()),
    st.tuples(st.just("wait"), st.integers(0, 90), st.just(None)),
    st.tuples(st.just("paper"), st.integers(0, 9), st.booleans()),
)


def carry_out(world: World, crew: crews.Crew, step: tuple[str, object, object]) -> None:
    """Take one step as the tally does. Raises Refused."""
    connection, (action, first, second) = world.connection, step
    stamp = world.stamp()
    match action:
        case "hand":
            assert isinstance(first, dict)
            if any(first.values()):
                enter_hand(
                    connection, crew.id, first, "duo-dominoes", "game_won", world.done, world.now, 60_000 * bool(second)
                )
        case "adjust":
            ledger.adjust(
                connection,
                load_book(connection, crew),
                Request(KEEPER, HERE, stamp),
                NamedTransfer(str(first), str(second), 7),
                "why not",
            )
        case "undo":
            ledger.undo(connection, load_book(connection, crew), Request(ADMIN, HERE, stamp), str(first), "wrong")
        case "confirm":
            ledger.confirm(
                connection, load_book(connection, crew), Request(person(str(second)), HERE, stamp), str(first)
            )
        case "dispute":
            ledger.dispute(
                connection, load_book(connection, crew), Request(person(str(second)), HERE, stamp), str(first), "no"
            )
        case "rule_off":
            request = Request(person(str(first), admin=bool(second)), HERE, stamp)
            seasons.rule_off(
                connection, load_book(connection, crew), request, "", seasons.find_electorate(connection, crew)
            )
        case "wait":
            assert isinstance(first, int)
            world.now += 1_000 * first
            for due in postings.list_unconfirmed(connection, world.now, 99):
                ledger.confirm_due(connection, due, world.now)
            seasons.close_due(connection, load_book(connection, crew), world.now)
        case "paper":
            amount = int(str(first)) + 1  # no two papers share a line, which would be entered once
            text = f"date,Bear,Bull,Ned\n2003-01-02,{amount},-{amount},\n2003-01-03,,{amount},-{amount}\n"
            request = Request(ADMIN, HERE, stamp)
            asyncio.run(world.papers.enter(crew, request, GivenPaper(text, f"Old {first}" if second else ""), "note"))


def sum_postings(connection: Connection, crew: int) -> dict[int, int]:
    """The balance of every account, added up from the posted transfers."""
    sums: dict[int, int] = {}
    for transfer in postings.read(connection, crew):
        for entry in transfer.entries:
            sums[entry.account] = sums.get(entry.account, 0) + entry.amount
    return sums


@pytest.mark.thorough(LONGER)
@given(st.lists(st.tuples(steps, st.booleans()), max_size=25))
@settings(max_examples=rounds(10, 40, 1_000))
def test_random_actions_keep_the_books_balanced(plan: list[tuple[tuple[str, object, object], bool]]) -> None:
    engine = create_engine("sqlite://")
    with engine.connect() as connection:
        schema.metadata.create_all(connection)
        crew = crews.ensure(connection, GUILD, 0)
        crews.change_settings(connection, crew.id, {"tally": {"scorer": KEEPER.roles[0]}})
        crew = crews.ensure(connection, GUILD, 0)
        world = World(connection)
        for name in NAMES:
            crews.ensure_member(connection, crew.id, USERS[name], name, 0)
        written = 0
        for step, crash in plan:
            point = connection.begin_nested()
            try:
                carry_out(world, crew, step)
                if crash:
                    raise Crash
                point.commit()
            except (Refused, Crash):
                point.rollback()
                assert len(postings.read(connection, crew.id, states=("posted", "pending", "void"))) == written
            transfers = postings.read(connection, crew.id, states=("posted", "pending", "void"))
            assert len(transfers) >= written
            assert len([entry for entry in transfers if entry.source.startswith("paper:")]) % 2 == 0
            written = len(transfers)
            kept = {account: amount for account, amount in read_balances(connection, crew.id).items() if amount}
            assert kept == {account: amount for account, amount in sum_postings(connection, crew.id).items() if amount}
            assert sum(kept.values()) == 0
            assert postings.audit(connection) == []
    engine.dispose()


def write_every_kind(connection: Connection, crew: crews.Crew) -> None:
    """Write some entries of every kind."""
    for number, wait in enumerate((0, 0, 60_000), 1):
        enter_hand(
            connection, crew.id, {"Bear": 12, "Bull": -6, "Wally": -6}, "pussers-bones", "tie_up", number, 1_000, wait
        )
    request = Request(ADMIN, HERE, RequestId(2_000, "i:x"))
    ledger.undo(connection, load_book(connection, crew), request, "1", "miscounted")
    seasons.rule_off(connection, load_book(connection, crew), request, "Second", seasons.Electorate())
    ledger.adjust(
        connection,
        load_book(connection, crew),
        replace(request, id=RequestId(3_000, "i:y")),
        NamedTransfer("Bear", "Bull", 4),
        "gift",
    )
    members.add_guest(connection, load_book(connection, crew), replace(request, id=RequestId(3_000, "i:z")), "Old Mate")
    ledger.dispute(connection, load_book(connection, crew), replace(request, id=RequestId(3_000, "i:w")), "3", "no")


async def test_a_broken_write_leaves_nothing_behind(crew: Crew) -> None:
    here = await crew.reports.find_crew(crew.request())

    def write_then_crash(connection: Connection) -> None:
        write_every_kind(connection, here)
        raise Crash

    with pytest.raises(Crash):
        await crew.write(write_then_crash)
    assert await crew.read(postings.read, here.id, states=("posted", "pending", "void")) == []
    assert await crew.announcements() == []
    assert [season.name for season in (await crew.book()).seasons] == [""]


@pytest.mark.parametrize(
    ("table", "values", "says"),
    [
        (schema.balances, {"amount": 1}, "but postings sum to"),
        (schema.balances, {"entries": 9}, "in 9 entries, but postings sum to"),
        (schema.postings, {"amount": 5}, "sums to"),
        (schema.transfers, {"state": "void"}, "is not the opposite of transfer"),
    ],
    ids=["balance", "count", "posting", "state"],
)
async def test_the_audit_finds_tampered_rows(crew: Crew, table: Table, values: dict[str, object], says: str) -> None:
    await crew.write(write_every_kind, await crew.reports.find_crew(crew.request()))
    await crew.check_audit()
    where = table.c.id == 1 if table is schema.transfers else table.c.account_id == 1
    await crew.write(lambda connection: connection.execute(update(table).where(where).values(values)))
    assert any(says in sentence for sentence in await crew.read(postings.audit))
