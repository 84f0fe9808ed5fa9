"""Phones that buzz: evenings and months that are simulated in memory, and the sounds that they make.

A phone buzzes for each loud message in its owner's DM, and for each loud message in a channel.
"""

from collections import Counter
from typing import Final, NamedTuple

from bot.ports import HOUR, Requester
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import play_until, words_for
from tests.bot.harness.room import BEAR, BULL, CHANNEL, NED, WALLY, Room

CREW: Final = (BEAR, BULL, WALLY, NED)
MONTH: Final = 30 * 24
"""The hours of a month."""


class Sounds(NamedTuple):
    """The sounds since a moment."""

    channel: int
    """Loud posts in the table's channel that ping nobody."""
    pings: Counter[int]
    """By user, the loud posts in a channel that ping them."""
    direct: Counter[int]
    """By user, the loud messages in their DM."""

    def count_for(self, who: Requester) -> int:
        """The sounds that are meant for one person."""
        return self.pings[who.user] + self.direct[who.user]


def listen(room: Room, begin: int = 0, channel: int = CHANNEL) -> Sounds:
    """Count the loud messages since the one at index `begin`."""
    heard = room.messenger.loud[begin:]
    owners = {dm(who.user).channel: who.user for who in CREW}
    pings: Counter[int] = Counter(user for _, message in heard for user in message.pings)
    direct: Counter[int] = Counter(owners[place] for place, _ in heard if place in owners)
    return Sounds(sum(place == channel and not message.pings for place, message in heard), pings, direct)


async def play_evening(room: Room, game: str, hands: int) -> tuple[int, Sounds]:
    """Let two people and two robots play some hands at a live table.

    Returns the number of hands that were dealt, and the sounds without that of the lobby.
    """
    table = await room.start_table(game, (BEAR, BULL), 2)
    lobby = 1
    await play_until(room, table, hands, BEAR, BULL)
    return int((await room.get(table)).public_view.hand), listen(room, lobby)


async def play_by_correspondence(room: Room, game: str, turns: int) -> tuple[int, Sounds]:
    """Let everybody move an hour after the table began to wait for them, until Bear has had this many turns.

    Returns the number of Bear's turns, and the sounds.
    """
    table = await room.start_table(game, CREW, 0, pace="correspondence")
    taken, begin, waited = 0, len(room.messenger.loud), -1
    for _ in range(4_000):
        present = await room.get(table)
        if present.status == "closed":
            break
        room.forward(HOUR)
        await room.settle()
        for who in CREW:
            present = await room.get(table)
            seat = present.seat_of(who.user)
            words = words_for(present, who) if seat in present.public_view.to_act or not present.hand_open else None
            if words is None:
                continue
            taken += who == BEAR and present.hand_open and present.waiting.since_event != waited
            waited = present.waiting.since_event if who == BEAR else waited
            await room.say(table, words, who)
            if taken == turns:
                return taken, listen(room, begin)
        await room.settle()
    raise AssertionError("the game ended before")


async def stay_away(room: Room, games: tuple[str, ...], hours: int) -> Sounds:
    """Keep one person away from tables by correspondence for some hours, while the others play on every day."""
    begin = len(room.messenger.loud)
    tables = [await room.start_table(game, CREW, 0, pace="correspondence", thread=True) for game in games]
    others = [other for other in CREW if other != BEAR]
    for _ in range(hours // 8):
        room.forward(8 * HOUR)
        await room.settle()
        await room.parts.digests.tick()
        for table in tables:
            for other in others:
                present = await room.get(table)
                words = None if present.status == "closed" else words_for(present, other)
                if words is not None:
                    await room.say(table, words, other)
        await room.settle()
    return listen(room, begin)
