"""The queue of a full table: each free seat is offered to the first person in it."""

from dataclasses import replace

import pytest

from bot.ports import Button, Requester
from bot.store import OfferKind, Waiter
from bot.store.database.errors import StillSeated
from bot.store.people import erasure
from bot.tables.aggregate import Change
from bot.tables.aggregate.offers import offers_of
from bot.tables.history.events import Queued
from bot.tables.seats.queue import HELD_FOR, queue_of
from tests.bot.harness.offers import list_endings, log, play_to_next_deal, racks
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room, message_of
from tests.left_out import MORE_CASES, mark_thorough
from tests.refuses import refuses

GAME = "duo-dominoes"
JOE, SAL = Requester(5, "Joe"), Requester(6, "Sal")


async def open_full_lobby(room: Room, *waiting: Requester, game: str = GAME) -> int:
    """Open a lobby of four people, with these people in its queue. Returns the table."""
    table = await room.open(game)
    for who in (BULL, WALLY, NED, *waiting):
        await room.press(table, "lobby.join", who)
    await room.settle()
    return table


async def list_waiting(room: Room, table: int) -> list[str]:
    """The names in the queue."""
    return [waiter.name for waiter in queue_of(await room.get(table))]


async def list_offered(room: Room, table: int) -> list[str]:
    """The names of the people to whom a free seat is offered."""
    return [offer.name for offer in offers_of(await room.get(table)) if offer.kind is OfferKind.QUEUE]


async def answer(room: Room, table: int, choice: str, who: Requester) -> str:
    """Answer the offer of a free seat."""
    (number,) = [offer.number for offer in offers_of(await room.get(table)) if offer.user == who.user]
    reply = await room.press(table, f"offer.{choice}.{number}", who)
    await room.settle()
    return "" if reply.message is None else reply.message.text


def lobby_text(room: Room) -> str:
    """The text of the lobby, which may have been posted again below an offer."""
    (text,) = [
        message.text
        for message in room.at(CHANNEL)
        if any(control.name == "lobby.join" for row in message.rows for control in row)
    ]
    return text


# The lobby.


async def test_joining_is_the_bright_choice_only_while_a_seat_is_free(room: Room) -> None:
    def style() -> str:
        return next(
            button.style
            for lobby in room.at(CHANNEL)
            for row in lobby.rows
            for button in row
            if isinstance(button, Button) and button.name == "lobby.join"
        )

    table = await room.open(GAME)
    await room.settle()
    assert style() == "success"
    for who in (BULL, WALLY, NED, JOE):
        await room.press(table, "lobby.join", who)
    await room.settle()
    assert style() == "secondary"
    await room.press(table, "lobby.leave", WALLY)
    await room.settle()
    assert style() == "secondary"
    await answer(room, table, "no", JOE)
    assert style() == "success"


async def test_whoever_presses_join_in_a_lobby_takes_a_robots_seat_even_if_others_wait_before_them(room: Room) -> None:
    """A robot's seat that was on offer is a robot's again."""
    table = await room.open(GAME)
    await room.add_robots(table, 3)
    present = await room.get(table)
    waiting = replace(present.row.settings, queue=(Waiter(JOE.user, JOE.name), Waiter(SAL.user, SAL.name)))
    await room.tables.change(table, "i:queued", room.clock.now, lambda _: Change((Queued(),), settings=waiting))
    await room.press(table, "lobby.join", SAL)
    assert (await room.get(table)).seat_of(SAL.user) is not None
    assert await list_waiting(room, table) == ["Joe"]


@pytest.mark.parametrize("plain", mark_thorough([False, True], MORE_CASES, but=[False]))
async def test_the_lobby_says_for_whom_a_seat_is_held(room: Room, plain: bool) -> None:
    table = await open_full_lobby(room, JOE)
    if plain:
        await room.press(table, "lobby.house.set", BEAR, "text_only", "true")
    await room.press(table, "lobby.leave", WALLY)
    await room.settle()
    assert "3. Ned\n4. held for Joe" in lobby_text(room)
    assert "free" not in lobby_text(room)
    await answer(room, table, "no", JOE)
    assert "held for" not in lobby_text(room)


async def test_start_asks_once_before_it_deals_without_whoever_is_offered_a_seat(room: Room) -> None:
    table = await open_full_lobby(room, JOE, game="pussers-bones")
    await room.press(table, "lobby.leave", WALLY)
    await room.settle()
    assert "so **Start** first asks whether to deal without them" in lobby_text(room)
    asked = message_of(await room.press(table, "lobby.start", BEAR))
    assert asked.text.startswith("No answer yet from Joe")
    assert (await room.get(table)).status == "lobby"
    with refuses("not_seated"):
        await room.press(table, "lobby.start", WALLY)
    await answer(room, table, "no", JOE)
    assert "deals the first hand." in lobby_text(room), "everybody has answered"
    await room.press(table, "lobby.join", JOE)
    await room.press(table, "lobby.leave", NED)
    for who in (WALLY, NED):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.leave", JOE)
    assert await list_offered(room, table) == ["Ned"]
    (((anyway,),),) = (asked.rows,)
    again = message_of(await room.press(table, anyway.name, BEAR))
    assert again.text.startswith("No answer yet from Ned"), "Bear agreed to start without Joe, but not without Ned"
    await room.press(table, again.rows[0][0].name, BEAR)
    await room.settle()
    assert (await room.get(table)).hand_open
    assert await list_waiting(room, table) == ["Ned"]


async def test_joining_a_full_table_gives_a_place_in_the_queue_that_everybody_sees(room: Room) -> None:
    table = await open_full_lobby(room, JOE)
    reply = message_of(await room.press(table, "lobby.join", SAL))
    assert "you're number 2 in the queue" in reply.text
    assert reply.rows == ((Button("queue.leave", "Leave the queue"),),)
    again = message_of(await room.press(table, "lobby.join", SAL))
    assert again.text == reply.text
    await room.settle()
    assert "Waiting for a seat: Joe and Sal" in room.at(CHANNEL)[-1].text
    assert await list_waiting(room, table) == ["Joe", "Sal"]


@pytest.mark.parametrize("button", ["queue.leave", "lobby.leave"])
async def test_a_place_in_the_queue_can_be_left(room: Room, button: str) -> None:
    table = await open_full_lobby(room, JOE, SAL)
    await room.press(table, button, JOE)
    assert await list_waiting(room, table) == ["Sal"]
    with refuses("not_queued"):
        await room.press(table, "queue.leave", JOE)


async def test_a_free_seat_goes_to_the_first_person_who_accepts(room: Room) -> None:
    table = await open_full_lobby(room, JOE, SAL)
    await room.press(table, "lobby.leave", WALLY)
    await room.settle()
    assert (await list_offered(room, table), await list_waiting(room, table)) == (["Joe"], ["Sal"])
    asked = room.at(CHANNEL)[-1]
    assert asked.text.startswith("<@5>, a seat at Duo Dominoes is free, and you're next")
    assert asked.pings == (JOE.user,)
    for who, button, why in (
        (WALLY, "lobby.robot+", "not_seated"),
        (BEAR, "lobby.robot+", "held"),
        (JOE, "lobby.join", "offer_waits"),
    ):
        with refuses(why):
            await room.press(table, button, who)
    reply = message_of(await room.press(table, "lobby.join", WALLY))
    assert reply.text.startswith("The free seat is held for Joe; you're number 2 in the queue.")
    assert await list_waiting(room, table) == ["Sal", "Wal"], "a player who left has no claim on the seat"
    assert await answer(room, table, "yes", JOE) == "The seat is yours."
    assert (await room.get(table)).names == ("Bear", "Bull", "Ned", "Joe")
    assert room.at(CHANNEL)[-1].text == "-# Joe has the seat now."


async def test_no_and_silence_pass_the_seat_on(room: Room) -> None:
    table = await open_full_lobby(room, JOE, SAL)
    await room.press(table, "lobby.leave", WALLY)
    await room.settle()
    with refuses("offer_of_another"):
        await room.press(table, f"offer.yes.{offers_of(await room.get(table))[0].number}", SAL)
    await answer(room, table, "no", JOE)
    assert (await list_offered(room, table), await list_waiting(room, table)) == (["Sal"], [])
    room.forward(HELD_FOR - 1)
    await room.settle()
    assert await list_offered(room, table) == ["Sal"]
    room.forward(1)
    await room.settle()
    assert await list_offered(room, table) == []
    assert await list_endings(room, table) == ["passed", "late"]
    await room.press(table, "lobby.join", JOE)
    assert (await room.get(table)).seat_of(JOE.user) == 3


async def test_two_free_seats_are_offered_to_two_people(room: Room) -> None:
    table = await open_full_lobby(room, JOE, SAL)
    for who in (BULL, WALLY):
        await room.press(table, "lobby.leave", who)
    await room.settle()
    assert await list_offered(room, table) == ["Joe", "Sal"]
    await answer(room, table, "yes", SAL)
    await answer(room, table, "yes", JOE)
    assert (await room.get(table)).names == ("Bear", "Ned", "Sal", "Joe")


async def test_an_offer_survives_a_crash_and_still_ends_in_time(room: Room) -> None:
    table = await open_full_lobby(room, JOE, SAL)
    await room.press(table, "lobby.leave", WALLY)
    other = await room.crash_and_restart()
    await other.settle()
    asked = [message for message in other.at(CHANNEL) if message.text.startswith("<@5>")]
    assert len(asked) == 1
    other.forward(HELD_FOR)
    await other.settle()
    assert await list_offered(other, table) == ["Sal"]


async def test_accepting_the_last_seat_starts_a_table_that_starts_full(room: Room) -> None:
    table = await room.open(GAME)
    await room.press(table, "lobby.house.set", BEAR, "start=full")
    for who in (BULL, WALLY):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.house.set", BEAR, "start=button")
    for who in (NED, JOE):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.house.set", BEAR, "start=full")
    await room.press(table, "lobby.leave", NED)
    await answer(room, table, "yes", JOE)
    assert (await room.get(table)).status == "live"


async def test_a_start_puts_people_with_an_open_offer_first_in_the_queue_again(room: Room) -> None:
    table = await room.open("lombardy-bones")
    present = await room.get(table)
    for number in range(2, present.game.SEATS[1] + 1):
        await room.press(table, "lobby.join", Requester(20 + number, f"P{number}"))
    for who in (JOE, SAL):
        await room.press(table, "lobby.join", who)
    await room.press(table, "lobby.leave", Requester(22, "P2"))
    assert await list_offered(room, table) == ["Joe"]
    asked = message_of(await room.press(table, "lobby.start", BEAR))
    await room.press(table, asked.rows[0][0].name, BEAR)
    await room.settle()
    assert (await list_offered(room, table), await list_waiting(room, table)) == ([], ["Joe", "Sal"])


async def test_a_place_in_the_queue_is_kept_until_its_person_leaves(room: Room) -> None:
    table = await open_full_lobby(room, JOE)
    with pytest.raises(StillSeated):
        await room.write(erasure.erase, JOE.user)
    await room.press(table, "queue.leave", JOE)
    await room.write(erasure.erase, JOE.user)


# A game under way.


@pytest.mark.thorough(MORE_CASES)
async def test_a_seat_left_to_a_robot_goes_to_the_queue_with_the_next_deal(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY, NED), 0)
    reply = message_of(await room.press(table, "lobby.join", JOE))
    assert "The game is under way; you're number 1 in the queue" in reply.text
    await room.settle()
    assert "Waiting for a seat: Joe" in room.at(CHANNEL)[-1].text
    await room.ask(room.seats.substitute, table, NED, NED.user, None)
    await room.settle()
    assert await list_offered(room, table) == ["Joe"]
    assert "from the next deal" in await answer(room, table, "yes", JOE)
    assert racks(room, JOE) == [], "nobody takes over a hand in the middle of it"
    present = await play_to_next_deal(room, table, BEAR, BULL, WALLY)
    assert present.names == ("Bear", "Bull", "Wal", "Joe")
    assert len(racks(room, JOE)) == 1
    assert "The robot's seat goes to Joe." in log(room)


@pytest.mark.thorough(MORE_CASES)
async def test_an_offer_that_is_not_answered_outlasts_a_deal_and_ends_by_the_clock(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY, NED), 0)
    await room.press(table, "lobby.join", JOE)
    await room.ask(room.seats.substitute, table, NED, NED.user, None)
    await room.press(table, "lobby.join", SAL)
    held_until = room.clock.now + HELD_FOR
    await play_to_next_deal(room, table, BEAR, BULL, WALLY)
    assert room.clock.now < held_until
    assert await list_offered(room, table) == ["Joe"]
    room.forward(held_until - room.clock.now)
    await room.settle()
    assert await list_offered(room, table) == ["Sal"]


async def test_a_player_does_not_queue_and_a_closed_table_has_no_queue(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL), 2)
    with refuses("seated"):
        await room.press(table, "lobby.join", BULL)
    await room.press(table, "lobby.join", JOE)
    await room.close(table)
    with refuses("closed"):
        await room.press(table, "lobby.join", SAL)
    await room.settle()


@pytest.mark.thorough(MORE_CASES)
async def test_an_outage_does_not_shorten_an_offer(room: Room) -> None:
    table = await room.start_table(GAME, (BEAR, BULL, WALLY, NED), 0)
    for who in (JOE, SAL):
        await room.press(table, "lobby.join", who)
    await room.ask(room.seats.substitute, table, NED, NED.user, None)
    await room.settle()
    room.host.drop()
    room.forward(10 * HELD_FOR)
    other = await room.crash_and_restart()
    await other.settle()
    assert await list_offered(other, table) == ["Joe"]
    other.forward(HELD_FOR)
    await other.settle()
    assert await list_offered(other, table) == ["Sal"]
