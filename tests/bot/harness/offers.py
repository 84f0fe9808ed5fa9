"""Helpers for tests of offers: make an offer, press its buttons, read the results."""

from bot.ports import Requester
from bot.store import Offer
from bot.store.tables import commits as stored_events
from bot.tables.aggregate import Table
from bot.tables.aggregate.offers import offers_of
from bot.tables.history.entries import decode_entries
from bot.tables.history.events import OfferEnded
from bot.tables.seats.handovers import stand_in
from tests.bot.harness.players import play_until, step
from tests.bot.harness.room import CHANNEL, Room

GAME = "duo-dominoes"
ADMIN = Requester(9, "Admin", admin=True)
BEAR_TOO = Requester(11, "Bear's second account")


async def offer(room: Room, table: int, by: Requester, user: int | None, new: Requester | None) -> Offer:
    """Offer a seat. Returns the open offer."""
    await room.ask(room.seats.substitute, table, by, user, new)
    return offers_of(await room.get(table))[-1]


async def press(room: Room, table: int, what: str, which: Offer, who: Requester) -> str:
    """Press a button of an offer. Returns the text of the answer."""
    reply = await room.press(table, f"offer.{what}.{which.number}", who)
    return "" if reply.message is None else reply.message.text


async def join(room: Room, table: int, who: Requester) -> str:
    """Press *Join*. Returns the text of the answer."""
    reply = await room.press(table, "lobby.join", who)
    await room.settle()
    return "" if reply.message is None else reply.message.text


async def play_to_next_deal(room: Room, table: int, *players: Requester) -> Table:
    """Play the hand under way to its end, and deal the next."""
    before = (await room.get(table)).shuffle.number
    await play_until(room, table, before, *players)
    for _ in range(10):
        present = await room.get(table)
        if present.hand_open:
            return present
        await step(room, table, players[0])
    raise AssertionError("no hand was dealt")


async def leave_to_robot(room: Room, table: int, who: Requester) -> None:
    """Let a robot play for somebody who is away."""
    at = room.clock.now
    seat = (await room.get(table)).seat_of(who.user)
    assert seat is not None
    await room.tables.change(table, f"away:{at}:{who.user}", at, lambda present: stand_in(present, seat, at))
    await room.settle()


def log(room: Room) -> list[str]:
    """Every line in the channel."""
    return "\n".join(message.text for message in room.at(CHANNEL)).splitlines()


def racks(room: Room, who: Requester) -> list[str]:
    """The hands that a person's DM shows now, as they are drawn."""
    return [picture.alt for message in room.dm(who) for picture in message.pictures]


async def list_endings(room: Room, table: int) -> list[str]:
    """The reasons why offers ended without a handover, in order."""
    found = decode_entries(await room.read(stored_events.read, table))
    return [row.event.why for row in found if isinstance(row.event, OfferEnded)]
