"""The hand of the day in a crew: results of members who have joined, without spoilers, and the best of a month."""

import random
import re
from collections.abc import Sequence
from typing import Final

import pytest
from sqlalchemy import update

from bot.messages.hands import daily as pages
from bot.ports import DAY, Location, Requester
from bot.store import Connection, Status
from bot.store.books import crews, postings
from bot.store.books.known_players import find_known
from bot.store.database.schema import daily_hands
from bot.store.tables import days, rows as stored_tables
from bot.store.tables.days import DailyHand, MemberHand
from bot.store.tables.rows import NewTable
from bot.tables import dailies
from bot.tables.aggregate import month_of
from bot.tables.aggregate.days import find_end, find_last_moment, find_newest_day
from bot.tables.dailies import ensure_deal
from tests.bot.harness.dailies import (
    ADMIN,
    DUO,
    begin,
    catch_refusal,
    join,
    play,
    posts,
    press,
    show,
    text_of,
    wait_for_day_of,
)
from tests.bot.harness.room import BEAR, BULL, HERE, WALLY, Room, in_dm
from tests.left_out import LONGER
from tests.refuses import refuses

RESULT: Final = r"\*\*[+−]?\d+\*\*|[🟩🟨⬛]| \((ahead of|level with|behind) 1 rival\)"
"""A result of Duo Dominoes, in its parts."""


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
    assert re.fullmatch(r"[🟩🟨⬛] \((ahead of|level with|behind) 1 rival\) \*\*[+−]?\d+\*\* in 1 minute", result)
    assert "**Bull** has played" in second and "**1** · Bear: " in second and "Wal" not in second
    page = text_of(await show(room, BULL))
    assert "**1** · Bear: " in page and "**1** · Bull: " in page and "Wal" not in page, (
        "nobody is listed who has not joined"
    )
    assert "Bear" not in text_of(await show(room, WALLY)), "whoever has not joined reads an invitation"
    for where in (in_dm(BULL), Location(2, 200)):  # in another server too, they see their own crews
        assert "**1** · Bear: " in text_of(await show(room, BULL, where))
    assert await room.read(postings.read, 1) == []
    await press(room, pages.QUIT, BEAR)
    assert "Bear" not in text_of(await show(room, BULL))


@pytest.mark.thorough(LONGER)
async def test_a_crew_reads_no_hand_of_a_day_that_was_over_before_its_player_joined(room: Room) -> None:
    day = await wait_for_day_of(room, DUO)
    for who in (BEAR, BULL, WALLY):
        await begin(room, who)
        await play(room, who)
    await join(room, BEAR)
    room.forward(find_end(day) - 1 - room.clock.now)
    await join(room, BULL)
    room.forward(1)
    await join(room, WALLY)
    (crew,) = await room.read(days.crews_of, BEAR.user)
    read = await room.read(dailies.list_hands, crew, *month_of(day))
    assert {known.name for known in read} == {"Bear", "Bull"}


async def test_results_go_to_the_channel_where_somebody_first_joined_until_an_admin_moves_them(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    elsewhere = Location(HERE.guild, 777)
    await join(room, BEAR)
    await join(room, BULL, elsewhere)
    assert f"<#{HERE.channel}>" in text_of(await show(room, BULL, elsewhere))
    assert await catch_refusal(room.daily.post_here(room.request(BULL, elsewhere))) == "day_admin"
    await room.daily.post_here(room.request(ADMIN, elsewhere))
    await begin(room, BEAR)
    await play(room, BEAR)
    assert posts(room) == [] and len(room.at(777)) == 1


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
        await room.write(_forge, table.id)
        room.forward(find_end(day) - DAY - room.clock.now)
        read = [text_of(await show(room, BULL, where)) for where in (HERE, in_dm(BULL))]
        read += [text_of(await show(room, BEAR, where)) for where in (HERE, in_dm(BEAR))]
        read += [posts(room)[-1], str(len(posts(room)) - other)]
        controls = ("replay.1.1", "replay.1.1.went", "replay.1.1.open", "why", "verify.1", "hand.show")
        read += [await catch_refusal(room.press(table.id, control, BULL, where=HERE)) for control in controls]
        assert len(room.dm(BULL)) == 0, "Bull has asked for no message and gets none"
        told.append(
            [
                re.sub(
                    rf"-# [^\n]* is over. You were number[^\n]*\n|\d+ \w{{3}} \d{{4}}|<t:\d+|\w{{3}} \d{{4}}|{RESULT}",
                    "",
                    text,
                )
                for text in read
            ]
        )
        room.forward(40 * DAY)
    assert told[0] == told[1]


def _forge(connection: Connection, table: int) -> None:
    """Give a hand the result that its twin has."""
    connection.execute(
        update(daily_hands).where(daily_hands.c.table_id == table).values(score=5, squares="a", streak=1)
    )


def test_points_of_a_month() -> None:
    """Bear's spare accounts P5 and P6 press Play and leave, or play badly; nobody has played with them."""

    def hand(user: int, day: int, score: int | None, is_known: bool = True) -> MemberHand:
        return MemberHand(f"P{user}", 0, DailyHand(day * 10 + user, day, user, 0, 1, score, "", 1), is_known)

    hands = [hand(1, 1, 30), hand(2, 1, 10), hand(3, 1, None), hand(1, 2, -5), hand(2, 2, -5), hand(4, 2, -9)]
    farmed = [hand(5, 1, None, False), hand(6, 1, -40, False), hand(6, 2, 60, False)]
    found = [(standing.name, standing.points, standing.played) for standing in dailies.rank_month([*hands, *farmed])]
    assert found == [("P1", 4, 2), ("P2", 3, 2), ("P4", 1, 1)]


async def test_a_hand_with_others_or_the_scorers_word_makes_a_known_player(room: Room) -> None:
    await wait_for_day_of(room, DUO)
    for who in (BEAR, BULL, WALLY):
        await join(room, who)
    await begin(room, BEAR)
    await play(room, BEAR)
    assert "1 point," not in text_of(await show(room, BEAR)) and "Points count once you've played" in text_of(
        await show(room, BEAR)
    )
    (crew,) = await room.read(days.crews_of, BEAR.user)
    asked = (BEAR.user, BULL.user, WALLY.user)
    await room.write(_enter_hand, crew, (BEAR,), 1)
    assert await room.read(find_known, crew, asked) == frozenset(), "a hand with robots alone makes nobody known"
    await room.write(_enter_hand, crew, (BEAR, BULL), 2)
    assert await room.read(find_known, crew, asked) == {BEAR.user, BULL.user}
    assert "**1** · Bear: 1 point, 1 hand" in text_of(await show(room, BEAR))
    await room.tally.add_guest("Wally", WALLY, room.request(ADMIN))
    assert await room.read(find_known, crew, asked) == set(asked)


async def test_the_scorer_vouches_for_somebody_who_has_only_played_with_robots(room: Room) -> None:
    await join(room, BEAR)
    (crew,) = await room.read(days.crews_of, BEAR.user)
    await room.write(_enter_hand, crew, (BEAR,), 1)
    with refuses("not_scorer"):
        await room.tally.add_guest("Bear", BEAR, room.request(BEAR))
    await room.tally.add_guest("Bear", BEAR, room.request(ADMIN))
    assert await room.read(find_known, crew, (BEAR.user,)) == {BEAR.user}
    await room.me.erase(room.request(BEAR), True)
    assert await room.read(find_known, crew, (BEAR.user,)) == frozenset()


def _enter_hand(connection: Connection, crew: int, people: Sequence[Requester], hand: int) -> None:
    """Enter a hand of these people with a robot at a table of the crew."""
    table = stored_tables.create(connection, NewTable(crew, HERE.guild, 10_000 + hand, DUO, 1, {}, 1)).id
    members = [crews.ensure_member(connection, crew, who.user, who.name, 1).id for who in people]
    accounts = [crews.open_account(connection, crew, member) for member in members]
    accounts.append(crews.open_account(connection, crew, None))
    gains = [postings.Gain(account, 1) for account in accounts[1:]]
    lines = [postings.Gain(accounts[0], -len(gains)), *gains]
    source = f"t:{table}:s:{hand}:0"
    postings.post(
        connection, postings.NewTransfer(crew, source, lines, 1, table=table, state=postings.APART, hand=hand)
    )


@pytest.mark.thorough(LONGER)
@pytest.mark.parametrize("missed", [0, 2])
async def test_streaks_and_the_winner_of_a_month(room: Room, missed: int) -> None:
    """The test notes the results of a month, but for its last `missed` days, on which the bot was down."""
    await join(room, BEAR)
    await join(room, BULL)
    for who in (BEAR, BULL):
        await room.tally.add_guest(who.name, who, room.request(ADMIN))
    first, last = month_of(month_of(find_newest_day(room.clock.now))[1] + 1)
    await room.write(_note_month, first, last - missed)
    streak = await room.read(days.find_hand, BEAR.user, last - missed)
    assert streak is not None and streak.streak == last - missed - first + 1
    room.forward(find_last_moment(last) + 7_200_000 - room.clock.now)
    for _ in range(3):
        await room.tick()
        await room.settle()
    (won,) = [text for text in posts(room) if "is over" in text]
    assert "Bear had the most points" in won and f"**1** · Bear: {2 * streak.streak} points" in won


def _note_month(connection: Connection, first: int, last: int) -> None:
    for day in range(first, last + 1):
        ensure_deal(connection, day, bytes([day % 256]) * 32, 1)
        for table, user, score in ((2 * (day - first), BEAR.user, 5), (2 * (day - first) + 1, BULL.user, 1)):
            new = NewTable(1, 0, 10_000 + table, DUO, 1, {}, 1, status=Status.CLOSED)
            row = stored_tables.create(connection, new)
            days.begin(connection, row.id, day, user, 1)
            days.end(connection, row.id, 2, score, "a")
