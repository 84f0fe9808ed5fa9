"""The hand of the day in a crew: results of members who have joined, without spoilers, and the best of a month."""

from __future__ import annotations

import random
import re

from sqlalchemy import update

from bot.messages import daily as pages
from bot.ports.requests import Location
from bot.store.books import postings
from bot.store.database.engine import Connection
from bot.store.database.schema import daily_hands
from bot.store.tables import days
from bot.store.tables import rows as stored_tables
from bot.store.tables.days import DailyHand, MemberHand
from bot.store.tables.rows import NewTable, Status
from bot.tables import dailies
from bot.tables.dailies import ensure_deal
from bot.tables.timing.days import DAY, find_end, find_last_moment, find_newest_day, month_of
from tests.bot.harness.dailies import (
    ADMIN,
    DUO,
    begin,
    catch_refusal,
    in_dm,
    join,
    play,
    posts,
    press,
    show,
    text_of,
    wait_for_day_of,
)
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.room import BEAR, BULL, HERE, WALLY, Room


async def test_a_crew_reads_results_of_those_who_joined_without_spoilers(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    for who in (BEAR, BULL):
        await join(room, who)
    for who in (BEAR, BULL, WALLY):
        await begin(room, who)
        await play(room, who)
    first, second = posts(room)
    head, result = first.split("\n")
    assert re.fullmatch(r"\*\*Bear\*\* has played the hand of the day: Duo Dominoes, \d+ \w+ \d{4}", head)
    assert re.fullmatch(r"[🟩🟨⬛] \*\*[+−]?\d+\*\* in 1 minute", result)
    assert "**Bull** has played" in second and "**1** · Bear: " in second and "Wal" not in second
    page = text_of(await show(room, BULL))
    assert "**1** · Bear: " in page and "**1** · Bull: " in page and "Wal" not in page, (
        "nobody is listed who has not joined"
    )
    assert "Bear" not in text_of(await show(room, WALLY)), "whoever has not joined reads an invitation"
    for where in (in_dm(BULL), Location(2, 200)):  # in another server too, they see their own crews
        assert "**1** · Bear: " in text_of(await show(room, BULL, where))
    assert await room.store.read(postings.read, 1) == []
    await press(room, pages.QUIT, BEAR)
    assert "Bear" not in text_of(await show(room, BULL))


async def test_a_crew_reads_no_hand_of_a_day_that_was_over_before_its_player_joined(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    for who in (BEAR, BULL, WALLY):
        await begin(room, who)
        await play(room, who)
    await join(room, BEAR)
    room.clock.forward(find_end(day) - 1 - room.clock.now)
    await join(room, BULL)
    room.clock.forward(1)
    await join(room, WALLY)
    (crew,) = await room.store.read(days.crews_of, BEAR.user)
    read = await room.store.read(dailies.list_hands, crew, *month_of(day))
    assert {known.name for known in read} == {"Bear", "Bull"}


async def test_results_go_to_the_channel_where_somebody_first_joined_until_an_admin_moves_them(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    elsewhere = Location(HERE.guild, 777)
    await join(room, BEAR)
    await join(room, BULL, elsewhere)
    assert f"<#{HERE.channel}>" in text_of(await show(room, BULL, elsewhere))
    assert await catch_refusal(room.services.daily.post_here(room.request(BULL, elsewhere))) == "day_admin"
    await room.services.daily.post_here(room.request(ADMIN, elsewhere))
    await begin(room, BEAR)
    await play(room, BEAR)
    assert posts(room) == [] and len(room.messenger.at(777)) == 1


async def test_nobody_learns_anything_of_the_deal_from_what_a_crew_reads(room: Room) -> None:
    """Twins: two days with different secrets, on which Bear plays to the same result in the same time. Bull reads
    everything there is to read, and tries the controls of Bear's table."""
    for who in (BEAR, BULL):
        await join(room, who)
    told = []
    for other in range(2):
        day = await wait_for_day_of(room, DUO)
        table = await begin(room, BEAR)
        await play(room, BEAR, random.Random(other))
        await room.store.write(_forge, table.id)
        room.clock.forward(find_end(day) - DAY - room.clock.now)
        read = [text_of(await show(room, BULL, where)) for where in (HERE, in_dm(BULL))]
        read += [text_of(await show(room, BEAR, where)) for where in (HERE, in_dm(BEAR))]
        read += [posts(room)[-1], str(len(posts(room)) - other)]
        controls = ("replay.1.1", "replay.1.1.went", "replay.1.1.open", "why", "verify.1", "hand.show")
        read += [await catch_refusal(room.press(table.id, control, BULL, where=HERE)) for control in controls]
        assert len(room.messenger.at(dm(BULL.user).channel)) == 0, "Bull has asked for no message and gets none"
        told.append(
            [re.sub(r"\d+ \w{3} \d{4}|<t:\d+|\w{3} \d{4}|\*\*[+−]?\d+\*\*|[🟩🟨⬛]", "", text) for text in read]
        )
        room.clock.forward(40 * DAY)
    assert told[0] == told[1]


def _forge(connection: Connection, table: int) -> None:
    """Give a hand the result that its twin has."""
    connection.execute(
        update(daily_hands).where(daily_hands.c.table_id == table).values(score=5, squares="a", streak=1)
    )


def test_points_of_a_month() -> None:
    def hand(user: int, day: int, score: int | None) -> MemberHand:
        return MemberHand(f"P{user}", 0, DailyHand(day * 10 + user, day, user, 0, 1, score, "", 1))

    hands = [hand(1, 1, 30), hand(2, 1, 10), hand(3, 1, None), hand(1, 2, -5), hand(2, 2, -5), hand(4, 2, -9)]
    found = [(known.name, known.points, known.played) for known in dailies.rank_month(hands)]
    assert found == [("P1", 5, 2), ("P2", 4, 2), ("P4", 1, 1)]


async def test_streaks_and_the_winner_of_a_month(room: Room) -> None:
    """The test notes the results of a whole month, without playing the hands."""
    await join(room, BEAR)
    await join(room, BULL)
    first, last = month_of(month_of(find_newest_day(room.clock.now))[1] + 1)
    await room.store.write(_note_month, first, last)
    streak = await room.store.read(days.find_hand, BEAR.user, last)
    assert streak is not None and streak.streak == last - first + 1
    room.clock.forward(find_last_moment(last) + 7_200_000 - room.clock.now)
    for _ in range(3):
        await room.tick()
        await room.settle()
    (won,) = posts(room)
    assert "Bear had the most points" in won and f"**1** · Bear: {2 * (last - first + 1)} points" in won


async def test_a_month_has_a_winner_though_the_bot_was_down_for_its_last_days(room: Room) -> None:
    await join(room, BEAR)
    await join(room, BULL)
    first, last = month_of(month_of(find_newest_day(room.clock.now))[1] + 1)
    await room.store.write(_note_month, first, last - 2)
    room.clock.forward(find_last_moment(last) + 7_200_000 - room.clock.now)
    for _ in range(3):
        await room.tick()
        await room.settle()
    (won,) = posts(room)
    assert "Bear had the most points" in won


def _note_month(connection: Connection, first: int, last: int) -> None:
    for day in range(first, last + 1):
        ensure_deal(connection, day, bytes([day % 256]) * 32, 1)
        for table, user, score in ((2 * (day - first), BEAR.user, 5), (2 * (day - first) + 1, BULL.user, 1)):
            new = NewTable(1, 0, 10_000 + table, DUO, 1, {}, 1, status=Status.CLOSED)
            row = stored_tables.create(connection, new)
            days.begin(connection, row.id, day, user, 1)
            days.end(connection, row.id, 2, score, "a")
