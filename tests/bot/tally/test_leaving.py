"""No sum depends on leaving: whoever begins a game bears its result, whatever becomes of the seat.

Random handovers, take-overs, closings, erasures and restarts over whole games. At the end of each game its entry names
the accounts of those who sat there when it was dealt.
"""

import contextlib
from random import Random
from typing import Any

import pytest
import pytest_asyncio

from bot.ports import Requester
from bot.store import Store
from bot.store.books import StoredTransfer, crews, postings
from bot.store.people import erasure
from bot.tables.aggregate import Change, Table
from games.core import Refused, Seat
from games.duo.events import HandEnded
from tests.bot.harness.players import step
from tests.bot.harness.room import BEAR, BULL, GUILD, NED, WALLY, Room, settings
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

FROM = 10**17
"""The least id of a guest. Ids as long as Discord's occur nowhere by accident, so such people can be erased."""
PEOPLE = {person.user: person for person in (BEAR, BULL, WALLY, NED)}
OTHERS = [Requester(FROM + number, f"Guest {number}") for number in range(40)]
ADMIN = Requester(9, "Ann", admin=True)
pytestmark = pytest.mark.parametrize("kind", ["sqlite"])
"""The books' own tests run on both engines."""


@pytest_asyncio.fixture
async def room(store: Store) -> Room:
    await store.write(crews.ensure, GUILD, 0)
    made = Room(store, settings())
    await made.start()
    return made


async def seat_four(room: Room, game: str, people: list[Requester], **house: str) -> int:
    table = await room.open(game)
    for rule, value in house.items():
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    for person in people[1:]:
        await room.press(table, "lobby.join", person)
    for _ in range(4 - len(people)):
        await room.press(table, "lobby.robot+", BEAR)
    await room.begin(table)
    return table


def seated(table: Table) -> list[Requester]:
    """The people who sit at a table."""
    known = {person.user: person for person in (*PEOPLE.values(), *OTHERS)}
    return [known[seat.user_id] for seat in table.seats if seat.user_id is not None]


async def entries(room: Room) -> list[StoredTransfer]:
    crew = await room.tally.reports.find_crew(room.request(ADMIN))
    return await room.read(postings.read, crew.id, states=postings.EVERY_STATE)


async def disturb(room: Room, table: int, chance: Random, guests: list[Requester], owners: set[int]) -> None:
    """Do something that must not change who owes what."""
    present = await room.get(table)
    here = seated(present)
    robots = any(seat.user_id is None for seat in present.seats)
    with contextlib.suppress(Refused):
        match chance.randrange(5):
            case 0 if len(here) > 1:  # leave the seat to a robot, in a hand or between two
                person = chance.choice(here)
                await room.ask(room.seats.substitute, table, person, person.user, None)
            case 1 if here and robots and guests:  # a newcomer takes a robot's seat
                await room.hand_over(table, chance.choice(here), None, guests.pop())
            case 2 if here and guests:  # a newcomer takes a person's seat
                person = chance.choice(here)
                await room.hand_over(table, person, person.user, guests.pop())
            case 3 if here:  # somebody tries to close the table in the middle
                await room.ask(room.seats.close, table, chance.choice(here))
            case 4:  # whoever has left erases themself
                gone = [user for user in owners if user >= FROM and user not in {person.user for person in here}]
                for user in gone[:1]:
                    await room.write(erasure.erase, user)
    await room.settle()


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("seed", mark_thorough(range(6), MORE_CASES, but=[3]))
async def test_whoever_begins_a_game_bears_its_result(room: Room, seed: int) -> None:
    chance = Random(seed)
    guests = list(OTHERS)
    people = [BEAR, BULL, WALLY, NED][: chance.randint(2, 4)]
    table = await seat_four(room, "duo-dominoes", people, game_points="12", stake="5", match_games="3")
    crew = (await room.get(table)).row.crew
    members: dict[int, int] = {}
    began: list[int | None] = [seat.user_id for seat in (await room.get(table)).seats]
    known, was_open = 0, True
    for _ in range(400):
        present = await room.get(table)
        if present.status == "closed":
            break
        for person in seated(present):
            member = await room.read(crews.find_member, crew, person.user)
            if member is not None:
                members[person.user] = member.id
        if not await step(room, table, *seated(present)):
            room.forward(30_000)
            await room.settle()
        found = await entries(room)
        keys = await room.read(postings.list_account_keys, crew)
        for entry in found[known:]:
            for seat, accounts in enumerate(entry.data["seats"]):
                (account,) = accounts
                user = began[seat]
                owner = keys[account][1]
                if user is None:
                    assert owner is None, (seed, seat)
                else:
                    assert owner is not None, (seed, seat)
                    assert owner == members.get(user, owner), (seed, seat)
        present = await room.get(table)
        now_open = present.hand_open or present.public_view.game_open
        if now_open and (not was_open or len(found) > known):
            began = [seat.user_id for seat in present.seats]
        known, was_open = len(found), now_open
        if chance.random() < 0.25:
            await disturb(room, table, chance, guests, {user for user in began if user is not None})
    assert known, "a game was won"


async def test_at_0_to_11_of_12_the_quitter_pays_and_the_partner_pays_no_more(room: Room) -> None:
    people = [BEAR, BULL, WALLY, NED]
    table = await seat_four(room, "duo-dominoes", people, game_points="12", stake="5", match_games="1")
    crew = (await room.get(table)).row.crew
    ended = HandEnded("out", Seat(1), ((), (), (), ()), (Seat(1), Seat(3)), 11)
    await room.tables.change(table, "i:0", room.clock.now, lambda _: Change([ended]))
    await room.settle()
    present = await room.get(table)
    view: Any = present.public_view
    assert (view.score, present.hand_open) == ((0, 11), False)
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)
    for _ in range(400):
        if await entries(room):
            break
        if not await step(room, table, BULL, WALLY, NED):
            room.forward(30_000)
            await room.settle()
    assert (await room.get(table)).occupant(Seat(0)).user_id is None
    (entry,) = await entries(room)
    keys = await room.read(postings.list_account_keys, crew)
    names = {one.id: one.name for one in await room.read(crews.list_members, crew)}
    owners = {keys[gain.account][1]: gain.amount for gain in entry.entries}
    lost = -5 if entry.data["amounts"][0] < 0 else 5
    assert {names[owner or 0]: amount for owner, amount in owners.items()} == {
        "Bear": lost, "Bull": -lost, "Wal": lost, "Ned": -lost
    }  # fmt: skip


async def test_nobody_closes_a_game_that_counts_for_somebody_who_left(room: Room) -> None:
    table = await seat_four(room, "duo-dominoes", [BEAR, BULL], game_points="50")
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    with refuses("close_counts"):
        await room.ask(room.seats.close, table, BEAR)
    await room.ask(room.seats.leave, table, BEAR)
    present = await room.get(table)
    assert present.status != "closed"
    assert all(seat.user_id is None for seat in present.seats)


async def test_an_admin_who_left_in_this_game_is_not_neutral(room: Room) -> None:
    admin = Requester(NED.user, "Ned", admin=True)
    table = await seat_four(room, "duo-dominoes", [BEAR, admin], game_points="50")
    await room.ask(room.seats.substitute, table, admin, admin.user, None)
    number = (await room.get(table)).shuffle.number
    for _ in range(400):
        if (await room.get(table)).shuffle.number > number:
            break
        if not await step(room, table, BEAR):
            room.forward(30_000)
            await room.settle()
    present = await room.get(table)
    assert present.public_view.game_open
    assert present.occupant(Seat(1)).user_id is None
    with refuses(r"close_counts|close_waits"):
        await room.ask(room.seats.close, table, admin)
        await room.ask(room.seats.close, table, admin)
    await room.ask(room.seats.close, table, ADMIN)
    assert (await room.get(table)).status == "closed"
