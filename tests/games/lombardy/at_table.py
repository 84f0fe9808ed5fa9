"""Helpers to set up tables of Lombardy Bones and to type moves."""

from collections.abc import Sequence
from typing import Any

from games.core import Seat, Value, settle
from games.core.moves import Lapse
from games.lombardy.deadlines import deadline
from games.lombardy.decide import begin, decide
from games.lombardy.events import Dealt, Event
from games.lombardy.evolve import evolve, fold
from games.lombardy.guess import Deal
from games.lombardy.moves import Answer, Draw, Knock, Move, Play
from games.lombardy.notation import read
from games.lombardy.open_hand import DRAWS, OpenHand
from games.lombardy.options import OPTIONS
from games.lombardy.project import view
from games.lombardy.state import UNANSWERED, State
from games.pieces.dominoes import DOUBLE_MASK, Domino, from_code
from games.pieces.line import ENDS
from tests.games.handed_chance import HandedChance
from tests.refuses import refuses

CHANCE = HandedChance()
SEATS = "abcd"
QUICK: dict[str, Value] = {"race_grace_ms": 0, "call_mode": "race"}
"""The house rules of most tests: moves count at once, without grace."""


def bones(text: str) -> tuple[Domino, ...]:
    """ "6-4 5-5" as bones."""
    return tuple(from_code(bone) for bone in text.split())


def session(players: int, **house: Value) -> State:
    """A table before its first deal."""
    return fold(begin(players, settle(OPTIONS, {**QUICK, **house}), 0, CHANCE))


class Playing:
    """A table in play, with every event so far."""

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
        """Deal these bones next."""
        again = self.table.phase == "restart"
        deal = self.table.deal + 1 if again else 1
        hand = self.table.hand if again else self.table.hand + 1
        self._happen(Dealt(hand, deal, self.at, tuple(bones(holding) for holding in holdings), bones(boneyard)))

    def answer(self, answers: Sequence[str] = ()) -> None:
        """Answer for every seat that has not answered: with its entry in `answers`, or else with its highest double.

        The entry "none" says that the seat holds no double.
        """
        for player in range(self.table.players):
            doubles = self.table.holdings[player] & DOUBLE_MASK
            best = Domino(doubles.bit_length() - 1) if doubles else None
            entry = answers[player] if player < len(answers) else ""
            if self.table.answers[player] == UNANSWERED:
                move = Answer(best) if not entry else Answer(None if entry == "none" else from_code(entry))
                self.move(player, move)

    def _happen(self, *events: Event) -> None:
        self.table = evolve(self.table, *events)
        self.events += events

    def move(self, seat: int, move: Any, at: int | None = None) -> list[Event]:
        """Make a seat's move; return the events."""
        self.at = self.at + 1 if at is None else at
        followed = list(decide(self.table, Seat(seat), move, self.at, CHANCE).events)
        self._happen(*followed)
        return followed

    def say(self, *words: str, at: int | None = None) -> list[Event]:
        """Make moves one after another, each typed after its seat's letter ("a play 6-4 A"); returns the events."""
        happened: list[Event] = []
        for word in words:
            letter, _, rest = word.partition(" ")
            verb, _, rest = rest.partition(" ")
            seat = SEATS.index(letter)
            happened += self.move(seat, read(view(self.table, Seat(seat)), verb, rest), at)
        return happened

    def refusal(self, words: str, at: int | None = None) -> str:
        """Type a move that must be refused and change nothing; return the key of the refusal."""
        before = self.table
        with refuses() as caught:
            self.say(words, at=at)
        assert self.table is before
        return caught.value.key

    def lapse(self, at: int | None = None) -> list[Event]:
        """Let the deadline pass, at its own time or at `at`; returns the events."""
        due = deadline(self.table) if at is None else at
        assert due is not None
        followed = list(decide(self.table, None, Lapse(), due, CHANCE).events)
        self._happen(*followed)
        self.at = max(self.at, due)
        return followed

    @property
    def sheet(self) -> tuple[int, ...]:
        """The points of each seat."""
        return self.table.sheet


def open_up(state: State) -> OpenHand:
    """The hand with all bones face up."""
    return OpenHand(view(state, None), Deal(tuple(state.holdings), state.boneyard))


def choose(hand: OpenHand) -> Move:
    """The move that `OpenHand.finish` would make next."""
    found = hand._choose()
    if found is None:
        return Knock()
    return Draw() if found == DRAWS else Play(Domino(found[0]), ENDS[found[1]])


def kinds(events: Sequence[Event]) -> list[str]:
    """The class names of the events."""
    return [type(event).__name__ for event in events]


def find_only(events: Sequence[Event], kind: type) -> Any:
    """Return the only event of this kind; fail if there are none or several."""
    (found,) = (event for event in events if isinstance(event, kind))
    return found
