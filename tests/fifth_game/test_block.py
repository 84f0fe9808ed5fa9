"""The house rules of Block."""

import pytest

from games.core.options import settle
from games.core.seats import Seat
from tests.chance import First
from tests.fifth_game.block.events import HandEnded
from tests.fifth_game.block.game import GAME as game
from tests.fifth_game.block.moves import Next
from tests.fifth_game.block.options import OPTIONS


@pytest.mark.parametrize(
    ("lead", "winner", "leader"), [("in_turn", 0, 1), ("winner", 0, 0), ("winner", 1, 1), ("winner", None, 0)]
)
def test_bl_10_the_lead_changes_or_goes_to_the_winner(lead: str, winner: Seat | None, leader: int) -> None:
    state = game.fold(game.begin(2, settle(OPTIONS, {"lead": lead}), 0, First()))
    state = game.decide(state, Seat(0), Next(), 0, First()).state
    state = game.evolve(state, HandEnded("blocked", ((), ()), winner, 0))
    assert game.decide(state, Seat(0), Next(), 0, First()).state.leader == leader
