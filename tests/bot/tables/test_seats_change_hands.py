"""Seats change hands by consent of the people concerned, and nobody sees two hands of one shuffle."""

from dataclasses import replace
from itertools import product

import pytest
import pytest_asyncio

from bot.messages.boards.board import find_ending
from bot.messages.parts.table_words import words_of
from bot.ports import Button, Requester
from bot.store.database.errors import StillSeated
from bot.store.people import erasure
from bot.store.tables import rows as stored_tables
from bot.tables.aggregate.offers import offers_of
from bot.tables.aggregate.outsiders import outsiders_of
from bot.tables.history import events
from bot.wording import word_log_line
from games.core import Level, Seat
from tests.bot.harness.offers import (
    ADMIN,
    BEAR_TOO,
    GAME,
    leave_to_robot,
    list_endings,
    log,
    offer,
    play_to_next_deal,
    press,
    racks,
)
from tests.bot.harness.players import play_until, step_or_wait
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, message_of
from tests.bot.harness.shelf import take_played_table
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses
from tests.views import own_view


@pytest_asyncio.fixture
async def table(room: Room) -> int:
    """Bear, the host, and Bull play with two robots; the first hand is dealt."""
    return await room.start_table(GAME, (BEAR, BULL), 2)


# A person's seat.


@pytest.mark.parametrize("who", mark_thorough([BEAR, WALLY, ADMIN], MORE_CASES, but=[WALLY]))
@pytest.mark.parametrize("new", [NED, None])
async def test_the_seat_of_a_present_player_cannot_be_given_away(
    room: Room, table: int, who: Requester, new: Requester | None
) -> None:
    with refuses("their_seat"):
        await room.ask(room.seats.substitute, table, who, BULL.user, new)
    assert (await room.get(table)).seat_of(BULL.user) == 1


async def test_a_player_hands_their_seat_with_its_hand_to_somebody_who_accepts(room: Room, table: int) -> None:
    held = own_view(await room.get(table), Seat(1)).holding
    made = await offer(room, table, BULL, BULL.user, NED)
    await room.settle()
    assert racks(room, NED) == []
    assert len(racks(room, BULL)) == 1
    assert await press(room, table, "yes", made, NED) == "The seat is yours."
    await room.settle()
    present = await room.get(table)
    assert present.seat_of(NED.user) == 1
    assert own_view(present, Seat(1)).holding == held
    assert racks(room, NED) == [f"both {present.view(Seat(1))!r}"]
    assert "A player gives Ned their seat, hand and all." in log(room)
    await play_until(room, table, 1, BEAR, NED)


async def test_a_player_leaves_their_seat_to_a_robot_at_once(room: Room, table: int) -> None:
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    await room.settle()
    present = await room.get(table)
    assert present.people == (0,)
    assert present.seats[1].robot == Level.OLD_HAND
    assert f"A player gives {present.names[1]} their seat, hand and all." in log(room)


async def test_the_person_asked_may_decline(room: Room, table: int) -> None:
    made = await offer(room, table, BULL, BULL.user, NED)
    await press(room, table, "no", made, NED)
    await room.settle()
    assert (await room.get(table)).seat_of(BULL.user) == 1
    assert racks(room, NED) == []
    with refuses("offer_over"):
        await press(room, table, "yes", made, NED)
    assert await list_endings(room, table) == ["declined"]
    assert "Somebody turned down Bull's seat." in log(room)


async def test_only_the_person_asked_may_answer_and_the_maker_withdraws_the_offer(room: Room, table: int) -> None:
    made = await offer(room, table, BULL, BULL.user, NED)
    for who, answer in product((BEAR, WALLY), ("yes", "no")):
        with refuses("offer_of_another"):
            await press(room, table, answer, made, who)
    await press(room, table, "no", made, BULL)
    with refuses("offer_over"):
        await press(room, table, "yes", made, NED)


# Who has seen a hand.


async def test_a_host_who_left_gets_no_second_hand_of_the_shuffle(room: Room, table: int) -> None:
    """Bear leaves and asks for a robot's seat. Bull agrees."""
    await room.ask(room.seats.substitute, table, BEAR, BEAR.user, None)
    made = await offer(room, table, BEAR, None, BEAR)
    await press(room, table, "agree", made, BULL)
    await room.settle()
    present = await room.get(table)
    assert present.seat_of(BEAR.user) in (None, made.seat)
    if present.seat_of(BEAR.user) is None:
        assert racks(room, BEAR) == []


async def test_a_player_who_left_comes_back_to_the_same_seat_or_waits_for_the_next_deal(room: Room, table: int) -> None:
    await room.hand_over(table, BULL, BULL.user, NED)
    made = await offer(room, table, BEAR, None, BULL)
    assert "from the next deal" in await press(room, table, "yes", made, BULL)
    with refuses("offered_other"):
        await offer(room, table, NED, NED.user, BULL)
    await press(room, table, "agree", made, NED)
    await room.settle()
    assert (await room.get(table)).seat_of(BULL.user) is None
    assert racks(room, BULL) == []
    assert "Bull has seen a hand from this deal, so the seat changes hands with the next deal." in log(room)
    present = await play_to_next_deal(room, table, BEAR, NED)
    assert present.seat_of(BULL.user) == 2
    assert racks(room, BULL) == [f"both {present.view(Seat(2))!r}"]


async def test_leaving_and_coming_back_shows_one_hand(room: Room, table: int) -> None:
    await room.hand_over(table, BULL, BULL.user, NED)
    await room.hand_over(table, NED, NED.user, BULL)
    await room.settle()
    present = await room.get(table)
    assert present.seat_of(BULL.user) == 1
    assert racks(room, NED) == []
    made = await offer(room, table, BEAR, None, NED)
    await press(room, table, "yes", made, NED)
    await press(room, table, "agree", made, BULL)
    assert (await room.get(table)).seat_of(NED.user) is None, "Ned has seen Bull's hand"


@pytest.mark.parametrize("restarts", [False, True])
async def test_a_hand_that_was_seen_is_not_forgotten(room: Room, table: int, restarts: bool) -> None:
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    with pytest.raises(StillSeated):
        await room.write(erasure.erase, BULL.user)
    now = await room.crash_and_restart() if restarts else room
    made = await offer(now, table, BEAR, None, BULL)
    if made.seat != 1:
        await press(now, table, "yes", made, BULL)
        assert (await now.tables.get(table)).seat_of(BULL.user) is None
    if restarts:
        await now.stop()


@pytest.mark.thorough(MORE_CASES)
async def test_a_hand_that_was_seen_counts_only_until_the_next_deal(room: Room, table: int) -> None:
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    await play_until(room, table, 1, BEAR)
    await room.write(erasure.erase, BULL.user)


# A robot's seat.


async def test_a_robots_seat_goes_at_once_where_everyone_agrees(room: Room, table: int) -> None:
    held = own_view(await room.get(table), Seat(2)).holding
    made = await offer(room, table, BULL, None, NED)
    await room.settle()
    (asked,) = [message for message in room.at(CHANNEL) if "offers you the robot" in message.text]
    assert asked.pings == (NED.user,)
    assert asked.text.splitlines() == [
        f"<@{NED.user}>, Bull offers you the robot Able's seat at Duo Dominoes. **Accept** takes it, **No** "
        "turns it down.",
        "The seat changes hands with the next deal, or in the middle of this hand once everyone agrees. "
        "I'm waiting for Bear to press **Agree**.",
    ]
    labels = [button.label for row in asked.rows for button in row if isinstance(button, Button)]
    assert labels == ["Accept", "No", "Agree"]
    await press(room, table, "agree", made, BEAR)
    assert (await room.get(table)).seat_of(NED.user) is None
    assert await press(room, table, "yes", made, NED) == "The seat is yours."
    await room.settle()
    present = await room.get(table)
    assert present.seat_of(NED.user) == 2
    assert own_view(present, Seat(2)).holding == held
    assert "Bull gives Ned a robot's seat, hand and all." in log(room)
    assert "-# Ned has the seat now." in log(room)
    await play_until(room, table, 1, BEAR, BULL, NED)


async def test_a_player_cannot_see_a_robots_hand_through_a_second_account(room: Room, table: int) -> None:
    made = await offer(room, table, BEAR, None, BEAR_TOO)
    assert "from the next deal" in await press(room, table, "yes", made, BEAR_TOO)
    for who in (BEAR, BEAR_TOO, ADMIN):
        with refuses():
            await press(room, table, "agree", made, who)
    await room.settle()
    assert racks(room, BEAR_TOO) == []
    assert (await room.get(table)).seat_of(BEAR_TOO.user) is None
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert present.seat_of(BEAR_TOO.user) == made.seat
    stored = await room.read(stored_tables.seats_of, table)
    assert [seat_row.user_id for seat_row in stored] == [seat.user_id for seat in present.seats]
    assert (await room.read(stored_tables.load, table)).settings == present.row.settings
    assert present.shuffle.number == 2
    assert racks(room, BEAR_TOO) == [f"both {present.view(made.seat)!r}"]
    assert f"Bear gives a robot's seat to {BEAR_TOO.name}." in log(room)


async def test_a_player_who_is_away_must_agree_too(room: Room, table: int) -> None:
    """Otherwise the others could vote for a robot to stand in, and then give the robot's seat to somebody else."""
    await leave_to_robot(room, table, BULL)
    made = await offer(room, table, BEAR, None, BEAR_TOO)
    await press(room, table, "yes", made, BEAR_TOO)
    assert (await room.get(table)).seat_of(BEAR_TOO.user) is None
    await press(room, table, "agree", made, BULL)
    assert (await room.get(table)).seat_of(BEAR_TOO.user) == made.seat


async def test_the_log_names_an_admin_without_a_seat_who_hands_a_robots_seat_over_until_their_erasure(
    room: Room, table: int
) -> None:
    made = await offer(room, table, ADMIN, None, NED)
    await press(room, table, "yes", made, NED)
    for who in (BEAR, BULL):
        await press(room, table, "agree", made, who)
    await room.settle()
    line = f"<@{ADMIN.user}> gives Ned a robot's seat, hand and all."
    assert line in log(room)
    present = await room.get(table)
    handed = events.Substituted(made.seat, False, None, "outside", max(outsiders_of(present)))
    assert word_log_line(handed, words_of(present)) == line
    await room.write(erasure.erase, ADMIN.user)
    erased = replace(present, row=await room.read(stored_tables.load, table))
    assert word_log_line(handed, words_of(erased)).startswith("Somebody without a seat here gives")


@pytest.mark.parametrize("seed", ["crowd 3"])
async def test_between_hands_a_robots_seat_goes_with_the_answer(room: Room, table: int) -> None:
    await play_until(room, table, 1, BEAR, BULL)
    made = await offer(room, table, BEAR, None, NED)
    assert await press(room, table, "yes", made, NED) == "The seat is yours."
    assert (await room.get(table)).seat_of(NED.user) == made.seat
    await room.settle()
    assert "Bear gives a robot's seat to Ned." in log(room)


async def test_whoever_takes_a_seat_after_a_hand_reads_nothing_that_was_only_its_former_players(room: Room) -> None:
    table = await take_played_table(room, "bonedoneskis", (BEAR, BULL), 2)
    before = await room.get(table)
    ends = {seat: find_ending(before, words_of(before), seat) for seat in map(Seat, range(4))}
    made = await offer(room, table, BEAR, None, NED)
    await press(room, table, "yes", made, NED)
    await room.settle()
    after = await room.get(table)
    assert after.seat_of(NED.user) == made.seat and not after.hand_open
    everybody = find_ending(after, words_of(after))
    assert find_ending(after, words_of(after), made.seat) == everybody != ends[made.seat]
    await room.me.change(room.request(NED), "text_only", "on")
    shown = message_of(await room.press(table, "hand.show", NED))
    assert "View(seat=None, " in shown.text and f"View(seat={made.seat}, " not in shown.text
    own = find_ending(after, words_of(after), Seat(0))
    assert own is not None and everybody is not None and own.sentence != everybody.sentence


@pytest.mark.parametrize("shows", [True, False])
async def test_nobody_takes_a_seat_in_time_to_show_what_its_former_player_held_bd_20(room: Room, shows: bool) -> None:
    """The winner of a hand that nobody else saw gives their seat away between two hands."""
    table = await room.start_table("bonedoneskis", (BEAR, BULL, NED), 0)
    while (present := await room.get(table)).hand_open:
        for who in (BEAR, BULL, NED):
            seat = present.seat_of(who.user)
            if seat is not None and any(choice.verb == "fold" for choice in present.game.choices(present.view(seat))):
                await room.say(table, "fold", who)
                await room.settle()
                break
        else:
            await step_or_wait(room, table, BEAR, BULL, NED)
    winner = next((seat for seat in present.people if present.view(seat).may_show), None)
    assert winner is not None
    who = next(who for who in (BEAR, BULL, NED) if present.seat_of(who.user) == winner)
    if not shows:
        await room.say(table, "muck", who)
    made = await offer(room, table, who, who.user, WALLY)
    await press(room, table, "yes", made, WALLY)
    await room.settle()
    assert ((await room.get(table)).seat_of(WALLY.user) is None) is shows


@pytest.mark.thorough(MORE_CASES)
async def test_each_offer_takes_another_robot(room: Room, table: int) -> None:
    first = await offer(room, table, BEAR, None, NED)
    second = await offer(room, table, BULL, None, WALLY)
    assert (first.seat, second.seat) == (2, 3)
    with refuses("robots_offered"):
        await offer(room, table, BULL, None, BEAR_TOO)
    with refuses("no_robot|nobody_named"):
        await offer(room, table, BULL, None, None)
    for made, who in ((first, NED), (second, WALLY)):
        await press(room, table, "yes", made, who)
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert (present.seat_of(NED.user), present.seat_of(WALLY.user)) == (2, 3)


async def test_a_second_offer_of_one_seat_or_to_one_person_is_refused(room: Room, table: int) -> None:
    await offer(room, table, BULL, BULL.user, NED)
    with refuses("offered_other"):
        await offer(room, table, BEAR, None, NED)
    with refuses("TABLE/offered"):
        await offer(room, table, BULL, BULL.user, WALLY)
    await room.ask(room.seats.substitute, table, BULL, BULL.user, None)
    assert await list_endings(room, table) == ["outdated"]
    assert offers_of(await room.get(table)) == ()


async def test_an_offer_that_nobody_answers_ends_with_the_deal_after_the_hand(room: Room, table: int) -> None:
    made = await offer(room, table, BULL, None, NED)
    await press(room, table, "agree", made, BEAR)
    await play_to_next_deal(room, table, BEAR, BULL)
    with refuses("offer_over"):
        await press(room, table, "yes", made, NED)
    await room.settle()
    assert racks(room, NED) == []
    assert any(line.startswith("-# Able's seat is no longer on offer.") for line in log(room))


async def test_strangers_can_neither_offer_nor_agree(room: Room, table: int) -> None:
    with refuses("not_seated"):
        await offer(room, table, NED, None, NED)
    made = await offer(room, table, BEAR, None, NED)
    with refuses("offer_not_asked"):
        await press(room, table, "agree", made, WALLY)
    with refuses("seated_other"):
        await offer(room, table, BEAR, None, BULL)


@pytest.mark.parametrize("answer", mark_thorough(["yes", "no", "agree"], MORE_CASES, but=["yes"]))
async def test_an_answer_survives_a_restart(room: Room, table: int, answer: str) -> None:
    made = await offer(room, table, BEAR, None, NED)
    other = await room.crash_and_restart()
    await press(other, table, answer, made, BULL if answer == "agree" else NED)
    third = await other.crash_and_restart()
    kept = offers_of(await third.get(table))
    if answer == "no":
        assert kept == ()
    else:
        assert (kept[0].accepted, kept[0].agreed) == (
            answer == "yes",
            (BEAR.user, BULL.user)[: 2 if answer == "agree" else 1],
        )
        await press(third, table, "yes" if answer == "agree" else "agree", made, NED if answer == "agree" else BULL)
        assert (await third.get(table)).seat_of(NED.user) == made.seat
    await third.stop()


# The seat of a player who's away.


async def test_the_others_give_the_seat_of_an_absent_player_away_by_vote(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    await leave_to_robot(room, table, WALLY)
    made = await offer(room, table, BEAR, WALLY.user, NED)
    await press(room, table, "yes", made, NED)
    await room.settle()
    assert "**Agree** votes for it: 1 of 2 votes so far. Wal keeps the seat if they come back." in log(room)
    await press(room, table, "agree", made, BULL)
    await room.settle()
    assert (await room.get(table)).seat_of(WALLY.user) == 2, "not in the middle of a hand"
    assert racks(room, NED) == []
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert present.seat_of(NED.user) == 2
    assert "The table gives Ned the seat of a player who's away." in log(room)


@pytest.mark.thorough(MORE_CASES)
async def test_an_absent_player_keeps_the_seat_by_coming_back(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    await leave_to_robot(room, table, WALLY)
    made = await offer(room, table, BEAR, WALLY.user, None)
    await press(room, table, "agree", made, BULL)
    await room.press(table, "hand.show", WALLY)
    assert offers_of(await room.get(table)) == ()
    assert (await play_to_next_deal(room, table, BEAR, BULL, WALLY)).seat_of(WALLY.user) == 2
    assert await list_endings(room, table) == ["returned"]


@pytest.mark.thorough(MORE_CASES)
async def test_without_enough_votes_an_absent_player_stays(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY), 1)
    await leave_to_robot(room, table, WALLY)
    made = await offer(room, table, BEAR, WALLY.user, NED)
    await press(room, table, "yes", made, NED)
    assert (await play_to_next_deal(room, table, BEAR, BULL)).seat_of(WALLY.user) == 2
    assert await list_endings(room, table) == ["outdated"]


async def test_a_single_vote_gives_the_seat_away_only_with_the_next_deal(room: Room, table: int) -> None:
    """Bear is the only player present. Their vote is enough, but the new player gets no hand of this deal."""
    await leave_to_robot(room, table, BULL)
    made = await offer(room, table, BEAR, BULL.user, BEAR_TOO)
    await press(room, table, "yes", made, BEAR_TOO)
    await room.settle()
    assert racks(room, BEAR_TOO) == []
    with refuses("not_seated"):
        await offer(room, table, ADMIN, BULL.user, None)
