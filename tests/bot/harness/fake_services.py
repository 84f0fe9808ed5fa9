"""Services that answer as a test wants, for tests of `bot.edge` and `bot.acts`."""

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, NamedTuple, cast

from bot.edge.interactions import InteractionRequest
from bot.ports import DONE, Button, Finding, Grade, Message, Reply, Request
from bot.services.checkup import Facts
from bot.services.request import TableRequest
from bot.services.services import Services
from bot.services.typed_moves import split_move
from bot.wording import Words


class FakeTable(NamedTuple):
    """The fields of a table that these services read."""

    id: int


@dataclass
class FakeServices:
    """Records each request, and replies with `answer`, which may raise."""

    answer: Callable[[], Reply] = lambda: DONE
    asked: list[tuple[Any, ...]] = field(default_factory=list)
    hands: int = 0

    @property
    def services(self) -> Services:
        """These services, cast to the type that the router expects."""
        return cast(Services, self)

    @property
    def lookup(self) -> "FakeServices":
        return self

    @property
    def me(self) -> "FakeServices":
        return self

    @property
    def kept_away(self) -> "FakeServices":
        return self

    async def must_be_welcome(self, request: Request, table: object = None) -> None:
        """Welcome everybody."""

    async def set_language(self, request: Request) -> None:
        """Answer in the language of the request."""

    @staticmethod
    def read_move(table: FakeTable, request: Request, typed: str) -> tuple[str, str]:
        """Split a typed move into its verb and the rest."""
        return split_move(typed)

    @property
    def hand(self) -> "FakeServices":
        return self

    @property
    def play(self) -> "FakeServices":
        return self

    @property
    def checkup(self) -> "FakeServices":
        return self

    def is_host(self, user: int) -> bool:
        return False

    async def read_facts(self, guild: int) -> Facts:
        return Facts(places={guild: ()}, tally={guild: {}})

    async def check_direct_messages(self, request: TableRequest) -> Finding:
        return Finding("your DMs", Grade.WELL, "a test message has arrived")

    async def check_machine(self, facts: Facts, words: Words) -> list[Finding]:
        return [Finding("disk", Grade.NOTE, "only 3 bytes are free")]

    async def find_numbered(self, number: int, request: TableRequest) -> FakeTable:
        return FakeTable(number)

    async def find_for_words(self, request: TableRequest, verb: str = "") -> FakeTable:
        return FakeTable(7)

    async def press(self, request: InteractionRequest) -> Reply:
        pressed = (
            request.control.table if request.control else 0,
            request.control_name,
            request.values,
            request.shown_sequence,
        )
        self.asked.append((*pressed, request.requester.name, not request.in_dm, request.id))
        return self.answer()

    async def note_press(self, table: FakeTable, request: TableRequest) -> None:
        """Note nothing: nobody is silent here."""

    async def take_seat_back(self, table: FakeTable, request: TableRequest) -> FakeTable:
        return table

    async def note_writing(self, request: TableRequest) -> None:
        pass

    async def show(self, table: FakeTable, request: TableRequest) -> Reply:
        self.hands += 1
        return Reply(Message(f"hand {self.hands}", rows=((Button("discard.R1", "R1"),),), table=table.id, sequence=9))

    async def make_move(self, table: FakeTable, request: TableRequest, verb: str, words: str = "") -> Reply:
        self.asked.append((table.id, verb, words, request.requester.name, request.id))
        return self.answer()
