"""The message with a player's hand tells what their own mistakes cost in it, and by which rules, once it is over."""

import pytest

from bot.ports import Requester
from tests.bot.harness.players import step, words_for
from tests.bot.harness.room import BEAR, BULL, Room, message_of
from tests.left_out import MORE_CASES

WRONG = "score 95"
"""A call of a score that the first few bones cannot reach."""


async def list_told_costs(room: Room, table: int, who: Requester) -> list[str]:
    """List the lines about costs in a player's DM. Checks that their hand in the channel has the same lines."""
    shown = message_of(await room.press(table, "hand.show", who))
    own = room.dm(who)[-1]
    found = [[line for line in message.text.splitlines() if "cost you" in line] for message in (own, shown)]
    assert found[0] == found[1]
    return found[0]


async def call_wrong_score(room: Room, table: int, caller: Requester = BEAR) -> None:
    """Play until the caller has laid a bone, and let them call a wrong score."""
    for _ in range(100):
        words = words_for(await room.get(table), caller)
        if words is not None and words.startswith(("score", "noscore")):
            await room.say(table, WRONG, caller)
            room.forward(30_000)
            await room.settle()
            return
        if not await step(room, table, BEAR, BULL):
            room.forward(30_000)
            await room.settle()
    raise AssertionError("no bone was laid")


@pytest.mark.thorough(MORE_CASES)
async def test_three_wrong_scores_say_what_they_cost(room: Room) -> None:
    """LB-32, LB-33"""
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 0)
    assert await list_told_costs(room, table, BEAR) == []
    await call_wrong_score(room, table)
    await call_wrong_score(room, table)
    await call_wrong_score(room, table)
    assert (await room.get(table)).public_view.hand == 1
    assert await list_told_costs(room, table, BEAR) == [], "not while the hand is played: its log says it"
    while (await room.get(table)).hand_open:
        if not await step(room, table, BEAR, BULL):
            room.forward(30_000)
            await room.settle()
    assert await list_told_costs(room, table, BEAR) == ["Your mistakes cost you 30 points (LB-32)."]
    assert await list_told_costs(room, table, BULL) == []


async def test_why_tells_my_own_call_before_a_later_one_of_somebody_else(room: Room) -> None:
    """LB-32, LB-36: they ask about their own call first. What the ends made is not told yet."""
    table = await room.start_table("lombardy-bones", (BEAR, BULL), 0)
    await call_wrong_score(room, table)
    await call_wrong_score(room, table, BULL)
    assert (await room.get(table)).public_view.hand == 1
    texts = [message_of(await room.ask(room.services.explanations.explain, table, who)).text for who in (BEAR, BULL)]
    called = [[text.find(f"{name} called 95, wrongly: −10") for name in ("Bear", "Bull")] for text in texts]
    assert 0 <= called[0][0] < called[0][1]
    assert called[1][0] < 0 <= called[1][1], "their own call is the last one"
