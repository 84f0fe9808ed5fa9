"""Tables of Lombardy Bones as tests set them up, and moves as people type them."""

from collections.abc import Sequence
from typing import Any

import pytest

from games.core.moves import Lapse
from games.core.options import Value, settle
from games.core.refused import Refused
from games.core.seats import Seat
from games.lombardy.events import Dealt, Event
from games.lombardy.game import begin, deadline, decide, evolve, fold, read, view
from games.lombardy.moves import Answer
from games.lombardy.options import OPTIONS
from games.lombardy.state import UNASKED, State
from games.pieces.dominoes import DOUBLE_MASK, Domino, from_code
from tests.games.scripted import Scripted

CHANCE = Scripted()
SEATS = "abcd"
QUICK: dict[str, Value] = {"race_grace_ms": 0, "call_mode": "race"}
"""Words count at once, and nobody waits: what most rules are tried with."""


def bones(text: str) -> tuple[Domino, ...]:
    """ "6-4 5-5" as bones."""
    return tuple(from_code(each) for each in text.split())


def session(players: int, **house: Value) -> State:
    """A table at which nothing has been dealt yet."""
    return fold(begin(players, settle(OPTIONS, {**QUICK, **house}), 0, CHANCE))


class Playing:
    """A table under way: what seats say, one after another, and all that happened."""

    def __init__(
        self, holdings: Sequence[str], boneyard: str = "", answers: Sequence[str] = (), **house: Value
    ) -> None:
        self.events: list[Event] = []
        self.at = 0
        self.table = session(len(holdings), **house)
        self.deal(holdings, boneyard)
        if self.table.phase == "lead":
            self.answer(answers)

    def deal(self, holdings: Sequence[str], boneyard: str = "") -> None:
        """The next deal, with these bones."""
        again = self.table.phase == "restart"
        deal = self.table.deal + 1 if again else 1
        hand = self.table.hand if again else self.table.hand + 1
        self._happen(Dealt(hand, deal, self.at, tuple(bones(each) for each in holdings), bones(boneyard)))

    def answer(self, answers: Sequence[str] = ()) -> None:
        """Everybody answers these doubles; where none is named, the highest that he has."""
        for player in range(self.table.players):
            doubles = self.table.holdings[player] & DOUBLE_MASK
            best = Domino(doubles.bit_length() - 1) if doubles else None
            said = answers[player] if player < len(answers) else ""
            if self.table.answers[player] == UNASKED:
                move = Answer(best) if not said else Answer(None if said == "none" else from_code(said))
                self.move(player, move)

    def _happen(self, *events: Event) -> None:
        self.table = evolve(self.table, *events)
        self.events += events

    def move(self, seat: int, move: Any, at: int | None = None) -> list[Event]:
        """A move of a seat, and what follows from it."""
        self.at = self.at + 1 if at is None else at
        followed = list(decide(self.table, Seat(seat), move, self.at, CHANCE).events)
        self._happen(*followed)
        return followed

    def say(self, *words: str, at: int | None = None) -> list[Event]:
        """ "a play 6-4 A": what happens when these things are said one after another."""
        happened: list[Event] = []
        for each in words:
            who, _, rest = each.partition(" ")
            verb, _, rest = rest.partition(" ")
            seat = SEATS.index(who)
            happened += self.move(seat, read(view(self.table, Seat(seat)), verb, rest), at)
        return happened

    def no(self, words: str, at: int | None = None) -> str:
        """The refusal's key of what is said."""
        before = self.table
        with pytest.raises(Refused) as caught:
            self.say(words, at=at)
        assert self.table is before
        return caught.value.key

    def lapse(self, at: int | None = None) -> list[Event]:
        """Let silence be judged, at its time or at another."""
        due = deadline(self.table) if at is None else at
        assert due is not None
        followed = list(decide(self.table, None, Lapse(), due, CHANCE).events)
        self._happen(*followed)
        self.at = max(self.at, due)
        return followed

    @property
    def sheet(self) -> tuple[int, ...]:
        """The sheet as it stands."""
        return self.table.sheet


def kinds(events: Sequence[Event]) -> list[str]:
    """The names of events."""
    return [type(each).__name__ for each in events]


def of(events: Sequence[Event], kind: type) -> Any:
    """The one event of that kind."""
    (found,) = (each for each in events if isinstance(each, kind))
    return found
