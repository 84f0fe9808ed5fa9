"""The shellback of Pussers Bones: what a rack can expect, and the throws and calls that follow from it."""

import pytest

from games.core.chance import Committed
from games.core.robots import Level
from games.pieces.bones import from_code
from games.pussers.game import LEVELS, robot
from games.pussers.moves import Discard, DoBone, Pass, Yes
from games.pussers.prospects import expect, look
from games.pussers.view import View
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, SAMMY, WALLY, At, counts

FULL = "wall: " + " ".join(["S1 S2 S3 S4 S5 S6 S7 S8"] * 3 + ["B1 B2 B3 B4 B5 B6 B7 B8"] * 3)


def worth(view: View) -> float:
    return expect(look(view), view.counts)[0]


def shellback(view: View) -> object:
    thought = robot(view, HandedChance(), Level.SHELLBACK)
    return thought and thought.move


def test_the_game_has_all_levels() -> None:
    assert LEVELS == (Level.DECKHAND, Level.OLD_HAND, Level.SHELLBACK)


def test_pb_41_a_double_that_can_still_grow_is_kept_before_one_that_cannot() -> None:
    rack = "B1 B1 B1 B2 B2 B5 B5 B7 B7 B9 B9 DR DR DR"
    seen = At(f"{FULL}; plucked: yes; rack eddie: {rack}").view(EDDIE)._replace(thrown_out=counts("B7 B7"))
    assert shellback(seen) == Discard(from_code("B7"))


def test_pb_57_a_moon_of_eleven_is_worth_more_than_its_only_double() -> None:
    rack = "R1 R9 S1 S9 B1 B9 WE WS WW WN DR S5 S5 S5"
    table = At(f"{FULL}; plucked: yes; rack eddie: {rack}")
    assert shellback(table.view(EDDIE)) == Discard(from_code("S5"))


@pytest.mark.parametrize(("rack", "does"), [
    ("R1 R1 R2 R2 R4 R4 R5 R5 R6 R8 WE DR DG", Yes()),  # it brings a hand of ricks nearer
    ("R1 R1 S1 S9 B1 B9 WE WS WW WN DR DG DW", Pass()),  # a Moon waits for one bone, and may have no set
])  # fmt: skip
def test_pb_41_a_yes_is_called_if_the_hand_can_expect_more_of_it(rack: str, does: object) -> None:
    table = At(f"{FULL}; plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8; rack wally: {rack}")
    table.say(EDDIE, "discard R1")
    assert shellback(table.view(WALLY)) == does


def test_pb_44_a_hand_is_tied_up_at_once() -> None:
    table = At(f"{FULL}; plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8; "
               "rack sammy: R1 R1 R2 R2 R2 R3 R3 R3 DR DR DR WS WS")  # fmt: skip
    table.say(EDDIE, "discard R1")
    assert shellback(table.view(SAMMY)) == DoBone()


def test_prospects_fall_with_the_wall() -> None:
    rack = "rack eddie: R1 R1 R2 R2 R4 R4 R5 R5 R6 R8 WE WE DR DG; plucked: yes"
    assert worth(At(f"{FULL}; {rack}").view(EDDIE)) > 2 * worth(At(rack).view(EDDIE)) > 0


def test_pb_66_without_a_double_in_sight_sets_are_worth_little() -> None:
    rack = "R1 R1 R1 R2 R2 R2 R4 R4 R4 R5 R5 R6 WN"
    of_eddie = At(f"{FULL}; rack eddie: {rack} WN; plucked: yes").view(EDDIE)
    of_sammy = At(f"{FULL}; rack sammy: {rack}").view(SAMMY)
    assert worth(of_eddie) > worth(of_sammy)


def test_a_thought_follows_from_the_view_alone() -> None:
    """No luck is used, so that the replay can think again."""
    table = At(f"{FULL}; plucked: yes; rack eddie: R1 R1 R3 R5 R5 R7 S2 S2 S4 B1 B1 DR DR WE")
    thoughts = {
        str(robot(table.view(EDDIE), Committed(bytes([number]) * 32, (), 0), Level.SHELLBACK)) for number in (1, 2)
    }
    assert len(thoughts) == 1
