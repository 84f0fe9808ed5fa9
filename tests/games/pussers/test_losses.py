"""Certain losses, which a player is told after the hand."""

from games.core import Seat
from games.core.results import Loss
from games.pussers.losses import find_losses
from tests.games.pussers.at_table import EDDIE, NORMIE, SAMMY, WALLY, TableAt
from tests.games.pussers.test_calls import MOON, throw


def list_losses(table: TableAt, seat: Seat, words: str) -> tuple[Loss, ...]:
    """Make a move, and return the certain losses that it settles."""
    before = table.table
    happened = table.say(seat, words)
    return tuple(loss for event in happened for loss in find_losses(before, event, table.table))


def test_pb_44_a_do_bone_passed_over_is_a_loss_unless_the_hand_is_won() -> None:
    passed_over = Loss(NORMIE, "passed_over", of_a_win=True)
    table = throw(MOON)
    assert [list_losses(table, seat, "pass") for seat in (SAMMY, WALLY, NORMIE)] == [(), (), (passed_over,)]
    own = TableAt("rack eddie: R9 R9 S1 S9 B1 B9 WE WS WW WN DR DG DW; wall: R1 S2 R2")
    own.say(EDDIE, "pluck")
    assert list_losses(own, EDDIE, "discard R9") == (passed_over._replace(seat=EDDIE),)
