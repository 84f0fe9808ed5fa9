"""Limits on repeated acts: invitations to one person, offers by one person, reposts of a board."""

import asyncio

import pytest

from bot.ports import Requester
from bot.services.seats import MOST_OFFERS, OFFER_EVERY, SHOW_BOARD_EVERY
from bot.tables.aggregate.offers import offers_of
from games.core import Refused
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room
from tests.left_out import MORE_CASES
from tests.refuses import refuses


async def offer(room: Room, table: int, who: object) -> None:
    await room.ask(room.seats.substitute, table, who, None, NED)  # type: ignore[arg-type]


async def decline(room: Room, table: int) -> None:
    (made,) = offers_of(await room.get(table))
    await room.press(table, f"offer.no.{made.number}", NED)


async def test_a_person_who_declined_is_not_asked_again_for_a_while(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    await offer(room, table, BEAR)
    await decline(room, table)
    for who in (BEAR, BULL):
        with refuses("asked_lately"):
            await offer(room, table, who)
    room.forward(OFFER_EVERY)
    await offer(room, table, BULL)


async def test_only_one_of_two_simultaneous_offers_is_made(room: Room) -> None:
    tables = [await room.start_table("duo-dominoes", (BEAR, other), 2, thread=True) for other in (BULL, WALLY)]
    outcomes = await asyncio.gather(*(offer(room, table, BEAR) for table in tables), return_exceptions=True)
    refused = [outcome for outcome in outcomes if isinstance(outcome, Refused)]
    assert [refusal.key for refusal in refused] == ["TABLE/asked_lately"]
    open_offers = [made for table in tables for made in offers_of(await room.get(table))]
    assert [made.user for made in open_offers] == [NED.user]


async def test_a_process_that_starts_again_knows_whom_it_asked(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    await offer(room, table, BEAR)
    await decline(room, table)
    other = await room.crash_and_restart()
    with refuses("asked_lately"):
        await offer(other, table, BULL)


async def test_a_refused_offer_does_not_count_as_asking(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR,), 3)
    with refuses("nobody_there"):
        await room.ask(room.seats.substitute, table, BEAR, 77, NED)
    await offer(room, table, BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_one_person_cannot_offer_seats_to_many_people_in_a_row(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    for number in range(MOST_OFFERS + 1):
        other = Requester(500 + number, f"Mate {number}")
        if number == MOST_OFFERS:
            with refuses("asked_many"):
                await room.ask(room.seats.substitute, table, BEAR, None, other)
        else:
            await room.ask(room.seats.substitute, table, BEAR, None, other)
            (made,) = offers_of(await room.get(table))
            await room.press(table, f"offer.no.{made.number}", BEAR)
    assert not offers_of(await room.get(table))
    await offer(room, table, BULL)
    (made,) = offers_of(await room.get(table))
    await room.press(table, f"offer.no.{made.number}", BULL)
    room.forward(OFFER_EVERY)
    await offer(room, table, BEAR)


@pytest.mark.thorough(MORE_CASES)
async def test_one_person_cannot_fill_a_channel_with_offers_to_themselves(room: Room) -> None:
    table = await room.start_table("duo-dominoes", (BEAR, BULL), 2)
    host = Requester(900, "Admiral", admin=True)
    for _ in range(MOST_OFFERS):
        await room.ask(room.seats.substitute, table, host, None, host)
        (made,) = offers_of(await room.get(table))
        await room.press(table, f"offer.no.{made.number}", host)
    with refuses("asked_many"):
        await room.ask(room.seats.substitute, table, host, None, host)


async def test_a_board_is_posted_again_once_in_a_while(room: Room) -> None:
    table = await room.start_table("duo-dominoes")

    def count_posts() -> int:
        return sum(what == "send" for what, where in room.messenger.calls if where == CHANNEL)

    begun = count_posts()
    for _ in range(5):
        await room.press(table, "table.show", BEAR)
        await room.settle()
    assert count_posts() == begun + 1
    room.forward(SHOW_BOARD_EVERY)
    await room.press(table, "table.show", BEAR)
    await room.settle()
    assert count_posts() == begun + 2
