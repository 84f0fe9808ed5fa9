"""A crew of six in four zones plays hands of the day over simulated days."""

import random
import re
from collections import defaultdict
from itertools import combinations

import pytest

from bot.ports.requests import Requester
from bot.ports.times import DAY
from bot.store.store import Store
from bot.tables.aggregate.table import Table
from tests.bot.harness.dailies import (
    DUO,
    PACED,
    begin,
    find_first_difference,
    join,
    moves_of,
    play,
    posts,
    wait_for_day_of,
)
from tests.bot.harness.room import Room
from tests.effort import rounds
from tests.left_out import LONGER

ZONES = ("Pacific/Auckland", "Europe/London", "America/New_York", "Pacific/Honolulu")
CREW = [Requester(number, f"Sailor {number}") for number in range(51, 57)]
RESULT = re.compile(
    r"\*\*Sailor \d+\*\* has played the hand of the day: [^,\n]+, \d+ \w+ \d{4}\n"
    r"[🟩🟨⬛]+ \(.+\) \*\*[+−]?[\d.]+\*\* in .+"
)


@pytest.mark.thorough(LONGER)
async def test_robots_answer_six_people_in_four_zones_alike_and_the_crew_reads_no_spoiler(store: Store) -> None:
    """Two days of short games; a thorough run plays seven days, and so every game."""
    room = Room(store, PACED)
    await wait_for_day_of(room, DUO)
    for number, who in enumerate(CREW):
        await room.people.choose(who.user, "timezone", ZONES[number % len(ZONES)], room.clock.now)
        await join(room, who)
    played: defaultdict[int, list[Table]] = defaultdict(list)
    for today in range(rounds(2, 2, 7)):
        began = room.clock.now
        for number, who in enumerate(CREW):
            table = await begin(room, who)
            assert table.row.day is not None
            luck = random.Random(10 * today + number) if number % 3 == 2 else None
            played[table.row.day].append(await play(room, who, luck, 300 * number))
        room.forward(began + DAY - room.clock.now)
        await room.settle()
    compared = 0
    for tables in played.values():
        moves = [await moves_of(room, table.id) for table in tables]
        for one, other in combinations(moves, 2):
            place = find_first_difference(one, other)
            assert place is None or 0 in (one[place][0], other[place][0]), (one[place], other[place])
            compared += 1
    assert compared >= 15
    told = [text for text in posts(room) if "has played" in text]
    assert len(told) == sum(map(len, played.values()))
    assert all(RESULT.match(text) for text in told), told
