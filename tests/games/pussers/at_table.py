"""Helpers for tables of Pussers Bones that begin in the middle of a hand, set up from one line of text."""

from typing import Any

from games.core import Refused, Seat, settle
from games.core.moves import Lapse
from games.pieces.bones import Bone, code, from_code
from games.pussers.choices import choices
from games.pussers.deadlines import deadline
from games.pussers.decide import decide
from games.pussers.decisions.aftermath import bones_of
from games.pussers.events import Event, SessionBegan
from games.pussers.evolve import evolve, fold
from games.pussers.notation import read
from games.pussers.options import OPTIONS
from games.pussers.project import view
from games.pussers.state import State
from games.pussers.view import View
from tests.games.handed_chance import HandedChance
from tests.games.pussers.lines import read_line

EDDIE, SAMMY, WALLY, NORMIE = map(Seat, range(4))
START = 1_000_000

DULL = {
    "eddie": "R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7",
    "sammy": "R2 R4 R6 R8 S1 S3 S5 S7 S9 B2 B4 B6 B8",
    "wally": "R1 R2 R5 R6 S1 S2 S5 S6 S9 B1 B2 B5 B6",
    "normie": "R3 R4 R7 R8 S3 S4 S7 S8 B3 B4 B7 B8 B9",
}
WALL = "R9 S9 B9 WE WS WW WN DR DG DW R1 S1"


class TableAt:
    """A table that begins at a position written as text, and takes typed moves.

    A move without `at` is made a millisecond after the last move.
    """

    def __init__(self, line: str = "", players: int = 4, **options: Any) -> None:
        given = {part.partition(":")[0].strip() for part in line.split(";")}
        names = list(DULL)[:players]
        parts = [line, *(f"rack {name}: {DULL[name]}" for name in names if f"rack {name}" not in given)]
        if "wall" not in given:
            parts.append(f"wall: {WALL}")
        settled = dict(settle(OPTIONS, options, {"players": players}))
        self.events: list[Event] = [SessionBegan(players, settled, START), read_line(players, ";".join(parts))]
        self.table: State = fold(self.events)
        self.at = START

    @classmethod
    def after(cls, events: list[Event]) -> "TableAt":
        """The table after these events."""
        self = cls.__new__(cls)
        self.events, self.at = list(events), START
        self.table = fold(events)
        return self

    def say(self, seat: Seat, words: str, at: int | None = None) -> list[Event]:
        """Make a seat's move and return its events. Raises Refused, Unreadable."""
        self.at = self.at + 1 if at is None else at
        verb, _, rest = words.partition(" ")
        happened = list(decide(self.table, seat, read(self.view(seat), verb, rest), self.at, HandedChance()).events)
        self.table = evolve(self.table, *happened)
        self.events += happened
        return happened

    def play_chance(self, seat: Seat, words: str, numbers: list[int]) -> list[Any]:
        """Make a seat's move, for which chance gives these numbers in order; return its events."""
        verb, _, rest = words.partition(" ")
        happened = list(
            decide(self.table, seat, read(self.view(seat), verb, rest), self.at, HandedChance(numbers)).events
        )
        self.table = evolve(self.table, *happened)
        self.events += happened
        return happened

    def refusal(self, seat: Seat, words: str, at: int | None = None) -> str:
        """Try a move. Return "played", or the key of the refusal after a check that nothing has changed."""
        before = self.table
        try:
            self.say(seat, words, at)
        except Refused as refused:
            assert self.table is before
            return refused.key
        return "played"

    def lapse(self) -> list[Event]:
        """Let the deadline pass."""
        due = deadline(self.table)
        assert due is not None
        self.at = due
        happened = list(decide(self.table, None, Lapse(), due, HandedChance()).events)
        self.table = evolve(self.table, *happened)
        self.events += happened
        return happened

    def pass_all(self) -> None:
        """Pass for everybody who is asked, until no window waits for anybody."""
        while self.table.calls.window is not None and self.table.calls.window.awaited:
            self.say(self.table.calls.window.awaited[0], "pass")

    def pass_all_once(self) -> None:
        """Pass once for everybody who is asked about the present bone."""
        for seat in self.table.calls.window.speakers if self.table.calls.window is not None else ():
            self.say(seat, "pass")

    def view(self, seat: Seat | None) -> View:
        return view(self.table, seat)

    def words(self, seat: Seat | None) -> list[str]:
        """The moves that are open to a seat, as typed words."""
        return [choice.words for choice in choices(self.view(seat))]

    def list_late_calls(self, seat: Seat | None) -> list[str]:
        """The calls of a seat that are marked as too late, as typed words."""
        return [choice.words for choice in choices(self.view(seat)) if choice.late]

    def rack(self, seat: Seat) -> str:
        """The codes of a rack's bones in suit order."""
        return " ".join(map(code, bones_of(self.table.racks.counts[seat])))

    def tray(self, seat: Seat) -> str:
        """The sets on a tray as text, each as CODE:how."""
        return " ".join(
            f"{code(group.bone)}:{group.how}" for group in self.table.racks.sets[seat] if group.bone is not None
        )

    def list_events(self, kind: type) -> list[Any]:
        """Every event of this kind so far."""
        return [event for event in self.events if isinstance(event, kind)]


def bones(text: str) -> tuple[Bone, ...]:
    return tuple(map(from_code, text.split()))


def counts(text: str) -> bytes:
    rack = bytearray(42)
    for bone in bones(text):
        rack[bone] += 1
    return bytes(rack)
