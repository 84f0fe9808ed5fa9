"""Who presses *Join* at a table full of robots takes a robot's seat: at once in a lobby, or with the next hand."""

import pytest

from bot.ports import Requester
from bot.tables.aggregate.offers import offers_of
from bot.tables.seats.queue import queue_of
from tests.bot.harness.offers import join, list_endings, log, play_to_next_deal, racks
from tests.bot.harness.room import BEAR, BULL, CHANNEL, Room, list_controls
from tests.left_out import MORE_CASES, MORE_GAMES
from tests.refuses import refuses

GAME = "duo-dominoes"
JOE, SAL = Requester(5, "Joe"), Requester(6, "Sal")


async def test_in_a_lobby_one_press_takes_a_robots_seat_and_moves_nobody(room: Room) -> None:
    table = await room.open(GAME)
    await room.add_robots(table, 3)
    await room.settle()
    assert "All seats are taken; **Join** takes a robot's seat." in room.at(CHANNEL)[-1].text
    for who in (BULL, JOE, SAL):
        await join(room, table, who)
    present = await room.get(table)
    assert present.names[0] == "Bear" and {*present.names} == {"Bear", "Bull", "Joe", "Sal"}
    assert not offers_of(present)
    assert "you're number 1 in the queue" in await join(room, table, Requester(7, "Ted"))
    await room.begin(table)
    assert (await room.get(table)).hand_open


@pytest.mark.parametrize("game, told", [
    (GAME, "**Join** gives you a robot's seat when the next hand starts. "
           "The seat's score stays with the robot until the game is over."),
    pytest.param("pussers-bones", "**Join** gives you a robot's seat when the next hand starts.",
                 marks=pytest.mark.thorough(MORE_GAMES)),
])  # fmt: skip
async def test_in_a_game_the_seat_is_taken_with_the_next_hand_as_the_board_said_before(
    room: Room, game: str, told: str
) -> None:
    table = await room.start_table(game, (BEAR, BULL), 2)
    await room.settle()
    assert f"-# {told}" in log(room)
    assert await join(room, table, JOE) == told.replace("**Join** gives you", "You'll get")
    (asked,) = [message for message in room.at(CHANNEL) if "has the seat of the robot" in message.text]
    assert "**No**" in asked.text, "it says what its button is for"
    (offer,) = offers_of(await room.get(table))
    assert (offer.user, offer.accepted, racks(room, JOE)) == (JOE.user, True, [])
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert (present.seat_of(JOE.user), offers_of(present)) == (offer.seat, ())
    assert "The robot's seat goes to Joe." in log(room)
    noted = present.row.settings.handed.get(offer.seat)
    assert (None if noted is None else noted.user, noted is not None) == (None, game == GAME)


@pytest.mark.thorough(MORE_CASES)
async def test_a_third_newcomer_waits_when_every_robots_seat_is_taken(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for who in (JOE, SAL):
        assert "You'll get a robot's seat" in await join(room, table, who)
    assert "you're number 1 in the queue" in await join(room, table, Requester(7, "Ted"))
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert {*present.names} == {"Bear", "Bull", "Joe", "Sal"}


async def test_a_robot_that_stands_in_for_somebody_is_no_robots_seat(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    for who in (JOE, SAL):
        await join(room, table, who)
    await play_to_next_deal(room, table, BEAR, BULL)
    await room.press(table, "table.away", BULL)
    assert "number 1 in the queue" in await join(room, table, Requester(7, "Ted"))


@pytest.mark.thorough(MORE_CASES)
async def test_a_partner_refuses_once_and_the_newcomer_is_asked_again(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    await join(room, table, JOE)
    (offer,) = offers_of(await room.get(table))
    partner, other = (BEAR, BULL) if (await room.get(table)).seat_of(BEAR.user) == (offer.seat + 2) % 4 else (
        BULL, BEAR)  # fmt: skip
    no = f"offer.no.{offer.number}"
    with refuses("offer_of_another"):
        await room.press(table, no, other)
    (own,) = room.dm(partner)
    assert "takes over the seat of your partner" in own.text
    assert no in list_controls(own)
    await room.press(table, no, partner)
    await room.settle()
    present = await room.get(table)
    (again,) = offers_of(present)
    assert (again.user, again.accepted, queue_of(present)) == (JOE.user, False, ())
    assert await list_endings(room, table) == ["refused"]
    await room.press(table, f"offer.yes.{again.number}", JOE)
    if again.seat == offer.seat:
        with refuses("offer_of_another"):
            await room.press(table, f"offer.no.{again.number}", partner)
    present = await play_to_next_deal(room, table, BEAR, BULL)
    assert present.seat_of(JOE.user) == again.seat
