"""At least two players who have played a whole hand at a table can remove another who spoils the game."""

import pytest
import pytest_asyncio

from bot.messages.boards.questions import list_questions
from bot.messages.parts.table_words import words_of
from bot.ports import Requester
from bot.store import Offer, StoredSettings
from bot.store.people import erasure
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate.offers import offers_of
from games.core import Seat
from tests.bot.harness.offers import (
    ADMIN,
    GAME,
    leave_to_robot,
    list_endings,
    log,
    offer,
    play_to_next_deal,
    press,
    racks,
)
from tests.bot.harness.players import play_until
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.effort import rounds
from tests.left_out import MORE_CASES
from tests.refuses import refuses
from tests.views import own_view


@pytest_asyncio.fixture
async def table(room: Room) -> int:
    """A table that Bear opened. Bear, Wally and Bull play with a robot, and the second hand is dealt."""
    number = await room.start_table(GAME, (BEAR, WALLY, BULL), 1)
    await play_to_next_deal(room, number, BEAR, WALLY, BULL)
    return number


async def ask(room: Room, table: int, by: Requester, about: Requester) -> Offer:
    await room.ask(room.seats.ask_to_remove, table, by, about.user)
    return offers_of(await room.get(table))[-1]


async def test_two_votes_give_the_seat_with_its_hand_to_a_robot_at_once(room: Room, table: int) -> None:
    before = await room.get(table)
    held = own_view(before, Seat(0)).holding
    made = await ask(room, table, WALLY, BEAR)
    await room.settle()
    assert (await room.get(table)).seat_of(BEAR.user) == 0
    assert any("is spoiling the game" in line for line in log(room))
    assert await press(room, table, "agree", made, BULL) == ""
    await room.settle()
    present = await room.get(table)
    assert present.seat_of(BEAR.user) is None
    assert present.occupant(Seat(0)).user_id is None
    assert present.row.settings.removed == (BEAR.user,)
    assert present.row.settings.handed[Seat(0)].user == BEAR.user, "the hand under way still counts for Bear"
    assert own_view(present, Seat(0)).holding == held
    assert racks(room, BEAR) == []
    for who in (WALLY, BULL):  # nobody else sees the hand that was left
        assert all(str(held) not in rack for rack in racks(room, who))
    robot = present.names[0]
    assert f"The table removes a player. {robot} takes over the seat, hand and all." in log(room)
    for control in ("lobby.join", "table.pause", "table.close"):  # Bear opened the table, and runs it no more
        with refuses(r"removed|not_seated"):
            await room.press(table, control, BEAR)
    with refuses("removed_other"):
        await offer(room, table, BULL, None, BEAR)
    await room.press(table, "lobby.join", NED)  # everybody else may


@pytest.mark.thorough(MORE_CASES)
async def test_newcomers_have_no_vote_until_they_have_played_a_whole_hand(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, WALLY), 2)
    for new in (BULL, NED):
        await room.hand_over(table, BEAR, None, new)
    present = await play_to_next_deal(room, table, BEAR, WALLY)
    assert present.seat_of(NED.user) is not None
    with refuses("remove_new"):
        await ask(room, table, NED, BEAR)
    with refuses("remove_few"):
        await ask(room, table, WALLY, BEAR)  # Bull and Ned do not count yet
    await play_to_next_deal(room, table, BEAR, WALLY, BULL, NED)
    made = await ask(room, table, NED, BEAR)
    assert (await room.get(table)).seat_of(BEAR.user) is not None
    await press(room, table, "agree", made, BULL)
    assert (await room.get(table)).seat_of(BEAR.user) is None


@pytest.mark.thorough(MORE_CASES)
async def test_partners_are_not_removed_by_those_who_play_against_them(room: Room) -> None:
    people = (BEAR, WALLY, BULL, NED)
    table = await room.start_table(GAME, people, 0)
    await play_to_next_deal(room, table, *people)
    made = await ask(room, table, WALLY, BEAR)
    await press(room, table, "agree", made, NED)
    await room.settle()
    assert (await room.get(table)).seat_of(BEAR.user) == 0
    assert any("2 of 3 votes" in message.text for message in room.at(CHANNEL))
    await press(room, table, "agree", made, BULL)
    assert (await room.get(table)).seat_of(BEAR.user) is None
    await room.close(table)
    following = await room.start_table(GAME, (BEAR, BULL), 2)
    assert (await room.get(following)).seat_of(BEAR.user) == 0


@pytest.mark.thorough(MORE_CASES)
async def test_nobody_is_removed_where_no_partner_can_vote(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, WALLY, BULL, NED), 0)
    await play_to_next_deal(room, table, BEAR, WALLY, BULL, NED)
    await leave_to_robot(room, table, BULL)
    with refuses("remove_pair"):
        await ask(room, table, WALLY, BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_only_those_who_play_ask_and_only_about_those_who_are_there(room: Room, table: int) -> None:
    for who, about, reason in (
        (NED, BEAR, "not_seated"),
        (ADMIN, BEAR, "not_seated"),
        (WALLY, NED, "nobody_there"),
        (WALLY, WALLY, "remove_self"),
    ):
        with refuses(reason):
            await ask(room, table, who, about)
    await leave_to_robot(room, table, BEAR)
    with refuses("remove_away"):
        await ask(room, table, WALLY, BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_the_player_to_remove_is_not_asked_and_cannot_withdraw_the_question(room: Room, table: int) -> None:
    made = await ask(room, table, WALLY, BEAR)
    present = await room.get(table)
    words = words_of(present)
    assert not list_questions(present, Seat(0), words, 5).buttons
    assert not list_questions(present, Seat(1), words, 5).buttons  # Wally has voted
    assert [button.name for button in list_questions(present, Seat(2), words, 5).buttons] == [
        f"offer.agree.{made.number}"
    ]
    for control in ("no", "agree"):
        with refuses(r"offer_of_another|offer_not_asked"):
            await press(room, table, control, made, BEAR)
    await press(room, table, "no", made, WALLY)
    assert await list_endings(room, table) == ["withdrawn"]
    with refuses("remove_lately"):
        await ask(room, table, WALLY, BEAR)
    again = await ask(room, table, BULL, BEAR)
    await press(room, table, "agree", again, WALLY)
    assert (await room.get(table)).seat_of(BEAR.user) is None, "an accomplice who withdraws does not hold up the others"


@pytest.mark.thorough(MORE_CASES)
async def test_nobody_escapes_the_vote_by_offering_their_seat_to_somebody_who_never_answers(
    room: Room, table: int
) -> None:
    stale = await offer(room, table, BEAR, BEAR.user, NED)
    made = await ask(room, table, WALLY, BEAR)
    assert [known.number for known in offers_of(await room.get(table))] == [made.number]
    with refuses("offer_over"):
        await press(room, table, "yes", stale, NED)
    with refuses("offered"):
        await offer(room, table, BEAR, BEAR.user, NED)
    await press(room, table, "agree", made, BULL)
    assert (await room.get(table)).seat_of(BEAR.user) is None


@pytest.mark.thorough(MORE_CASES)
async def test_the_next_deal_ends_the_question(room: Room, table: int) -> None:
    await ask(room, table, WALLY, BEAR)
    present = await play_to_next_deal(room, table, BEAR, WALLY, BULL)
    assert not offers_of(present)
    assert present.seat_of(BEAR.user) == 0


async def test_an_erased_person_is_named_no_more(room: Room, table: int) -> None:
    made = await ask(room, table, WALLY, BEAR)
    await press(room, table, "agree", made, BULL)
    await room.settle()
    if hands := rounds(0, 2, 2):
        await play_until(room, table, hands, WALLY, BULL)
    await room.close(table)
    await room.write(erasure.erase, BEAR.user)
    row = await room.read(stored_tables.load, table)
    assert row.settings.removed == (0,)
    assert StoredSettings.from_json(row.settings.to_json()) == row.settings
