"""The message with a player's hand tells the costs of their own mistakes in this hand, each with its rule."""

from __future__ import annotations

from bot.ports.requests import Requester
from tests.bot.harness.memory_messenger import dm
from tests.bot.harness.players import step, words_for
from tests.bot.harness.room import BEAR, BULL, Room

WRONG = "score 95"
"""A score that the first few bones cannot reach."""
LINE = "Bear called 95, wrongly: −10 points (LB-32)"


async def told_costs(room: Room, table: int, who: Requester) -> list[str]:
    """The lines about costs in a player's direct message. Their hand shown in the channel must have the same."""
    shown = (await room.press(table, "hand.show", who)).message
    assert shown is not None
    own = room.messenger.at(dm(who.user).channel)[-1]
    found = [[line for line in message.text.splitlines() if "cost you" in line] for message in (own, shown)]
    assert found[0] == found[1]
    return found[0]


async def scores_wrongly(room: Room, table: int) -> None:
    """Play until Bear has laid a bone, and let Bear call a wrong score."""
    for _ in range(100):
        words = words_for(await room.tables.get(table), BEAR)
        if words is not None and words.startswith(("score", "noscore")):
            await room.say(table, WRONG, BEAR)
            room.clock.forward(30_000)
            await room.settled()
            return
        if not await step(room, table, BEAR, BULL):
            room.clock.forward(30_000)
            await room.settled()
    raise AssertionError("Bear laid no bone")


async def test_three_wrong_scores_say_what_they_cost(room: Room) -> None:
    """LB-32, LB-33"""
    table = await room.started("lombardy-bones", (BEAR, BULL), 0)
    assert await told_costs(room, table, BEAR) == []
    await scores_wrongly(room, table)
    assert await told_costs(room, table, BEAR) == [f"This hand has cost you: {LINE}."]
    await scores_wrongly(room, table)
    await scores_wrongly(room, table)
    assert (await room.tables.get(table)).public_view.hand == 1
    assert await told_costs(room, table, BEAR) == [f"This hand has cost you 30 points: {LINE}, 3 times."]
    assert await told_costs(room, table, BULL) == []
