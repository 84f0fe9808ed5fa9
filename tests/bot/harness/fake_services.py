"""A desk for tests of Discord's side."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from bot.ports.requests import DONE, Location, Reply, Requester, RequestId
from bot.ports.ui import Button, Message
from bot.wording import Words


@dataclass
class FakeDesk:
    """Remembers what it was asked, and answers with `answer`, which may raise."""

    answer: Callable[[], Reply] = lambda: DONE
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    hands: int = 0

    @property
    def tables(self) -> "FakeDesk":
        return self

    @property
    def store(self) -> "FakeDesk":
        return self

    async def read(self, *_: object) -> list[object]:
        return []

    async def get(self, table: int) -> int:
        return table

    def words(self, table: int) -> Words:
        return Words("pussers-bones", ("Bear", "Bull", "Wally"))

    async def table_at(self, where: Location, who: Requester) -> int | None:
        return 7

    async def press(
        self,
        table: int,
        what: str,
        values: tuple[str, ...],
        seq: int,
        who: Requester,
        where: Location,
        stamp: RequestId,
    ) -> Reply:
        self.asked.append((table, what, values, seq, who.name, where.guild != 0, stamp))
        return self.answer()

    async def hand(self, table: int, action: str, who: Requester, where: Location, stamp: RequestId) -> Reply:
        self.hands += 1
        return Reply(Message(f"hand {self.hands}", rows=((Button("discard.R1", "R1"),),), table=table, seq=9))

    async def say(self, table: int, verb: str, words: str, who: Requester, stamp: RequestId) -> Reply:
        self.asked.append((table, verb, words, who.name, stamp))
        return self.answer()
