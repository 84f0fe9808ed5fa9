"""Hands played at tables, their postings, and the audit that computes them again from the events."""

from dataclasses import replace
from typing import Any

import pytest
import pytest_asyncio
from sqlalchemy import Executable, delete, update

from bot.edge.custom_ids import Control
from bot.messages.books.replaying import REPLAY
from bot.ports import Menu
from bot.services.books.reports import Reports
from bot.services.books.season_pages import show_card, show_champions
from bot.store import Connection, Store
from bot.store.books import Crew as StoredCrew, StoredTransfer, crews, postings, reports
from bot.store.database import schema
from bot.store.tables import looking_back, rows as stored_tables
from bot.store.tables.commits import Commit, NewEvent
from bot.tables import tally_entries
from bot.tables.tally_entries import PostingMove
from bot.tally.books import TallyFilters, audit, load_book
from bot.tally.changes import debts
from games.core import Seat
from games.core.events import encode, list_kinds
from games.core.receipt import Transfer
from games.pussers.events import Outcome
from tests.bot.harness.players import play_until, step_or_wait
from tests.bot.harness.room import BEAR, BULL, CHANNEL, GUILD, HERE, NED, WALLY, Room, settings
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

DUO = "duo-dominoes"
PEOPLE = (BEAR, BULL, WALLY, NED)
pytestmark = pytest.mark.parametrize("kind", ["sqlite"])
"""The books' own tests run on both engines."""


@pytest_asyncio.fixture
async def room(store: Store) -> Room:
    """A bot whose crew has books of an older release, where every game has weight 1."""
    await store.write(crews.ensure, GUILD, 0)
    made = Room(store, settings(confirm_after=1_800_000))
    await made.start()
    return made


async def transfers(room: Room) -> list[StoredTransfer]:
    """Every transfer in the books."""
    crew = await the_crew(room)
    return await room.read(postings.read, crew.id, states=postings.EVERY_STATE)


async def the_crew(room: Room) -> StoredCrew:
    return await room.tally.reports.find_crew(room.request(BEAR))


async def check_audit(room: Room) -> None:
    """Check that the audit finds nothing wrong, and that the books match the events."""
    assert await room.read(postings.audit) == []
    assert await room.read(audit.list_differences) == []


async def play_short_match(room: Room, *people: Any, **house: str) -> int:
    """Play a match of one game of Duo to its end."""
    table = await room.open(DUO)
    for rule, value in {"match_games": "1", "game_points": "20", **house}.items():
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    for person in people[1:]:
        await room.press(table, "lobby.join", person)
    for _ in range(4 - len(people)):
        await room.press(table, "lobby.robot+", BEAR)
    await room.begin(table)
    await play_until(room, table, 60, *people)
    assert (await room.get(table)).status == "closed"
    return table


async def test_a_game_is_posted_with_the_move_that_ended_it_and_can_be_recomputed(room: Room) -> None:
    table = await play_short_match(room, BEAR, stake="3")
    (one,) = await transfers(room)
    assert sorted(entry.amount for entry in one.entries) == [-3, -3, 3, 3]
    assert (one.state, one.table, one.game, one.reason) == ("apart", table, DUO, "game_won")
    assert one.rules_version == 1
    assert one.hand is not None
    assert one.hand >= 1
    assert one.data["rule"] == "DD-40"
    await check_audit(room)
    assert "Biggest hand" not in (await room.tally.reports.show_records(TallyFilters(), room.request(BEAR))).text
    amount = next(entry.amount for entry in one.entries if entry.account == one.data["seats"][0][0])
    told = (await room.tally.reports.show_player(TallyFilters(), room.request(BEAR))).text
    assert f"Against robots: {'+' if amount > 0 else '−'}3 in 1 entry. That's shown separately" in told
    crew = await the_crew(room)
    assert not any(total.amount for total in await room.read(reports.sum_by_account, reports.Scope(crew.id)))
    assert await room.read(debts.find_owed, await room.read(load_book, crew)) == {}
    with refuses("empty_sheet"):  # nobody becomes a champion by it
        await room.tally.rule_off(room.request(replace(BEAR, admin=True)), "")
    with refuses("TALLY/apart"):
        await room.tally.undo(room.request(replace(BEAR, admin=True)), str(one.id), "a mistake")


async def test_new_tables_take_the_crews_settings_and_its_group(room: Room) -> None:
    admin = replace(BEAR, admin=True)
    from bot.ports.requests import Request

    request = Request(admin, HERE, room.stamp())
    await room.tally.change_settings({"group": "Stokers", "tally": "points", "stake": "4"}, request)
    present = await room.get(await room.open(DUO))
    assert (present.row.settings.house["tally"], present.row.settings.house["stake"]) == ("points", 4)
    crew = await room.read(crews.find_crew, present.row.crew)
    assert crew is not None
    assert crew.name == "Stokers"


@pytest.mark.thorough(MORE_CASES)
async def test_the_audit_names_the_first_difference_of_each_table(room: Room) -> None:
    table = await play_short_match(room, BEAR)
    (one,) = await transfers(room)
    for change, says in (
        (update(schema.transfers).values(source="t:1:s:1:7"), "ought to move"),
        (update(schema.transfers).values(source=one.source, data={**one.data, "amounts": [9, -9, 0, 0]}), "notes [9,"),
        (update(schema.transfers).values(data=one.data), None),
        (update(schema.postings).where(schema.postings.c.line == 0).values(amount=7), "has other entries"),
        (delete(schema.postings), "has other entries"),
    ):
        await room.write(carry_out, change)
        found = await room.read(audit.list_differences)
        assert len(found) == (says is not None)
        assert all(sentence.startswith(f"table {table}: ") and str(says) in sentence for sentence in found)


def carry_out(connection: Connection, change: Executable) -> None:
    connection.execute(change)


def make_result(amounts: tuple[int, ...]) -> list[Transfer]:
    return [Transfer(amounts, "X-1", "game_won")]


SHARES: list[tuple[str, dict[str, int]]] = [
    ("split", {"Bear": 2, "Ned": 3, "Wal": -5}),
    ("player", {"Bear": 5, "Wal": -5}),
    ("robot", {"Ned": 5, "Wal": -5}),
]


@pytest.mark.parametrize(("share", "expected"), mark_thorough(SHARES, MORE_CASES, but=SHARES[:1]))
async def test_a_hand_that_changed_hands_counts_as_the_house_says(
    room: Room, share: str, expected: dict[str, int]
) -> None:
    table = await room.open(DUO)
    await room.ask(room.lobby.set_house_rule, table, BEAR, "stand_ins_score", share)
    await room.press(table, "lobby.join", WALLY)
    await room.add_robots(table, 2)
    await room.begin(table)
    hand = (await room.get(table)).shuffle.number
    await room.hand_over(table, BEAR, BEAR.user, NED)
    present = await room.get(table)
    await room.write(tally_entries.post, present, make_result((5, -5, 0, 0)), hand, PostingMove(900, 1, None, 0))
    await room.write(tally_entries.post, present, make_result((1, -1, 0, 0)), hand + 1, PostingMove(901, 1, None, 0))
    assert await names_and_amounts(room, 0) == expected
    handed = present.row.settings.handed
    settled = replace(present, row=replace(present.row, settings=replace(present.row.settings, handed={})))
    await room.write(tally_entries.post, settled, make_result((1, -1, 0, 0)), hand + 1, PostingMove(902, 1, None, 0))
    assert handed[Seat(0)].user == BEAR.user
    assert await names_and_amounts(room, 2) == {"Ned": 1, "Wal": -1}


async def names_and_amounts(room: Room, number: int) -> dict[str, int]:
    """The amounts of an entry by name, with all robots together."""
    one = (await transfers(room))[number]
    members = {member.id: member.name for member in await room.read(crews.list_members, one.crew)}
    keys = await room.read(postings.list_account_keys, one.crew)
    found: dict[str, int] = {}
    for entry in one.entries:
        member = keys[entry.account][1]
        name = "robots" if member is None else members[member]
        found[name] = found.get(name, 0) + entry.amount
    return found


@pytest.mark.thorough(MORE_CASES)
async def test_a_result_says_for_whom_a_robot_played_and_they_do_not_keep_the_table_open(room: Room) -> None:
    table = await room.open(DUO)
    for rule, value in (("match_games", "3"), ("game_points", "20")):
        await room.press(table, "lobby.house.set", BEAR, rule, value)
    for person in (BULL, WALLY, NED):
        await room.press(table, "lobby.join", person)
    await room.begin(table)
    for person in (BULL, WALLY, NED):
        await room.press(table, "table.away", person)
    await room.settle()
    while not await transfers(room):
        await step_or_wait(room, table, BEAR)
    entry = (await transfers(room))[0]
    assert entry.data["away"] == sorted(seat[0] for seat in entry.data["seats"][1:])
    await check_audit(room)
    await step_or_wait(room, table, BEAR)
    await room.press(table, "table.close", BEAR)
    assert (await room.get(table)).status == "closed"


@pytest.mark.thorough(MORE_CASES)
async def test_records_profiles_cards_and_champions_open_their_hands(room: Room) -> None:
    table = await play_short_match(room, *PEOPLE, tally="points")
    room.forward(room.settings.waits.confirm_after)
    await room.settle()
    await room.tally.rule_off(room.request(replace(BEAR, admin=True)), "")
    ended = await room.read(reports.list_events, table, ("duo.hand_ended",))
    hands = [await room.read(looking_back.find_hand, table, sequence) for sequence, *_ in ended]
    assert hands == list(range(1, len(ended) + 1))
    points = [body["points"] if body["how"] == "out" else 0 for _, _, _, body, _ in ended]
    offered = {1 + points.index(max(points)), len(ended)}
    for made, labels in (
        (Reports.show_records, ("Biggest hand: ", "Most points in one hand: ")),
        (Reports.show_player, ("Biggest hand: ", "#1 ", "Most points in one hand: ")),
        (show_card, ("Biggest hand: ",)),
        (show_champions, ("Biggest hand: ", "Season 1: ")),
    ):
        page = await made(room.tally.reports, TallyFilters(season="1"), room.request(BEAR))
        (menu,) = [part for row in page.rows for part in row if isinstance(part, Menu) and part.name == REPLAY]
        assert all(item.label.startswith(labels) for item in menu.items)
        assert {item.value for item in menu.items} <= {f"{table}.{hand}" for hand in offered}
        opened = await room.press_at(Control(0, REPLAY, 0), BEAR, HERE, menu.items[0].value)
        assert opened.message is not None and f"Hand {len(ended)}, step 1 of" in opened.message.text


async def test_feats_are_read_from_the_events_of_a_table(room: Room) -> None:
    table = await room.open("pussers-bones")
    for person in (BULL, WALLY):
        await room.press(table, "lobby.join", person)
    made = list_kinds("pussers")
    call = made["pussers.settled"](calls=(Outcome(Seat(1), "yes", "void", 5), Outcome(Seat(1), "yes", "taken", 9)))
    tied = {"pure": False, "concealed": False, "do": 0, "source": "wall", "last": False, "rack": (), "all_ofs": (),
            "points": (), "doubles": (), "a_bit": 50, "bonus": ()}  # fmt: skip
    happened = [made["pussers.eddie_found"](Seat(0)), call]
    for following in (0, 0, 2, 0):
        happened.append(made["pussers.hand_over"]("do_bone", Seat(0), Seat(following), False, ()))
    happened += [made["pussers.tied_up"](seat=Seat(2), kind=kind, score=score, **tied) for kind, score in
                 (("moon", 0), ("pairs", 640), ("moon", 0))]  # fmt: skip
    row = await room.read(stored_tables.load, table)
    await room.write(crews.ensure_member, row.crew, BEAR.user, "Bear", 1)
    for person in (BULL, WALLY):
        await room.write(crews.ensure_member, row.crew, person.user, person.name, 1)
    facts = [NewEvent(*encode(event)) for event in happened]
    await room.store.commit(Commit(table, row.sequence, facts, at=room.clock.now, cause="x"))
    told = (await room.tally.reports.show_records(TallyFilters(), room.request(BEAR))).text.splitlines()[1:]
    assert told == [
        "Most tie-ups: Wal, 3",
        "Most Moons: Wal, 2",
        "Highest count of a tie-up: Wal, 640 points",
        "Most hands as Eddie: Bear, 3",
        "Longest run as Eddie: Bear, 3 hands",
        "Most wrong calls: Bull, 1",
    ]
    later = await room.tally.reports.show_records(TallyFilters(since="2100-01-01"), room.request(BEAR))
    assert "There are no records in the books" in later.text


@pytest.mark.thorough(MORE_CASES)
@pytest.mark.parametrize("stake", [10**16, 10**60])
async def test_a_hand_too_large_for_the_books_counts_for_nothing_and_the_table_goes_on(room: Room, stake: int) -> None:
    await room.tally.change_settings({"confirm": "0"}, room.request(replace(BEAR, admin=True)))
    for _ in range(2):
        table = await room.open(DUO)
        present = await room.get(table)
        odd = present.row.settings.with_house_rule("stake", stake)
        await room.write(stored_tables.change, table, settings=odd)
        room = await room.crash_and_restart()
        for rule, value in {"match_games": "1", "game_points": "20"}.items():
            await room.press(table, "lobby.house.set", BEAR, rule, value)
        for person in PEOPLE[1:]:
            await room.press(table, "lobby.join", person)
        await room.begin(table)
        await play_until(room, table, 60, *PEOPLE)
        assert (await room.get(table)).status == "closed"
    found = [transfer.state for transfer in await transfers(room)]
    assert set(found) <= {"posted", "void"}
    assert ("void" in found) == (stake == 10**16)
    await check_audit(room)
    assert any("too large for the books" in message.text for message in room.at(CHANNEL))
    await room.tally.reports.show_standings(TallyFilters(), room.request(BEAR))
    await room.stop()


async def test_hands_with_robots_count_between_people_if_the_crew_says_so(room: Room) -> None:
    await room.tally.change_settings({"robots": "people"}, room.request(replace(BEAR, admin=True)))
    table = await room.start_table(DUO, (BEAR, WALLY), robots=2)
    present = await room.get(table)
    for number, amounts in enumerate(((9, -3, -3, -3), (-500, 500, 500, -500), (7, 7, -7, -7))):
        await room.write(tally_entries.post, present, make_result(amounts), 1, PostingMove(900 + number, 1, None, 0))
    assert await names_and_amounts(room, 0) == {"Bear": 6, "Wal": -6}
    assert await names_and_amounts(room, 1) == {"Bear": -500, "Wal": 500}
    assert await names_and_amounts(room, 2) == {"Bear": 0, "Wal": 0}
    assert {one.state for one in await transfers(room)} == {"posted"}
    alone = await room.start_table(DUO, (BEAR,), robots=3, thread=True)
    present = await room.get(alone)
    await room.write(tally_entries.post, present, make_result((9, -3, -3, -3)), 1, PostingMove(950, 1, None, 0))
    assert [one.state for one in await transfers(room)] == ["posted"] * 3 + ["apart"]
    assert (await names_and_amounts(room, 3))["Bear"] == 9, "alone with robots, the hand stands apart as it is"
