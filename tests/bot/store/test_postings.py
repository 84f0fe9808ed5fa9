"""The books: sums are zero, sources are posted once, nothing is edited."""

import asyncio
from contextlib import suppress
from functools import cache

import pytest
from hypothesis import given, strategies as st
from sqlalchemy import Engine, create_engine, delete, insert, update

from bot.store import Conflict, Connection, Store
from bot.store.books import Gain, NewTransfer, crews, postings, reports
from bot.store.database import schema
from bot.store.database.errors import TooLarge, Unbalanced
from tests.bot.store.balances import open_accounts, read_balances
from tests.bot.store.sample import AT, BEAR, BULL, GUILD, fill
from tests.databases import on_sqlite_at_least


async def open_books(store: Store, accounts: int) -> tuple[int, list[int]]:
    """Make a crew with some accounts. Returns the crew's id and the ids of the accounts."""
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    return crew, await store.write(open_accounts, crew, accounts)


amounts = st.lists(st.integers(-(2**43), 2**43), min_size=1, max_size=6)


@given(amounts, st.integers(-5, 5))
def test_only_entries_that_sum_to_zero_make_a_transfer(given: list[int], off: int) -> None:
    entries = [Gain(number, amount) for number, amount in enumerate([*given, off - sum(given)])]
    if off:
        with pytest.raises(Unbalanced, match=str(off)):
            postings.must_balance(NewTransfer(1, "s", entries, AT))
    else:
        postings.must_balance(NewTransfer(1, "s", entries, AT))


@on_sqlite_at_least
async def test_a_transfer_without_entries_is_refused(store: Store) -> None:
    crew, _ = await open_books(store, 1)
    with pytest.raises(Unbalanced):
        await store.write(postings.post, NewTransfer(crew, "s", [], AT))


@given(st.lists(amounts, max_size=8), st.sets(st.integers(0, 7)))
def test_the_balances_sum_to_zero_whatever_is_posted_and_reversed(hands: list[list[int]], undone: set[int]) -> None:
    with empty_books().connect() as connection:
        crew = crews.ensure(connection, GUILD, AT).id
        ids = open_accounts(connection, crew, 7)
        posted = []
        for number, hand in enumerate(hands):
            entries = [Gain(ids[seat], amount) for seat, amount in enumerate([*hand, -sum(hand)])]
            posted.append(postings.post(connection, NewTransfer(crew, f"h:{number}", entries, AT)))
        expected = dict.fromkeys(ids, 0)
        for number, hand in enumerate(hands):
            for seat, amount in enumerate([*hand, -sum(hand)]):
                expected[ids[seat]] += 0 if number in undone else amount
        for number in sorted(undone & set(range(len(posted)))):
            postings.reverse(connection, posted[number], AT, "miscounted", BULL)
        assert read_balances(connection, crew) == expected
        assert sum(read_balances(connection, crew).values()) == 0
        assert postings.audit(connection) == []
        connection.rollback()


@on_sqlite_at_least
async def test_a_transfer_is_read_as_it_was_posted(store: Store) -> None:
    crew, (a, b, c) = await open_books(store, 3)
    season = (await store.read(crews.find_open_season, crew)).id
    entries = (Gain(a, 12, "Bear ties up"), Gain(b, -6), Gain(c, -6, "with 6"))
    made = await store.write(
        postings.post,
        NewTransfer(crew, "t:7:h:3", entries, AT, season, None, "pussers", "why", BEAR, data={"points": [12]}),
    )
    (read,) = await store.read(postings.read, crew)
    assert (read.id, read.source, read.state, read.entries) == (made, "t:7:h:3", "posted", entries)
    assert (read.game, read.reason, read.by, read.data, read.at) == ("pussers", "why", BEAR, {"points": [12]}, AT)
    assert await store.read(postings.read, crew, table=9) == []
    found = await store.read(postings.list_account_keys, crew)
    assert found == {account: (f"m:{member}", member) for account, (_, member) in found.items()}
    assert found.keys() == {a, b, c}


async def test_a_source_is_posted_once(store: Store) -> None:
    crew, (a, b) = await open_books(store, 2)
    transfer = NewTransfer(crew, "s", [Gain(a, 6), Gain(b, -6)], AT)
    made = await asyncio.gather(*[store.write(postings.post, transfer) for _ in range(5)])
    assert len(set(made)) == 1
    assert await store.read(read_balances, crew) == {a: 6, b: -6}
    with pytest.raises(Conflict):
        await store.write(postings.post, NewTransfer(crew, "s", [Gain(a, 5), Gain(b, -5)], AT))


@on_sqlite_at_least
async def test_a_crew_posts_to_its_own_accounts_only(store: Store) -> None:
    crew, (a, b) = await open_books(store, 2)
    other = (await store.write(crews.ensure, GUILD, AT, "stokers")).id
    with pytest.raises(Conflict):
        await store.write(postings.post, NewTransfer(other, "s", [Gain(a, 6), Gain(b, -6)], AT))
    _, member = (await store.read(postings.list_account_keys, crew))[a]
    assert await store.write(crews.open_account, crew, member) == a


async def test_a_reversal_is_one_transfer_with_a_reason_and_a_name(store: Store) -> None:
    crew, (a, b) = await open_books(store, 2)
    season = (await store.read(crews.find_open_season, crew)).id
    made = await store.write(postings.post, NewTransfer(crew, "s", [Gain(a, 6), Gain(b, -6)], AT, season))
    undone = await store.write(postings.reverse, made, AT + 1, "miscounted", BULL)
    assert await store.write(postings.reverse, made, AT + 2, "again", BEAR) == undone
    first, second = await store.read(postings.read, crew)
    assert (first.id, second.reverses, second.reason, second.by, second.season) == (
        made,
        made,
        "miscounted",
        BULL,
        season,
    )
    assert await store.read(read_balances, crew) == {a: 0, b: 0}
    with pytest.raises(Conflict):
        await store.write(postings.reverse, 404, AT, "nothing", BULL)


@on_sqlite_at_least
async def test_a_pending_transfer_counts_when_it_is_confirmed(store: Store) -> None:
    crew, (a, b) = await open_books(store, 2)
    pending = [
        await store.write(
            postings.post,
            NewTransfer(crew, f"s{n}", [Gain(a, n), Gain(b, -n)], AT, state=postings.PENDING, confirm_at=AT + 10 * n),
        )
        for n in (1, 2, 3)
    ]
    assert await store.read(read_balances, crew) == {a: 0, b: 0}
    assert await store.read(postings.list_unconfirmed, AT + 20, 9) == pending[:2]
    assert await store.read(postings.list_unconfirmed, AT + 20, 1) == pending[:1]
    assert await store.write(postings.settle, pending[0], True)
    assert await store.write(postings.settle, pending[1], False)
    assert not await store.write(postings.settle, pending[0], False)
    assert await store.read(read_balances, crew) == {a: 1, b: -1}
    states = [posting.state for posting in await store.read(postings.read, crew, states=("posted", "pending", "void"))]
    assert states == ["posted", "void", "pending"]
    with pytest.raises(Conflict):
        await store.write(postings.reverse, pending[1], AT, "void", BULL)


async def test_the_audit_finds_what_is_wrong(store: Store) -> None:
    table = await fill(store)
    assert await store.read(postings.audit) == []

    def damage(connection: Connection) -> None:
        connection.execute(update(schema.postings).values(amount=schema.postings.c.amount + 1))
        connection.execute(delete(schema.events).where(schema.events.c.sequence == 2))
        connection.execute(insert(schema.transfers).values(crew_id=1, source="empty", state="posted", data={}, at=AT))

    await store.write(damage)
    found = await store.read(postings.audit)
    assert [sentence.split(" sums to ")[-1] for sentence in found[:3]] == ["2", "2", "0"]
    assert [sentence for sentence in found[3:-1] if "is not the opposite of transfer 1" in sentence]
    assert found[-1] == f"table {table} is at event 3, but has 2 events up to 3"


sizes = st.integers(-(2**64), 2**64) | st.sampled_from([10**9, 10**15, 2 * 10**15, 10**17, 2**63 - 1, -(2**63), 10**60])


@cache
def empty_books() -> Engine:
    """A database in memory, for tests that roll back their writes."""
    engine = create_engine("sqlite://")
    schema.metadata.create_all(engine)
    return engine


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 2), sizes), max_size=12), st.sets(st.integers(0, 11)))
def test_amounts_of_any_size_are_posted_or_refused_and_no_sum_overflows(
    moved: list[tuple[int, int, int]], undone: set[int]
) -> None:
    with empty_books().connect() as connection:
        crew = crews.ensure(connection, GUILD, AT).id
        ids = open_accounts(connection, crew, 3)
        for number, (giver, taker, amount) in enumerate(moved):
            entries = [Gain(ids[giver], -amount), Gain(ids[taker], amount)]
            with suppress(TooLarge):
                made = postings.post(connection, NewTransfer(crew, f"h:{number}", entries, AT + number % 3))
                if number in undone:
                    postings.reverse(connection, made, AT, "miscounted", BULL)
            standing = read_balances(connection, crew)
            assert sum(standing.values()) == 0
            assert all(abs(balance) <= postings.MOST_BALANCE for balance in standing.values())
        assert postings.audit(connection) == []
        since = reports.Scope(crew, since=AT)
        assert sum(total.amount for total in reports.sum_by_account(connection, since)) == 0
        connection.rollback()
