"""People for tests who do what a robot would."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeVar

from bot.ports.requests import Requester
from bot.tables.deadlines import resting
from bot.tables.table import Table
from tests.bot.tables.fakes import Crowd

T = TypeVar("T")


class First:
    """A chance that always takes the first."""

    def below(self, n: int) -> int:
        return 0

    def shuffled(self, items: Iterable[T]) -> tuple[T, ...]:
        return tuple(items)


def words_for(table: Table, who: Requester) -> str | None:
    """What a robot in his seat would say, or None."""
    seat = table.seat_of(who.user)
    assert seat is not None
    if resting(table):
        return "next"
    thought = table.game.robot(table.view(seat), First())
    return None if thought is None else table.game.write(thought.move)


async def step(crowd: Crowd, table: int, *people: Requester) -> bool:
    """Each of these says what he has to say, once; whether anybody did."""
    spoke = False
    for who in people:
        words = words_for(await crowd.desk.tables.get(table), who)
        if words is not None:
            await crowd.say(table, words, who)
            await crowd.settled()
            spoke = True
    return spoke


async def play_until(crowd: Crowd, table: int, hands: int, *people: Requester) -> None:
    """Play until so many hands are over."""
    for _ in range(4_000):
        present = await crowd.desk.tables.get(table)
        if present.shuffle.number > hands or present.status == "closed":
            return
        if not await step(crowd, table, *people):
            crowd.clock.forward(30_000)
            await crowd.settled()
    raise AssertionError(f"{hands} hands did not end")


async def until_turn(crowd: Crowd, table: int, who: Requester, *others: Requester) -> Table:
    """Play until it is this player's turn in the middle of a hand."""
    for _ in range(400):
        present = await crowd.desk.tables.get(table)
        if not resting(present) and present.public_view.to_act == (present.seat_of(who.user),):
            return present
        if not await step(crowd, table, *others):
            await step(crowd, table, who)
    raise AssertionError("his turn never came")
