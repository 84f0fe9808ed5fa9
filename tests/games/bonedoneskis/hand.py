"""Helpers to play a hand with chosen cards by typed words. Seats are A, B, C and so on; the last one deals."""

from collections.abc import Mapping, Sequence
from typing import Any

from games.bonedoneskis.choices import choices
from games.bonedoneskis.deadlines import deadline
from games.bonedoneskis.decide import begin, decide
from games.bonedoneskis.evolve import evolve, fold
from games.bonedoneskis.notation import read
from games.bonedoneskis.options import OPTIONS
from games.bonedoneskis.project import view
from games.bonedoneskis.state import State
from games.core import Refused, Seat, settle
from games.core.moves import Lapse
from games.pieces.cards import ALL, Card, from_code
from tests.conformance.bonedoneskis_lines import write_line
from tests.games.handed_chance import HandedChance

NAMES = "ABCDEFGH"


def deck_of(rows: Sequence[str], after: Mapping[int, str]) -> tuple[Card, ...]:
    """The deck that deals each seat its row: two hole cards, then a card a street.

    `after` puts more cards behind those of a street.
    """
    held = [[from_code(code) for code in row.split()] for row in rows]
    order = [row[0] for row in held] + [row[1] for row in held]
    for street in range(3, 9):
        order += [row[street - 1] for row in held if len(row) >= street]
        order += [from_code(code) for code in after.get(street, "").split()]
    return (*order, *(card for card in ALL if card not in order))


class Hand:
    """A table at which a hand with these rows has been dealt. Time advances by a second for each move."""

    def __init__(
        self,
        *rows: str,
        after: Mapping[int, str] | None = None,
        stacks: Sequence[int] = (),
        numbers: Sequence[int] = (),
        wars: Sequence[str] = (),
        **options: Any,
    ) -> None:
        self.players = len(rows)
        orders: list[Sequence[object]] = [deck_of(rows, after or {})]
        for war in wars:
            order = [from_code(code) for code in war.split()]
            orders.append([*(card for card in ALL if card not in order), *reversed(order)])
        self.chance = HandedChance(numbers, orders)
        self.at = 1_000_000
        settled = settle(OPTIONS, {"max_seats": 8, **options})
        self.events: list[Any] = list(begin(self.players, settled, self.at, self.chance))
        self.table: State = fold(self.events)
        if stacks:
            self.table.stacks = list(stacks)
            self.table.bought = self.table.stacks_before = tuple(stacks)
        self.say("A", "next")

    def seat(self, name: str) -> Seat:
        return Seat(NAMES.index(name))

    def say(self, name: str, *every: str) -> list[Any]:
        """Make a seat's moves one after another and return the events of the last. Raises Refused."""
        happened: list[Any] = []
        for words in every:
            self.at += 1000
            verb, _, rest = words.partition(" ")
            move = read(view(self.table, self.seat(name)), verb, rest)
            happened = list(decide(self.table, self.seat(name), move, self.at, self.chance).events)
            self._apply(happened)
        return happened

    def lapse(self) -> list[Any]:
        """Let the deadline pass."""
        due = deadline(self.table)
        assert due is not None
        self.at = max(self.at, due)
        happened = list(decide(self.table, None, Lapse(), self.at, self.chance).events)
        self._apply(happened)
        return happened

    def _apply(self, happened: list[Any]) -> None:
        self.events += happened
        self.table = evolve(self.table, *happened)

    def refusal(self, name: str, words: str) -> str:
        """Type a move that must be refused and change nothing; return the key of the refusal."""
        before = self.table
        try:
            self.say(name, words)
        except Refused as refused:
            assert self.table is before
            return refused.key
        raise AssertionError(f"{name} may {words}")

    def end_calls(self) -> "Hand":
        """Let everybody finish their calls until no round of calls is open."""
        while self.table.phase == "calling":
            assert self.table.window is not None
            self.say(NAMES[self.table.window.awaited[0]], "done")
        return self

    def settle(self) -> "Hand":
        """End the round of calls, then let everybody check or call until the next street or the end."""
        self.end_calls()
        street = self.table.street
        while self.table.phase == "betting" and self.table.street == street:
            name = self.turn
            self.say(name, "check" if "check" in self.acts else "call")
        return self

    def to_street(self, street: int) -> "Hand":
        """Play to a street; nobody claims a power, and everybody checks or calls."""
        while self.table.street < street and self.table.phase not in ("between", "over"):
            self.settle()
        return self

    def finish(self) -> "Hand":
        """Play to the end of the hand; nobody claims a power, and everybody checks or calls."""
        while self.table.phase in ("calling", "betting"):
            self.settle()
        return self

    @property
    def turn(self) -> str:
        assert self.table.betting is not None
        return NAMES[self.table.betting.acting[0]]

    @property
    def acts(self) -> tuple[str, ...]:
        return view(self.table, self.seat(self.turn)).acts

    @property
    def phase(self) -> str:
        return self.table.phase

    def line(self, name: str) -> str:
        return write_line(self.table.lines[self.seat(name)])

    def stack(self, name: str) -> int:
        return self.table.stacks[self.seat(name)]

    def words(self, name: str) -> set[str]:
        return {choice.words for choice in choices(view(self.table, self.seat(name)))}

    def kinds(self) -> list[str]:
        return [type(event).__name__ for event in self.events]
