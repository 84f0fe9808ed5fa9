"""Positions with a known answer for `Game.appraise`, and positions in which it must stay silent.

The answers of Duo Dominoes hold in every deal that agrees with the passes.
"""

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import pytest

from games import registry
from games.bonedoneskis.project import view as view_stud
from games.core import SecretChance, View
from games.core.robots import SAMPLES
from games.duo.project import view as view_duo
from games.lombardy.project import view as view_lombardy
from tests.games.bonedoneskis.hand import Hand
from tests.games.duo.at_table import dealt, say
from tests.games.lombardy.at_table import Playing
from tests.games.pussers.at_table import EDDIE, WALLY, TableAt

WALL = "wall: " + " ".join(["S1 S2 S3 S4 S5 S6 S7 S8"] * 3 + ["B1 B2 B3 B4 B5 B6 B7 B8"] * 3)
LIZARD = "R1 R2 R3 R4 R5 R6 R7 R8 R9 WE WS WW B5 B5"
MAJORS = "R1 R1 R1 WE WE WE DR DR DR S9 S9 WS WS B5"
PURE = "R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R5 R5 S7"
STRAYS = "R1 R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R5 S7 B7"
TWO_PAIRS = "R1 R1 R2 R2 R2 R3 R3 R3 R4 R4 R4 R5 R6"
NEARLY_MOON = "R1 R1 R9 S1 S9 B1 B9 WE WS WW WN DR S5"
TENS, NOTHING, KILLED = "Qh Kh Tc Td Th 8c", "Kd 8h Jd 9c 5d 2c", "Kd 8h 4c 9c 5d 2c"
JOINED = "Ah Kh Td 2d 7c 9s"
KINGS, QUEEN = "Kd Kh Js 6c Td 8c", "Qd 7s As 6s 8h 3d"


class Position(NamedTuple):
    """A table at which a seat has made a move."""

    show: Callable[[], View]
    """The seat's view before the move."""
    made: str
    better: str = ""
    """The better move; "" if none may be told."""
    exactly: int = 0
    """The loss, where it is certain; otherwise 0."""


def duo(holdings: Sequence[str], starter: int, tiles: str, made: str, better: str = "") -> Position:
    """A hand of Duo Dominoes after these tiles."""

    def show() -> View:
        table, _ = say(dealt(holdings, starter, opening=True), *(f"play {tile}" for tile in tiles.split(", ")))
        return view_duo(table, table.turn)

    return Position(show, f"play {made}", better and f"play {better}")


def lombardy(holdings: Sequence[str], words: Sequence[str], made: str, better: str = "", sure: int = 0) -> Position:
    """A hand of Lombardy Bones after these words."""

    def show() -> View:
        game = Playing(holdings)
        for said in words:
            game.say(said)
            game.lapse()
        return view_lombardy(game.table, game.table.turn)

    return Position(show, made, better, sure)


def pussers(rack: str, made: str, better: str = "") -> Position:
    """Eddie with these bones in the middle of the wall, about to throw."""
    return Position(lambda: TableAt(f"{WALL}; plucked: yes; rack eddie: {rack}").view(EDDIE), made, better)


def answer(rack: str, made: str, better: str = "", call_mode: str = "everyone-decides") -> Position:
    """Wally with these bones, asked about a bone that Eddie has thrown."""

    def show() -> View:
        eddie = "R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8"
        table = TableAt(f"{WALL}; plucked: yes; rack eddie: {eddie}; rack wally: {rack}", call_mode=call_mode)
        table.say(EDDIE, "discard R1")
        return table.view(WALLY)

    return Position(show, made, better)


def stud(rows: Sequence[str], street: int, acts: Sequence[str], made: str, better: str = "", sure: int = 0) -> Position:
    """A hand of Bonedoneskis, checked up to a street, then these acts."""

    def show() -> View:
        hand = Hand(*rows)
        while hand.table.street < street or hand.table.phase != "betting":
            if hand.table.phase == "calling":
                hand.end_calls()
            else:
                hand.say(hand.turn, "check" if "check" in hand.acts else "call")
        for act in acts:
            hand.say(hand.turn, act)
        return view_stud(hand.table, hand.seat(hand.turn))

    return Position(show, made, better, sure)


DUO_74 = (
    ["2-0 3-0 3-3 5-0 6-0 6-1 6-6", "0-0 1-1 2-2 4-0 4-1 5-5 6-4",
     "3-1 3-2 4-4 5-1 6-2 6-3 6-5", "1-0 2-1 4-2 4-3 5-2 5-3 5-4"], 0,
    "6-6, 6-4 B, 6-2 A, 5-2 A, 5-0 A, 4-0 A, 4-4 B, 4-2 A, 2-0 A, 4-1 B, 5-1 B, 5-3 B, 6-0 A, 3-1 B, 2-1 B, 6-1 A, "
    "1-1 A, 3-2 B",
)  # fmt: skip
DUO_133 = (
    ["0-0 1-1 4-1 4-4 5-3 6-3 6-4", "2-0 2-1 4-3 5-0 5-2 5-4 6-0",
     "3-0 4-0 4-2 5-1 6-2 6-5 6-6", "1-0 2-2 3-1 3-2 3-3 5-5 6-1"], 2,
    "6-6, 6-1 B, 4-1 B, 4-3 B, 3-0 B, 1-0 B, 1-1 B, 6-0 A, 4-0 A, 3-1 B, 5-3 B, 5-2 B, 4-2 A, 2-2 A, 2-1 B, 5-1 B, "
    "3-2 A, 6-3 A, 5-4 B, 6-2 A, 4-4 B, 2-0 A",
)  # fmt: skip
DUO_226 = (
    ["0-0 2-0 2-2 4-0 5-0 6-0 6-4", "1-1 2-1 5-1 5-2 5-3 5-4 5-5",
     "1-0 3-0 3-3 6-1 6-2 6-3 6-5", "3-1 3-2 4-1 4-2 4-3 4-4 6-6"], 3,
    "6-6, 6-0 A, 6-5 B, 5-0 B, 1-0 A, 3-1 A, 2-0 B, 2-1 B, 6-1 B, 4-3 A, 6-4 B, 5-4 B, 4-4 A, 4-0 A, 5-3 B, 3-0 A, "
    "3-2 A, 2-2 A, 5-2 A",
)  # fmt: skip
DUO_LAST = (
    ["2-1 3-2 3-3 4-2 4-3 6-2 6-5", "4-1 4-4 5-0 5-3 5-4 6-1 6-6",
     "1-0 1-1 2-0 3-1 5-1 6-0 6-4", "0-0 2-2 3-0 4-0 5-2 5-5 6-3"], 1,
    "6-6, 6-4 A, 6-3 B, 4-3 B, 5-4 A, 5-1 A, 4-0 B, 2-1 A, 5-0 B, 2-0 A, 5-5 B, 6-5 B, 6-1 B, 6-0 A, 6-2 A, "
    "4-1 B, 5-2 A, 4-2 B, 5-3 A, 3-1 A, 2-2 B, 3-2 B, 1-1 A, 3-0 B",
)  # fmt: skip
DUO_85 = (
    ["1-0 2-1 3-1 3-3 5-1 5-5 6-3", "2-2 4-0 4-1 5-2 5-3 5-4 6-6",
     "0-0 2-0 3-2 4-3 5-0 6-1 6-4", "1-1 3-0 4-2 4-4 6-0 6-2 6-5"], 1,
    "6-6, 6-1 A, 6-2 B, 2-1 A, 5-2 A, 2-0 B, 3-0 B, 6-3 B, 5-3 A, 6-4 B, 4-4 B, 3-1 A, 5-4 B, 5-0 B, 1-1 A, 1-0 A, "
    "4-0 A, 0-0 B, 6-0 B, 4-1 A, 6-5 B, 5-5 B",
)  # fmt: skip
TOLD = {
    "duo-dominoes": [duo(*DUO_74, "1-0 A", "4-3 B"), duo(*DUO_133, "0-0", "6-4 B"), duo(*DUO_226, "6-3 B", "3-3 B")],
    "lombardy-bones": [
        # typed without its end
        lombardy(["6-6 1-0 2-0 5-2", "6-3 6-1 4-1"], ["a noscore"], "play 6-1", "play 6-3", sure=15),
        lombardy(["5-5 1-0 2-0", "5-0 5-2 6-2"], ["a score 10"], "knock", "play 5-0"),
        lombardy(["6-6 1-0 2-0", "6-3 2-1"], ["a noscore"], "knock", "play 6-3"),
    ],
    "pussers-bones": [
        pussers(LIZARD, "discard R9", "discard B5"),
        pussers(MAJORS, "discard DR", "discard B5"),
        pussers(PURE, "discard R1", "discard S7"),
        answer(TWO_PAIRS, "pass", "yes"),
        answer(NEARLY_MOON, "yes", "pass"),
    ],
    "bonedoneskis": [
        stud((TENS, KILLED), 6, ("bet",), "call", "fold", sure=20),
        stud((TENS, NOTHING), 5, ("bet",), "call", "fold"),
        stud((TENS, NOTHING), 6, ("bet", "raise"), "fold", "call"),
    ],
}  # fmt: skip
SILENT = {
    "duo-dominoes": [
        duo(*DUO_133, "6-4 B"),  # it is the better one
        duo(*DUO_LAST, "1-0 A"),  # the last tile goes out at either end
        duo(*DUO_85, "5-1 A"),  # equal ends
    ],
    "lombardy-bones": [
        lombardy(["5-5 1-0 2-0", "5-0 5-1 6-2"], ["a score 10"], "play 5-0"),
        lombardy(["5-5 1-0 2-0", "5-0 6-1 6-2"], ["a score 10"], "play 5-0 B"),  # equal ends
        lombardy(["5-5 1-0", "5-0 6-1 6-2"], ["a score 10"], "answer none"),  # no move of the turn
    ],
    "pussers-bones": [
        pussers(PURE, "discard S7"),
        pussers(STRAYS, "discard B7"),
        answer(TWO_PAIRS, "pass", call_mode="race"),
        answer(TWO_PAIRS, "yes"),
    ],
    "bonedoneskis": [
        stud((TENS, NOTHING), 6, ("bet",), "fold"),
        stud((TENS, NOTHING), 6, ("bet",), "raise"),  # a bluff
        stud((TENS, NOTHING.replace("5d", "3d")), 5, ("bet",), "call"),  # a power slept on (R7)
        stud((TENS, NOTHING), 6, ("check",), "check"),  # nothing is owed
        stud(("2c 7d 3h 9s 4d Jc", KINGS, QUEEN), 4, ("bet", "raise", "call", "raise", "call"), "fold"),  # pays again
    ],
}  # fmt: skip


def appraise(name: str, position: Position) -> Any:
    """The appraisal of the made move, with the better one as words."""
    game: Any = registry.game(name)
    view = position.show()
    verb, _, rest = position.made.partition(" ")
    return game.appraise(view, game.read(view, verb, rest), SecretChance(bytes(32), ("positions",), 0), SAMPLES)


@pytest.mark.parametrize(("name", "position"), [(name, position) for name in TOLD for position in TOLD[name]])
def test_a_known_loss_is_told(name: str, position: Position) -> None:
    found = appraise(name, position)
    assert found is not None
    assert registry.game(name).write(found.better).startswith(position.better)
    assert found.least == position.exactly if position.exactly else found.least >= 1


@pytest.mark.parametrize(("name", "position"), [(name, position) for name in SILENT for position in SILENT[name]])
def test_no_loss_is_told_where_there_is_none(name: str, position: Position) -> None:
    assert appraise(name, position) is None


def test_throws_that_are_equally_good_are_named_together() -> None:
    assert appraise("pussers-bones", pussers(STRAYS, "discard R1")).facts["several"] == ("S7", "B7")
    assert "several" not in appraise("pussers-bones", pussers(PURE, "discard R1")).facts


@pytest.mark.parametrize("street", [5, 6])
def test_an_open_board_is_explained_by_its_rules_on_the_last_street_too(street: int) -> None:
    """The last card lies face down behind the others, and parts none of them (BD-4)."""
    found = appraise("bonedoneskis", stud((JOINED, NOTHING), street, ("bet",), "call"))
    assert (found.cause, found.facts["cards"]) == ("beaten_by_rules", ("Td+2d", "7c"))
