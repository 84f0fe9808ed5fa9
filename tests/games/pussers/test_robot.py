"""The old hand of Pussers Bones: its aims, and the calls that it misses."""

import pytest

from games.core.robots import Level, Thought
from games.pussers.game import robot
from games.pussers.moves import Pass, Yes
from tests.games.handed_chance import HandedChance
from tests.games.pussers.at_table import EDDIE, WALLY, At

THROWN = "plucked: yes; rack eddie: R1 R3 R5 R7 R9 S2 S4 S6 S8 B1 B3 B5 B7 B8"
TWO = "rack wally: R1 R1 R2 R2 R4 R4 R5 R6 S1 S2 S5 B1 B2"


@pytest.mark.parametrize(("level", "luck", "does"), [
    (Level.DECKHAND, 65, Thought(Pass(), "overslept")),
    (Level.OLD_HAND, 97, Thought(Pass(), "overslept")),
    (Level.OLD_HAND, 96, Thought(Yes(), "serves")),
    (Level.SHELLBACK, 99, Thought(Yes(), "serves")),
])  # fmt: skip
def test_pb_41_an_old_hand_misses_a_yes_by_chance(level: Level, luck: int, does: Thought) -> None:
    table = At(f"{TWO}; {THROWN}")
    table.say(EDDIE, "discard R1")
    assert robot(table.view(WALLY), HandedChance([luck]), level) == does


def test_pb_54_an_old_hand_values_majors_as_they_pay() -> None:
    """Two doubles of Majors are worth more to it than three doubles of a suit."""
    table = At("plucked: yes; rack eddie: R2 R2 R3 R3 R4 R4 S1 S1 S9 B9 B9 DR DG WE")
    thought = robot(table.view(EDDIE), HandedChance())
    assert thought is not None and thought.facts == {"aim": "aim/majors"}
