"""A table of Pussers Bones for vectors: the real engine, a clock, and the results in the vectors' words."""

from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from typing import Any

from games.core import Seat, settle
from games.core.moves import Lapse
from games.pieces.bones import FULL_SET, Bone, code, from_code, is_pretty
from games.pussers.deadlines import deadline
from games.pussers.decide import decide
from games.pussers.decisions.aftermath import bones_of
from games.pussers.events import EddieFound, Event, LaidOut, SessionBegan, ShitTiedUp, TiedUp, YesTaken
from games.pussers.evolve import evolve, fold
from games.pussers.moves import DoBone, Move, Pass
from games.pussers.options import OPTIONS, PRESETS
from games.pussers.state import State
from tests.games.handed_chance import HandedChance

Fields = dict[str, Any]
BREEZES = ("eddie", "sammy", "wally", "normie")
NO_MISTAKES = {"mistaken_calls": "off", "forgetting": "off", "miscounts": "off"}
SINGLES = tuple(from_code(bone) for bone in ["R1", "R9", "S1", "S9", "B1", "B9", "WE", "WS", "WW", "WN", "DR", "DG"])
ALL_MISTAKES = {"mistaken_calls": "on", "forgetting": "on", "miscounts": "on"}


def read_bones(text: str) -> tuple[Bone, ...]:
    """Read bones from their codes."""
    return tuple(from_code(bone) for bone in text.split())


def codes(bones: Iterable[Bone]) -> str:
    """Write bones as codes."""
    return " ".join(code(bone) for bone in bones)


def fillers(count: int, without: Iterable[Bone] = ()) -> tuple[Bone, ...]:
    """Bones to fill a rack or wall: kinds in rotation, so that no two in a row are alike."""
    barred = set(without)
    return tuple(islice(cycle(bone for bone in map(Bone, range(34)) if bone not in barred), count))


class PlayedTable:
    """One table, built from prepared events; `at` is the time in milliseconds."""

    def __init__(self, players: int, options: dict[str, Any], *events: Event) -> None:
        given = settle(OPTIONS, options, {"players": players})
        self.at = 1_000_000
        self.events: list[Event] = [SessionBegan(players, dict(given), self.at), *events]
        self.table: State = fold(self.events)
        self.chance = HandedChance()

    def name(self, seat: Seat | None) -> str:
        """The breeze of a seat."""
        return "nobody" if seat is None else BREEZES[self.table.breeze_of(seat)]

    def seat(self, name: str) -> Seat:
        """The seat of a breeze. Raises ValueError if no player is that breeze."""
        return Seat([self.name(Seat(seat)) for seat in range(self.table.players)].index(name))

    def play(self, seat: Seat | None, move: Move, at: int | None = None) -> None:
        """Make a move with the real judge. Raises Refused."""
        self.at = self.at + 1 if at is None else at
        happened = decide(self.table, seat, move, self.at, self.chance).events
        self.table = evolve(self.table, *happened)
        self.events += happened

    def settle(self) -> None:
        """Let deadlines pass until the table waits for a player and not for a clock."""
        while self.table.phase in ("turn", "calling", "robbing") and (due := deadline(self.table)) is not None:
            self.play(None, Lapse(), max(due, self.at))

    def due(self) -> int | None:
        """The deadline in milliseconds, at which silence becomes a move; None if there is none."""
        return deadline(self.table)

    def settle_once(self) -> None:
        """Let one deadline pass now."""
        self.play(None, Lapse(), self.at)

    def mistaken(self) -> list[str]:
        """The players who called "Do Bone!" wrongly, in order."""
        return [self.name(tie.seat) for tie in self.list_events(ShitTiedUp)]

    def pass_for_everybody(self) -> None:
        """Pass for everybody who is still asked about the latest bone."""
        while self.table.phase in ("calling", "robbing") and self.table.calls.window is not None:
            waiting = [
                seat for seat in self.table.calls.window.awaited if self.table.calls.window.hears(seat, self.at + 1)
            ]
            if waiting:
                self.play(waiting[0], Pass())
            elif deadline(self.table) is not None:
                self.settle()
            else:
                return

    def say(self, seat: Seat, move: Move) -> None:
        """Make a call on the latest bone while everybody else passes, and settle it."""
        self.play(seat, move)
        if self.table.phase in ("calling", "robbing"):
            self.pass_for_everybody()
        self.settle()

    def do_bone(self, seat: Seat) -> None:
        """Say "Do Bone!" and settle it."""
        self.say(seat, DoBone())

    def list_events(self, kind: type) -> list[Any]:
        """The events of a kind so far."""
        return [event for event in self.events if isinstance(event, kind)]

    def sheet(self) -> dict[str, int]:
        """The columns by breeze."""
        return {self.name(Seat(seat)): score for seat, score in enumerate(self.table.sheet.scores)}

    def ending(self) -> dict[str, object]:
        """The result of the tie-up that won, or else of the first mistaken one."""
        ties = [*self.list_events(TiedUp), *self.list_events(ShitTiedUp)]
        if not ties:
            return {}
        tie = ties[0]
        counted = {"points": dict(tie.points), "doubles": dict(tie.doubles), "score": tie.score} if tie.points else {}
        if isinstance(tie, ShitTiedUp):
            return {"legal": False, "reason": tie.reason, **counted}
        return {
            "legal": True,
            "kind": tie.kind,
            "a_bit": tie.a_bit,
            "winner": self.name(tie.seat),
            "pure": tie.pure,
            "concealed": tie.concealed,
            "bonus": dict(tie.bonus),
            **counted,
        }

    def racks(self) -> dict[str, str]:
        """Every rack in suit order, by breeze."""
        return {self.name(Seat(seat)): codes(bones_of(rack)) for seat, rack in enumerate(self.table.racks.counts)}

    def pretties(self) -> dict[str, str]:
        """The pretties on the trays, by breeze."""
        return {self.name(Seat(seat)): codes(tray) for seat, tray in enumerate(self.table.racks.pretties)}

    def trays(self, hows: Sequence[str], named: bool) -> dict[str, str]:
        """The sets on the trays by breeze: as CODE, or with `named` as CODE:how."""
        return {
            self.name(Seat(seat)): " ".join(
                code(group.bone) + (f":{group.how}" if named else "")
                for group in sets
                if group.how in hows and group.bone is not None
            )
            for seat, sets in enumerate(self.table.racks.sets)
        }

    def first_pretty(self) -> str:
        """The player with the First Pretty: a breeze, "nobody" or "not_yet"."""
        return "not_yet" if self.table.first_pretty.open else self.name(self.table.first_pretty.seat)

    def taker(self) -> str:
        """The player who has taken a discard with "Yes!"."""
        taken = self.list_events(YesTaken)
        return self.name(taken[0].seat) if taken else "nobody"


def whole_wall(fixed: dict[int, Bone]) -> tuple[Bone, ...]:
    """All 144 bones: some at given places, the other pretties last, and the rest in rotation."""
    rest = [bone for bone in FULL_SET if not is_pretty(bone)]
    spare = [bone for bone in FULL_SET if is_pretty(bone) and bone not in fixed.values()]
    for bone in fixed.values():
        if bone in rest:
            rest.remove(bone)
    turned = [bone for copy in range(4) for bone in sorted(set(rest)) if rest.count(bone) > copy]
    free = iter([*turned, *spare])
    return tuple(fixed[place] if place in fixed else next(free) for place in range(144))


def options_of(vector: Fields, *more: Fields) -> Fields:
    """The vector's options and those of its `preset` (section 6), which may also be named among the options."""
    given: Fields = dict(vector.get("options") or {})
    preset = given.pop("preset", vector.get("preset"))
    presets: dict[object, Fields] = {None: {}, **{known.name: dict(known.values) for known in PRESETS}}
    joined = dict(presets[preset])
    for options in (given, *more):
        joined |= options
    return joined


def check_entry(given: Fields, *names: str) -> Fields:
    """Return one of a vector's entries. Raises ValueError if it has an unknown field."""
    if unknown := set(given) - set(names):
        raise ValueError(f"unknown: {', '.join(sorted(unknown))} in {given}")
    return given


def lay_out(players: int, turn: Seat, racks: dict[Seat, str], wall: tuple[Bone, ...], **more: Any) -> LaidOut:
    """A position by seat; missing parts are empty."""
    nothing: dict[Seat, str] = {}
    lying = {name: more.pop(name, nothing) for name in ("open", "concealed", "claimed", "added", "pretties")}
    trays = {
        name: tuple(read_bones(by_seat.get(Seat(seat), "")) for seat in range(players))
        for name, by_seat in lying.items()
    }
    stands = tuple(read_bones(racks.get(Seat(seat), "")) for seat in range(players))
    owed: dict[Seat, int] = more.pop("owed", {})
    return LaidOut(
        hand=1,
        eddie=more.pop("eddie", Seat(0)),
        turn=turn,
        plucked=more.pop("plucked", False),
        owed=tuple(owed.get(Seat(seat), 0) for seat in range(players)),
        first_pretty=more.pop("first_pretty", False),
        racks=stands,
        wall=wall,
        **trays,
        **more,
    )


def eddie_for(players: int, options: Fields, seat: str, pay: Iterable[str]) -> Seat:
    """The chair that must be Eddie for the named breezes to be at the table (`fixed_chair` leaves one out)."""
    for eddie in range(players):
        played = PlayedTable(players, options, EddieFound(Seat(eddie)))
        names = {played.name(Seat(number)) for number in range(players)}
        if seat in names and set(pay) <= names:
            return Seat(eddie)
    raise ValueError(f"nobody is {seat} with {players} players")


def in_any_order(got: dict[str, str], expected: object) -> dict[str, str]:
    """The rows of the seats in `expected`. A row that differs only in order is written as expected."""
    found = dict(got)
    for name, row_of in expected.items() if isinstance(expected, dict) else ():
        if name in found and isinstance(row_of, str) and sorted(row_of.split()) == sorted(found[name].split()):
            found[name] = row_of
    return {name: text for name, text in found.items() if not isinstance(expected, dict) or name in expected}
