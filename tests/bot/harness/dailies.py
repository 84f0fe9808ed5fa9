"""People who play the hand of the day."""

import contextlib
import random
from collections.abc import Awaitable, Sequence
from dataclasses import replace
from datetime import UTC

from bot.edge.custom_ids import Control
from bot.ports import DAY, Location, Reply, Requester
from bot.store import Status
from bot.store.tables import commits as stored_events, days
from bot.tables.aggregate import Table
from bot.tables.aggregate.days import find_day, find_end
from bot.tables.aggregate.pacing import LIVE
from bot.tables.history.entries import Moved, is_of_game, read_entries, read_outcome
from games import registry
from games.core import Refused, Seat
from tests.bot.harness.players import words_for
from tests.bot.harness.room import HERE, Room, in_dm, message_of, settings
from tests.refuses import refuses

PACED = settings(live=replace(LIVE, between_hands=None))
"""Robots pause as they do in the product."""
ADMIN = Requester(900, "Admiral", admin=True)
PUSSERS, LOMBARDY, DUO, STUD = "pussers-bones", "lombardy-bones", "duo-dominoes", "bonedoneskis"


def text_of(reply: Reply) -> str:
    assert reply.message is not None
    return reply.message.text


async def show(room: Room, who: Requester, where: Location = HERE) -> Reply:
    return await room.daily.show(room.request(who, where))


async def press(room: Room, what: str, who: Requester, table: int = 0, where: Location = HERE) -> Reply:
    reply = await room.press_at(Control(table, what, 0), who, where)
    await room.settle()
    return reply


async def join(room: Room, who: Requester, where: Location = HERE) -> None:
    """Let somebody join the crew's daily, without the press that also asks whether the bot may post there."""
    await room.daily.join_daily(room.request(who, where))


async def begin(room: Room, who: Requester) -> Table:
    """Let somebody begin the hand of the day."""
    reply = message_of(await show(room, who))
    (what,) = (button.name for row in reply.rows for button in row if button.name.startswith("daily.play."))
    await press(room, what, who)
    return await find_last_hand(room, who)


async def find_last_hand(room: Room, who: Requester) -> Table:
    """Find the table of the last hand of the day that somebody has begun."""
    hands = (await room.read(days.export, who.user))["hands"]
    return await room.get(max(hands, key=lambda hand: hand["day"])["table"])


async def play(room: Room, who: Requester, luck: random.Random | None = None, waits: int = 0) -> Table:
    """Play a hand of the day to its end, as an old hand plays. With `luck`, some moves are drawn by chance.

    Each move comes after `waits` milliseconds.
    """
    for _ in range(2_000):
        table = await find_last_hand(room, who)
        if table.status == Status.CLOSED:
            return table
        words = words_for(table, who)
        if words is not None and luck is not None and luck.random() < 0.3:
            choices = table.game.choices(table.view(Seat(0)))
            words = table.game.write(luck.choice(choices).move) if choices else words
        if words is None:
            room.forward(400)
        else:
            room.forward(waits)
            verb, _, rest = words.partition(" ")
            with contextlib.suppress(*(() if luck is None else (Refused,))):
                await room.play.make_move(table, room.request(who, in_dm(who), about=table), verb, rest)
        await room.settle()
    raise AssertionError("the hand did not end")


async def moves_of(room: Room, table: int) -> list[tuple[int | None, str]]:
    """The moves at a table and their seats, in order."""
    found: list[tuple[int | None, str]] = []
    seen: set[str] = set()
    for entry in await room.read(read_entries, table):
        if not is_of_game(entry.event) or entry.cause is None or entry.cause in seen:
            continue
        seen.add(entry.cause)
        known = await room.read(stored_events.find_commit, table, entry.cause)
        outcome = None if known is None else read_outcome(known.outcome)
        if isinstance(outcome, Moved):
            found.append((outcome.seat, outcome.words))
    return found


def find_first_difference(one: Sequence[object], other: Sequence[object]) -> int | None:
    """Find the first place at which two sequences differ; None if one begins with the other."""
    return next((place for place, pair in enumerate(zip(one, other, strict=False)) if pair[0] != pair[1]), None)


async def wait_for_day_of(room: Room, game: str) -> int:
    """Turn the clock to the next day whose hand is one of `game`. Returns the number of the day."""
    names = list(registry.NAMES)
    while names[find_day(room.clock.now, UTC) % len(names)] != game:
        room.forward(DAY)
    await room.settle()
    return find_day(room.clock.now, UTC)


async def pass_day(room: Room, day: int) -> None:
    """Turn the clock until a day is over in every time zone, and check that its deal is open."""
    room.forward(max(0, find_end(day) - room.clock.now))
    await room.tick()
    await room.settle()
    deal = await room.read(days.find_deal, day)
    assert deal is not None and deal.opened_at is not None


async def catch_refusal(work: Awaitable[object]) -> str:
    """Check that a request is refused. Returns the reason."""
    with refuses() as caught:
        await work
    return caught.value.reason


def posts(room: Room) -> list[str]:
    """Everything that the crew has read in its channel."""
    return [message.text for message in room.at(HERE.channel)]
