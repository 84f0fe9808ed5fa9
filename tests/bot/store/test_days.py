"""The rows of days: a deal for each, one attempt for each person, and the members of dailies."""

import pytest

from bot.store import Conflict, Status, Store
from bot.store.books import crews
from bot.store.tables import days, rows
from bot.store.tables.days import Deal
from tests.bot.store.sample import AT, BEAR, BULL, GUILD, open_tables, set_row
from tests.databases import on_sqlite_at_least

DAY = 20_718


def deal(day: int, secret: str) -> Deal:
    return Deal(day, "duo", f"sha of {secret}", secret, AT, None)


@on_sqlite_at_least
async def test_the_first_deal_of_a_day_counts(store: Store) -> None:
    first = await store.write(days.ensure_deal, deal(DAY, "one"))
    assert await store.write(days.ensure_deal, deal(DAY, "other")) == first == await store.read(days.find_deal, DAY)
    assert [shut.day for shut in await store.read(days.list_unopened_deals, DAY + 1)] == [DAY]
    assert await store.read(days.list_unopened_deals, DAY) == []


async def test_a_person_has_one_attempt_and_one_update_opens_everybodys_secret(store: Store) -> None:
    one, other, third = await store.write(open_tables, 3)
    for day in (DAY, DAY + 1):
        await store.write(days.ensure_deal, deal(day, "5ec2e7"))
    await store.write(days.begin, one, DAY, BEAR, AT)
    await store.write(days.begin, other, DAY, BULL, AT)
    with pytest.raises(Conflict):
        await store.write(days.begin, third, DAY, BEAR, AT)
    for table in (one, other):
        await store.write(rows.add_secret, rows.Secret(table, 1, "c0ffee", "5ec2e7", {}, AT, None))
    running = await store.read(days.find_hand_under_way, BEAR)
    assert running is not None and running.table == one and await store.read(days.has_running, DAY)
    assert not await store.write(days.open_secret, DAY, AT, True), "the day is not opened while somebody plays"
    ended = await store.write(days.end, one, AT + 9, 5, "ab")
    assert ended is not None and ended.is_finished and ended == await store.read(days.find_hand_at, one)
    assert await store.write(days.end, one, AT + 10, 6, "aa") is None, "a hand ends once"
    await store.write(set_row, other, status=Status.CLOSED)
    assert not await store.read(days.has_running, DAY)
    assert await store.read(days.list_unopened_tables, BEAR) == [one]
    assert await store.read(days.find_revealed_hand, BEAR) is None
    assert [await store.write(days.open_secret, DAY, AT + 20) for _ in range(2)] == [True, False]
    with pytest.raises(Conflict):
        await store.write(days.begin, third, DAY, 7, AT + 21)
    for table in (one, other):
        secret = await store.read(rows.find_secret, table, 1)
        assert secret is not None and secret.revealed_at == AT + 20
    assert await store.read(days.find_revealed_hand, BEAR) == ended
    await store.write(days.begin, third, DAY + 1, BEAR, AT)
    following = await store.write(days.end, third, AT, -3, "bb")
    assert following is not None and following.streak == 2


@on_sqlite_at_least
async def test_a_crew_reads_the_hands_of_its_members_alone(store: Store) -> None:
    one, other = await store.write(open_tables, 2)
    crew = (await store.write(crews.ensure, GUILD, AT)).id
    await store.write(days.ensure_deal, deal(DAY, "5ec2e7"))
    for table, user in ((one, BEAR), (other, BULL)):
        await store.write(days.begin, table, DAY, user, AT)
        await store.write(days.end, table, AT, 1, "a")
    for name in ("Bear", "Old Bear"):
        await store.write(days.join, crew, BEAR, name, AT)
    assert [known.name for known in await store.read(days.list_hands_of_crew, crew, DAY, DAY)] == ["Old Bear"]
    assert await store.read(days.crews_of, BEAR) == await store.read(days.list_joined_crews) == [crew]
    assert [await store.write(days.leave, crew, BEAR) for _ in range(2)] == [True, False]
    assert await store.read(days.list_hands_of_crew, crew, DAY, DAY) == []
